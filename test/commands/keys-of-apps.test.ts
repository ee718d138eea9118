import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { openCatalogue } from '#src/catalogue/open-catalogue.ts'
import { readConfig } from '#src/config.ts'
import { openDatabase } from '#src/database/open.ts'
import { findKey } from '#src/keys/find-key.ts'
import { leastTokenLength, maxTokenLength } from '#src/keys/keys-of-apps.ts'
import { forEachEngine } from '../support/engines.ts'
import { runCommand } from '../support/run/command.ts'

const input = (typed: string) => new PassThrough().end(typed)

forEachEngine(
  async () => {},
  (engine) => {
    test('an app brings its key along', async (t) => {
      const folder = await mkdtemp(join(tmpdir(), 'reelcommons-keys-'))
      t.after(() => rm(folder, { recursive: true }))
      const url = engine.name === 'PostgreSQL' ? await engine.clone() : ''
      const place = url === '' ? { data: folder } : { database: url }
      await (await openCatalogue(readConfig(place, {}).config, 'inline')).close()
      const db = await openDatabase(url || folder, { writes: 'thread' })
      t.after(() => db.close())
      const at = (words: string[], typed = input('')) =>
        runCommand([...words, ...(url ? ['--database', url] : ['--data', folder])], typed)
      const brought = '0123456789ABCDEF0123456789abcdef'
      const token = `${'eyJhbGciOiJIUzI1NiJ9.'.repeat(10)}a-_b==`
      const told = 'Anyone who has the app can read its key and use it.\n'
      const create = ['key', 'create', '--name', 'Player', '--use', 'app']
      const made = await at([...create, '--limit', '7'], input(`${brought}\n`))
      assert.deepEqual(made, { code: 0, stdout: '', stderr: `Key 1 created. ${told}` })
      assert.equal((await at([...create, '--dialect', 'neutral'], input(token))).stderr, `Key 2 created. ${told}`)
      const now = new Date()
      const [first, second] = [await findKey(db, brought, now), await findKey(db, token, now)]
      assert.deepEqual([first?.id, first?.plan, first?.dialect, first?.limit_per_second], [1, 'developer', 'common', 7])
      assert.deepEqual([second?.id, second?.dialect, second?.limit_per_second], [2, 'neutral', null])
      assert.equal(await findKey(db, brought.toLowerCase(), now), undefined, 'a value is what was given')

      const taken = { code: 1, stdout: '', stderr: 'reelcommons key: This is key 1 already.\n' }
      assert.deepEqual(await at(create, input(brought)), taken)
      await at(['key', 'revoke', '1'])
      assert.equal((await at(create, input(brought))).stderr, `Key 3 created. ${told}`, 'a revoked one makes room')
      assert.equal((await findKey(db, brought, new Date()))?.id, 3)
      assert.match((await at(['key', 'list'])).stdout, /^1 .*Z {2}20\d\d-\S+Z\n2 /m, 'and stays revoked')
      assert.equal(await findKey(db, 'revoked 1', new Date()), undefined)
    })
  },
)

const formOfApp =
  'The key on standard input has to be 32 hex digits, or a bearer token of 40 to 2000 letters, digits and the ' +
  'characters -._~+/.'

const wrong: [use: string, sentence: string, typed?: string][] = [
  ['television', '--use has to be app or plex, not "television".'],
  ['app', 'The key is expected on standard input.'],
  ['app', 'The key on standard input has to be one line.', 'a\nb'],
  ...['0123456789abcdef', `rct_${'0'.repeat(40)}`, 'a b'.repeat(20)].map((typed): [string, string, string] => [
    'app',
    formOfApp,
    typed,
  ]),
  ['app', formOfApp, 'a'.repeat(maxTokenLength + 1)],
  ['app', formOfApp, 'a'.repeat(leastTokenLength - 1)],
]
for (const [use, sentence, typed = ''] of wrong) {
  test(`a key for the use ${use} of ${typed.length} characters: ${sentence}`, async () => {
    const words = ['key', 'create', '--name', 'a', '--use', use, '--database', 'postgres://nowhere.invalid/none']
    const { code, stdout, stderr } = await runCommand(words, input(typed))
    assert.deepEqual([code, stdout, stderr.split('\n')[0]], [2, '', `reelcommons key: ${sentence}`])
    assert.ok(typed.length < 2 || !stderr.includes(typed), 'what was typed is not repeated')
  })
}
