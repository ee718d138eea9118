import type { Line } from './line.ts'

/** Generated rows for the borders of pages. */

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const two = (number: number) => String(number).padStart(2, '0')

/** 21 movies of one company, 5101 to 5121, with enough votes to be ranked: one more than a page. */
export const reels: Line[] = numbers(21).map((number) => ({
  kind: 'movie',
  id: 5100 + number,
  source: 'rumour',
  title: `Reel ${two(number)}`,
  original_title: `Reel ${two(number)}`,
  original_language: 'en',
  release_date: `2001-01-${two(number)}`,
  vote_average: 5,
  vote_count: 200,
  production_companies: [{ id: 103 }],
}))

/** 101 series, 7001 to 7101: one more than a page of changed ids. The first 21 are ranked. */
export const serials: Line[] = numbers(101).map((number) => ({
  kind: 'series',
  id: 7000 + number,
  source: 'rumour',
  name: `Serial ${number}`,
  original_name: `Serial ${number}`,
  original_language: 'en',
  ...(number <= 21 && { vote_average: 5, vote_count: 200 }),
  // These are like one another.
  ...(number <= 22 && { production_companies: [{ id: 103 }] }),
}))

/** The first 21 of them air two days after the test day: one more than a page. */
export const airings: Line[] = numbers(21).flatMap((number) => {
  const [series_id, air_date] = [7000 + number, '2026-03-12']
  const numbering = { source: 'rumour', series_id, season_number: 1 }
  return [
    { kind: 'season', id: series_id * 10 + 1, ...numbering, name: 'Season 1', air_date },
    { kind: 'episode', id: series_id * 100 + 11, ...numbering, episode_number: 1, name: 'Part 1', air_date },
  ]
})

/**
 * 80 more movies and 101 people, 5201 to 5280 and 3001 to 3101: with the reels more than a page of changed ids. The
 * movies share a genre and a keyword.
 */
export const shorts: Line[] = numbers(80).map((number) => ({
  kind: 'movie',
  id: 5200 + number,
  source: 'rumour',
  title: `Short ${two(number)}`,
  original_title: `Short ${two(number)}`,
  original_language: 'en',
  genres: [{ id: 16 }],
  keywords: { keywords: [{ id: 800 }] },
}))
export const extras: Line[] = numbers(101).map((number) => ({
  kind: 'person',
  id: 3000 + number,
  source: 'rumour',
  name: `Extra ${number}`,
}))

/** 21 companies and collections, 1001 to 1021 and 4001 to 4021: one more than a page. */
export const studios: Line[] = numbers(21).map((number) => ({
  kind: 'company',
  id: 1000 + number,
  source: 'rumour',
  name: `Studio ${two(number)}`,
}))
export const shelves: Line[] = numbers(21).map((number) => ({
  kind: 'collection',
  id: 4000 + number,
  source: 'rumour',
  name: `Shelf ${two(number)}`,
}))

/** 21 keywords, 8001 to 8021. */
export const labels: Line[] = numbers(21).map((number) => ({
  kind: 'keyword',
  id: 8000 + number,
  source: 'rumour',
  name: `label ${two(number)}`,
}))
