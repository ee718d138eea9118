import { nearestDays } from '#src/kept/diary/days.ts'
import { type WatchedRow, watchedPage } from '#src/kept/watched-list.ts'
import { form } from '../components/form.ts'
import { languageOf } from '../components/languages.ts'
import { emptyState, pagination } from '../components/lists.ts'
import { pageIn } from '../components/page-number.ts'
import { framed, pictureOf } from '../components/picture.ts'
import { type Html, html, nothing } from '../html.ts'
import { daysOf, isMonth, monthAfter, todayOf } from '../library/days.ts'
import { watchedButton } from '../library/forms.ts'
import { libraryPage } from '../library/frame.ts'
import { monthsNavigation } from '../library/months.ts'
import { seriesCardsOf } from '../library/series-cards.ts'
import { type PageContext, page, Redirect, redirect } from '../page.ts'
import { episodeAddress, movieAddress } from '../records/addresses.ts'
import { keptPlace } from '../records/kept-on-cards.ts'
import { episodeName } from '../records/translated-words.ts'
import { ownYear } from './own-years.ts'
import { isYear } from './year.ts'

/** Entries on a page: each has forms of its own. */
const entriesOnPage = 50

type Near = { before: string | undefined; after: string | undefined }
type Series = { address: string; picture: Html } | undefined

/** The diary begins with the current month. */
export const thisMonth = page('GET /library/diary', {
  access: 'account',
  handle: async ({ now }) => redirect(`/library/diary/${todayOf(now).slice(0, 7)}`),
})

/** A month as others write it. */
export const monthOfYear = page('GET /library/diary/{year}/{month}', {
  access: 'account',
  async handle({ params: { year, month } }) {
    return isMonth(`${year}-${month}`) ? new Redirect(`/library/diary/${year}-${month}`, undefined, 301) : undefined
  },
})

/** What somebody watched in a month, by day; or the page of a year. */
export const diary = page('GET /library/diary/{month}', {
  access: 'account',
  query: ['page'],
  async handle(context) {
    const { db, viewer, params, texts, format, query } = context
    const { library } = texts
    const { month } = params
    const number = pageIn(query.page)
    if (isYear(month) && number === 1) return ownYear(context, month)
    if (!isMonth(month) || number === undefined) return undefined
    const { first, last } = daysOf(month)
    const [found, near] = await Promise.all([
      watchedPage(db, viewer.id, {
        ...{ language: languageOf(context), page: number, page_size: entriesOnPage },
        ...{ sort_by: 'watched_at.desc', watched_from: first, watched_to: last },
      }),
      nearestDays(db, viewer.id, { first, last }),
    ])
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
${jumps(context, month, near)}
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

/** The way to the whole year, and past the months before and after this one in which there is nothing. */
function jumps({ texts, format }: PageContext, month: string, { before, after }: Near): Html {
  const { diary } = texts
  const year = month.slice(0, 4)
  const jump = (day: string | undefined, next: string, label: (month: string) => string) => {
    const to = day?.slice(0, 7)
    if (to === undefined || to === next) return nothing
    return html` · <a href="/library/diary/${to}">${label(format.date(`${to}-01`, 'month'))}</a>`
  }
  return html`<p class="on-screen"><a href="/library/diary/${year}">${diary.wholeYear(year)}</a>${jump(
    before,
    monthAfter(month, -1),
    diary.before,
  )}${jump(after, monthAfter(month, 1), diary.after)}</p>`
}

/** An entry with the person's rating, a form for another day, and a button that removes it. */
function entryRow(context: PageContext, row: WatchedRow, series: Series, here: string): Html {
  const { library, catalogue } = context.texts
  const isMovie = row.media_type === 'movie'
  const name = isMovie ? row.title : `${row.show_name}: ${episodeName(context, row.name, row.episode_number)}`
  const address = isMovie
    ? movieAddress(row)
    : episodeAddress(series?.address ?? `/tv/${row.show_id}`, row.season_number, row.episode_number)
  const place = isMovie
    ? row.release_date.slice(0, 4)
    : catalogue.episodeOfSeason(row.season_number, row.episode_number)
  const note = [place, row.rewatch && context.texts.diary.isRewatch].filter(Boolean).join(' · ')
  const picture = isMovie ? posterOf(row) : series?.picture
  const media_type = isMovie ? ('movie' as const) : ('tv_episode' as const)
  const watching = { media_type, media_id: row.id, next: here }
  const id = `day-${media_type}-${row.id}-${Date.parse(row.watched_at)}`
  return html`<li><span class="listed-picture">${picture}</span>
<div><a class="listed-name" href="${address}">${name}</a> <span class="note">${note}</span>
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

function posterOf({ id, title, poster_path }: Extract<WatchedRow, { media_type: 'movie' }>): Html {
  const drawn = { kind: 'movie' as const, id }
  return framed(id, title, 'upright', pictureOf({ gallery: 'posters', file_path: poster_path, width: 'listed', drawn }))
}
