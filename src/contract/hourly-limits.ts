/** The age in days from which an account has the second and the third limit. */
export const limitAges = [1, 30] as const

/**
 * What members make, and how much of it in an hour: on the first day of their account, in its first month, and later.
 * An account may use all of it at once, and gets it back evenly.
 */
export const hourlyLimits = {
  review: [5, 20, 60],
  image: [10, 40, 100],
  image_description: [20, 60, 200],
  image_vote: [60, 300, 600],
  key: [5, 10, 20],
  access_token: [5, 10, 20],
  calendar_address: [5, 10, 20],
  player_address: [5, 10, 20],
  webhook: [5, 20, 50],
  webhook_test: [20, 60, 200],
  watchlist_entry: [200, 1_000, 2_000],
  list: [20, 60, 200],
  list_item: [500, 2_000, 5_000],
  /** Everything else that is written about a list: its texts, its order, what is removed. */
  list_change: [500, 2_000, 5_000],
  /** Files with what somebody keeps elsewhere. */
  kept_import: [5, 10, 20],
  favorite: [200, 1_000, 2_000],
  /** Somebody who moves here, or whose player syncs, rates thousands of episodes in an evening. */
  rating: [500, 2_000, 5_000],
  /** Each entry that is asked for counts; a season or a series is one. */
  watched: [500, 2_000, 5_000],
  /** What players tell: somebody may mark a whole series as played there. */
  player_delivery: [500, 2_000, 5_000],
  report: [5, 20, 60],
  watch: [100, 500, 1_000],
  like: [100, 500, 1_000],
  /**
   * Records that edits name, in forms as in requests of programs, and one for each undo, merge, deletion or move. Edits
   * are not counted themselves: one could fill a season or a catalogue. Ten long seasons fit into the first hour.
   */
  edited_record: [300, 1_000, 5_000],
} as const satisfies Record<string, readonly [number, number, number]>

/** What is limited: the purse that it is taken from. */
export type Made = keyof typeof hourlyLimits
