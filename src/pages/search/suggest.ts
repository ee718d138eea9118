import { type Static, Type } from 'typebox'
import { moviesById, peopleOnlyById, seriesById } from '#src/catalogue/summaries/by-id.ts'
import { revisionTag, showsRecord } from '#src/contract/cache-tags.ts'
import { operation, popularListSeconds } from '#src/contract/operation.ts'
import { language } from '#src/contract/parameters.ts'
import { nullable } from '#src/contract/schema.ts'
import { isSameName } from '#src/search/same-name.ts'
import { maxSuggestions, type Suggested, type SuggestedKind, suggest } from '#src/search/suggestions.ts'
import { isLanguage, type Texts, texts as textsIn } from '#src/texts/index.ts'
import { initialsOf } from '#src/texts/initials.ts'
import { firstLetter, smallPictureAddress } from '../components/picture.ts'
import { type Card, knownPersonCard, movieCard, seriesCard } from '../records/cards.ts'
import { episodesSuggested, fewSuggested, meantBelowSeries, SuggestedBelow } from './suggest-below.ts'
import { Said, saidOf } from './suggestion-count.ts'

const suggestionOf = (kind: SuggestedKind, media_type: 'movie' | 'tv' | 'person') =>
  Type.Object(
    {
      media_type: Type.Literal(media_type),
      id: Type.Integer(),
      name: Type.String(),
      /** The language of the name, empty if it is that of the page. */
      lang: Type.String(),
      /** Year and kind, or what a person is known for, and the name that was found where it is another one. */
      note: Type.String(),
      address: Type.String(),
      picture: nullable(Type.String()),
      /** What stands in place of a picture. */
      letter: Type.String(),
    },
    showsRecord(kind),
  )

const Suggestion = Type.Union([
  suggestionOf('movie', 'movie'),
  suggestionOf('series', 'tv'),
  suggestionOf('person', 'person'),
  SuggestedBelow,
])
export const Suggestions = Type.Object({
  ...Said.properties,
  suggestions: Type.Array(Suggestion),
})
export type Suggestions = Static<typeof Suggestions>

/**
 * What the search field suggests. It is run like an operation of the interface, so that replies are kept, but is none:
 * pages ask it without a key.
 */
export const suggestions = operation('pages.suggest', 'GET /search/suggest', {
  summary: 'Movies, series with their seasons and episodes, and people that somebody may mean who has typed so much',
  access: 'key',
  query: Type.Object({ query: Type.String({ default: '' }), language }),
  reply: Suggestions,
  cache: { seconds: popularListSeconds, tags: [revisionTag('names')] },

  async handle({ db, query }) {
    const { iso_639_1 } = query.language
    const texts = textsIn[isLanguage(iso_639_1) ? iso_639_1 : 'en']
    const { kindOf, person } = texts.catalogue
    const { found, isGuess } = await suggest(db, query.query, iso_639_1)
    const ids = (kind: SuggestedKind) => found.filter((one) => one.kind === kind).map(({ id }) => id)
    const [movies, series, people] = await Promise.all([
      moviesById(db, ids('movie'), query.language),
      seriesById(db, ids('series'), query.language),
      peopleOnlyById(db, ids('person'), query.language),
    ])
    const cards = new Map<string, Card>([
      ...movies.map((row) => [`movie ${row.id}`, titled(movieCard(row), kindOf.movie)] as const),
      ...series.map((row) => [`series ${row.id}`, titled(seriesCard(row), kindOf.tv)] as const),
      ...people.map((row) => [`person ${row.id}`, knownPersonCard({ texts }, row)] as const),
    ])
    const listed = found.flatMap((one) => {
      const card = cards.get(`${one.kind} ${one.id}`)
      return card ? suggestionFrom(one, { ...card, note: card.note || person }, texts) : []
    })
    const asking = { language: query.language, texts }
    const below = await meantBelowSeries(db, query.query, asking)
    const isEpisode = below.length === 0 && (isGuess || listed.length < fewSuggested)
    const episodes = isEpisode ? await episodesSuggested(db, query.query, asking) : []
    // What is called so comes before what only may be meant.
    const inOrder = isGuess ? [...episodes, ...listed] : [...listed, ...episodes]
    const all = [...below, ...inOrder].slice(0, maxSuggestions)
    return { ...(await saidOf(db, texts, all.length)), suggestions: all }
  },
})

const titled = (card: Card, kind: string): Card => ({ ...card, note: [card.note, kind].filter(Boolean).join(' · ') })

function suggestionFrom({ kind, name: found }: Suggested, card: Card, { catalogue }: Texts) {
  const { id, name, lang = '', note, address, picture } = card
  const other = isSameName(name, found) ? [] : [`${catalogue.knownAs} ${found}`]
  return {
    media_type: kind === 'series' ? ('tv' as const) : kind,
    id,
    name,
    lang,
    note: [String(note), ...other].join(' · '),
    address,
    picture: (picture && smallPictureAddress(picture)) ?? null,
    letter: kind === 'person' ? initialsOf(name) : firstLetter(name),
  } as Static<typeof Suggestion>
}
