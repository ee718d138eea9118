import type { Shape } from '../shape.ts'

/** One operation of the interface, as a row of a table: `'GET /movie/{movie_id}'`, without the leading `/3`. */
export type Operation = {
  reply: Shape
  /** The parameters of the query, separated by blanks. Those that say who asks are in `needs`. */
  takes?: string
  /** Whose request it has to be, beside the key. */
  needs?: 'session' | 'session or guest'
  /** The names that may be appended: `season/{season_number}` stands for each season. */
  appends?: readonly string[]
  /** It changes something; only the checks of the account may call it. */
  writes?: true
  /** It makes or ends what the interface needs to know who asks; only the checks of the account may call it. */
  opens?: true
}

/** The operations of one group of resources. */
export type Group = Readonly<Record<`${'GET' | 'POST' | 'DELETE'} /${string}`, Operation>>

export const paged = (row: Shape): { readonly [key: string]: Shape } => ({
  page: 'count',
  results: [row],
  total_pages: 'count',
  total_results: 'count',
})

export const status = { success: 'bool', status_code: 'int', status_message: 'text' } as const
