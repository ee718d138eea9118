import assert, { AssertionError } from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { promisify } from 'node:util'
import type { SMTPServerOptions } from 'smtp-server'
import { readConfig } from '#src/config.ts'
import { checkMailServer, MAIL_MS, openTransport } from '#src/mail/transport.ts'
import { type MailServer, openMailServer } from '../support/mail-server.ts'

/** A key and a certificate of nobody's authority, for this machine. */
async function selfSigned(): Promise<{ key: string; cert: string }> {
  const words =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout - -out - -days 2 -subj /CN=localhost ' +
    '-addext subjectAltName=DNS:localhost,IP:0.0.0.0'
  const { stdout } = await promisify(execFile)('openssl', words.split(' '))
  const [key = '', cert = ''] = stdout.match(/-----BEGIN ([A-Z ]+)-----[\s\S]+?-----END \1-----/g) ?? []
  return { key, cert }
}

type Kind = 'implicit' | 'starttls' | 'plain'
/** What a server noticed of a sender: whether it was encrypted, and the password that it gave. */
type Noticed = { isEncrypted: boolean; password?: string | undefined }

const own = { key: '', cert: '' }
const noticed: Noticed[] = []
const servers = {} as Record<Kind, MailServer>

before(async () => {
  Object.assign(own, await selfSigned())
  const common: SMTPServerOptions = {
    ...own,
    disabledCommands: [],
    // A client that would give its password away is let do it, so that it is noticed.
    allowInsecureAuth: true,
    onMailFrom(_address, session, done) {
      noticed.push({ isEncrypted: session.secure, password: session.user || undefined })
      done()
    },
    onAuth: (auth, _session, done) => done(null, { user: String(auth.password) }),
  }
  servers.implicit = await openMailServer({ ...common, secure: true })
  servers.starttls = await openMailServer(common)
  servers.plain = await openMailServer({ ...common, disabledCommands: ['STARTTLS'] })
})
after(() => Promise.all(Object.values(servers).map((server) => server.close())))

const letter = { id: 1, recipient: 'gil@people.example', subject: 'Lamps', text: 'They are lit.', link: undefined }

/** What becomes of a mail; the address of the setting has the port of a server in place of PORT. */
async function sending(kind: Kind, address: string): Promise<Noticed | string> {
  noticed.length = 0
  const smtp = address.replace('PORT', new URL(servers[kind].url).port)
  const { config } = readConfig({ smtp }, {})
  const transport = openTransport(
    config,
    () => 'http://here.example',
    () => {},
  )
  const failure = await checkMailServer(config, MAIL_MS)
  try {
    await transport.deliver(letter, new Date('2026-03-10T12:00:00.000Z'))
    assert.equal(failure, undefined, 'whoever asks beforehand is told the same')
    return noticed[0] ?? 'nothing noticed'
  } catch (error) {
    if (error instanceof AssertionError) throw error
    assert.notEqual(failure, undefined, 'whoever asks beforehand is told the same')
    assert.deepEqual(noticed, [], 'who refuses sends nothing')
    return (error as { code?: string }).code ?? String(error)
  } finally {
    transport.close()
  }
}

const encrypted = { isEncrypted: true, password: undefined }
const inClear = { isEncrypted: false, password: 'lamp' }
const unchecked = 'tls.rejectUnauthorized=false'

const scenarios: [title: string, kind: Kind, address: string, outcome: object | string][] = [
  ['encrypted from the beginning, by an unknown certificate', 'implicit', 'smtps://localhost:PORT', 'ESOCKET'],
  ['that certificate, unchecked', 'implicit', `smtps://localhost:PORT?${unchecked}`, encrypted],
  ['encrypted later, by an unknown certificate', 'starttls', 'smtp://localhost:PORT', 'ESOCKET'],
  ['that one, unchecked', 'starttls', `smtp://localhost:PORT?${unchecked}`, encrypted],
  ['not encrypted, and nothing secret', 'plain', 'smtp://0.0.0.0:PORT', { isEncrypted: false, password: undefined }],
  ['not encrypted, but it has to be', 'plain', 'smtp://localhost:PORT?requireTLS=true', 'ETLS'],
  ['a password for another machine that does not encrypt', 'plain', 'smtp://gil:lamp@0.0.0.0:PORT', 'ETLS'],
  ['the same, where the setting says that it may', 'plain', 'smtp://gil:lamp@0.0.0.0:PORT?requireTLS=false', inClear],
  ['a password for this machine', 'plain', 'smtp://gil:lamp@127.0.0.1:PORT', inClear],
]
for (const [title, kind, address, outcome] of scenarios)
  test(`mails to a server, ${title}`, async () => assert.deepEqual(await sending(kind, address), outcome))

test('a certificate of a known authority is taken for the hosts that it names', async (t) => {
  const known = getCACertificates()
  t.after(() => setDefaultCACertificates(known))
  setDefaultCACertificates([...known, own.cert])
  const withPassword = { isEncrypted: true, password: 'lamp' }
  assert.deepEqual(await sending('implicit', 'smtps://gil:lamp@localhost:PORT'), withPassword)
  assert.deepEqual(await sending('starttls', 'smtp://gil:lamp@0.0.0.0:PORT'), withPassword)
  assert.equal(await sending('implicit', 'smtps://gil:lamp@127.0.0.1:PORT'), 'ESOCKET')
  assert.equal(await sending('starttls', 'smtp://gil:lamp@127.0.0.1:PORT'), 'ESOCKET')
})
