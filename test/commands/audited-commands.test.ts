import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { beginBrowserSession, findBrowserSession } from '#src/accounts/browser-sessions.ts'
import { listActs } from '#src/audit/acts.ts'
import { listEvents } from '#src/audit/security-events.ts'
import type { Database } from '#src/database/database.ts'
import { openDatabase } from '#src/database/open.ts'
import { sql } from '#src/database/sql.ts'
import { listKeys } from '#src/keys/keys.ts'
import { main } from '#src/main.ts'
import { forEachEngine } from '../support/engines.ts'

const begin = (db: Database) =>
  beginBrowserSession(db, { account_id: 1, browser: 'test', now: new Date('2026-03-10T12:00:00.000Z') })

/** A folder with video files is forgotten once, and no other is. */
async function forgetFolders(at: (words: string) => Promise<number>, place: string) {
  const db = await openDatabase(place, { writes: 'thread' })
  await db.run(sql`insert into media_folder (path, imported_at) values ('/films', '2026-03-10T12:00:00.000Z')`)
  await db.close()
  for (const [words, code] of [
    ['source forget /series', 1],
    ['source forget /films', 0],
    ['source forget /films', 1],
    ['source forget', 2],
    ['source lose /films', 2],
  ] as const)
    assert.equal(await at(words), code, words)
}

forEachEngine(
  async () => {},
  (engine) => {
    test('what operators do on the command line are acts', async (t) => {
      const folder = await mkdtemp(join(tmpdir(), 'reelcommons-audited-'))
      t.after(() => rm(folder, { recursive: true }))
      const url = engine.name === 'PostgreSQL' ? await engine.clone() : ''
      const at = (words: string) => {
        const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
        stdin.end('the lamp is lit\n')
        const place = url ? ['--database', url] : ['--data', folder]
        return main([...words.split(' '), ...place], { stdin, stdout, stderr, env: {} })
      }
      const commands: [words: string, code: number][] = [
        ['key create --name app --plan developer --new', 0],
        ['account create --username ada --role moderator', 0],
        ['account create --username ada', 1],
        ['session create --username ada --key-id 1', 0],
        ['account password --username ada --reason lost', 0],
        ['account password --username nobody', 1],
        ['account password-link --username ada', 0],
        ['account password-link --username nobody', 1],
        ['account remove-codes --username ada', 1],
        ['account remove-codes --username nobody', 1],
        ['key change 1 --languages de,pt_br', 0],
        ['key change 1 --languages german', 2],
        ['key change 1 --append-languages german', 2],
        ['key change 1', 2],
        ['key change 1 --append-languages en', 0],
        ['key change 9 --languages de', 1],
        ['key revoke 1', 0],
        ['key revoke 1', 0],
        ['key revoke 2', 1],
      ]
      for (const [words, code] of commands) assert.equal(await at(words), code, words)
      await forgetFolders(at, url || folder)
      const db = await openDatabase(url || folder, { writes: 'thread' })
      t.after(() => db.close())
      const [key] = await listKeys(db, 0)
      assert.deepEqual([key?.languages, key?.appended_languages], ['de-DE,pt-BR', 'en-US'])
      const { acts } = await listActs(db, {})
      assert.deepEqual(
        acts.map(({ what, actor_id, account, key_name, about }) => [what, actor_id, account, key_name, about]),
        [
          ['folder_forgotten', null, null, null, { title: '/films' }],
          ['key_revoked', null, null, 'app', {}],
          ['key_languages_changed', null, null, 'app', {}],
          ['key_languages_changed', null, null, 'app', {}],
          ['password_link_made', null, 'ada', null, {}],
          ['password_set', null, 'ada', null, {}],
          ['session_made', null, 'ada', 'app', {}],
          ['account_made', null, 'ada', null, { role: 'moderator' }],
          ['key_made', null, null, 'app', {}],
        ],
      )
      assert.deepEqual(
        (await listEvents(db, 1)).map(({ what, key_name }) => [what, key_name]),
        [
          ['password_changed', null],
          ['session_made', 'app'],
        ],
      )

      const when = '2026-03-10T12:00:00.000Z'
      await db.run(sql`
        insert into totp (account_id, secret, made_at, expires_at, confirmed_at, last_period)
        values (1, 'sealed', ${when}, ${when}, ${when}, -1)`)
      assert.equal((await findBrowserSession(db, await begin(db), new Date(when)))?.has_codes, true)
      for (const code of [0, 1]) assert.equal(await at('account remove-codes --username ada --reason lost'), code)
      assert.equal((await findBrowserSession(db, await begin(db), new Date(when)))?.has_codes, false)
      const [removal] = (await listActs(db, {})).acts
      assert.deepEqual([removal?.actor_id, removal?.account, removal?.reason], [null, 'ada', 'lost'])
    })
  },
)
