import type { Reportable } from '#src/contributions/report-subjects.ts'
import { type Html, html } from '../html.ts'
import type { RenderContext } from '../page.ts'

/** Where something is reported. */
export const address = '/report'

const reportAddress = (what: Reportable, of: string): string => `${address}?${new URLSearchParams({ what, of })}`

/** Where something can be reported. */
export const reportLink = ({ texts: { moderation } }: RenderContext, what: Reportable, of: string | number): Html =>
  html`<a rel="nofollow" href="${reportAddress(what, String(of))}">${moderation.report}</a>`
