import { type Airing, airingOf } from '#src/kept/airing.ts'
import { languageOf } from '../components/languages.ts'
import { emptyState } from '../components/lists.ts'
import { type Html, html } from '../html.ts'
import { type PageContext, page, redirect } from '../page.ts'
import { namesOfAiring } from './airing-names.ts'
import { addressSection } from './calendar-address.ts'
import { daysOf, isMonth, todayOf } from './days.ts'
import { libraryPage } from './frame.ts'
import { monthsNavigation } from './months.ts'

export const calendarNow = page('GET /library/calendar', {
  access: 'account',
  handle: async ({ now }) => redirect(`/library/calendar/${todayOf(now).slice(0, 7)}`),
})

/** What airs in a month of what somebody follows: a table of weeks where there is room, else a list of days. */
export const calendar = page('GET /library/calendar/{month}', {
  access: 'account',
  async handle(context) {
    const { db, viewer, params, texts, now } = context
    const { library } = texts
    const { month } = params
    if (!isMonth(month)) return undefined
    const airing = await airingOf(db, viewer.id, daysOf(month))
    const links = await linksOf(context, airing)
    const byDay = Map.groupBy(airing, ({ day }) => day)
    const content = html`
${monthsNavigation(context, 'calendar', month)}
${
  airing.length === 0
    ? emptyState(
        library.nothingAirs,
        library.nothingAirsText,
        html`<a class="button primary" href="/discover/tv?when=week">${library.find.tv}</a>`,
      )
    : monthGrid(context, month, byDay, links, todayOf(now))
}
${await addressSection(context)}`
    return libraryPage(context, '/library/calendar', library.calendar, content)
  },
})

/** The weeks of a month, which begin on Monday. Each day is an item of a list, so that phones show an agenda. */
function monthGrid(
  { format }: PageContext,
  month: string,
  byDay: ReadonlyMap<string, readonly Airing[]>,
  links: ReadonlyMap<Airing, Html>,
  today: string,
): Html {
  const { first, last } = daysOf(month)
  const offset = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7
  const days = Array.from({ length: Number(last.slice(8)) }, (_, index) => {
    const day = `${month}-${String(index + 1).padStart(2, '0')}`
    const airing = byDay.get(day) ?? []
    const weekday = format.weekdays[(offset + index) % 7]
    const classes = [
      'day',
      airing.length === 0 && 'empty-day',
      day === today && 'today',
      index === 0 && `from-${offset}`,
    ]
    return html`<li class="${classes.filter(Boolean).join(' ')}"><time datetime="${day}">
<span class="day-name">${weekday?.name}, ${format.date(day)}</span>
<span class="day-number" aria-hidden="true">${index + 1}</span></time>
${airing.length > 0 && html`<ul>${airing.map((each) => html`<li>${links.get(each)}</li>`)}</ul>`}</li>`
  })
  // Each day says what day of the week it is: who hears the page or has no room for columns does not need their heads.
  const heads = format.weekdays.map(({ short }) => html`<span>${short}</span>`)
  return html`<div class="weekdays" aria-hidden="true">${heads}</div><ol class="calendar">${days}</ol>`
}

/** What airs, as links with names in the language of the page. */
async function linksOf(context: PageContext, airing: readonly Airing[]): Promise<Map<Airing, Html>> {
  const named = await namesOfAiring(context.db, context, languageOf(context), airing)
  return new Map(
    [...named].map(([each, { address, name, note, picture }]) => [
      each,
      html`<span class="listed-picture">${picture}</span>
<span><a href="${address}">${name}</a> <span class="note">${note}</span></span>`,
    ]),
  )
}
