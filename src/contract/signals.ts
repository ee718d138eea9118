/** The kinds of record that have a popularity. */
export const popularKinds = ['movie', 'series', 'person'] as const
export type PopularKind = (typeof popularKinds)[number]

/**
 * What shows that people care about a record: how many points it is worth, and how often it counts from one key, person
 * or address for one record on one day. A new signal is a row here, and a call where it happens.
 */
export const signals = {
  /** A reply of details was sent. */
  details: { points: 1, ceiling: 20 },
  /** A page about the record was shown. */
  page_view: { points: 1, ceiling: 20 },
  /** It was put on a watchlist. */
  watchlist: { points: 10, ceiling: 1 },
  /** It was put on a public list. */
  list: { points: 5, ceiling: 1 },
  /** It was marked as a favourite. */
  favorite: { points: 10, ceiling: 1 },
  /** It was rated, or one of its episodes was. */
  rating: { points: 10, ceiling: 1 },
  /** It was watched, or one of its episodes was. */
  watched: { points: 5, ceiling: 1 },
} as const satisfies Record<string, { points: number; ceiling: number }>

export type SignalName = keyof typeof signals
export const signalNames = Object.keys(signals) as SignalName[]

/** Counts a signal from the caller. It never fails. */
export type CountSignal = (signal: SignalName, of: PopularKind, id: number) => void

/** A record as one number, which is quick to count by. */
export const codeOf = (of: PopularKind, id: number): number => id * popularKinds.length + popularKinds.indexOf(of)

export const recordOf = (code: number): { kind: PopularKind; id: number } => ({
  kind: popularKinds[code % popularKinds.length] as PopularKind,
  id: Math.floor(code / popularKinds.length),
})
