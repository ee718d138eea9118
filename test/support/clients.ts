import { type Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { PATIENCE_MS } from './running.ts'

/** A client that waits for longer was forgotten. */
const GIVE_UP_MS = 15_000

/** One request on a connection of `agent`, or on one of its own. */
export function ask(address: string, { agent, body }: { agent?: Agent; body?: object } = {}) {
  const method = body ? 'POST' : 'GET'
  const headers = body ? { 'content-type': 'application/json' } : {}
  return new Promise<{ status: number; body: any }>((resolve, reject) => {
    const asked = request(address, { agent: agent ?? false, method, headers }, (reply) => {
      text(reply).then((said) => resolve({ status: reply.statusCode ?? 0, body: JSON.parse(said) }), reject)
    })
    asked.setTimeout(GIVE_UP_MS, () => asked.destroy(new Error('no reply came')))
    asked.on('error', reject).end(body && JSON.stringify(body))
  })
}

/** Why there was no reply. */
export const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error)

/** What the client of a process that ended is told at once. */
export const isBroken = /^(ECONNRESET|EPIPE)$/

/** Waits until something is so, but not for ever. */
export async function until(isSo: () => boolean | Promise<boolean>, patienceMs = PATIENCE_MS) {
  const endMs = performance.now() + patienceMs
  while (!(await isSo())) {
    if (performance.now() > endMs) throw new Error(`Within ${patienceMs} ms this did not become so: ${isSo}`)
    await sleep(10)
  }
}
