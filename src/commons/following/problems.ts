import { type Static, Type } from 'typebox'
import { followProblems, type ProblemName, problemNames } from '#src/contract/following.ts'

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

/** What came in is no part of the publisher's history any more: a whole dump comes next. */
export class OtherHistory extends FollowProblem {
  override name = 'OtherHistory'
}

/** The server of the publisher is there, and cannot answer at the moment. */
export class TemporaryProblem extends FollowProblem {
  override name = 'TemporaryProblem'
}

export const stopsFor = ({ is }: Problem): boolean => followProblems[is].stops
