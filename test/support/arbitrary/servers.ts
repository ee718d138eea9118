import fc from 'fast-check'
import type { Kind } from '#src/catalogue/kinds.ts'
import type { Fate } from '../commons/servers.ts'
import { some } from '../kept/everything.ts'
import { type EditStep, editSteps } from './edits.ts'

/** `first` publishes what it is about; `second` follows it and hands it on; `third` follows that. */
export type Name = 'first' | 'second' | 'third'
export type Pair = { kind: Kind; id: number; into: number }

/** What happens to three servers. */
export type Event =
  | { on: Name; edit: EditStep }
  | { on: Name; merge: Pair }
  | { on: Name; undo: number }
  | { publishes: 'first' | 'second'; killedAfter: number | undefined }
  /** The second takes in what the first has, the third what the second has, and the first what the second has. */
  | { takes: Name; fate: Fate }
  /** The same as it happens there; who is cut off then, keeps what was heard for later. */
  | { hears: Name; fate: Fate }
  | { wantsWhole: Name }
  /** A picture of a movie or a series comes to the first server. */
  | { picture: number; of: 'movie' | 'series'; id: number }

const pair: fc.Arbitrary<Pair> = fc.oneof(
  ...Object.entries(some).map(([kind, ids]) =>
    fc
      .tuple(fc.constantFrom(...ids), fc.constantFrom(...ids))
      .filter(([id, into]) => id !== into)
      .map(([id, into]): Pair => ({ kind: kind as Kind, id, into })),
  ),
)

const titles = [
  ...(some.movie ?? []).map((id) => ({ of: 'movie' as const, id })),
  ...(some.series ?? []).map((id) => ({ of: 'series' as const, id })),
]

/** Most of what happens, happens where it is published first. */
const on = fc.constantFrom<Name>('first', 'first', 'first', 'first', 'second', 'third')
const steps = 200
const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Fate>({ is: 'whole' }) },
  { weight: 3, arbitrary: fc.integer({ min: 0, max: steps }).map((after): Fate => ({ is: 'killed', after })) },
  { weight: 1, arbitrary: fc.constant<Fate>({ is: 'away' }) },
  { weight: 1, arbitrary: fc.nat({ max: 9_999 }).map((at): Fate => ({ is: 'flipped', at })) },
)

const picture = fc
  .tuple(fc.constantFrom(...titles), fc.integer({ min: 1, max: 4 }))
  .map(([{ of, id }, picture]): Event => ({ picture, of, id }))

const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ on, edit: fc.oneof(...editSteps(6).slice(0, 2)) }) },
  { weight: 2, arbitrary: fc.record({ on, merge: pair }) },
  { weight: 2, arbitrary: fc.record({ on, undo: fc.nat({ max: 5 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      publishes: fc.constantFrom('first' as const, 'first' as const, 'second' as const),
      killedAfter: fc.option(fc.integer({ min: 0, max: steps }), { nil: undefined }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ takes: fc.constantFrom<Name>('second', 'second', 'third', 'first'), fate }) },
  { weight: 4, arbitrary: fc.record({ hears: fc.constantFrom<Name>('second', 'second', 'third', 'first'), fate }) },
  { weight: 1, arbitrary: picture },
  { weight: 1, arbitrary: fc.record({ wantsWhole: fc.constantFrom<Name>('second', 'third', 'first') }) },
)

/** What happens, whether one of the sources of the first server stays there, and whether pictures come along. */
export type History = { events: Event[]; hasPrivate: boolean; hasPictures: boolean }
export const histories = (longest: number): fc.Arbitrary<History> =>
  fc.record({
    events: fc.array(event, { minLength: 4, maxLength: longest, size: 'max' }),
    hasPrivate: fc.boolean(),
    // They take by far the most time.
    hasPictures: fc.integer({ min: 0, max: 9 }).map((one) => one === 9),
  })
