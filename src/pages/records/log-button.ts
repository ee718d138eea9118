import { type Html, html } from '../html.ts'
import type { RenderContext } from '../page.ts'
import { icon } from './icons.ts'

/** The sheet on which somebody notes that they have watched a record. */
export const logAddress = (record: string): string => `${record}/watched`

/** Leads to the sheet; the script opens it on the page. */
export function logButton({ texts }: RenderContext, record: string, label: string, className = 'button primary'): Html {
  const { close } = texts.diary
  return html`<a class="${className} log" id="log" href="${logAddress(record)}" rel="nofollow" data-opens-sheet="${
    close
  }">${icon('check')} ${label}</a>`
}
