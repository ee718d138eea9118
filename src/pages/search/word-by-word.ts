import { type Static, Type } from 'typebox'
import { revisionTag } from '#src/contract/cache-tags.ts'
import { cacheSeconds, operation } from '#src/contract/operation.ts'
import { language } from '#src/contract/parameters.ts'
import type { Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import type { Found } from '#src/search/results.ts'
import { searchEach } from '#src/search/search.ts'

/** Words of a query that are looked up apart; of longer ones the first. */
const maxWordsApart = 5
/** Of what a part finds: people whose titles are looked through, and titles. */
const mostPeople = 5
const mostTitles = 100
/** Titles that are shown. */
const mostTogether = 12

const titleKinds = ['movie', 'series'] as const
type TitleKind = (typeof titleKinds)[number]

const Together = Type.Object({
  kind: Type.Unsafe<TitleKind>({ type: 'string', enum: titleKinds }),
  id: Type.Integer(),
  person_id: Type.Integer(),
})
/** A title that a part of the query finds, with somebody in it whom another part finds. */
export type Together = Static<typeof Together>

const Part = Type.Object({ text: Type.String(), total: Type.Integer() })

/**
 * What the parts of a query find that finds nothing as a whole: titles with people, as in *chaplin limelight*, and how
 * much there is for each part alone. The page of the search asks for it; it is run like an operation of the interface,
 * so that its reply is kept.
 */
export const apart = operation('pages.search-apart', 'GET /search/apart', {
  summary: 'Titles with people that parts of a text find, and what each part finds',
  access: 'key',
  query: Type.Object({
    query: Type.String({ default: '' }),
    include_adult: Type.Boolean({ default: false }),
    language,
  }),
  reply: Type.Object({ together: Type.Array(Together), parts: Type.Array(Part) }),
  cache: { seconds: cacheSeconds, tags: [revisionTag('names')] },
  async handle({ db, query: { query: text, include_adult: includesAdult, language } }) {
    const asked = { includesAdult, language: language.iso_639_1 }
    const parts = await Promise.all(partsOf(text).map((part) => lookUp(db, part, asked)))
    const found = parts.filter(({ total }) => total > 0)
    return { together: await togetherIn(db, found), parts: largest(found).map(({ text, total }) => ({ text, total })) }
  },
})

/** Some words of a query that stand together: from one place up to another. */
type Stretch = { from: number; to: number; text: string }
type PartFound = Stretch & { total: number; people: readonly Found[]; titles: readonly Found[] }

/** Each word, and each pair of neighbours, as first and last names are. */
function partsOf(text: string): Stretch[] {
  const words = text.split(/\s+/).filter(Boolean).slice(0, maxWordsApart)
  return [2, 1].flatMap((length) =>
    words.length <= length
      ? []
      : Array.from({ length: words.length - length + 1 }, (_, from) => ({
          ...{ from, to: from + length },
          text: words.slice(from, from + length).join(' '),
        })),
  )
}

async function lookUp(
  db: Reader,
  stretch: Stretch,
  asked: { includesAdult: boolean; language: string },
): Promise<PartFound> {
  const kinds = [...titleKinds, 'person'] as const
  const answers = await searchEach(db, { ...asked, kinds, text: stretch.text, to: mostTitles })
  const total = [...answers.values()].reduce((sum, each) => sum + each.total, 0)
  return {
    ...stretch,
    total,
    people: answers.get('person')?.found.slice(0, mostPeople) ?? [],
    titles: titleKinds.flatMap((kind) => answers.get(kind)?.found ?? []),
  }
}

/** Which of some people are in which of some titles. */
export const creditsBetween = (
  db: Reader,
  kind: TitleKind,
  people: readonly number[],
  titles: readonly number[],
): Promise<Static<typeof Credited>[]> =>
  db.all(
    Credited,
    sql`
    select distinct person_id, entity_id from credit
    where ${db.engine.anyOf(sql`person_id`, people)} and kind = ${kind} and ${db.engine.anyOf(sql`entity_id`, titles)}`,
  )

const Credited = Type.Object({ person_id: Type.Integer(), entity_id: Type.Integer() })

/** Titles of one part with people of another one that does not share a word with it. */
async function togetherIn(db: Reader, parts: readonly PartFound[]): Promise<Together[]> {
  const people = [...new Set(parts.flatMap((part) => part.people.map(({ id }) => id)))]
  const found: Together[] = []
  for (const kind of titleKinds) {
    const idsOf = ({ titles }: PartFound) => titles.filter((title) => title.kind === kind).map(({ id }) => id)
    const titles = [...new Set(parts.flatMap(idsOf))]
    if (people.length === 0 || titles.length === 0) continue
    const rows = await creditsBetween(db, kind, people, titles)
    const isCredited = new Set(rows.map(({ person_id, entity_id }) => `${person_id} ${entity_id}`))
    for (const one of parts)
      for (const other of parts)
        if (one.to <= other.from || other.to <= one.from)
          for (const id of idsOf(one)) {
            const person = other.people.find((person) => isCredited.has(`${person.id} ${id}`))
            if (person) found.push({ kind, id, person_id: person.id })
          }
  }
  return [...new Map(found.map((each) => [`${each.kind} ${each.id}`, each])).values()].slice(0, mostTogether)
}

/** Pairs before words, and no word of a pair that was found. */
const largest = (parts: readonly PartFound[]): PartFound[] =>
  parts.filter(
    (part) => !parts.some(({ from, to }) => to - from > part.to - part.from && from <= part.from && part.to <= to),
  )
