import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttps } from 'node:https'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { Type } from 'typebox'
import { makeIn } from '#src/certificates/folder.ts'
import { readName } from '#src/certificates/names.ts'
import { readConfig } from '#src/config.ts'
import { seal } from '#src/credentials/sealed.ts'
import { sql } from '#src/database/sql.ts'
import { checkServer } from '#src/installation/ask-server.ts'
import { checkCodes, checkMail } from '#src/installation/checks.ts'
import { saysOf } from '#src/installation/findings.ts'
import { texts } from '#src/texts/index.ts'
import { openFor } from '../support/catalogue.ts'
import { sqliteEngine } from '../support/engines.ts'
import { runCommand } from '../support/run/command.ts'
import { loadWorld, testDay } from '../support/world.ts'

const { obstacle } = texts.en.connect
const Id = Type.Object({ id: Type.Integer() })

async function open(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-doctor-'))
  t.after(() => rm(folder, { recursive: true }))
  const run = (...words: string[]) => runCommand([...words, '--data', folder], new PassThrough().end())
  // Nobody listens on port 1.
  const doctor = (...words: string[]) => run('doctor', '--port', '1', ...words)
  return { folder, run, doctor }
}

/** Lines of a report, without the remedies. */
const told = (stdout: string) => stdout.split('\n').filter((line) => /^(ok|note|info|PROBLEM)/.test(line))

test('the doctor checks an installation as a whole', async (t) => {
  const { folder, run, doctor } = await open(t)
  assert.equal((await doctor()).code, 1, 'there is no catalogue')
  await run('key', 'create', '--name', 'a', '--plan', 'developer', '--new')
  const first = await doctor()
  assert.deepEqual([first.code, first.stderr], [0, ''])
  assert.deepEqual(
    told(first.stdout).map((line) =>
      line
        .replace(/\s+/g, ' ')
        .replace(/[\d,.]+ [MG]iB.*/, 'MiB')
        .replace(/\d{4}-\d\d-\d\d/, 'DAY'),
    ),
    [
      `note address ${obstacle.only_here}`,
      'ok site Links lead to the address under which the server was opened.',
      'ok certificate The server answers without encryption (http). That is enough at home and behind a proxy that ' +
        'encrypts.',
      'ok disk MiB',
      `note mail The server sends no e-mails. It writes them to the folder ${join(folder, 'mail')}.`,
      'note signups Everyone can sign up, but gets no e-mail to verify their address.',
      'ok sample The catalogue has no sample.',
      'note database The catalogue has no movies and no series yet. Database: SQLite.',
      'note apps No app has used its key yet.',
      'note codes The server has no secret key, so whoever gets hold of the database or a backup can make people’s ' +
        'one-time codes. Accounts that have codes: 0.',
      'info backup The server makes no backups by itself. This command makes one while it runs: ' +
        `\`npx reelcommons backup ../reelcommons-DAY --data ${folder}\`. The page Server has a button for it.`,
      'note server No server answers at http://127.0.0.1:1.',
      'note search The search index is not built yet, so searches find nothing.',
      'ok pictures 0 pictures are stored, and none is missing or damaged.',
      'ok keys Valid keys of the dialect neutral: 1.',
      'note keys There is no valid key of the dialect common.',
    ],
  )
  assert.ok(first.stdout.includes('--dialect common'), 'with what to do')
  assert.match(first.stdout, /under Settings → Connect/)
  assert.ok(first.stdout.includes(`reelcommons import --from auto FOLDER --data ${folder}`), 'with the folder')
  assert.match(first.stdout, /\nNo problems found\.\n$/)

  await run('certificate', 'api.player.example', '--folder', folder)
  const files = ['--tls-certificate', `${folder}/certificate.pem`, '--tls-key', `${folder}/certificate.key`]
  const hosts = ['--app-hosts', 'api.player.example,image.player.example', '--site', 'http://films.lan']
  const full = `${2 ** 50 / 4}`
  const ill = await doctor(...files, ...hosts, '--image-free-bytes', full, '--host', '0.0.0.0')
  assert.equal(ill.code, 1)
  const wrong = told(ill.stdout).filter((line) => line.startsWith('PROBLEM'))
  for (const [index, said] of [
    /site .*is http:.*, but this server answers only https/,
    new RegExp(`certificate .*${obstacle.not_named('image.player.example')}`),
    new RegExp(`certificate .*${obstacle.not_named('films.lan')}`),
    /disk/,
    /apps .*have no key to share/,
  ].entries())
    assert.match(wrong[index] ?? '', said)
  assert.equal(wrong.length, 5)
  assert.match(ill.stdout, /api\.player\.example and valid for 395 more days/)

  await writeFile(join(folder, 'certificate.pem'), 'nothing')
  assert.match((await doctor(...files)).stdout, /PROBLEM {2}certificate .*holds no certificate in PEM/)
  assert.equal((await doctor('--repair')).code, 2)
})

test('the doctor says whether the secrets of one-time codes are encrypted, and can be read again', async (t) => {
  const db = await openFor(t, sqliteEngine(loadWorld))
  const [secretKey, now] = ['k'.repeat(40), new Date(testDay).toISOString()]
  const about = (id: number) => `one-time codes of ${id}`
  const found = async (key: string) => {
    const { config } = readConfig({ 'secret-key': key }, {})
    const finding = await checkCodes(db, config)
    const says = saysOf(texts.en, finding, config)
    return [finding.state, /\d+\.$/.exec(says)?.[0] ?? says]
  }
  await db.run(sql`delete from totp`)
  assert.deepEqual(await found(secretKey), ['well', '0.'])
  const accounts = await db.all(Id, sql`select id from account order by id limit 3`)
  const sealings = [{ secretKey: '' }, { secretKey }, { secretKey: 'j'.repeat(40) }]
  for (const [index, { id }] of accounts.entries())
    await db.run(sql`
      insert into totp (account_id, secret, made_at, expires_at, last_period, confirmed_at)
      values (${id}, ${seal('A', { ...sealings[index]!, about: about(id) })}, ${now}, ${now}, 1, ${now})`)
  assert.deepEqual(await found(secretKey), ['wrong', '1.'], 'one of another key')
  assert.deepEqual(await found(''), ['wrong', '2.'], 'without the key both are lost')
  await db.run(sql`delete from totp where account_id = ${accounts[2]!.id}`)
  assert.deepEqual(await found(secretKey), ['note', '1.'], 'one is readable')
  await db.run(sql`delete from totp where account_id = ${accounts[1]!.id}`)
  assert.deepEqual(await found(''), ['note', '1.'])
})

test('the doctor asks the mail server', async (t) => {
  const server = createServer((socket) => socket.end('554 no mails here\r\n'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const { port } = server.address() as { port: number }
  const { config } = readConfig({ smtp: `smtp://127.0.0.1:${port}` }, {})
  const check = await checkMail(config)
  assert.deepEqual([check.state, check.area], ['wrong', 'mail'])
  assert.match(saysOf(texts.en, check, config), /554/)
})

test('the doctor asks a server that speaks https, and knows the certificate of the settings again', async (t) => {
  const { folder } = await open(t)
  const settings = async (name: string, names: string[]) => {
    const wanted = names.map((each) => readName(each)!)
    await makeIn({ folder: join(folder, name), names: wanted, now: new Date(), isNew: false, forgets: false })
    return {
      'tls-certificate': join(folder, name, 'certificate.pem'),
      'tls-key': join(folder, name, 'certificate.key'),
    }
  }
  const names = ['api.player.example', 'image.player.example']
  const [served, other] = [await settings('served', names), await settings('other', names)]
  let status = 200
  const files = { cert: await readFile(served['tls-certificate']), key: await readFile(served['tls-key']) }
  const server = createHttps(files, (_, reply) => reply.writeHead(status).end('ok'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const { port } = server.address() as { port: number }
  const found = async (options: Record<string, string>) => {
    const { config } = readConfig({ port: String(port), ...options }, {})
    return (await checkServer(config)).map((each) => `${each.state} ${saysOf(texts.en, each, config)}`).join(' ')
  }
  const at = `https://127.0.0.1:${port}`
  const both = await found({ ...served, 'app-hosts': names.join(',') })
  assert.equal(both, `well A server answers at ${at}, with the certificate in the settings for ${names.join(', ')}.`)
  assert.match(await found(other), /^wrong .* does not use the certificate in the settings for api\.player/)
  status = 500
  assert.match(await found(served), /^wrong .* answers with status 500\.$/)
  assert.equal(await found({ ...served, port: '1' }), 'note No server answers at https://127.0.0.1:1.')
})
