import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

/** What a node has answered; a status of 0 where the connection was lost or refused. */
export type Answer = { status: number; code?: number; body: string }

/** An answer with the phase in which it was asked for and came; undefined where that was not the same one. */
export type Outcome = Answer & { phase: string | undefined }

/** Between two requests of one client, so that what they ask leaves time for those who answer. */
const PAUSE_MS = 3
/** Far above what any wait of these tests takes. */
const PATIENCE_MS = 120_000

/** Asks a node as a program does. Replies that no JSON is in are of people's pages. */
export async function ask(address: string, init: RequestInit = {}): Promise<Answer> {
  try {
    const reply = await fetch(address, { redirect: 'manual', ...init })
    const body = await reply.text()
    const isJson = reply.headers.get('content-type')?.startsWith('application/json') && reply.status >= 400
    return { status: reply.status, body, ...(isJson && { code: JSON.parse(body).status_code }) }
  } catch {
    return { status: 0, body: '' }
  }
}

/** Asks everything that has a name ever again, each by a client of its own, and keeps what was answered. */
export function openLoad<Name extends string>(
  context: Pick<TestContext, 'after'>,
  asking: Record<Name, (round: number) => Promise<Answer>>,
) {
  const names = Object.keys(asking) as Name[]
  const outcomes = Object.fromEntries(names.map((name) => [name, [] as Outcome[]])) as Record<Name, Outcome[]>
  let phase = 'before'
  let isStopped = false

  async function keepAsking(name: Name) {
    for (let round = 0; !isStopped; round++) {
      const began = phase
      const answer = await asking[name](round)
      outcomes[name].push({ ...answer, phase: began === phase ? phase : undefined })
      await sleep(PAUSE_MS)
    }
  }
  const ended = Promise.all(names.map(keepAsking))
  async function stop() {
    isStopped = true
    await ended
  }
  context.after(stop)

  const tell = () =>
    names.map((name) => `${name} ${outcomes[name].length}, last ${outcomes[name].at(-1)?.status}`).join('; ')
  const of = (name: Name, inPhase: string) => outcomes[name].filter(({ phase }) => phase === inPhase)
  return {
    outcomes,
    of,
    /** What is asked from now on belongs to a phase. */
    begin(next: string): void {
      phase = next
    },
    /** Waits until each has so many answers in the phase that fit. */
    async until(count: number, fits: (answer: Answer, name: Name) => boolean = () => true, only = names) {
      const [inPhase, endMs] = [phase, performance.now() + PATIENCE_MS]
      const lacking = () =>
        only.filter((name) => of(name, inPhase).filter((answer) => fits(answer, name)).length < count)
      while (lacking().length > 0) {
        if (performance.now() > endMs) throw new Error(`Waited in vain, while ${inPhase}, for ${lacking()}: ${tell()}`)
        await sleep(20)
      }
    },
    /** What was answered in a phase, by name, each answer once: its status, with the code of an envelope behind it. */
    answered: (inPhase: string): Record<Name, string[]> =>
      Object.fromEntries(
        names.map((name) => [
          name,
          [...new Set(of(name, inPhase).map(({ status, code }) => `${status}${code ? `/${code}` : ''}`))].sort(),
        ]),
      ) as Record<Name, string[]>,
    stop,
  }
}
