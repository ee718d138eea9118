import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { prepareCatalogue } from '#src/catalogue/edits/apply-edit.ts'
import { readConfig } from '#src/config.ts'
import type { DialectName } from '#src/contract/dialects.ts'
import { openPasswords } from '#src/credentials/passwords.ts'
import { digestOf } from '#src/credentials/secrets.ts'
import type { Database } from '#src/database/database.ts'
import type { Migratable } from '#src/database/migratable.ts'
import { migrate } from '#src/database/migrate.ts'
import { sql } from '#src/database/sql.ts'
import { buildServer } from '#src/http/server.ts'
import { packageRoot } from '#src/package-root.ts'
import { keptSite } from '#src/pages/reference/replies.ts'
import { computePopularity } from '#src/popularity/background.ts'
import { followQuality } from '#src/quality/follow-quality.ts'
import { illustrateSample } from '#src/sample/illustrate.ts'
import { loadSample } from '#src/sample/sample.ts'
import { updateNameIndex } from '#src/search/name-index.ts'
import type { TestEngine } from '../engines.ts'
import { keys, loadAccess, loadedAt, sessions, testDay } from '../world.ts'

/** It needs no encoding in an address. */
const password = 'the-lamp-is-lit'
const now = () => new Date(testDay)
const tokens = {
  member: 'rct_ada0000000000000000000000000000000000e01',
  moderator: 'rct_bo00000000000000000000000000000000000e02',
}

/** The sample as a server has it after its first minutes, and two people: ada, and bo, who is a moderator. */
export async function loadExamples(db: Migratable) {
  await migrate(db, join(packageRoot, 'migrations'))
  await loadAccess(db)
  await prepareCatalogue(db, now())
  await loadSample(db, now())
  await illustrateSample(db, now)
  await computePopularity(db, now())
  await updateNameIndex(db)
  await followQuality(db, now).catchUp()
  await db.run(
    sql`update account set password = ${await openPasswords(1).hash(password)} where folded_username = 'ada'`,
  )
  await db.run(sql`update account set role = 'moderator' where folded_username = 'bo'`)
  await addToken(db, tokens.member, 'ada', 'read keep edit')
  await addToken(db, tokens.moderator, 'bo', 'read keep edit moderate')
}

const addToken = (db: Database, secret: string, username: string, scopes: string) =>
  db.run(sql`
    insert into access_token (digest, last_four, account_id, key_id, name, scopes, created_at)
    select ${digestOf(secret)}, ${secret.slice(-4)}, account.id, api_key.id, ${secret}, ${scopes}, ${loadedAt}
    from account, api_key where account.folded_username = ${username} and api_key.name = 'first'`)

/** What readers have, and what the replies to others give them elsewhere. */
export const ownWordsOf = (isModerator: boolean): ReadonlyMap<string, string> =>
  new Map([
    ['YOUR_KEY', keys.first],
    ['YOUR_TOKEN', isModerator ? tokens.moderator : tokens.member],
    ['YOUR_NAME', 'ada'],
    ['YOUR_PASSWORD', password],
    ['YOUR_SESSION', sessions.ada],
  ])

export type SampleServer = { url: string; close(): Promise<void> }

/** A server over a copy of it. */
export async function serveExamples(engine: TestEngine, dialect: DialectName): Promise<SampleServer> {
  const db = await engine.open()
  await db.run(sql`update api_key set dialect = ${dialect}`)
  const { config } = readConfig({ site: keptSite, 'handler-timeout-ms': '60000' }, {})
  const app = buildServer({ db, config, clock: now } as never)
  await app.listen({ host: '127.0.0.1', port: 0 })
  if (!app.server.listening) await once(app.server, 'listening')
  const { port } = app.server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      await app.close()
      await db.close()
    },
  }
}
