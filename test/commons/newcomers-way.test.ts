import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { sources } from '../support/catalogue.ts'
import { until } from '../support/clients.ts'
import { movie, person } from '../support/import-lines.ts'
import { open, save } from '../support/pages/edit-forms.ts'
import { filled } from '../support/pages/form-fields.ts'
import { textOf, type Visitor, visitorAt } from '../support/pages/visitor.ts'
import { freePort } from '../support/postgres.ts'
import { runCommand } from '../support/run/command.ts'
import { Running } from '../support/running.ts'

const password = 'the lamp is lit'
const lines = [
  ...sources.map((source) => ({ ...source, kind: 'source', redistributable: true })),
  person(1),
  movie({ tagline: 'Long ago' }),
]

/** A server in a process of its own. */
async function serve(context: TestContext, data: string, words: (site: string) => string[]) {
  const port = await freePort()
  const site = `http://127.0.0.1:${port}`
  const running = new Running(['serve', '--data', data, '--port', String(port), ...words(site)])
  context.after(() => running.stop())
  await running.until(/Server listening/)
  return { site, running }
}

/** The first visit, which makes the administrator. */
async function setUp(site: string, username: string, siteName: string): Promise<Visitor> {
  const visitor = visitorAt(site)
  const email = `${username}@example.org`
  const choices = { greeting: '', private: 'false', signups: 'closed', catalogue: '', folder: '' }
  const made = await visitor.post('/setup', { username, email, password, repeat: password, siteName, ...choices })
  assert.equal(made.status, 303, textOf(made))
  return visitor
}

/** Somebody changes a movie in the form of its page. */
const change = async (visitor: Visitor, values: Record<string, string>) =>
  textOf(await save(visitor, await formOf(visitor), filled(await open(visitor, '/movie/1/edit'), values)))

async function formOf(visitor: Visitor): Promise<string> {
  const { body } = await visitor.get('/movie/1/edit')
  const [, address = ''] = /class="edit-form" method="post" action="([^"]+)"/.exec(body) ?? []
  return address
}

async function pageOf(site: string, path = '/movie/1'): Promise<string> {
  const visitor = visitorAt(site)
  const reply = await visitor.get(path)
  return textOf(reply.location === undefined ? reply : await visitor.follow(reply))
}

/** A member who makes an API key and an access token that may edit. */
async function tokenOf(site: string, name: string): Promise<string> {
  const mia = visitorAt(site)
  assert.equal((await mia.post('/login', { name, password, next: '/' })).status, 303)
  const about = { name: 'Corrections', kind_of_use: 'media_centre', summary: 'Sends corrections back', terms: 'on' }
  const plan = { contact: 'mia@example.org', application_address: '', plan: 'developer', dialect: 'neutral' }
  const key = await mia.post('/settings/api/new', { ...about, ...plan, languages: '' })
  assert.equal(key.status, 303, textOf(key))
  const [, key_id = ''] = /<option value="(\d+)"/.exec((await mia.get('/settings/tokens')).body) ?? []
  const wanted = { name: 'corrections', key_id, lifetime: '90', scope_read: 'on', scope_edit: 'on' }
  const [token] = /rct_\w+/.exec((await mia.follow(await mia.post('/settings/tokens', wanted))).body) ?? []
  assert.ok(token)
  return token
}

test('a newcomer publishes, follows, corrects, sends back, and sees it come round', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-newcomer-'))
  context.after(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }))
  const [there, here, file] = [join(folder, 'a'), join(folder, 'b'), join(folder, 'films.ndjson')]
  await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const imported = await runCommand(['import', file, '--data', there])
  assert.equal(imported.code, 0, imported.stderr)

  const publisher = await serve(context, there, (site) => ['--publish', '--site', site, '--publish-every', '1'])
  // Whoever looks too early is told that it is not ready yet.
  let about = ''
  await until(async () => {
    about = await pageOf(publisher.site, '/about')
    assert.match(about, /is being published for the first time|npx reelcommons follow/)
    return about.includes('npx reelcommons')
  })
  const ada = await setUp(publisher.site, 'ada', 'Films of Ada')
  // The name is published at once.
  const manifest = `${publisher.site}/commons/dump/manifest.json`
  await until(async () => (await (await fetch(manifest)).text()).includes('"name":"Films of Ada"'))

  const [, command = ''] = /npx reelcommons (follow \S+ --fingerprint \w+)/.exec(about) ?? []
  const follow = (...words: string[]) => runCommand([...words, '--data', here])
  const asked = command.split(' ')
  assert.match((await follow(...asked, '--yes')).stderr, /begin with https:\/\/, unless .* followPrivate is set/)
  const begun = await follow(...asked, '--yes', '--follow-private')
  assert.match(begun.stderr, /^Films of Ada, at http[\s\S]*while it serves, with --follow-private as well\.\n$/)
  assert.match(begun.stdout, /^2 records created/)
  const follower = await serve(context, here, () => [
    ...['--follow-private', '--follow-every-seconds', '1', '--offer-every-seconds', '1'],
  ])
  const bob = await setUp(follower.site, 'bob', 'Films of Bob')

  // Both change the same title, and what is corrected here stays when the other one comes in.
  assert.match(await change(bob, { 'v.title': 'A title of Bob', note: 'It is on the reel' }), /A title of Bob/)
  assert.match(await change(ada, { 'v.title': 'A title of Ada', 'v.tagline': 'Of Ada' }), /A title of Ada/)
  await until(async () => (await pageOf(follower.site)).includes('Of Ada'))
  assert.match(await pageOf(follower.site), /A title of Bob/)

  // It is sent back in the name of a member there.
  const member = ['account', 'create', '--username', 'mia', '--email', 'mia@example.org', '--data', there]
  assert.match((await runCommand(member, Readable.from([`${password}\n`]))).stdout, /mia can sign in now/)
  const [, fingerprint = ''] = /--fingerprint (\w{4})/.exec(command) ?? []
  const token = Readable.from([`${await tokenOf(publisher.site, 'mia')}\n`])
  const given = await runCommand(['follow', 'token', fingerprint, '--follow-private', '--data', here], token)
  assert.match(given.stdout, /corrections are sent to .* as mia\./, given.stderr)
  const offered = await follow('follow', 'offer', fingerprint, 'movie', '1')
  assert.match(offered.stdout, /^1 correction is on its way\.$/m, offered.stderr)
  let pending = ''
  await until(async () => {
    pending = /href="(\/queue\/\d+)"/.exec((await ada.get('/queue')).body)?.[1] ?? ''
    return pending !== ''
  })
  const edit = await ada.get(pending)
  for (const part of [/By mia/, /It is on the reel/]) assert.match(textOf(edit), part)
  assert.equal((await ada.post(pending, {})).status, 303)
  assert.match(await pageOf(publisher.site), /A title of Bob/)

  // It comes round: the value is the publisher's here, and what the publisher says later comes in.
  const state = async () => (await follow('follow', 'offer', fingerprint)).stdout
  await until(async () => /Came back: the value is now that of the publisher/.test(await state()))
  assert.match(await pageOf(follower.site, '/movie/1/history'), /Films of Ada/)
  await change(ada, { 'v.title': 'Another title' })
  await until(async () => (await pageOf(follower.site)).includes('Another title'))
})
