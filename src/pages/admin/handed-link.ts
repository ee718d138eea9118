import { isLoopback } from '#src/mail/transport.ts'
import { copyable } from '../components/copyable.ts'
import { marked } from '../components/marked.ts'
import { type Html, html } from '../html.ts'
import type { PageContext } from '../page.ts'

/** A link that is handed to somebody else, and whether it opens where they are. */
export const handedLink = (context: PageContext, path: string): Html => html`
${copyable(context, `${context.site}${path}`)}
${isLoopback(new URL(context.site).hostname) && html`<p class="hint">${marked(context.texts.admin.linkOnlyHere)}</p>`}`
