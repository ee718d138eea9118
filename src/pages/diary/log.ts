import { alwaysLeaveWatchlist } from '#src/accounts/profile.ts'
import { maxReviewLength, publishReview, reviewBy } from '#src/contributions/reviews.ts'
import { setWatchlist } from '#src/groups/account/set-marks.ts'
import { rateEpisode, unrateEpisode } from '#src/groups/ratings/episode.ts'
import { rateMovie, unrateMovie } from '#src/groups/ratings/movie.ts'
import { isMarked } from '#src/kept/marks.ts'
import { noteWatched } from '#src/kept/note-watched.ts'
import { timesWatched } from '#src/kept/progress.ts'
import { ratingBy } from '#src/kept/ratings.ts'
import { watchedSometime, watchedTime } from '#src/kept/watched-time.ts'
import { tidyProse } from '#src/reference/hidden.ts'
import { hasTooManyMarks, maxMarks } from '#src/reference/marks-of-prose.ts'
import { checkbox, errorSummary, type Filled, form, type Option, selectField, textArea } from '../components/form.ts'
import { smallHead } from '../components/small-head.ts'
import { orWait } from '../components/wait-page.ts'
import { type Html, html, nothing } from '../html.ts'
import { todayOf } from '../library/days.ts'
import { libraryScript } from '../library/forms.ts'
import { type PageContext, type PageView, page, redirect } from '../page.ts'
import { idsIn } from '../records/addresses.ts'
import type { Pictured } from '../records/gallery.ts'
import { logAddress } from '../records/log-button.ts'
import { placeOf } from '../records/places.ts'
import type { Viewer } from '../viewer.ts'
import { dayField } from './sheet.ts'

/** What is logged on one sheet. Only movies have reviews and stand on watchlists. */
type LoggedKind = 'movie' | 'episode'
type Context = PageContext<string, string, string, Viewer>

const fields = ['on', 'rewatch', 'rating', 'content', 'leave', 'always'] as const
type Values = Record<(typeof fields)[number], string>

/** Ratings go in steps of half a point, from half a point. */
const ratings = Array.from({ length: 20 }, (_, index) => (20 - index) / 2)

/** Of a longer review the form says itself that it is too long, up to here. */
const maxTyped = 2 * maxReviewLength

/** The sheet on which somebody notes that they have watched something, and what they say of it. */
function sheetOf(kind: LoggedKind) {
  const { path, find } = placeOf(kind)
  const show = page(`GET ${path}/watched`, {
    access: 'account',
    async handle(context) {
      const record = await find(context)
      return record && view(context, kind, record, await known(context, kind, record))
    },
  })
  const send = page(`POST ${path}/watched`, {
    access: 'account',
    form: fields,
    longFields: { content: maxTyped },
    async handle(context) {
      const record = await find(context)
      if (!record) return undefined
      // Browsers send line ends as two characters.
      const values = { ...context.form, content: tidyProse(context.form.content.replace(/\r\n/g, '\n')).trim() }
      const errors = faultsOf(context, values)
      if (Object.keys(errors).length > 0)
        return { ...(await view(context, kind, record, { values, errors })), http: 422 }
      const logging = logAll(context, kind, record, values)
      return logging.then(
        (isNew) => redirect(record.address, isNew ? 'diary.logged' : 'library.notedBefore'),
        orWait(context, logAddress(record.address)),
      )
    },
  })
  return [show, send]
}

export const logPages = [...sheetOf('movie'), ...sheetOf('episode')]

/** What the sheet begins with: the current day, and what the person has said of it before. */
async function known({ db, viewer, now }: Context, kind: LoggedKind, { id }: Pictured): Promise<Filled> {
  const [times, rating, review] = await Promise.all([
    timesWatched(db, viewer.id, kind, id),
    ratingBy(db, viewer.id, { kind, entity_id: id }),
    kind === 'movie' ? reviewBy(db, viewer.id, { kind, entity_id: id }) : undefined,
  ])
  const values = {
    on: todayOf(now),
    rewatch: times.length > 0 ? 'on' : '',
    rating: String(rating ?? ''),
    content: review?.content ?? '',
    leave: viewer.leaves_watchlist ? 'on' : '',
    always: viewer.leaves_watchlist ? 'on' : '',
  }
  return { values, errors: {} }
}

function faultsOf({ texts: { catalogue, diary }, now }: Context, { on, rating, content }: Values) {
  return {
    ...(on !== '' && !watchedTime(on, now) && { on: diary.dayWrong }),
    ...(rating !== '' && !ratings.map(String).includes(rating) && { rating: catalogue.ratingWrong }),
    ...(content.length > maxReviewLength && { content: catalogue.reviewTooLong(maxReviewLength) }),
    ...(hasTooManyMarks(content) && { content: catalogue.reviewTooManyMarks(maxMarks) }),
  }
}

/**
 * Writes what the sheet says, one after the other: what is written already stays so where the next has to wait, and
 * sending it again adds nothing to it. Returns whether the entry is new.
 */
async function logAll(context: Context, kind: LoggedKind, { id }: Pictured, values: Values): Promise<boolean> {
  const { ask, db, viewer, write, now } = context
  const named = { place: 0, kind, id, season_number: null, episode_number: null }
  const time = values.on === '' ? watchedSometime : watchedTime(values.on, now)
  const noted = await write(noteWatched, { named: [{ ...named, time, is_rewatch: values.rewatch !== '' }] })
  await rate(context, kind, id, values.rating)
  if (kind === 'episode') return noted.added > 0
  const about = { kind, entity_id: id }
  const review = values.content === '' ? undefined : await reviewBy(db, viewer.id, about)
  if (values.content !== '' && review?.content !== values.content && viewer.email_verified_at !== null) {
    const rating = values.rating === '' ? null : Number(values.rating)
    const iso_639_1 = review?.iso_639_1 || context.language
    await write(publishReview, { about, written: { content: values.content, rating, iso_639_1 } })
  }
  if (values.leave !== '') {
    const body = { media_type: 'movie' as const, media_id: id, watchlist: false }
    await ask(setWatchlist, { params: { account_id: 'me' }, body })
  }
  if (values.always !== '' && !viewer.leaves_watchlist) await write(alwaysLeaveWatchlist, undefined)
  return noted.added > 0
}

/** Rates it, or removes the rating; one that was not changed stays as it is. */
async function rate({ ask, db, viewer, params }: Context, kind: LoggedKind, id: number, chosen: string) {
  const before = await ratingBy(db, viewer.id, { kind, entity_id: id })
  if (chosen === String(before ?? '')) return
  const body = { value: Number(chosen) }
  if (kind === 'movie') {
    const asked = { params: { movie_id: id } }
    await (chosen === '' ? ask(unrateMovie, asked) : ask(rateMovie, { ...asked, body }))
    return
  }
  const { series_id = 0, season_number = 0, episode_number = 0 } = idsIn(params)
  const asked = { params: { series_id, season_number, episode_number } }
  await (chosen === '' ? ask(unrateEpisode, asked) : ask(rateEpisode, { ...asked, body }))
}

async function view(context: Context, kind: LoggedKind, record: Pictured, filled: Filled): Promise<PageView> {
  const { db, viewer, texts, format } = context
  const { diary } = texts
  const title = diary.logTitle(record.name)
  const isListed =
    kind === 'movie' && (await isMarked(db, 'watchlist', viewer.id, { kind: 'movie', entity_id: record.id }))
  const rated: Option[] = [
    ['', diary.noRating],
    ...ratings.map((rating): Option => [String(rating), texts.catalogue.outOfTen(format.number(rating))]),
  ]
  const review = { name: 'content', label: diary.review, hint: diary.reviewHint, rows: 4, maxLength: maxReviewLength }
  return {
    title,
    isPrivate: true,
    scripts: [libraryScript],
    main: html`
${smallHead(context, record, title)}
${errorSummary(context, filled)}
<div data-sheet>${form(
      context,
      logAddress(record.address),
      html`
${dayField(context, filled)}
${selectField(context, filled, { name: 'rating', label: diary.rating, options: rated })}
${checkbox(context, filled, { name: 'rewatch', label: diary.rewatch })}
${kind === 'movie' && viewer.email_verified_at !== null && textArea(context, filled, review)}
${isListed && leaving(context, filled)}
<p class="actions"><button class="button primary">${diary.save}</button></p>`,
    )}</div>`,
  }
}

/** Offers to take a movie off the watchlist, now or always. */
function leaving(context: Context, filled: Filled): Html {
  const { diary } = context.texts
  const always = { name: 'always', label: diary.always, hint: diary.alwaysHint }
  return html`${checkbox(context, filled, { name: 'leave', label: diary.leave })}
${context.viewer.leaves_watchlist ? nothing : checkbox(context, filled, always)}`
}
