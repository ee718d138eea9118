import { beginBrowserSession } from '#src/accounts/browser-sessions.ts'
import type { Database } from '#src/database/database.ts'
import type { Bench, Figure } from '../benchmark.ts'
import { catalogueTime } from '../support/catalogues.ts'
import type { Server } from '../support/server.ts'
import { median, shown, spread } from '../support/statistics.ts'
import type { Client } from './client.ts'
import { yearOfEntries } from './keepers.ts'

const WANTED_MS = 10
/** Requests of a round. */
const ASKED = 100

/** What a browser sends that somebody is signed in with. */
export const signIn = async (db: Database, account_id: number): Promise<string> => {
  const now = new Date(catalogueTime)
  return `reelcommons_session=${await beginBrowserSession(db, { account_id, browser: 'bench', now })}`
}

type Setting = { bench: Bench; client: Client; cookie: string }

/** What the page of a year of 5,000 entries takes, as often as it is looked at. */
export async function yearPage({ bench, client, cookie }: Setting, server: Server): Promise<Figure> {
  const what = `The page of a year of 5,000 entries`
  bench.say(what)
  const rounds: number[] = []
  for (let round = 0; round <= bench.rounds; round++) {
    const cpuBefore = server.cpuSeconds()
    for (let at = 0; at < ASKED; at++) {
      const headers = { cookie, accept: 'text/html' }
      const { status } = await client.ask('GET', `/library/diary/${yearOfEntries}`, undefined, headers)
      if (status !== 200) throw new Error(`${what} is answered with ${status}`)
    }
    rounds.push(((server.cpuSeconds() - cpuBefore) * 1_000) / ASKED)
  }
  // The first round warms up, and has the numbers counted.
  const counted = rounds.slice(1)
  return {
    what: `${what}: processor time`,
    measured: spread(counted, ' ms'),
    wanted: `≤ ${WANTED_MS} ms`,
    isReached: median(counted) <= WANTED_MS,
    command: bench.commandOf('kept'),
    note: `In the first round, with counting, ${shown(rounds[0] ?? 0)} ms.`,
  }
}
