import type { AggregateRatingLeaf, BreadcrumbListLeaf, OrganizationLeaf, PersonLeaf, ReviewLeaf } from 'schema-dts'
import { isWebAddress } from '#src/contract/web-address.ts'
import { nameIn } from '#src/media/names.ts'
import { plainText } from '../components/markdown.ts'
import { pictureAddress } from '../components/picture.ts'
import { addressOf, type Place } from './addresses.ts'

/** Names of the cast, of each job, and reviews that stand in it: more would make pages large. */
const maxNames = 10
const maxReviews = 3
/** Characters of a review, and of its beginning in Markdown that these are taken from. */
const maxReviewText = 500
export const maxReviewMarkdown = 2_000

/** Votes are from 0 to 10. */
const scale = { bestRating: 10, worstRating: 0 }

/** The same without what is not known. */
export function known<T extends object>(facts: { [Name in keyof T]: T[Name] | undefined | '' | null }): T {
  const entries = Object.entries(facts).filter(
    ([, value]) =>
      value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
  )
  return Object.fromEntries(entries) as T
}

/** The whole address of a picture that this server has. */
export const imageOf = (site: string, size: string, file_path: string | null | undefined): string | undefined =>
  file_path && nameIn(file_path) !== undefined ? `${site}${pictureAddress(size, file_path)}` : undefined

/** `PT1H35M`; nothing where the length is not known. */
export function durationOf(minutes: number | null): string | undefined {
  if (minutes === null || minutes <= 0) return undefined
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return `PT${hours > 0 ? `${hours}H` : ''}${rest > 0 || hours === 0 ? `${rest}M` : ''}`
}

/** A day as far as it is known. */
export function dayAs(day: string | null | undefined, precision: string | undefined): string | undefined {
  if (!day) return undefined
  if (precision === 'year' && day.endsWith('-01-01')) return day.slice(0, 4)
  return precision === 'month' && day.endsWith('-01') ? day.slice(0, 7) : day.slice(0, 10)
}

type Named = { id: number; name: string }

/** Each person once. */
export const peopleOf = (site: string, people: readonly Named[]): PersonLeaf[] =>
  [...new Map(people.map((person) => [person.id, person])).values()]
    .slice(0, maxNames)
    .map(({ id, name }) => ({ '@type': 'Person', name, url: `${site}${addressOf('person', id, name)}` }))

export const organizationsOf = (site: string, place: Place, all: readonly Named[]): OrganizationLeaf[] =>
  all.slice(0, maxNames).map(({ id, name }) => ({
    '@type': 'Organization',
    name,
    url: `${site}${addressOf(place, id, name)}`,
  }))

export const withJob = <Member extends Named & { job: string }>(crew: readonly Member[], ...jobs: string[]): Member[] =>
  crew.filter(({ job }) => jobs.includes(job))

export const ratingOf = ({
  vote_average,
  vote_count,
}: {
  vote_average: number
  vote_count: number
}): AggregateRatingLeaf | undefined =>
  vote_count > 0
    ? { '@type': 'AggregateRating', ratingValue: vote_average, ratingCount: vote_count, ...scale }
    : undefined

export type ReviewFacts = {
  id: string
  author: string
  author_details: { rating: number | null }
  content: string
  created_at: string
}

/** A review with a rating; search engines take no other. */
export function reviewNode(site: string, review: ReviewFacts): ReviewLeaf | undefined {
  const { id, author, author_details, content, created_at } = review
  if (author_details.rating === null) return undefined
  const text = plainText(content.slice(0, maxReviewMarkdown).toWellFormed())
  return {
    '@type': 'Review',
    url: `${site}/review/${id}`,
    author: { '@type': 'Person', name: author },
    datePublished: created_at.slice(0, 10),
    reviewBody: text.length > maxReviewText ? `${text.slice(0, maxReviewText).toWellFormed()}…` : text,
    reviewRating: { '@type': 'Rating', ratingValue: author_details.rating, ...scale },
  }
}

export const reviewNodes = (site: string, reviews: readonly ReviewFacts[]): ReviewLeaf[] =>
  reviews.flatMap((review) => reviewNode(site, review) ?? []).slice(0, maxReviews)

/** Where a page belongs: each page on the way to it, itself last. */
export const breadcrumbs = (
  site: string,
  way: readonly (readonly [name: string, address: string])[],
): BreadcrumbListLeaf => ({
  '@type': 'BreadcrumbList',
  itemListElement: way.map(([name, address], index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: `${site}${address}`,
  })),
})

/** The homepage, and the addresses of its ids at other sites. */
export const sameAs = (homepage: string | null | undefined, elsewhere: readonly string[] = []): string[] => [
  ...(homepage && isWebAddress(homepage) && URL.canParse(homepage) ? [homepage] : []),
  ...elsewhere,
]
