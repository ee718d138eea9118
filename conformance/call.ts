import type { Answer, Client, Query } from './client.ts'
import type { Notes } from './findings.ts'
import type { Operation } from './interface/operation.ts'
import type { Records, Subject } from './records.ts'

/** An operation with what it is tried with, and where it is noted what came. */
export type Call = {
  readonly client: Client
  readonly notes: Notes
  readonly records: Records
  readonly method: string
  /** `/movie/{movie_id}` */
  readonly path: string
  readonly operation: Operation
  readonly subjects: readonly Subject[]
  takes(parameter: string): boolean
  /** Asks as the operation needs it: with the session, if it needs one. `below` is a path below. */
  get(subject: Subject, query?: Query, below?: string): Promise<Answer>
}

/** The places of a path: `movie_id` in `/movie/{movie_id}`. */
export const placesOf = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

export const filled = (path: string, params: Subject['params']): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? 0))

/** Whether a reply is a page of a list: its shape says so. */
export const isPaged = ({ reply }: Operation): boolean => typeof reply === 'object' && 'total_pages' in reply
