import type { Answer, Client, Sent } from '../client.ts'
import type { Notes } from '../findings.ts'
import type { Records } from '../records.ts'

/** What an operation beyond version 3 is tried with. */
export type Beyond = {
  readonly client: Client
  readonly notes: Notes
  readonly records: Records
  /** Asks an address as it stands, not below `/3`. */
  ask(method: string, path: string, sent?: Omit<Sent, 'write'>): Promise<Answer>
}

/** An operation beyond version 3: how it is seen whether a server has it, and what is tried then. */
export type Trial = {
  /** A request that it answers with less than 300. */
  probe(beyond: Beyond): Promise<Answer>
  try(beyond: Beyond): Promise<void>
}

/** Operations that belong together, which a server may have or lack. */
export type Part = { title: string; operations: Readonly<Record<string, Trial>> }

export const askAsIs =
  (client: Client): Beyond['ask'] =>
  (method, path, sent = {}) =>
    client.ask(method, path, { ...sent, write: joined })

/** A path may have a query of its own. */
const joined = (path: string, query: string) =>
  path.includes('?') ? `${path}${query.replace('?', '&')}` : `${path}${query}`

const noKey = [401, 7] as const

/** Without a key, or with a wrong one, nothing is said. */
export async function keyRules({ notes, ask }: Beyond, method: string, path: string, sent: Omit<Sent, 'write'> = {}) {
  const before = 'no key before everything else'
  notes.refusal(before, await ask(method, path, { ...sent, access: {} }), noKey)
  notes.refusal(before, await ask(method, path, { ...sent, access: { key: '0'.repeat(32) } }), noKey)
}
