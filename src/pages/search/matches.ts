import { type Static, Type } from 'typebox'
import { revisionTag } from '#src/contract/cache-tags.ts'
import { cacheSeconds, operation } from '#src/contract/operation.ts'
import { pageOf } from '#src/contract/paging.ts'
import { language, page } from '#src/contract/parameters.ts'
import type { Found } from '#src/search/results.ts'
import { searchEach } from '#src/search/search.ts'
import { type SearchedKind, searchedKinds } from '#src/search/searched-kinds.ts'
import { cardsOnPage } from '../components/lists.ts'

const Match = Type.Object({
  id: Type.Integer(),
  /** The name that was found, and its language if only one has it. */
  name: Type.String(),
  lang: Type.String(),
})
export type Match = Static<typeof Match>

const kind = Type.Unsafe<SearchedKind>({ type: 'string', enum: searchedKinds })

/**
 * What a text finds among the records of a kind, or of each kind. The page asks it instead of the operations of the
 * interface, because their rows do not say by which name a record was found. It is run like them, so that replies are
 * kept: the beginning of every kind is one reply, whichever of them is shown.
 */
export const matches = operation('pages.search', 'GET /search', {
  summary: 'The records of kinds that a text finds, and the names by which it does',
  access: 'key',
  query: Type.Object({
    query: Type.String({ default: '' }),
    /** Left out for every kind. */
    kind: Type.Optional(kind),
    include_adult: Type.Boolean({ default: false }),
    language,
    page,
  }),
  reply: Type.Object({
    kinds: Type.Array(
      Type.Object({
        kind,
        page: Type.Integer(),
        results: Type.Array(Match),
        total_pages: Type.Integer(),
        total_results: Type.Integer(),
        /** Nothing is called what was asked for: all of them are similar names. */
        is_guess: Type.Boolean(),
      }),
    ),
  }),
  cache: { seconds: cacheSeconds, tags: [revisionTag('names')] },

  async handle({ db, query: { query: text, kind, include_adult: includesAdult, language, page } }) {
    const kinds = kind === undefined ? searchedKinds : [kind]
    const question = { kinds, text, includesAdult, language: language.iso_639_1 }
    const answers = await searchEach(db, { ...question, from: (page - 1) * cardsOnPage, to: page * cardsOnPage })
    return {
      kinds: [...answers].map(([kind, { found, total, isGuess }]) => ({
        kind,
        is_guess: isGuess,
        ...pageOf(page, found.map(matchOf), total, cardsOnPage),
      })),
    }
  },
})

function matchOf({ id, name, languages }: Found): Match {
  const [lang = '', other] = languages
  return { id, name, lang: other === undefined ? lang : '' }
}
