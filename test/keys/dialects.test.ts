import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { readConfig } from '#src/config.ts'
import { digestOf } from '#src/credentials/secrets.ts'
import type { Database } from '#src/database/database.ts'
import { migrate } from '#src/database/migrate.ts'
import { sql } from '#src/database/sql.ts'
import { replaceKey } from '#src/keys/account-keys.ts'
import { openKeyCheck } from '#src/keys/key-check.ts'
import { completeDialects, createKey, listKeys } from '#src/keys/keys.ts'
import { packageRoot } from '#src/package-root.ts'
import { now, openFor, prepare, writingOf } from '../support/accounts.ts'
import { forEachEngine } from '../support/engines.ts'

const migrations = join(packageRoot, 'migrations')
const secret = 'a'.repeat(32)

const checkOf = (db: Database, dialect: string) =>
  openKeyCheck({ db, config: readConfig({ dialect }, {}).config, clock: () => now })

forEachEngine(
  async (db) => void (await migrate(db, migrations)),
  (engine) => {
    test('keys without a dialect follow the setting until a start writes it', async (t) => {
      const db = await openFor(t, engine)
      await db.run(sql`
      insert into api_key (digest, last_four, name, plan, created_at)
      values (${digestOf(secret)}, 'aaaa', 'old', 'developer', ${now.toISOString()})`)
      const { secret: newer } = await createKey(db, { name: 'new', plan: 'developer', account_id: null, now })
      const dialects = async () => (await listKeys(db, 0)).map(({ dialect }) => dialect)
      assert.deepEqual(await dialects(), [null, 'neutral'])

      const [neutral, common] = [checkOf(db, 'neutral'), checkOf(db, 'common')]
      assert.equal((await neutral.find(secret))?.dialect, 'neutral')
      assert.equal((await common.find(secret))?.dialect, 'common')
      assert.equal((await common.find(newer))?.dialect, 'neutral')

      // From here on the setting only matters for new keys.
      await completeDialects(db, 'common')
      assert.deepEqual(await dialects(), ['common', 'neutral'])
      assert.equal((await neutral.find(secret))?.dialect, 'common')
      await completeDialects(db, 'neutral')
      assert.deepEqual(await dialects(), ['common', 'neutral'])
    })

    test('a key that replaces one without a dialect has none either', async (t) => {
      const db = await openFor(t, engine)
      const { account_id, key } = await prepare(db)
      await db.run(sql`update api_key set dialect = null, account_id = ${account_id} where id = ${key.id}`)
      await db.run(sql`update account set email_verified_at = ${now.toISOString()} where id = ${account_id}`)
      await replaceKey.handle(writingOf(db, account_id, now), { id: key.id, overlapDays: 1 })
      assert.deepEqual(
        (await listKeys(db, 0)).map(({ dialect }) => dialect),
        [null, 'neutral', null],
      )
    })
  },
)
