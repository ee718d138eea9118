import { estimate, type Feature, jobs, maxCast } from './features.ts'

/** How much each kind of feature makes titles alike. */
const factors = { collection: 3, keyword: 1.3, person: 1, company: 0.5, network: 0.5, genre: 0.9 } as const
/** Titles of the same year are this much alike; those `eraYears` apart are not. */
const eraWeight = 1.5
const eraYears = 15
/** A person of two titles says hardly more than one of five: without this, one of them would outweigh all else. */
const smoothing = 4

/** Weights are whole numbers, because both engines add those up to the same sum. */
const unit = 1_000

export type Weighed = { feature: Feature['feature']; id: number; weight: number; entries: number }

/** 0 for what all titles have, and more for what few have, by the logarithm. */
const rarity = (titles: number, all: number) => Math.log(Math.max(1, all / (titles + smoothing)))

/**
 * Keywords range from what a title is about to what a library files it under, so the more frequent ones say less than
 * their rarity suggests: titles would be alike just because a book was filmed.
 */
const focus = (feature: Feature['feature'], rare: number, all: number) =>
  feature === 'keyword' ? rare / Math.log(Math.max(Math.E, all)) : 1

function factorOf({ feature, role, place }: Feature): number {
  if (feature !== 'person') return factors[feature]
  return factors.person * (role === 'cast' ? 1 - (0.7 * place) / maxCast : (jobs[role] ?? 0))
}

/**
 * The features of a title with their weights among `all` titles with ids up to `last`: the rarest first, and each
 * person once, in the role with the largest weight.
 */
export function weigh(features: readonly Feature[], { all, last }: { all: number; last: number }): Weighed[] {
  const weighed = new Map<string, Weighed>()
  for (const found of features) {
    const { feature, id } = found
    const entries = estimate(found.counted, found.last_counted, last)
    const rare = rarity(entries, all)
    const weight = Math.round(unit * factorOf(found) * focus(feature, rare, all) * rare)
    const known = weighed.get(`${feature} ${id}`)
    if (!known || weight > known.weight) weighed.set(`${feature} ${id}`, { feature, id, weight, entries })
  }
  return [...weighed.values()].sort(
    (one, other) => one.entries - other.entries || other.weight - one.weight || one.id - other.id,
  )
}

const yearOf = (day: string) => Number.parseInt(day, 10)

/** How much it weighs that two titles are from the same time; nothing if that is not known. */
export function eraOf(day: string, other: string): number {
  const years = Math.abs(yearOf(day) - yearOf(other))
  return Number.isNaN(years) ? 0 : Math.round(unit * eraWeight * Math.max(0, 1 - years / eraYears))
}

/** The share of their genres that two titles have in common; a half if those of one are not known. */
export function agreement(genres: ReadonlySet<number>, others: readonly number[]): number {
  if (genres.size === 0 || others.length === 0) return 0.5
  const shared = others.filter((id) => genres.has(id)).length
  return shared / (genres.size + others.length - shared)
}
