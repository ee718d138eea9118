import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { signIn } from '#src/accounts/accounts.ts'
import { recoveredAt } from '#src/accounts/recovered.ts'
import { findReset } from '#src/accounts/recovery.ts'
import { openPasswords } from '#src/credentials/passwords.ts'
import { openDatabase } from '#src/database/open.ts'
import { listNotifications } from '#src/mail/notifications.ts'
import { writingOf } from '../support/accounts.ts'
import { forEachEngine } from '../support/engines.ts'
import { runCommand } from '../support/run/command.ts'

const input = (typed = '') => new PassThrough().end(typed)

forEachEngine(
  async () => {},
  (engine) => {
    test('the last administrator gets back in on the command line', async (t) => {
      const folder = await mkdtemp(join(tmpdir(), 'reelcommons-passwords-'))
      t.after(() => rm(folder, { recursive: true }))
      const url = engine.name === 'PostgreSQL' ? await engine.clone() : ''
      const place = url ? ['--database', url] : ['--data', folder]
      const at = (words: string, typed?: string) => runCommand([...words.split(' '), ...place], input(typed))
      await at('account create --username ada --role administrator --new', 'the lamp is lit\n')
      const db = await openDatabase(url || folder, { writes: 'thread' })
      t.after(() => db.close())
      const writing = { ...writingOf(db, 0, new Date()), passwords: openPasswords(1) }
      const signInWith = (password: string) => signIn.handle(writing, { username: 'ada', password })

      const wrong = await at('account password --username ada', 'too short\n')
      assert.deepEqual([wrong.code, /at least 12 characters/.test(wrong.stderr)], [2, true])
      const easy = await at('account password --username ada', 'Password1234\n')
      assert.deepEqual([easy.code, /too easy to guess/.test(easy.stderr)], [2, true])
      assert.equal((await signInWith('the lamp is lit')).id, 1)

      const set = await at('account password --username ADA', 'the lamp is out\n')
      const stdout = 'Password of ADA replaced. All devices are signed out, and apps have lost their access.\n'
      assert.deepEqual(set, { code: 0, stdout, stderr: '' })
      await assert.rejects(signInWith('the lamp is lit'), /password is wrong/)
      assert.equal((await signInWith('the lamp is out')).id, 1)
      assert.notEqual(await recoveredAt(db, 1), null)

      const link = await at('account password-link --username ada --site https://reels.example')
      assert.equal(link.stderr, 'It works once, within 72 hours, and earlier links have ended.\n')
      const [, secret = ''] = /^https:\/\/reels\.example\/password\/reset\/([0-9a-f]{40})\n$/.exec(link.stdout) ?? []
      assert.equal((await findReset(db, secret, new Date()))?.username, 'ada')
      const { notifications } = await listNotifications(db, 1, 1)
      assert.deepEqual(
        notifications.map(({ what }) => what),
        ['password_link_made', 'password_set'],
      )
      const none = await at('account password --username nobody', 'the lamp is out\n')
      const stderr = 'reelcommons account: There is no account "nobody".\n'
      assert.deepEqual(none, { code: 1, stdout: '', stderr })
    })
  },
)
