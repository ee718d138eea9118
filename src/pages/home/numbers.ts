import { type Static, Type } from 'typebox'
import { workSince } from '#src/catalogue/edits/history.ts'
import { operation, popularListSeconds } from '#src/contract/operation.ts'
import type { Reader } from '#src/database/database.ts'
import { dayAfter, utcDay } from '#src/reference/days.ts'
import { recordCounts } from '#src/sitemaps/files.ts'
import type { PageContext } from '../page.ts'

/** Days in which edits are counted, today among them. */
const daysOfWork = 7

async function countAll(db: Reader, now: Date) {
  const [counts, work] = await Promise.all([recordCounts(db), workSince(db, dayAfter(utcDay(now), 1 - daysOfWork))])
  const countOf = (of: string) => counts.find(({ kind }) => kind === of)?.count ?? 0
  return {
    ...{ movies: countOf('movie'), series: countOf('series'), people: countOf('person') },
    ...{ edits: work.edits, contributors: work.people },
  }
}

/**
 * What the home page says of the catalogue as a whole. It is run like an operation of the interface, so that its reply
 * is kept for all visitors, but is none: only the page asks for it.
 */
const numbers = operation('pages.numbers', 'GET /numbers', {
  summary: 'How much there is, and how much people have done this week',
  access: 'key',
  reply: Type.Object({
    movies: Type.Integer(),
    series: Type.Integer(),
    people: Type.Integer(),
    edits: Type.Integer(),
    contributors: Type.Integer(),
  }),
  isWide: true,
  cache: { seconds: popularListSeconds },
  handle: ({ db, now }) => countAll(db, now),
})

export type Numbers = Static<(typeof numbers)['reply']>

/** The numbers as they were kept; a new catalogue, of which a reply has none yet, is counted again. */
export async function numbersNow({ ask, db, now }: PageContext): Promise<Numbers | undefined> {
  const kept = await ask(numbers)
  return kept && kept.movies + kept.series + kept.people === 0 ? countAll(db, now) : kept
}
