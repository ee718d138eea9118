import { dumpFolder } from '#src/commons/publishing/folders.ts'
import { type PublishingState, publishingState } from '#src/commons/publishing/publication.ts'
import { marked } from '../components/marked.ts'
import { type Html, html } from '../html.ts'
import { type PageContext, page } from '../page.ts'
import { adminPage } from './frame.ts'
import { sizeText } from './size-text.ts'

/** How the catalogue is published. */
export const publishing = page('GET /admin/publishing', {
  access: 'administrator',
  async handle(context) {
    const { status } = context.texts.commons
    const content = html`
<p class="lead">${status.lead}</p>
${await stateOf(context)}
<p class="actions"><a class="button" href="/about">${status.toPage}</a></p>`
    return adminPage(context, 'publishing', status.title, content)
  },
})

async function stateOf(context: PageContext): Promise<Html> {
  const { config, db, texts, format } = context
  const { status } = texts.commons
  if (config.private) return html`<p>${status.closed}</p>`
  if (!config.publish) return html`<p>${marked(status.off)}</p>`
  const found = await publishingState(db)
  const shown: (readonly [string, string | Html])[] = [
    [status.last, found?.published_at ? format.time(found.published_at) : status.never],
    [status.behind, format.number(Math.max(0, (found?.head ?? 0) - (found?.position ?? 0)))],
    [status.packets, format.number(found?.number ?? 0)],
    [status.whole, found?.whole_at ? format.time(found.whole_at) : status.never],
    [status.size, sizeText(format, found?.bytes ?? 0)],
    [status.folder, html`<span class="path"><bdi>${dumpFolder(config)}</bdi></span>`],
  ]
  return html`
<p${found?.fault && html` class="warning"`}>${sentence(context, found)}</p>
<dl class="facts">${shown.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}

function sentence({ texts: { commons } }: PageContext, found: PublishingState | undefined): string {
  const { status } = commons
  if (found?.fault) return status.failed(found.fault)
  return `${status.state}: ${found?.published_at ? status.on : status.waiting}`
}
