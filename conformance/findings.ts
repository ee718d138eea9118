import type { Answer } from './client.ts'
import type { Refusal } from './dialects.ts'
import { differences, type Shape, type WireNames } from './shape.ts'

/** What is wrong with an operation: the rule that it breaks, the request, and what came. */
export type Finding = { rule: string; asked: string; message: string }

/** `not tried` says why in its reason: there was no record to try it with, or it needs a session. */
export type State = 'right' | 'wrong' | 'not there' | 'not tried'

export type OperationResult = {
  group: string
  operation: string
  state: State
  reason: string
  checks: number
  findings: readonly Finding[]
}

/** One fault is told once for an operation, however many rows have it. */
const MOST_FINDINGS_OF_A_RULE = 8

/** Notes what was checked of one operation. */
export class Notes {
  checks = 0
  readonly findings: Finding[] = []
  /** Names that cannot be appended because their operations are not there. */
  readonly missingParts = new Set<string>()
  readonly #told = new Set<string>()

  /** Counts a check. What is wrong is a sentence, or several. */
  check(rule: string, { asked }: Pick<Answer, 'asked'>, wrong: string | false | undefined | readonly string[]) {
    this.checks++
    for (const message of Array.isArray(wrong) ? wrong : wrong ? [wrong as string] : []) {
      const place = `${rule} ${message.replace(/\[\d+\]/g, '[]').replace(/ is .*/, '')}`
      if (this.#told.has(place)) continue
      this.#told.add(place)
      if (this.findings.filter((finding) => finding.rule === rule).length < MOST_FINDINGS_OF_A_RULE)
        this.findings.push({ rule, asked, message })
    }
  }

  /** A reply that has to have a shape, with the headers that clients of every language need. */
  reply(answer: Answer, shape: Shape, names: WireNames, status = 200): boolean {
    this.check('status', answer, wrongStatus(answer, status))
    this.check('content type', answer, wrongContentType(answer))
    if (answer.status !== status) return false
    this.check('shape', answer, differences(answer.body, shape, names))
    return true
  }

  /** A refusal: the HTTP status, the code, and nothing but the envelope. */
  refusal(rule: string, answer: Answer, [status, code]: Refusal) {
    const { body } = answer
    const given = (body as { status_code?: unknown } | undefined)?.status_code
    const isRight = answer.status === status && given === code
    this.check(
      rule,
      answer,
      !isRight && `got ${answer.status} with code ${given} instead of ${status} with code ${code}`,
    )
    if (!isRight) return
    this.check('content type', answer, wrongContentType(answer))
    const more: Record<string, Shape> = code === 17 ? { failure: 'true' } : code === 18 ? { 'errors?': ['text'] } : {}
    const isSuccess = [1, 12, 13, 40].includes(code)
    const envelope = { success: String(isSuccess), status_code: 'int', status_message: 'text', ...more }
    this.check('status envelope', answer, differences(body, envelope, plainNames))
  }
}

const plainNames: WireNames = { hasCommonFields: false, wireName: (name) => name }

const wrongStatus = (answer: Answer, status: number) =>
  answer.status !== status && `got ${answer.status}${codeOf(answer)} instead of ${status}`

const codeOf = ({ body }: Answer) => {
  const code = (body as { status_code?: unknown } | undefined)?.status_code
  return code === undefined ? '' : ` with code ${code}`
}

function wrongContentType({ headers }: Answer): string | false {
  const type = headers.get('content-type')
  return !/^application\/json; ?charset=utf-8$/i.test(type ?? '') && `the content type is ${type}`
}

/** What a server answers to a path or method that it does not know. */
export function isUnknown({ status, body }: Answer): boolean {
  const code = (body as { status_code?: unknown } | undefined)?.status_code
  return status === 404 || status === 501 || (status === 405 && (code === 42 || code === undefined))
}
