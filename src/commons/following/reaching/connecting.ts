import type { Config } from '#src/config.ts'
import type { isPublic, Reaching } from '#src/import/fetch.ts'

/** How publishers are reached. */
export type Connecting = {
  /** Those of one's own network may be followed, and without https. */
  allowsPrivate: boolean
  /** Ended when the server ends. */
  signal?: AbortSignal
  /** Replacements for tests, which have no network. */
  resolve?: Reaching['resolve']
  isPublic?: typeof isPublic
  silenceMs?: number
  answerMs?: number
}

/** How publishers are reached by a server with these settings. */
export const connectingOf = ({ followPrivate }: Pick<Config, 'followPrivate'>): Connecting => ({
  allowsPrivate: followPrivate,
})
