import { moviesById } from '#src/catalogue/summaries/by-id.ts'
import { type Airing, airingOf } from '#src/kept/airing.ts'
import { episodeAddress, movieAddress } from '../catalogue/addresses.ts'
import { languageOf } from '../catalogue/languages.ts'
import { episodeName } from '../catalogue/translated-words.ts'
import { emptyState } from '../components/lists.ts'
import { type Html, html } from '../html.ts'
import { type PageContext, page, redirect } from '../page.ts'
import { daysOf, isMonth, todayOf } from './days.ts'
import { libraryPage } from './frame.ts'
import { monthsNavigation } from './months.ts'
import { seriesCardsOf } from './series-cards.ts'

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
        html`<a class="button primary" href="/discover/tv">${library.find.tv}</a>`,
      )
    : monthGrid(context, month, byDay, links, todayOf(now))
}`
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
    const classes = [
      'day',
      airing.length === 0 && 'empty-day',
      day === today && 'today',
      index === 0 && `from-${offset}`,
    ]
    return html`<li class="${classes.filter(Boolean).join(' ')}"><time datetime="${day}">
<span class="day-name">${format.date(day)}</span><span class="day-number" aria-hidden="true">${index + 1}</span></time>
${airing.length > 0 && html`<ul>${airing.map((each) => html`<li>${links.get(each)}</li>`)}</ul>`}</li>`
  })
  return html`<ol class="calendar">${days}</ol>`
}

/** What airs, as links with names in the language of the page. */
async function linksOf(context: PageContext, airing: readonly Airing[]): Promise<Map<Airing, Html>> {
  const { db, texts } = context
  const ids = (list: readonly (number | null)[]) => [...new Set(list.flatMap((id) => id ?? []))]
  const [movies, series] = await Promise.all([
    moviesById(db, ids(airing.map(({ kind, id }) => (kind === 'movie' ? id : null))), languageOf(context)),
    seriesCardsOf(context, ids(airing.map(({ series_id }) => series_id))),
  ])
  const movieOf = new Map(movies.map((movie) => [movie.id, movie]))
  return new Map(
    airing.map((each) => {
      const movie = each.kind === 'movie' ? movieOf.get(each.id) : undefined
      if (movie)
        return [
          each,
          html`<a href="${movieAddress(movie)}">${movie.title}</a> <span class="note">${texts.library.release}</span>`,
        ]
      const { series_id, season_number, episode_number, name } = each
      const card = series.get(series_id ?? 0)
      const address = episodeAddress(card?.address ?? `/tv/${series_id}`, season_number ?? 0, episode_number ?? 0)
      const number = texts.catalogue.episodeOfSeason(season_number ?? 0, episode_number ?? 0)
      const note = name ? `${number}, ${episodeName(context, name, episode_number ?? 0)}` : number
      return [each, html`<a href="${address}">${card?.name ?? name}</a> <span class="note">${note}</span>`]
    }),
  )
}
