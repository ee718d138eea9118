import { drawn, drawnWhole } from './curves.ts'
import { today } from './days.ts'
import type { Degrees } from './degrees.ts'
import {
  characterLength,
  manyVotes,
  popularity,
  titleLength,
  voteAverage,
  voteAverageOfMany,
  voteCount,
} from './distributions.ts'
import type { Language } from './languages.ts'
import { lexicon, personNameOf, titleOf, type Writing, wordOfLength } from './lexicon.ts'
import { distinct, rounded, unlessEmpty } from './parts.ts'
import { chance, type Random } from './random.ts'
import { companyAt, type World } from './world.ts'

/** What movies and series have in common. */

/** How many of all records are at least as popular, or as rich in entries: the shares that curves are read at. */
export type Standing = { popularity: number; weight: number }

/** The English title of a title in another language: mostly another one, and sometimes the same in Latin letters. */
export function shownTitle(random: Random, language: Language, original: Writing): string {
  const isSame = language.tongue === 'english' || chance(random, language.isNative ? 0.3 : 0.5)
  return isSame ? original.latin : titleOf('english', random, drawnWhole(random, titleLength)).latin
}

const simple = (text: string) => text.toLowerCase().replaceAll(/[^a-z\d]+/g, '-')
export const homepageOf = (title: string) => `https://www.${simple(title)}.example`

/** Votes go with popularity, or with what else is known of the title; nobody votes before the first day. */
export function votesOf(random: Random, { popularity: popular, weight }: Standing, day: number) {
  const votes = chance(random, 0.5) ? popular : weight
  const vote_count = day > today ? 0 : Math.floor(voteCount(votes))
  const average = drawn(random, vote_count < manyVotes ? voteAverage : voteAverageOfMany)
  return {
    popularity: rounded(popularity(popular), 10_000),
    vote_average: vote_count === 0 ? 0 : rounded(average),
    vote_count,
  }
}

/** Those of the places of one title in the pool of companies. */
export function companiesOf(world: World, degrees: Degrees, weight: number, firstPlace: number) {
  const count = degrees.of(weight)
  if (count === 0) return undefined
  const first = firstPlace + degrees.startOf(weight)
  return distinct(Array.from({ length: count }, (_, at) => companyAt(world, first + at)))
}

export function externalIdsOf(world: World, random: Random, id: number, title: string, weight: number) {
  const number = world.outside.to(id - 1) + 1
  const isOutside = chance(random, 0.75)
  const isKnown = weight < 0.3
  return unlessEmpty({
    filmdb_id: isOutside ? `tt${String(number).padStart(7, '0')}` : undefined,
    kb2_id: isKnown ? `Q${number}` : undefined,
    ...(weight < 0.05 && { socialnet1_id: simple(title) + number, socialnet2_id: simple(title) + number }),
  })
}

/** The names of roles, as long as measured; many are one name only. */
export function characterOf(random: Random): string {
  const length = drawnWhole(random, characterLength)
  if (length < 9) return wordOfLength(lexicon('english'), random, length).title
  return personNameOf(chance(random, 0.7) ? 'english' : 'romance', random, length).latin
}
