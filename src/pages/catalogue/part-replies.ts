import type { Operation } from '#src/contract/operation.ts'
import { operations } from '#src/interface.ts'
import type { PageContext } from '../page.ts'
import { videoLanguages } from './languages.ts'

/** The replies of parts that pages append to details or ask for. */
export type Person = { id: number; name: string; original_name: string; profile_path: string | null }
export type Cast = Person & { character: string; order: number }
export type Crew = Person & { department: string; job: string }
export type Credits = { cast: readonly Cast[]; crew: readonly Crew[]; guest_stars?: readonly Cast[] }
export type AggregateCredits = {
  cast: readonly (Person & {
    roles: readonly { character: string; episode_count: number }[]
    total_episode_count: number
  })[]
  crew: readonly (Person & { department: string; jobs: readonly { job: string }[]; total_episode_count: number })[]
}
export type Videos = {
  results: readonly { name: string; site: string; key: string; type: string; iso_639_1: string; published_at: string }[]
}
export type ExternalIds = Readonly<Record<string, string | number | null>>
export type Review = {
  id: string
  author: string
  author_details: { username: string; rating: number | null }
  content: string
  created_at: string
}
export type Reviews = { results: readonly Review[]; total_pages: number; total_results: number; page: number }
export type Titles = readonly { iso_3166_1: string; title: string; type: string }[]
export type Keywords = readonly { id: number; name: string }[]

export type MoviesOfCompany = {
  page: number
  total_pages: number
  total_results: number
  results: readonly {
    id: number
    title: string
    original_title: string
    release_date: string
    poster_path: string | null
  }[]
}

/** The operation of a part, such as `movie.reviews`. */
export function operationNamed(id: string): Operation {
  const found = operations.find((operation) => operation.id === id)
  if (!found) throw new Error(`There is no operation ${id}`)
  return found
}

/** The videos of a record in languages that visitors may understand. */
export const videosOf = (
  context: PageContext,
  kind: 'movie' | 'series' | 'season' | 'episode',
  params: Readonly<Record<string, number>>,
) => context.ask(operationNamed(`${kind}.videos`), { params, query: videoLanguages(context) }) as Promise<Videos>
