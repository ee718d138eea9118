import { type DialectName, dialects } from '#src/contract/dialects.ts'
import { type CodeLanguage, codeOf } from '#src/pages/reference/code.ts'
import { contractsIn, type OperationPlace, operationIn } from '#src/pages/reference/contract.ts'
import { type Sent, sentTo } from '#src/pages/reference/example.ts'
import type { KeptReply } from '#src/pages/reference/replies.ts'
import { exampleFor, placeholders, type Request } from '#src/pages/reference/requests.ts'
import { stepsBefore } from '#src/pages/reference/steps.ts'
import { abridged } from './abridged.ts'
import { ownWordsOf, type SampleServer } from './sample-server.ts'
import type { Answer, Sender } from './senders.ts'

/** Secrets and numbers that are other ones each time, by their names at the top of a reply. */
const passing: Readonly<Record<string, string>> = {
  session_id: 'YOUR_SESSION',
  guest_session_id: 'YOUR_GUEST_SESSION',
  request_token: 'YOUR_REQUEST_TOKEN',
  secret: 'whsec_…',
}
const incarnation = '9f2c81d04be64f7a'

/** The request to an operation, as a dialect writes it. */
const requestsIn = (dialect: DialectName) => {
  const contracts = contractsIn(dialect)
  return (of: string, request: Request): Sent => {
    const place = operationIn(contracts, of) as OperationPlace
    const { shapes } = contracts.find(({ name }) => name === place.contract) ?? { shapes: new Map() }
    return sentTo(place, request, shapes, dialects[dialect])
  }
}

/** The request that an operation is shown with, and those before it. */
export function exampleOfOperation(operation: string, dialect: DialectName) {
  const requestTo = requestsIn(dialect)
  const steps = stepsBefore(operation, (of, request) => JSON.stringify(requestTo(of, request)))
  return { sent: requestTo(operation, exampleFor(operation)), steps }
}

/** Signing in takes long, and is tried where it is what the example is about: elsewhere there is a session. */
const isGiven = (of: string, operation: string) =>
  /^authentication\.(?!create_guest)/.test(of) && !operation.startsWith('authentication.')

/** Whether sending an example changes what others are answered. */
export function changesCatalogue(operation: string): boolean {
  const { sent, steps } = exampleOfOperation(operation, 'neutral')
  return sent.method !== 'GET' || steps.some(({ of }) => !isGiven(of, operation) && of !== 'edits.record')
}

/** Sends the example of an operation, after what has to come before it. */
export async function sendExample(
  { operation, dialect, language }: { operation: string; dialect: DialectName; language: CodeLanguage },
  server: SampleServer,
  sender: Sender,
): Promise<Answer> {
  const requestTo = requestsIn(dialect)
  const { steps } = exampleOfOperation(operation, dialect)
  const values = new Map<string, string>()
  const send = (of: string, request: Request): Promise<Answer> => {
    const own = ownWordsOf(request.moderator === true)
    const code = codeOf(language, server.url, requestTo(of, request))
    return sender.send(
      code.replace(/\bYOUR_[A-Z_]+\b/g, (word) => values.get(word) ?? own.get(word) ?? `there is no ${word}`),
    )
  }
  for (const step of steps) {
    if (isGiven(step.of, operation)) continue
    const { status, body } = await send(step.of, step)
    if (status >= 400) throw new Error(`${operation} needs ${step.of}, which answered ${JSON.stringify(body)}`)
    if (step.word) values.set(step.word, String(fieldAt(body, step.field ?? '')))
  }
  return send(operation, exampleFor(operation))
}

const fieldAt = (body: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], body)

/** A reply as it is kept: shortened, with the words that stand for what is another one each time. */
export function keptOf(operation: string, { status, body }: Answer): KeptReply {
  const words = new Map<string, string>()
  for (const [word, { of, field }] of Object.entries(placeholders))
    if (of === operation && !words.has(field)) words.set(field, word)
  for (const [field, word] of Object.entries(passing)) if (!words.has(field)) words.set(field, word)
  const fields = Array.isArray(body) ? undefined : (body as Record<string, unknown>)
  const lasting =
    fields &&
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, value === null ? null : (words.get(name) ?? value)]),
    )
  const text = JSON.stringify(lasting ?? body)
  const known = typeof fields?.incarnation === 'string' ? text.replaceAll(fields.incarnation, incarnation) : text
  return { status, lines: abridged(JSON.parse(known)) }
}
