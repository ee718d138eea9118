import { type Html, html } from '../html.ts'
import type { RenderContext } from '../page.ts'
import { monthAfter } from './days.ts'

/** The name of a month, with links to the one before it and the one after it. */
export function monthsNavigation({ texts, format }: RenderContext, place: 'diary' | 'calendar', month: string): Html {
  const { library } = texts
  const link = (months: number, label: string, sign: string) =>
    html`<a class="button" href="/library/${place}/${monthAfter(month, months)}" aria-label="${label}">${sign}</a>`
  return html`<nav class="months" aria-label="${library.months}">
${link(-1, library.previousMonth, '‹')}<h2>${format.date(`${month}-01`, 'month')}</h2>${link(1, library.nextMonth, '›')}
</nav>`
}
