import { hash } from 'node:crypto'
import { type Static, Type } from 'typebox'

/** Everything that a drawing is made from. The same recipe gives the same picture on every machine. */
export const Recipe = Type.Object({
  gallery: Type.Union([
    Type.Literal('posters'),
    Type.Literal('backdrops'),
    Type.Literal('stills'),
    Type.Literal('profiles'),
    Type.Literal('logos'),
  ]),
  /** What makes the picture unique: the kind and the id of its record. */
  seed: Type.String(),
  /** Pictures of one family share colours and letters: a series with its seasons, a collection with its movies. */
  family: Type.String(),
  /** The first genre; 0 if there is none. */
  genre: Type.Integer(),
  title: Type.String(),
  /** What is written below the title: a year, or the name of a season. */
  note: Type.String(),
})
export type Recipe = Static<typeof Recipe>

/**
 * The version of the drawings. It has to be increased with every change to what any recipe looks like: then the
 * pictures get other names, because an address never changes its meaning.
 */
export const drawingVersion = 2

/** Hexadecimal digits of the digest in a name, and its length in digits and lower-case letters. */
const DIGEST_DIGITS = 38
const DIGEST_LENGTH = 30

/**
 * The name of a drawing: a digest of its recipe in the form of other picture names. It begins with a letter that sorts
 * after all digests: among pictures with equal votes the first name is shown, so a drawing gives way to every picture
 * that people add.
 */
export function drawingName({ gallery, seed, family, genre, title, note }: Recipe, version = drawingVersion): string {
  const digest = hash('sha256', JSON.stringify([version, gallery, seed, family, genre, title, note]))
  return `z${BigInt(`0x${digest.slice(0, DIGEST_DIGITS)}`)
    .toString(36)
    .padStart(DIGEST_LENGTH, '0')}`
}
