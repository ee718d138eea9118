import type { PopularKind } from '#src/contract/signals.ts'
import { wordTable } from '#src/reference/word-table.ts'

/** What a record has, from which its start follows. Titles of a person are the sum of their starts. */
type Facts = {
  external_ids: number
  languages: number
  texts: number
  credits: number
  votes: number
  in_collection: number
  titles: number
}

type Weights = Record<keyof Facts, number>

/** How much each fact says, for each kind; a fact that a kind does not have says nothing. */
const weights: Readonly<Record<PopularKind, Weights>> = {
  movie: { external_ids: 1, languages: 1, texts: 0.5, credits: 1.5, votes: 1, in_collection: 2, titles: 0 },
  series: { external_ids: 1, languages: 1, texts: 0.5, credits: 1, votes: 1, in_collection: 0, titles: 0 },
  person: { external_ids: 0.5, languages: 0.5, texts: 0.5, credits: 0, votes: 0, in_collection: 0, titles: 1.5 },
}

/** Makes kinds comparable in lists that mix them: records with much to them come to about 10. */
const scales: Readonly<Record<PopularKind, number>> = { movie: 0.1, series: 0.12, person: 0.09 }

/** Whom an audience knows: those who are seen, then those who direct, then the others. */
const departments: Readonly<Record<string, number>> = wordTable({ Acting: 1, Directing: 0.8 })
const otherDepartment = 0.6

/** An old title has this part of its start left, however old it is; the rest halves in `halvedAfterYears`. */
const lastingPart = 0.3
const halvedAfterYears = 20
/** Titles without a date count as old as this. */
const unknownAgeYears = 25

/** Years from a day to another, in whole numbers, so that the start of a title changes once a year. */
function ageInYears(date: string, today: string): number {
  if (date === '') return unknownAgeYears
  return Math.max(0, Number(today.slice(0, 4)) - Number(date.slice(0, 4)))
}

/** What is left of the start of a title that came out on `date`. */
export const leftAtAge = (date: string, today: string): number =>
  lastingPart + (1 - lastingPart) * 2 ** (-ageInYears(date, today) / halvedAfterYears)

export const ofDepartment = (name: string | null): number => departments[name ?? ''] ?? otherDepartment

/** The popularity of a record that no source states one for and nobody has asked for; `share` is from 0 to 1. */
export function startOf(of: PopularKind, facts: Partial<Facts>, share: number): number {
  const points = Object.entries(weights[of]).map(
    ([name, weight]) => weight * Math.log1p(facts[name as keyof Facts] ?? 0),
  )
  const sum = points.reduce((one, other) => one + other, 0)
  return rounded(scales[of] * share * sum ** 2)
}

/** Three digits: a smaller difference is worth no write. */
const rounded = (value: number): number => Number(value.toPrecision(3))

/** After how many days a point is worth half, for trends of a day and of a week, and for popularity. */
const halfLives = { day: 1, week: 7, long: 30 } as const
type Span = keyof typeof halfLives
export const spans = Object.keys(halfLives) as Span[]

/** Points of each span. */
export type Points = Readonly<Record<Span, number>>

/** What points are worth after some days. */
export const decayed = (points: number, span: Span, days: number): number =>
  days <= 0 ? points : points * 2 ** (-days / halfLives[span])

/** Fewer points than this are forgotten. */
export const fewestPoints = 0.05

/** What is counted of a record: a hundred times the points are ten times the popularity. */
export const countedOf = ({ long }: Points): number => (long < fewestPoints ? 0 : rounded(Math.sqrt(long) / 2))

/** What is left of a popularity beside points: it decides where nothing, or the same, was asked for. */
const popularityInTrend = 0.1

export const trendOf = (points: number, popularity: number): number =>
  points + popularityInTrend * Math.log1p(popularity)
