import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { logPosition } from '#src/commons/changes/position.ts'
import { keepHearing } from '#src/commons/following/hearing/keep-hearing.ts'
import { followOnce } from '#src/commons/following/round.ts'
import { readConfig } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { buildServer } from '#src/http/server.ts'
import { until } from '../clients.ts'
import { freePort } from '../postgres.ts'
import { openFollower } from './follower.ts'
import { publishInto } from './published.ts'

const at = new Date('2026-03-10T12:00:00.000Z')

/** A server that publishes, at an address that stays the same. */
export async function openTellingServer(context: TestContext, there: Database) {
  const data = await mkdtemp(join(tmpdir(), 'reelcommons-live-'))
  context.after(() => rm(data, { recursive: true, force: true, maxRetries: 20 }))
  const port = await freePort()
  const site = `http://127.0.0.1:${port}`
  const folder = join(data, 'dump')
  const settings = { publish: 'true', site, 'publish-folder': folder, 'change-heartbeat-seconds': '1' }
  const { config } = readConfig({ data, ...settings }, {})
  const listen = async () => {
    const app = buildServer({ db: there, config, clock: () => new Date() })
    await app.listen({ host: '127.0.0.1', port })
    return app
  }
  let app = await listen()
  context.after(() => app.close())
  const publish = () => publishInto(there, { data, folder, at: new Date().toISOString(), settings })
  await publish()
  return {
    ...{ site, publish, app: () => app },
    /** Ends the publisher, and starts it again at the same address. */
    async restart(meanwhile: () => Promise<unknown> = async () => {}) {
      await app.close()
      await meanwhile()
      app = await listen()
    },
  }
}

/** A server that publishes, and one that follows it over loopback and hears of changes, in this process. */
export async function openLivePair(context: TestContext, there: Database, here: Database) {
  const server = await openTellingServer(context, there)
  const { site } = server
  const follower = await openFollower(context, here)
  // Manifests are made now.
  Object.defineProperty(follower.clock, 'now', { get: () => new Date() })
  const id = await follower.follow(`${site}/commons/dump/`)
  await follower.take(id)

  const ending = new AbortController()
  const faults: unknown[] = []
  let taking = Promise.resolve()
  const take = () => {
    taking = taking.then(async () => {
      await followOnce(id, follower.round)
    })
    return taking
  }
  const begin = () =>
    keepHearing(
      {
        ...{ db: here, config: follower.config, clock: () => new Date(), lookMs: 20, haste: 50 },
        ...{ connecting: { allowsPrivate: true }, failed: (error: unknown) => void faults.push(error) },
        announce: () => void take().catch((error) => faults.push(error)),
      },
      ending.signal,
    )
  const hearing = begin()
  context.after(async () => {
    ending.abort()
    await hearing
    await taking
  })
  return {
    ...{ ...server, id, follower, faults },
    edit: (id: number, values: object) =>
      applyEdit(there, { account_id: null, at, records: [{ kind: 'movie', id, values } as never] }),
    /** Resolves when all that has changed there was heard here and is noted. */
    async settled() {
      await until(async () => {
        const [{ seq }, following] = [await logPosition(there), await follower.found(id)]
        return following?.ask_at === null && following.live_position >= seq
      })
      await taking
    },
    /** Asks for packets as if it were time. */
    async askNow() {
      await here.run(sql`update following set next_at = '2026-01-01T00:00:00.000Z', etag = ''`)
      await follower.take(id)
      return follower.found(id)
    },
  }
}
