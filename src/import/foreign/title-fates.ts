import { type Static, Type } from 'typebox'
import type { Kind } from '#src/catalogue/kinds.ts'
import { nullable } from '#src/contract/schema.ts'
import type { Settled } from './identify.ts'

/** What becomes of a record that files are about: it is new, in the catalogue, or left out. */
export const titleFates = ['made', 'found', 'left'] as const
export type TitleFate = (typeof titleFates)[number]

/** A film or a series that files are about, and what becomes of it. */
export const FatedTitle = Type.Object({
  fate: Type.Unsafe<TitleFate>({ type: 'string', enum: [...titleFates] }),
  kind: Type.Union([Type.Literal('movie'), Type.Literal('series')]),
  title: Type.String(),
  year: nullable(Type.Integer()),
  /** The first file that is about it. */
  file: Type.String(),
  /** The record that it is, or becomes. */
  id: nullable(Type.Integer()),
  /** Of one that is left out: the records that it may be. */
  guesses: Type.Array(Type.Integer()),
})
export type FatedTitle = Static<typeof FatedTitle>

/** Hears of films and series as soon as it is known what becomes of them. */
export type TitleListener = (titles: readonly FatedTitle[]) => void | Promise<void>

/** New is what this import makes: what an earlier one has made is in the catalogue. */
export const fateOf = ({ identity: { id, isNew }, isRemembered }: Settled): TitleFate =>
  id === null ? 'left' : isNew && !isRemembered ? 'made' : 'found'

/** The films and series among records that have been looked for. */
export function fatesOf(of: Kind, settled: readonly Settled[]): FatedTitle[] {
  if (of !== 'movie' && of !== 'series') return []
  return settled.map((one) => {
    const { known, identity, review } = one
    const { titles, year, file } = known
    const guesses = review
      ? [...(review.record ? [review.record.id] : []), ...review.others.map(({ record }) => record.id)]
      : []
    return { fate: fateOf(one), kind: of, title: titles[0] ?? '', year, file, id: identity.id, guesses }
  })
}
