import { type Static, Type } from 'typebox'
import { maxWordLength } from '#src/catalogue/fields.ts'
import { parseMoment } from '#src/contract/moments.ts'
import type { Operation } from '#src/contract/operation.ts'
import { operation } from '#src/contract/operation.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { recordsById } from '#src/matching/by-id.ts'
import { isFilePath, maxFileName, maxPath } from '#src/matching/file-names.ts'
import { withinSeries } from '#src/matching/numbered.ts'
import type { Guess, WantedPlace } from '#src/matching/wanted-title.ts'
import { metadataReply } from './envelope.ts'
import { episodesOf } from './episodes.ts'
import { childrenOf } from './items.ts'
import { fileOf, type Hints, outsideIdIn, recordOfGuid, titleGuesses } from './match-title.ts'
import { collectionOf, movieRows } from './movies.ts'
import { orderOf, placesIn, seasonsIn } from './orders.ts'
import { type PlexType, paths, plexProviders, typeOf } from './providers.ts'
import { kindOf, readRatingKey } from './rating-keys.ts'
import { seasonsOf } from './seasons.ts'
import { type Metadata, MetadataReply } from './shapes.ts'
import { showRows } from './shows.ts'
import { episodeOrder, flag, headerQuery, type Wish, wishOf } from './wish.ts'

/** Anything less certain is not a match unless a person looks for it. */
const leastCertainty = 0.5
/** Matches for a person to choose from. */
const maxMatches = 10

/** Longest guid and day. */
const maxGuid = 200
const maxDay = 40

const text = (description: string, maxLength = maxWordLength) => Type.Optional(Type.String({ maxLength, description }))
const number = (description: string) => Type.Optional(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1, description }))

const Body = Type.Object({
  type: Type.Integer({ description: 'Movie 1, show 2, season 3, episode 4, collection 18' }),
  title: text('Of a movie, a show or a collection'),
  parentTitle: text('The show of a season'),
  grandparentTitle: text('The show of an episode'),
  year: number('Of the first release or airing'),
  guid: text('Of another provider, or of this one', maxGuid),
  filename: text(`The path of the file, whose names have at most ${maxFileName} characters`, maxPath),
  index: number('Of a season, or of an episode in its season'),
  parentIndex: number('Of the season of an episode'),
  date: text('The day on which an episode was aired', maxDay),
  manual: flag('Whether a person chooses from several'),
  includeChildren: flag('Whether shows have their seasons, and seasons their episodes'),
  includeAdult: flag('Whether to include adult titles'),
  episodeOrder,
})
type Body = Static<typeof Body>

export const matching: readonly Operation[] = plexProviders.map((provider) =>
  operation(`plex.${provider}_match`, `POST /plex/${provider}${paths.match}` as const, {
    summary: 'For the Plex media server: the items that a file may be, the best first',
    access: 'key',
    scope: 'read',
    query: Type.Object(headerQuery),
    body: Body,
    bodyRefusal: 'invalid_input',
    reply: MetadataReply,
    // A search with typos takes a few milliseconds, and a scan of a library runs very many.
    isWide: true,
    dependsOnSite: true,
    async handle(context) {
      const { body } = context
      const type = typeOf(provider, body.type)
      if (!type || (body.date && parseMoment(body.date) === undefined)) throw new ApiError('invalid_input')
      if (body.filename && !isFilePath(body.filename)) throw new ApiError('invalid_input')
      const wish = wishOf(context, provider, body.episodeOrder === undefined ? {} : { episodeOrder: body.episodeOrder })
      return metadataReply(wish, await matchesOf(wish, type, body))
    },
  }),
)

async function matchesOf(wish: Wish, type: PlexType, body: Body): Promise<Metadata[]> {
  const isManual = body.manual === 1
  const found = await guessesOf(wish, type, body)
  const guesses = found.filter(({ certainty }) => isManual || certainty >= leastCertainty).slice(0, maxMatches)
  const certainties = new Map(guesses.map(({ record, certainty }) => [record.id, certainty]))
  const rows = await rowsOf(wish, type, [...certainties.keys()])
  const shown = rows.filter(({ isAdult }) => body.includeAdult === 1 || !isAdult)
  const matches = (isManual ? shown : shown.slice(0, 1)).map((row) => ({
    ...row,
    score: Math.round(100 * (certainties.get(idOf(row)) ?? 0)),
  }))
  if (body.includeChildren !== 1 || (type !== 'show' && type !== 'season')) return matches
  return Promise.all(
    matches.map(async (row) => ({ ...row, Children: await childrenOf(wish, { type, id: idOf(row) }) })),
  )
}

function idOf({ ratingKey }: Metadata): number {
  const item = readRatingKey(ratingKey)
  return item && 'id' in item ? item.id : 0
}

/** Items with these ids, in their order. */
async function rowsOf(wish: Wish, type: PlexType, ids: readonly number[]): Promise<Metadata[]> {
  if (ids.length === 0) return []
  if (type === 'movie') return movieRows(wish, ids)
  if (type === 'show') return showRows(wish, ids)
  if (type === 'season') return seasonsOf(wish, ids)
  if (type === 'collection')
    return (await Promise.all(ids.map((id) => collectionOf(wish, id)))).flatMap((found) => found?.metadata ?? [])
  return inOrder(wish, ids)
}

/** Episodes, at their places in the requested order. */
async function inOrder(wish: Wish, ids: readonly number[]): Promise<Metadata[]> {
  const episodes = await episodesOf(wish, ids)
  const show = readRatingKey(episodes[0]?.grandparentRatingKey ?? '')
  const order = show && 'id' in show && wish.order !== undefined ? await orderOf(wish, show.id) : undefined
  return order ? episodesOf(wish, ids, placesIn(order)) : episodes
}

/** The records that may be meant, the likeliest first. */
async function guessesOf(wish: Wish, type: PlexType, body: Body): Promise<readonly Guess[]> {
  const { year, guid } = body
  const file = fileOf(body.filename)
  const hints: Hints = { title: body.title || undefined, year, guid, file }
  if (type !== 'season' && type !== 'episode') return titleGuesses(wish, kindOf(type), hints)
  const own = await recordOf(wish, type, guid)
  if (own) return [own]
  const title = (type === 'season' ? body.parentTitle : body.grandparentTitle) || undefined
  const series = await titleGuesses(wish, 'series', { ...hints, title })
  const within = placeOf(type, body, file)
  if (type === 'episode' && wish.order !== undefined) return guessesInOrder(wish, series, within)
  const [first, ...others] = series
  if (!first) return []
  const { record, certainty } = first
  const wanted = {
    kinds: [kindOf(type)],
    titles: body.title ? [body.title] : [],
    within: { ...within, series: nobody },
  }
  const [found = []] = await withinSeries(wish.context.db, [wanted], [{ record, certainty, others, isIndexed: true }])
  return found.toSorted((one, other) => other.certainty - one.certainty)
}

/** The series was found already. */
const nobody = { titles: [] }

/** The season or the episode that a guid names for sure. */
async function recordOf(wish: Wish, type: 'season' | 'episode', guid: string | undefined): Promise<Guess | undefined> {
  if (guid === undefined) return undefined
  const kind = kindOf(type)
  const own = await recordOfGuid(wish, kind, guid)
  if (own) return { record: own, certainty: 1 }
  const [[found] = []] = await recordsById(wish.context.db, [{ kinds: [kind], ids: outsideIdIn(guid), titles: [] }])
  return found && { record: found, certainty: 1 }
}

/** Where a season or an episode is in its series: as the media server says, else as the name of the file says. */
function placeOf(type: 'season' | 'episode', body: Body, file: Hints['file']): Omit<WantedPlace, 'series'> {
  const { index, parentIndex } = body
  if (type === 'season') return { season: index ?? file?.season }
  if (index !== undefined && parentIndex !== undefined) return { season: parentIndex, episode: index }
  if (body.date) return { date: body.date.slice(0, 10) }
  const [episode] = file?.episodes ?? []
  if (file?.season !== undefined && episode !== undefined) return { season: file.season, episode }
  return { date: file?.date, absolute: file?.absolute ?? index }
}

/** The episode at a place in the requested order. */
async function guessesInOrder(wish: Wish, series: readonly Guess[], place: Omit<WantedPlace, 'series'>) {
  const found = await Promise.all(
    series.map(async ({ record, certainty }): Promise<Guess[]> => {
      const order = await orderOf(wish, record.id)
      const group = order && seasonsIn(order).find((each) => each.order === place.season)
      const id = group?.episodes[(place.episode ?? 0) - 1]
      return id === undefined ? [] : [{ record: { kind: 'episode', id }, certainty }]
    }),
  )
  return found.flat()
}
