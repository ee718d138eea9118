import { hash } from 'node:crypto'
import { type Static, Type } from 'typebox'

/** All that a drawing is made from. The same recipe gives the same picture, on every machine. */
export const Recipe = Type.Object({
  gallery: Type.Union([
    Type.Literal('posters'),
    Type.Literal('backdrops'),
    Type.Literal('stills'),
    Type.Literal('profiles'),
    Type.Literal('logos'),
  ]),
  /** What makes the picture unlike others: the kind and the id of its record. */
  seed: Type.String(),
  /** Pictures of one family share colours and letters: a series with its seasons, a collection with its movies. */
  family: Type.String(),
  /** The first genre; 0 where there is none. */
  genre: Type.Integer(),
  title: Type.String(),
  /** What stands below the title, a year or the number of a season; of a person the number of the gender. */
  note: Type.String(),
})
export type Recipe = Static<typeof Recipe>

/**
 * The version of the drawings. Whoever changes what any recipe looks like counts it up: then the pictures get other
 * names, because an address never changes its meaning.
 */
export const drawingVersion = 1

/** Hexadecimal digits of the digest that a name keeps, and its length in digits and small letters. */
const DIGEST_DIGITS = 38
const DIGEST_LENGTH = 30

/**
 * The name of a drawing is the digest of its recipe and has the form of the names of pictures that are kept. It begins
 * with a letter that no digest of theirs begins with and that comes after all of them: of pictures with as many votes
 * that with the first name is shown, so that a drawing gives way to every picture that people add.
 */
export function drawingName({ gallery, seed, family, genre, title, note }: Recipe, version = drawingVersion): string {
  const digest = hash('sha256', JSON.stringify([version, gallery, seed, family, genre, title, note]))
  return `z${BigInt(`0x${digest.slice(0, DIGEST_DIGITS)}`)
    .toString(36)
    .padStart(DIGEST_LENGTH, '0')}`
}
