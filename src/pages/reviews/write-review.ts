import { maxReviewLength, publishReview, type ReviewedTitle, reviewBy } from '#src/contributions/reviews.ts'
import { details as movieDetails } from '#src/groups/movies/details.ts'
import { details as seriesDetails } from '#src/groups/tv-series/details.ts'
import { ratingBy } from '#src/kept/ratings.ts'
import { tidyProse } from '#src/reference/hidden.ts'
import { hasTooManyMarks, maxMarks } from '#src/reference/marks-of-prose.ts'
import { primaryTranslations } from '#src/reference/reference.ts'
import { errorSummary, type Filled, form, type Option, selectField, textArea } from '../components/form.ts'
import { languageTag } from '../components/languages.ts'
import { markdown } from '../components/markdown.ts'
import { type Look, lookOfTitle, smallHead } from '../components/small-head.ts'
import { unverifiedPage } from '../components/unverified.ts'
import { orWait } from '../components/wait-page.ts'
import { type Html, html } from '../html.ts'
import { type PageContext, type PageView, page, redirect } from '../page.ts'
import { idIn, movieAddress, seriesAddress } from '../records/addresses.ts'

/** The title to be reviewed, and its address. */
type About = ReviewedTitle & { name: string; address: string; look: Look }

async function aboutMovie(context: PageContext): Promise<About | undefined> {
  const movie_id = idIn(context.params.title)
  if (movie_id === undefined) return undefined
  const movie = await context.ask(movieDetails, { params: { movie_id }, query: { language: languageTag(context) } })
  if (!movie) return undefined
  const look = lookOfTitle('movie', { ...movie, day: movie.release_date })
  return { kind: 'movie', entity_id: movie.id, name: movie.title, address: movieAddress(movie), look }
}

async function aboutSeries(context: PageContext): Promise<About | undefined> {
  const series_id = idIn(context.params.title)
  if (series_id === undefined) return undefined
  const series = await context.ask(seriesDetails, { params: { series_id }, query: { language: languageTag(context) } })
  if (!series) return undefined
  const look = lookOfTitle('series', { ...series, day: series.first_air_date })
  return { kind: 'series', entity_id: series.id, name: series.name, address: seriesAddress(series), look }
}

/** Ratings go in steps of half a point, from half a point. */
const ratings = Array.from({ length: 20 }, (_, index) => (20 - index) / 2)
const languageCodes = [...new Set(primaryTranslations.map((tag) => tag.slice(0, 2)))]

/** Of a longer one the form says itself that it is too long, up to here. */
const maxTyped = 2 * maxReviewLength

/** The pages for reviewing a movie or a series are the same. */
function pagesAbout(place: 'movie' | 'tv', find: (context: PageContext) => Promise<About | undefined>) {
  const show = page(`GET /${place}/{title}/review`, {
    access: 'account',
    async handle(context) {
      const about = await find(context)
      if (!about) return undefined
      if (context.viewer.email_verified_at === null) return unverified(context, about)
      const known = await reviewBy(context.db, context.viewer.id, about)
      const values = {
        content: known?.content ?? '',
        rating: String((await ratingBy(context.db, context.viewer.id, about)) ?? ''),
        language: known?.iso_639_1 || context.language,
      }
      return view(context, about, { values, errors: {} })
    },
  })

  const send = page(`POST /${place}/{title}/review`, {
    access: 'account',
    form: ['content', 'rating', 'language', 'do'],
    longFields: { content: maxTyped },
    async handle(context) {
      const about = await find(context)
      if (!about) return undefined
      if (context.viewer.email_verified_at === null) return unverified(context, about)
      const { do: wanted, ...values } = context.form
      // Browsers send line ends as two characters.
      values.content = tidyProse(values.content.replace(/\r\n/g, '\n'))
      const filled = { values, errors: faultsOf(context, values) }
      if (Object.keys(filled.errors).length > 0) return { ...view(context, about, filled), http: 422 }
      if (wanted === 'preview') return view(context, about, filled, markdown(values.content))
      const rating = values.rating === '' ? null : Number(values.rating)
      const written = { content: values.content.trim(), rating, iso_639_1: values.language }
      const { kind, entity_id } = about
      const publishing = context.write(publishReview, { about: { kind, entity_id }, written })
      return publishing.then((id) => redirect(`/review/${id}`, 'catalogue.reviewSaved'), orWait(context))
    },
  })
  return [show, send]
}

function unverified(context: PageContext, about: About): PageView {
  const { catalogue } = context.texts
  return unverifiedPage(context, { ...about, id: about.entity_id }, catalogue.writeReviewOf(about.name), catalogue)
}

function faultsOf({ texts: { catalogue } }: PageContext, values: Record<'content' | 'rating' | 'language', string>) {
  const { content, rating, language } = values
  return {
    ...(content.trim() === '' && { content: catalogue.reviewEmpty }),
    ...(content.length > maxReviewLength && { content: catalogue.reviewTooLong(maxReviewLength) }),
    ...(hasTooManyMarks(content) && { content: catalogue.reviewTooManyMarks(maxMarks) }),
    ...(rating !== '' && !ratings.map(String).includes(rating) && { rating: catalogue.ratingWrong }),
    ...(!languageCodes.includes(language) && { language: catalogue.languageWrong }),
  }
}

function view(context: PageContext, about: About, filled: Filled, preview?: Html): PageView {
  const { texts, format } = context
  const { catalogue } = texts
  const rated: Option[] = [
    ['', catalogue.noRating],
    ...ratings.map((rating): Option => [String(rating), catalogue.outOfTen(format.number(rating))]),
  ]
  const byName = new Intl.Collator(context.language)
  const languages = languageCodes
    .map((code): Option => [code, format.language(code)])
    .sort(([, one], [, other]) => byName.compare(one, other))
  const content = {
    name: 'content',
    label: catalogue.review,
    hint: catalogue.reviewHint,
    rows: 12,
    maxLength: maxReviewLength,
    isRequired: true,
  }
  return {
    title: catalogue.writeReviewOf(about.name),
    isPrivate: true,
    main: html`
${smallHead(context, { ...about, id: about.entity_id }, catalogue.writeReviewOf(about.name))}
${errorSummary(context, filled)}
${
  preview &&
  html`<section class="card preview" aria-labelledby="preview"><h2 id="preview">${catalogue.preview}</h2>
<div class="prose">${preview}</div></section>`
}
${form(
  context,
  `${about.address}/review`,
  html`
${textArea(context, filled, content)}
${selectField(context, filled, { name: 'rating', label: catalogue.rating, options: rated })}
${selectField(context, filled, { name: 'language', label: catalogue.reviewLanguage, options: languages })}
<p class="actions"><button class="button primary" name="do" value="save">${catalogue.publish}</button>
<button class="button" name="do" value="preview">${catalogue.preview}</button></p>`,
)}`,
  }
}

export const writeReviewPages = [...pagesAbout('movie', aboutMovie), ...pagesAbout('tv', aboutSeries)]
