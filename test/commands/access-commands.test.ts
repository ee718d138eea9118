import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { Type } from 'typebox'
import { signIn } from '#src/accounts/accounts.ts'
import { openCatalogue } from '#src/catalogue/open-catalogue.ts'
import { readConfig } from '#src/config.ts'
import { openPasswords } from '#src/credentials/passwords.ts'
import type { Database } from '#src/database/database.ts'
import { openDatabase } from '#src/database/open.ts'
import { sql } from '#src/database/sql.ts'
import { findKey } from '#src/keys/find-key.ts'
import { commands } from '#src/main.ts'
import { knownSession, writingOf } from '../support/accounts.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { type CommandResult, runCommand } from '../support/run/command.ts'

type Run = (words: string[], typed?: PassThrough) => Promise<CommandResult>

const input = (typed: string) => new PassThrough().end(typed)

/** What is typed on a terminal; each line comes when it is asked for. */
function terminal(...lines: string[]): PassThrough {
  const typed = Object.assign(new PassThrough(), { isTTY: true })
  for (const line of lines) typed.write(line)
  return typed
}

/** A database that a server has open, and commands that work on it beside the server. */
async function openServed(t: TestContext, engine: TestEngine): Promise<{ db: Database; at: Run }> {
  const { folder, url, at } = await openNowhere(t, engine)
  const { config } = readConfig(url ? { database: url } : { data: folder }, {})
  await (await openCatalogue(config, 'inline')).close()
  assert.deepEqual(await at(['key', 'list']), { code: 0, stdout: `${titles}\n`, stderr: '' })
  const db = await openDatabase(url || folder, { writes: 'thread' })
  t.after(() => db.close())
  return { db, at }
}

/** A place without a catalogue: a folder that is not there, or an empty database. */
async function openNowhere(t: TestContext, engine: TestEngine) {
  const parent = await mkdtemp(join(tmpdir(), 'reelcommons-commands-'))
  t.after(() => rm(parent, { recursive: true }))
  const folder = join(parent, 'data')
  const url = engine.name === 'PostgreSQL' ? await engine.clone() : ''
  const at: Run = (words, typed = input('')) =>
    runCommand([...words, ...(url ? ['--database', url] : ['--data', folder])], typed)
  return { parent, folder, url, at }
}

/** All commands that work on a catalogue and make none, as far as their words go. */
const beside = [
  ['account', 'create', '--username', 'ada'],
  ['backup', 'FOLDER'],
  ...['images', 'addresses'].map((what) => ['doctor', what]),
  ...['export', 'follow list', 'publish FOLDER'].map((words) => words.split(' ')),
  ['key', 'create', '--name', 'app', '--plan', 'developer'],
  ['key', 'list'],
  ['key', 'revoke', '1'],
  ['match', 'package.json'],
  ['sample', 'remove'],
  ['search-index'],
  ['source', 'remove', 'imdb', '--yes'],
  ['session', 'create', '--username', 'ada', '--key-id', '1'],
]
/** They are tried without a catalogue in tests of their own. */
const withLines = ['edit', 'certificate']
const makers = ['serve', 'import', 'restore', 'copy', 'operations']

const titles = 'ID  NAME  USE  PLAN  PER SECOND  DIALECT  LANGUAGES  APPENDED  LAST FOUR  CREATED  VALID UNTIL'
const createKey = ['key', 'create', '--name', 'My app', '--plan', 'professional']

forEachEngine(
  async () => {},
  (engine) => {
    test('a command makes no catalogue, unless --new says so', async (t) => {
      const { parent, folder, url, at } = await openNowhere(t, engine)
      const place = url === '' ? folder : url.replace(/^(\w+:\/\/)(?:([^:@/]+)(?::[^@/]*)?@)?/, '$1$2:***@')
      const none =
        `There is no catalogue in ${place}. Name the place of yours with --data or --database, or make a new one: ` +
        '`reelcommons serve` and `reelcommons import` do, and `key create` and `account create` with --new.'
      for (const words of beside) {
        const given = words.map((word) => (word === 'FOLDER' ? join(parent, 'backup') : word))
        const stderr = `reelcommons ${words[0]}: ${none}\n`
        assert.deepEqual(await at(given, input('the lamp is lit')), { code: 1, stdout: '', stderr }, words.join(' '))
      }
      assert.deepEqual(await readdir(parent), [], 'nothing is made')

      const first = ['account', 'create', '--username', 'ada', '--role', 'administrator', '--new']
      const made = { code: 0, stdout: 'Account 1 created. ada can sign in now.\n', stderr: '' }
      assert.deepEqual(await at(first, input('the lamp is lit')), made)
      assert.equal((await at([...createKey, '--new'])).stderr, 'Key 1 created. It is shown only once:\n')
      assert.equal((await at(['key', 'list'])).stdout.split('\n').length, 3)
    })

    test('keys are made, listed and revoked beside a server', async (t) => {
      const { db, at } = await openServed(t, engine)
      const made = await at(createKey)
      assert.deepEqual(made, {
        code: 0,
        stdout: made.stdout,
        stderr: 'Key 1 created. It is shown only once:\n',
      })
      assert.match(made.stdout, /^[0-9a-f]{32}\n$/)
      const secret = made.stdout.trim()
      assert.deepEqual(await findKey(db, secret, new Date()), {
        ...{ id: 1, plan: 'professional', dialect: 'neutral', languages: '', appended_languages: '' },
        ...{ limit_per_second: null, is_suspended: false, ends_at: null },
      })

      const listed = await at(['key', 'list'])
      const [, row = ''] = listed.stdout.split('\n')
      const last = `none      ${secret.slice(-4)}       20\\d\\d-\\S+Z$`
      assert.match(row, new RegExp(`^1   My app  interface  professional  plan        neutral  none       ${last}`))

      const options = '--dialect common --languages pt_br,pt-PT --append-languages de,en'.split(' ')
      const forApps = (await at([...createKey, ...options])).stdout.trim()
      const { dialect, appended_languages } = (await findKey(db, forApps, new Date()))!
      assert.deepEqual([dialect, appended_languages], ['common', 'de-DE,en-US'])
      assert.match((await at(['key', 'list'])).stdout, /^2 .* {2}common {3}pt-BR,pt-PT {2}de-DE,en-US {2}/m)

      const revoked = { code: 0, stderr: '' }
      const stdout = 'Key 1 and its sessions revoked.\n'
      assert.deepEqual(await at(['key', 'revoke', '1']), { ...revoked, stdout })
      assert.equal(await findKey(db, secret, new Date()), undefined)
      assert.deepEqual(await at(['key', 'revoke', '1']), { ...revoked, stdout })
      assert.match((await at(['key', 'list'])).stdout, /^1 .*Z {2}20\d\d-\S+Z\n2 /m)
      const unknown = await at(['key', 'revoke', '3'])
      assert.deepEqual(unknown, { code: 1, stdout: '', stderr: 'reelcommons key: There is no key 3.\n' })
    })

    test('accounts and sessions are made beside a server', async (t) => {
      const { db, at } = await openServed(t, engine)
      await at(createKey)
      const createAccount = ['account', 'create', '--username', 'Ada', '--name', 'Ada L.', '--email', 'ada@example.org']
      const account = await at(createAccount, input('the lamp is lit\n'))
      assert.deepEqual(account, { code: 0, stdout: 'Account 1 created. Ada can sign in now.\n', stderr: '' })
      const writing = { ...writingOf(db, 0, new Date()), passwords: openPasswords(1) }
      assert.equal((await signIn.handle(writing, { username: 'ada', password: 'the lamp is lit' })).id, 1)
      assert.deepEqual(await at(['account', 'create', '--username', 'ada'], input('the lamp is out')), {
        code: 1,
        stdout: '',
        stderr: 'reelcommons account: The user name ada is taken.\n',
      })

      const twin = ['account', 'create', '--username', 'twin', '--email', 'ADA@example.org']
      assert.deepEqual(await at(twin, input('the lamp is out')), {
        code: 1,
        stdout: '',
        stderr: 'reelcommons account: The address ADA@example.org belongs to another account.\n',
      })
      const root = ['account', 'create', '--username', 'root', '--role', 'administrator', '--language', 'de']
      await at(root, input('the lamp is lit'))
      const Row = Type.Object({ username: Type.String(), role: Type.String(), iso_639_1: Type.String() })
      assert.deepEqual(await db.all(Row, sql`select username, role, iso_639_1 from account order by id`), [
        { username: 'Ada', role: 'member', iso_639_1: '' },
        { username: 'root', role: 'administrator', iso_639_1: 'de' },
      ])

      const session = await at(['session', 'create', '--username', 'ada', '--key-id', '1'])
      assert.equal(session.stderr, 'Session created. It is shown only once:\n')
      assert.match(session.stdout, /^[0-9a-f]{40}\n$/)
      const owner = { account_id: 1, key_id: 1, role: 'member', scopes: ['read', 'keep'] }
      assert.deepEqual(await knownSession(db, session.stdout.trim()), owner)
      const editing = await at(['session', 'create', '--username', 'ada', '--key-id', '1', '--scope', 'edit'])
      const scopes = ['read', 'keep', 'edit']
      assert.deepEqual(await knownSession(db, editing.stdout.trim()), { ...owner, scopes })
      const refusals: [username: string, keyId: string, sentence: string][] = [
        ['bo', '1', 'There is no account "bo".'],
        ['ada', '2', 'There is no key 2, or it has expired or was revoked.'],
      ]
      for (const [username, keyId, sentence] of refusals) {
        const refused = await at(['session', 'create', '--username', username, '--key-id', keyId])
        assert.deepEqual(refused, { code: 1, stdout: '', stderr: `reelcommons session: ${sentence}\n` })
      }
    })

    test('on a terminal the password is asked for twice and not shown', async (t) => {
      const { db, at } = await openServed(t, engine)
      const create = ['account', 'create', '--username', 'ada']
      const asked = 'Password: \nPassword again: \n'
      const made = await at(create, terminal('the lamp is litt\b\r', 'the lamp is lit\r'))
      assert.deepEqual(made, { code: 0, stdout: 'Account 1 created. ada can sign in now.\n', stderr: asked })
      const writing = { ...writingOf(db, 0, new Date()), passwords: openPasswords(1) }
      assert.equal((await signIn.handle(writing, { username: 'ada', password: 'the lamp is lit' })).id, 1)

      const refusals: [typed: PassThrough, shown: string, sentence: string][] = [
        [terminal('the lamp is lit\r', 'the lamp is out\r'), asked, 'The passwords do not match.'],
        [terminal('the lamp\u0003'), 'Password: \n', 'No password was given.'],
        [terminal('the lamp is lit\r', '\u0004'), asked, 'No password was given.'],
      ]
      for (const [typed, shown, sentence] of refusals) {
        const stderr = `${shown}reelcommons account: ${sentence}\n${usage.account}\n`
        assert.deepEqual(await at(['account', 'create', '--username', 'bo'], typed), { code: 2, stdout: '', stderr })
      }
    })
  },
)

test('each command makes a catalogue, or refuses where there is none', () => {
  const known = new Set([...beside.map(([name]) => name), ...withLines, ...makers])
  assert.deepEqual(Object.keys(commands).sort(), [...known].sort())
})

const languages = '[--languages L] [--append-languages L]'
const usage = {
  key: `Usage: reelcommons key create --name N --plan P [--limit N] [--dialect D] ${languages} [--new]
       reelcommons key create --name N --use app|plex [--limit N] [--dialect D] ${languages} [--new]
       reelcommons key list
       reelcommons key change ID ${languages}
       reelcommons key revoke ID`,
  account: `Usage: reelcommons account create --username U [--name N] [--email E] [--role R] [--language L] [--new]
       reelcommons account password --username U [--reason T]
       reelcommons account password-link --username U [--reason T]
       reelcommons account remove-codes --username U [--reason T]`,
  session: 'Usage: reelcommons session create --username U --key-id ID [--scope S]',
  serve:
    'Usage: reelcommons serve [--port N] [--host H] [--site URL] [--data DIR] [--database URL] [--workers N|auto] ' +
    '[--empty] …\n' +
    '       reelcommons serve --test [--now TIME] [--fixture FILE]… [--stop-with-input] [--port N] [--dialect D]',
  export: `Usage: reelcommons export [--kind KIND]…
       reelcommons export --to csv
       reelcommons export --to nfo FOLDER… [--language L] [--force] [--dry-run]`,
  operations: 'Usage: reelcommons operations',
}

const wrong: [words: string, sentence: string, typed?: string][] = [
  ['key', 'The first argument has to be create, list, change or revoke.'],
  ['key constructor', 'The first argument has to be create, list, change or revoke, not "constructor".'],
  ['key create --plan developer', '--name is missing.'],
  ['key create --name app', '--plan is missing.'],
  ['key create --name app --plan free', '--plan has to be developer or professional, not "free".'],
  [
    `key create --plan developer --name ${'n'.repeat(101)}`,
    '--name may have at most 100 characters, none of them invisible.',
  ],
  ['key create --plan developer --name a\u0007b', '--name may have at most 100 characters, none of them invisible.'],
  [
    'key create --plan developer --name a --limit 1000001',
    '--limit has to be a whole number from 0 to 1000000, not "1000001".',
  ],
  [
    'key create --plan developer --name a --limit 1.5',
    '--limit has to be a whole number from 0 to 1000000, not "1.5".',
  ],
  ['key list all', 'There is one argument too many: "all".'],
  ['key revoke', 'ID is missing.'],
  ['key revoke 0', 'ID has to be a whole number, not "0".'],
  ['key revoke 1e3', 'ID has to be a whole number, not "1e3".'],
  ['key revoke 1 2', 'There is one argument too many: "2".'],
  ['account make', 'The first argument has to be create, password, password-link or remove-codes, not "make".'],
  ['account create', '--username is missing.'],
  [
    'account create --username a',
    'A user name has 2 to 32 letters from a to z, digits, dots, hyphens and underscores, ' +
      'and begins with a letter or a digit.',
  ],
  ...['german', 'xx', 'DE'].map((language): (typeof wrong)[number] => [
    `account create --username ada --language ${language}`,
    `--language has to be a code such as de, not "${language}".`,
  ]),
  ['account create --username ada --role king', '--role has to be member, moderator or administrator, not "king".'],
  [
    'account create --username ada',
    'This password is too easy to guess. Choose one that only you would think of.',
    'Password1234\n',
  ],
  ['account create --username ada', 'The password is expected on standard input.'],
  ['account create --username ada', 'A password has at least 12 characters.', 'too short'],
  ['account create --username ada', 'The password on standard input has to be one line.', 'the lamp\nis lit\n'],
  ['account create --username ada', 'A password has at most 256 characters.', 'p'.repeat(100_000)],
  ['session create --username ada', '--key-id is missing.'],
  ['session create --username ada --key-id first', '--key-id has to be a whole number, not "first".'],
  [
    'session create --username ada --key-id 1 --scope edit,rule',
    '--scope takes read, keep, edit, moderate, separated by commas, not "rule".',
  ],
  ['serve now', 'serve does not take the argument "now".'],
  ['export all', 'export does not take the argument "all".'],
  ['operations all', 'operations does not take the argument "all".'],
]
for (const [words, sentence, typed = ''] of wrong) {
  test(`${words.slice(0, 60)}: ${sentence}`, async () => {
    const name = words.split(' ', 1)[0] as keyof typeof usage
    // What is wrong with words is said before anything is opened.
    const nowhere = ['--database', 'postgres://nowhere.invalid/none']
    const stderr = `reelcommons ${name}: ${sentence}\n${usage[name]}\n`
    const given = [...words.split(' '), ...(words === 'key' ? [] : nowhere)]
    assert.deepEqual(await runCommand(given, input(typed)), { code: 2, stdout: '', stderr })
  })
}

test('an option that is none is named', async () => {
  const { code, stderr } = await runCommand(['key', 'list', '--name', 'app'], input(''))
  assert.equal(code, 2)
  assert.match(stderr, /^reelcommons key: Unknown option '--name'/)
})
