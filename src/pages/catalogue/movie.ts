import { type DatePrecision, datePrecisions } from '#src/catalogue/date-precisions.ts'
import { details } from '#src/groups/movies/details.ts'
import { inCollection } from '../collections/in-collection.ts'
import { languageName } from '../components/languages.ts'
import { pageIn } from '../components/page-number.ts'
import type { Html } from '../html.ts'
import { watchedSection } from '../library/section.ts'
import { type PageContext, page } from '../page.ts'
import { peopleSection, peopleWith } from '../people/section.ts'
import { addressOf, idIn, movieAddress } from '../records/addresses.ts'
import { redirectFirst } from '../records/canonical.ts'
import { countriesOf, discovered, facts, homepageLink, linked, yearLink, yearOf } from '../records/cards.ts'
import { outsideAddresses } from '../records/outside-ids.ts'
import type { PageDetails } from '../records/part-replies.ts'
import { translatedWord } from '../records/translated-words.ts'
import { sharedMovie } from '../sharing/titles.ts'
import { loadTitle, titlePage } from './title.ts'
import { certificateMark, countryOf } from './where-to-watch.ts'

const appended = ['credits', 'external_ids', 'keywords', 'alternative_titles', 'release_dates', 'translations'] as const

type Movie = PageDetails<typeof details, (typeof appended)[number]>

export const movie = page('GET /movie/{movie}', {
  access: 'anyone',
  query: ['reviews', 'country', 'titles'],
  async handle(context) {
    const movie_id = idIn(context.params.movie)
    const titlesPage = pageIn(context.query.titles)
    if (movie_id === undefined || titlesPage === undefined) return undefined
    if (pageIn(context.query.reviews) === undefined) return undefined
    const other = await redirectFirst(context, 'movie')
    if (other) return other
    const loaded = await loadTitle(context, 'movie', movie_id, details, appended)
    if (!loaded) return undefined
    const movie = loaded.found
    const { format, texts } = context
    const address = movieAddress(movie)
    const [known, watched, collection] = await Promise.all([
      datePrecisions(context.db, 'movie', movie.id),
      watchedSection(context, 'movie', { id: movie.id, address }),
      inCollection(context, movie.id, movie.belongs_to_collection),
    ])
    return titlePage(context, movie, loaded, {
      place: 'movie',
      address,
      title: movie.title,
      original: movie.original_title,
      day: movie.release_date,
      sharing: sharedMovie(context, movie, {
        address,
        credits: movie.credits,
        reviews: loaded.reviews,
        elsewhere: outsideAddresses(movie.external_ids, 'movie'),
        precision: known.release_date,
      }),
      years: yearLink('movie', yearOf(movie.release_date)),
      notes: [
        certificate(context, movie.release_dates.results),
        // Where only the year is known, it stands behind the title.
        known.release_date !== 'year' && format.date(movie.release_date, known.release_date),
        movie.runtime > 0 && texts.catalogue.minutes(movie.runtime),
        discovered('movie', 'genre', movie.genres),
      ],
      makers: [[texts.title.directedBy, peopleWith(movie.credits, 'Director')]],
      log: loaded.kept?.watched ? texts.diary.again : texts.diary.watched,
      sections: {
        watched,
        collection,
        facts: factsOf(context, movie, known.release_date),
        people: peopleSection(context, movie.credits, address),
      },
      titles: movie.alternative_titles.titles,
      titlesPage,
      keywords: movie.keywords.keywords,
    })
  },
})

/** The age rating of the first release in the reader's country that has one. */
function certificate(context: PageContext<string, 'country'>, releases: Movie['release_dates']['results']) {
  const own = releases.find(({ iso_3166_1 }) => iso_3166_1 === countryOf(context))
  return certificateMark(context, own?.release_dates.find(({ certification }) => certification)?.certification)
}

function factsOf(context: PageContext, movie: Movie, precision: DatePrecision | undefined): Html {
  const { texts, format } = context
  const { catalogue } = texts
  const { belongs_to_collection: collection, production_companies, production_countries, release_dates } = movie
  const made = production_countries.map(({ iso_3166_1 }) => iso_3166_1)
  const countries = [...new Set([...movie.origin_country, ...made])]
  const companies = production_companies.map(({ id, name }) => ({ address: addressOf('company', id, name), name }))
  // A release on the day of the movie is known no better than that day.
  const dayOf = (release: { release_date: string } | undefined) => release?.release_date.slice(0, 10) ?? ''
  const releases = release_dates.results.map(({ iso_3166_1, release_dates: [first] }) =>
    [
      format.country(iso_3166_1),
      format.date(dayOf(first), dayOf(first) === movie.release_date ? precision : ''),
      first?.certification && `(${first.certification})`,
    ]
      .filter(Boolean)
      .join(' '),
  )
  return facts([
    [catalogue.status, translatedWord(context, 'status', movie.status)],
    [catalogue.originalLanguage, languageName(context, movie.original_language)],
    [catalogue.spokenLanguages, movie.spoken_languages.map(({ iso_639_1 }) => format.language(iso_639_1)).join(', ')],
    [catalogue.countries, countriesOf('movie', countries, context)],
    [catalogue.companies, linked(companies)],
    [
      catalogue.collection,
      linked(collection ? [{ ...collection, address: addressOf('collection', collection.id, collection.name) }] : []),
    ],
    [catalogue.budget, movie.budget > 0 ? catalogue.dollars(format.number(movie.budget)) : ''],
    [catalogue.revenue, movie.revenue > 0 ? catalogue.dollars(format.number(movie.revenue)) : ''],
    [catalogue.homepage, homepageLink(movie.homepage)],
    [catalogue.releases, releases.join(' · ')],
  ])
}
