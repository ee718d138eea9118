import { partOperation } from '#src/catalogue/part-operations.ts'
import { addedAt, airedEpisodes, newestIds } from '#src/catalogue/summaries/newest.ts'
import { atomFeed, feedType } from '#src/feeds/atom.ts'
import { details as personDetails } from '#src/groups/people/details.ts'
import { dayAfter, utcDay } from '#src/reference/days.ts'
import { languageOf, languageTag } from '../components/languages.ts'
import { type PageContext, PublicDocument, page } from '../page.ts'
import { addressOf, episodeAddress, idIn, movieAddress, seriesAddress } from '../records/addresses.ts'
import { yearOf } from '../records/cards.ts'
import { episodeName } from '../records/translated-words.ts'
import { titlesById } from '../titles-by-id.ts'
import { type Feeding, forEverybody } from './for-everybody.ts'

/** Entries of a feed, and days whose episodes one has. */
const maxFeedEntries = 50
const daysOfEpisodes = 7

/** Adds what is the same in every feed. */
export function feed({ site, language, texts }: PageContext, { address, page: about, ...of }: Feeding): PublicDocument {
  const updated = of.entries.map((entry) => entry.updated).sort()
  const made = atomFeed({
    ...of,
    address: `${site}${address}?in=${language}`,
    page: `${site}${about}`,
    author: texts.common.siteName,
    language,
    updated: updated.at(-1) ?? new Date(0).toISOString(),
  })
  return new PublicDocument(feedType, made)
}

type Ids = { movies: readonly number[]; series: readonly number[] }

/** Titles as entries, those that came into the catalogue last first. */
async function entriesOf(context: PageContext, { movies, series }: Ids): Promise<Feeding['entries']> {
  const { db, site } = context
  const [titles, ofMovies, ofSeries] = await Promise.all([
    titlesById(db, languageOf(context), { movies, series }),
    addedAt(db, 'movie', movies),
    addedAt(db, 'series', series),
  ])
  const entry = (name: string, day: string | null, at: string | undefined, of: { page: string; summary: string }) => ({
    id: `${site}${of.page}`,
    page: `${site}${of.page}`,
    title: [name, yearOf(day) && `(${yearOf(day)})`].filter(Boolean).join(' '),
    summary: of.summary,
    updated: at ?? new Date(0).toISOString(),
  })
  const all = [
    ...[...titles.movies.values()]
      .filter(({ adult }) => !adult)
      .map((row) =>
        entry(row.title, row.release_date, ofMovies.get(row.id), { page: movieAddress(row), summary: row.overview }),
      ),
    ...[...titles.series.values()]
      .filter(({ adult }) => !adult)
      .map((row) =>
        entry(row.name, row.first_air_date, ofSeries.get(row.id), { page: seriesAddress(row), summary: row.overview }),
      ),
  ]
  return all
    .sort((one, other) => (one.updated < other.updated ? 1 : one.updated > other.updated ? -1 : 0))
    .slice(0, maxFeedEntries)
}

/** The movies and series that were added last. */
export const newTitles = page('GET /feeds/new', {
  access: 'anyone',
  query: ['in'],
  async handle(asked) {
    const context = forEverybody(asked, asked.query.in)
    const [movies, series] = await Promise.all([
      newestIds(context.db, 'movie', maxFeedEntries),
      newestIds(context.db, 'series', maxFeedEntries),
    ])
    const entries = await entriesOf(context, { movies, series })
    return feed(context, { address: '/feeds/new', page: '/', title: context.texts.home.newTitles, entries })
  },
})

/** The episodes that have aired in the last days. */
export const airedLately = page('GET /feeds/airing', {
  access: 'anyone',
  query: ['in'],
  async handle(asked) {
    const context = forEverybody(asked, asked.query.in)
    const { db, site, texts, now } = context
    const last = utcDay(now)
    const found = await airedEpisodes(db.wide, { first: dayAfter(last, 1 - daysOfEpisodes), last }, maxFeedEntries)
    const ids = { movies: [], series: found.map(({ series_id }) => series_id) }
    const { series } = await titlesById(db, languageOf(context), ids)
    const entries = found.flatMap(({ series_id, season_number, episode_number, name, air_date }) => {
      const of = series.get(series_id)
      if (!of) return []
      const number = texts.catalogue.episodeOfSeason(season_number, episode_number)
      const address = `${site}${episodeAddress(seriesAddress(of), season_number, episode_number)}`
      const title = [of.name, number, name && episodeName(context, name, episode_number)].filter(Boolean).join(' · ')
      return { id: address, page: address, title, updated: `${air_date}T00:00:00.000Z` }
    })
    const title = texts.home.latestEpisodes
    return feed(context, { address: '/feeds/airing', page: '/tv?list=on_the_air', title, entries })
  },
})

/** The titles of a person that came into the catalogue last. */
export const titlesOfPerson = page('GET /person/{person}/feed', {
  access: 'anyone',
  query: ['in'],
  async handle(asked) {
    const context = forEverybody(asked, asked.query.in)
    const person_id = idIn(context.params.person)
    if (person_id === undefined) return undefined
    const [person, credits] = await Promise.all([
      context.ask(personDetails, { params: { person_id }, query: { language: languageTag(context) } }),
      context.ask(partOperation('person', 'combined_credits'), { params: { person_id } }),
    ])
    if (!person || !credits) return undefined
    const works = [...credits.cast, ...credits.crew].filter(({ adult }) => !adult)
    const idsOf = (of: 'movie' | 'tv') =>
      [...new Set(works.flatMap(({ media_type, id }) => (media_type === of ? [id] : [])))]
        .sort((one, other) => other - one)
        .slice(0, maxFeedEntries)
    const entries = await entriesOf(context, { movies: idsOf('movie'), series: idsOf('tv') })
    const address = addressOf('person', person.id, person.name)
    const title = context.texts.title.feedOfPerson(person.name)
    return feed(context, { address: `${address}/feed`, page: address, title, entries })
  },
})
