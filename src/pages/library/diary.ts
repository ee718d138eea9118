import { maxPageSize } from '#src/contract/cursors.ts'
import { type WatchedRow, watchedPage } from '#src/kept/watched-list.ts'
import { form } from '../components/form.ts'
import { languageOf } from '../components/languages.ts'
import { emptyState, pagination } from '../components/lists.ts'
import { pageIn } from '../components/page-number.ts'
import { type Html, html } from '../html.ts'
import { type PageContext, page, redirect } from '../page.ts'
import { episodeAddress, movieAddress } from '../records/addresses.ts'
import { keptPlace } from '../records/kept-on-cards.ts'
import { episodeName } from '../records/translated-words.ts'
import { daysOf, isMonth, todayOf } from './days.ts'
import { watchedButton } from './forms.ts'
import { libraryPage } from './frame.ts'
import { monthsNavigation } from './months.ts'
import { seriesCardsOf } from './series-cards.ts'

/** The diary begins with the current month. */
export const thisMonth = page('GET /library/diary', {
  access: 'account',
  handle: async ({ now }) => redirect(`/library/diary/${todayOf(now).slice(0, 7)}`),
})

/** What somebody watched in a month, by day. */
export const diary = page('GET /library/diary/{month}', {
  access: 'account',
  query: ['page'],
  async handle(context) {
    const { db, viewer, params, texts, format, query } = context
    const { library } = texts
    const { month } = params
    const number = pageIn(query.page)
    if (!isMonth(month) || number === undefined) return undefined
    const { first, last } = daysOf(month)
    const found = await watchedPage(db, viewer.id, {
      ...{ language: languageOf(context), page: number, page_size: maxPageSize },
      ...{ sort_by: 'watched_at.desc', watched_from: first, watched_to: last },
    })
    const here = number === 1 ? `/library/diary/${month}` : `/library/diary/${month}?page=${number}`
    const shows = found.results.flatMap((row) => (row.media_type === 'tv_episode' ? [row.show_id] : []))
    const series = await seriesCardsOf(context, [...new Set(shows)])
    const rowOf = (row: WatchedRow) => entryRow(context, row, series.get('show_id' in row ? row.show_id : 0), here)
    const days = [...Map.groupBy(found.results, ({ watched_on }) => watched_on)].map(
      ([day, rows]) => html`<section class="part"><h3>${format.date(day)}</h3>
<ul class="listed diary">${rows.map(rowOf)}</ul></section>`,
    )
    const content = html`
${monthsNavigation(context, 'diary', month)}
<p class="note" role="status">${library.inMonth(format.number(found.total_results))}</p>
${
  found.total_results === 0
    ? emptyState(
        library.noDays,
        library.noDaysText,
        html`<a class="button primary" href="/discover/movie">${library.find.movie}</a>`,
      )
    : days
}
${pagination(context, found, (to) => `/library/diary/${month}?page=${to}`)}`
    return libraryPage(context, '/library/diary', library.diary, content)
  },
})

/** An entry with the person's rating, a form for another day, and a button that removes it. */
function entryRow(context: PageContext, row: WatchedRow, series: { address: string } | undefined, here: string): Html {
  const { library, catalogue } = context.texts
  const isMovie = row.media_type === 'movie'
  const name = isMovie ? row.title : `${row.show_name}: ${episodeName(context, row.name, row.episode_number)}`
  const address = isMovie
    ? movieAddress(row)
    : episodeAddress(series?.address ?? `/tv/${row.show_id}`, row.season_number, row.episode_number)
  const note = isMovie ? row.release_date.slice(0, 4) : catalogue.episodeOfSeason(row.season_number, row.episode_number)
  const media_type = isMovie ? ('movie' as const) : ('tv_episode' as const)
  const watching = { media_type, media_id: row.id, next: here }
  const id = `day-${media_type}-${row.id}-${Date.parse(row.watched_at)}`
  return html`<li><div><a class="listed-name" href="${address}">${name}</a> <span class="note">${note}</span>
${keptPlace({ kind: isMovie ? 'movie' : 'episode', entity_id: row.id })}</div>
<div class="diary-actions"><details><summary class="link">${library.edit}<span class="unseen"> ${name}</span></summary>
${form(
  context,
  '/library/watched',
  html`<input type="hidden" name="media_type" value="${media_type}">
<input type="hidden" name="media_id" value="${row.id}"><input type="hidden" name="next" value="${here}">
<input type="hidden" name="act" value="change"><input type="hidden" name="at" value="${row.watched_at}">
<label for="${id}">${library.watchedOn}</label>
<input type="date" id="${id}" name="on" value="${row.watched_on}" min="1888-01-01">
<button class="button">${library.save}</button>`,
  'day-form',
)}</details>
${watchedButton(context, watching, 'remove', library.remove, {
  about: name,
  className: 'link',
  at: row.watched_at,
})}</div></li>`
}
