import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { listActs } from '#src/audit/acts.ts'
import { listEvents } from '#src/audit/security-events.ts'
import { openDatabase } from '#src/database/open.ts'
import { listKeys } from '#src/keys/keys.ts'
import { main } from '#src/main.ts'
import { forEachEngine } from '../support/engines.ts'

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
        ['account remove-codes --username ada', 1],
        ['account remove-codes --username nobody', 1],
        ['key change 1 --languages de,pt_br', 0],
        ['key change 1 --languages german', 2],
        ['key change 9 --languages de', 1],
        ['key revoke 1', 0],
        ['key revoke 1', 0],
        ['key revoke 2', 1],
      ]
      for (const [words, code] of commands) assert.equal(await at(words), code, words)
      const db = await openDatabase(url || folder, { writes: 'thread' })
      t.after(() => db.close())
      assert.equal((await listKeys(db, 0))[0]?.languages, 'de-DE,pt-BR')
      const { acts } = await listActs(db, {})
      assert.deepEqual(
        acts.map(({ what, actor_id, account, key_name, about }) => [what, actor_id, account, key_name, about]),
        [
          ['key_revoked', null, null, 'app', {}],
          ['key_languages_changed', null, null, 'app', {}],
          ['session_made', null, 'ada', 'app', {}],
          ['account_made', null, 'ada', null, { role: 'moderator' }],
          ['key_made', null, null, 'app', {}],
        ],
      )
      assert.deepEqual(
        (await listEvents(db, 1)).map(({ what, key_name }) => [what, key_name]),
        [['session_made', 'app']],
      )
    })
  },
)
