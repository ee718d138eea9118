import { Type } from 'typebox'
import { companiesById, peopleOnlyById } from '#src/catalogue/summaries/by-id.ts'
import { revisionTag } from '#src/contract/cache-tags.ts'
import { operation, popularListSeconds } from '#src/contract/operation.ts'
import { language } from '#src/contract/parameters.ts'
import { nullable } from '#src/contract/schema.ts'
import { raw, sql } from '#src/database/sql.ts'
import { suggestOf } from '#src/search/suggestions.ts'
import { isLanguage, texts as textsIn } from '#src/texts/index.ts'
import { firstLetter, smallPictureAddress } from '../components/picture.ts'
import { knownPersonCard } from '../records/cards.ts'
import { Said, saidOf } from '../search/suggestion-count.ts'
import { discoverAddress, type NamedChoice, namedChoices, type Place } from './choices.ts'

/** Suggestions have the shape of those of the search field, whose script shows them, too. */
const Suggestion = Type.Object({
  media_type: Type.String(),
  id: Type.Integer(),
  name: Type.String(),
  lang: Type.String(),
  note: Type.String(),
  address: Type.String(),
  picture: nullable(Type.String()),
  letter: Type.String(),
})

const Named = Type.Object({ id: Type.Integer(), name: Type.String() })

/**
 * People, keywords or companies that somebody may mean who types into the form of discover. It is run like an operation
 * of the interface, so that replies are kept, but is none: pages ask it without a key.
 */
const suggestionsAt = (place: Place) =>
  operation(`pages.suggest_choices_${place}`, `GET /discover/${place}/suggest`, {
    summary: 'People, keywords and companies that somebody may mean who has typed so much',
    access: 'key',
    query: Type.Object({
      choice: Type.Unsafe<NamedChoice>({ type: 'string', enum: namedChoices }),
      query: Type.String({ default: '' }),
      language,
    }),
    reply: Type.Object({ ...Said.properties, suggestions: Type.Array(Suggestion) }),
    cache: { seconds: popularListSeconds, tags: [revisionTag('names'), 'company', 'person'] },

    async handle({ db, query: { choice, query, language } }) {
      const { iso_639_1 } = language
      const texts = textsIn[isLanguage(iso_639_1) ? iso_639_1 : 'en']
      const found = await suggestOf(db, choice, query, iso_639_1)
      const ids = found.map(({ id }) => id)
      const rows: { id: number; name: string; note: string; picture: string | null }[] = []
      if (choice === 'person')
        for (const row of await peopleOnlyById(db, ids, language)) {
          const { name, note, picture } = knownPersonCard({ texts }, row)
          rows.push({
            id: row.id,
            name,
            note: String(note ?? ''),
            picture: (picture && smallPictureAddress(picture)) ?? null,
          })
        }
      else if (choice === 'company')
        for (const { id, name, origin_country } of await companiesById(db, ids))
          rows.push({ id, name, note: origin_country, picture: null })
      else
        for (const row of await db.all(
          Named,
          sql`select id, name from keyword where ${db.engine.anyOf(raw('id'), ids)}`,
        ))
          rows.push({ ...row, note: '', picture: null })
      const byId = new Map(rows.map((row) => [row.id, row]))
      const suggestions = ids.flatMap((id) => {
        const row = byId.get(id)
        if (!row) return []
        const address = discoverAddress(place, { [choice]: String(id) })
        return [{ ...row, media_type: choice, lang: '', address, letter: firstLetter(row.name) }]
      })
      return { ...(await saidOf(db, texts, suggestions.length)), suggestions }
    },
  })

export const choiceSuggestions = { movie: suggestionsAt('movie'), tv: suggestionsAt('tv') } as const
