import type { MemberProblem } from '#src/contract/offering.ts'

/** Nothing can be sent to the publisher, now or with this token. */
export class MemberError extends Error {
  override name = 'MemberError'
  readonly problem: { is: MemberProblem; detail: string }
  /** The publisher asks for this pause. */
  readonly retryAfterMs: number | undefined
  constructor(is: MemberProblem, detail = '', retryAfterMs?: number) {
    super(detail === '' ? is : `${is}: ${detail}`)
    this.problem = { is, detail: detail.slice(0, 300).toWellFormed().replaceAll('\0', '\uFFFD') }
    this.retryAfterMs = retryAfterMs
  }
}
