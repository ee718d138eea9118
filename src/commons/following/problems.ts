import { type Static, Type } from 'typebox'

/** Why a followed catalogue cannot go on, each with whether a person has to look at it before it does. */
const problems = {
  /** Nobody answers, or not in time. */
  unreachable: { stops: false },
  /** The server of the publisher says that it cannot, or that it has no such file. */
  refused: { stops: false },
  /** What is there is not what the format says. */
  format: { stops: false },
  /** A file has other bytes than its manifest says. */
  digest: { stops: false },
  /** More than may be: a file, what it unpacks to, or its lines. */
  bounds: { stops: false },
  /** A packet says that it is another one. */
  order: { stops: false },
  /** An older state than one that was seen. */
  rolled_back: { stops: false },
  /** The manifest is too old to be believed, or from the future. */
  expired: { stops: false },
  future: { stops: false },
  /** There is no whole dump to begin with. */
  nothing_whole: { stops: false },
  /** The instance has a key that the known one has not signed. */
  key_changed: { stops: true },
  /** There is no room on the disk. */
  disk_full: { stops: false },
  /** Nobody foresaw it. */
  fault: { stops: false },
} as const satisfies Record<string, { stops: boolean }>

export type ProblemName = keyof typeof problems
export const problemNames = Object.keys(problems) as ProblemName[]

/** What is known of a problem: a word, and words of the program or the publisher about it, in English. */
export const Problem = Type.Object({
  is: Type.Unsafe<ProblemName>({ type: 'string', enum: problemNames }),
  detail: Type.String(),
})
export type Problem = Static<typeof Problem>

/** The longest detail that is kept: some of it comes from outside. */
const maxDetail = 300

/** Nothing of what was asked for has been applied. */
export class FollowProblem extends Error {
  override name = 'FollowProblem'
  readonly problem: Problem
  /** The publisher asks for this pause. */
  readonly retryAfterMs: number | undefined
  constructor(is: ProblemName, detail = '', retryAfterMs?: number) {
    super(detail === '' ? is : `${is}: ${detail}`)
    this.problem = { is, detail: detail.slice(0, maxDetail).toWellFormed().replaceAll('\0', '\uFFFD') }
    this.retryAfterMs = retryAfterMs
  }
}

export const stopsFor = ({ is }: Problem): boolean => problems[is].stops
