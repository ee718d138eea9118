import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { AUTHORITY_DAYS, CERTIFICATE_DAYS, permittedNames } from '#src/certificates/make.ts'
import { maxNames } from '#src/certificates/names.ts'
import { daysLeft, namesOf } from '#src/certificates/read.ts'
import { runCommand } from '../support/run/command.ts'

async function open(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-certificate-'))
  t.after(() => rm(folder, { recursive: true }))
  const at = (...words: string[]) =>
    runCommand(['certificate', ...words, '--folder', join(folder, 'tls')], new PassThrough().end())
  const read = (name: string) => readFile(join(folder, 'tls', name), 'utf8')
  const leaf = async () => new X509Certificate(await read('certificate.pem'))
  return { folder, at, read, leaf }
}

test('a certificate is made with an authority for its names alone, and renewed', async (t) => {
  const { folder, at, read, leaf } = await open(t)
  const made = await at('Films.LAN', '192.168.1.20', '[fd00::1]', 'bücher.example')
  assert.deepEqual([made.code, made.stderr], [0, ''])
  const names = ['films.lan', '192.168.1.20', 'fd00::1', 'xn--bcher-kva.example']
  for (const said of [`is for ${names.join(', ')}.`, 'certificate.key', 'authority.key', 'Android', 'own network'])
    assert.ok(made.stdout.includes(said), said)
  const modes = async () =>
    Promise.all(
      (await readdir(join(folder, 'tls'))).map(async (name) => {
        const { mode } = await stat(join(folder, 'tls', name))
        return `${name} ${(mode & 0o777).toString(8)}`
      }),
    )
  const files = ['authority.crt 644', 'authority.key 600', 'certificate.key 600', 'certificate.pem 644']
  assert.deepEqual((await modes()).sort(), files)
  assert.equal(((await stat(join(folder, 'tls'))).mode & 0o777).toString(8), '700')

  const authority = await read('authority.crt')
  assert.deepEqual(
    permittedNames(authority).map(({ value }) => value),
    names,
  )
  const first = await leaf()
  const now = new Date()
  assert.ok(first.verify(new X509Certificate(authority).publicKey))
  assert.deepEqual(namesOf(first).length, 4)
  assert.equal(daysLeft(first, now), CERTIFICATE_DAYS - 1)
  assert.equal(daysLeft(new X509Certificate(authority), now), AUTHORITY_DAYS - 1)

  const renewed = await at()
  assert.deepEqual([renewed.code, renewed.stderr], [0, ''])
  assert.ok(renewed.stdout.includes('there is nothing to install again'))
  assert.equal(await read('authority.crt'), authority)
  const second = await leaf()
  assert.notEqual(second.serialNumber, first.serialNumber)
  assert.deepEqual(namesOf(second), namesOf(first))

  assert.equal((await at('below.films.lan')).code, 0)
  const refused = await at('other.example')
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /may not sign for other\.example\. --new-authority makes another one/)
  assert.equal((await at('other.example', '--new-authority')).code, 0)
  assert.notEqual(await read('authority.crt'), authority)
})

test('the key of the authority can be thrown away', async (t) => {
  const { folder, at, read } = await open(t)
  await at('films.lan')
  const { code, stdout } = await at('films.lan', '--new-authority', '--forget-authority')
  assert.equal(code, 0)
  assert.ok(stdout.includes('Its key was deleted.'))
  assert.ok(!(await readdir(join(folder, 'tls'))).includes('authority.key'))
  const authority = new X509Certificate(await read('authority.crt'))
  assert.equal(daysLeft(authority, new Date()), CERTIFICATE_DAYS - 1, 'it ends with what it has signed')
  const again = await at()
  assert.deepEqual([again.code, /was deleted\. --new-authority/.test(again.stderr)], [1, true])
})

const wrong: [words: string[], sentence: string][] = [
  [[], 'Name the hosts that the certificate is for, such as films.lan.'],
  [['films'], '"films" has no dot; take a name such as films.lan or films.home.arpa.'],
  [['*.films.lan'], '"*.films.lan" is no host name and no address.'],
  [['films.lan:8443'], '"films.lan:8443" is no host name and no address.'],
  [['films.lan/tv'], '"films.lan/tv" is no host name and no address.'],
  [['fil%6ds.lan'], '"fil%6ds.lan" is no host name and no address.'],
  [['https://films.lan'], '"https://films.lan" is no host name and no address.'],
  [['1.2.3'], '"1.2.3" is no host name and no address.'],
  [['a b.lan'], '"a b.lan" is no host name and no address.'],
  [Array.from({ length: maxNames + 1 }, (_, index) => `a${index}.lan`), 'A certificate can have at most 50 names.'],
]
for (const [words, sentence] of wrong) {
  test(`certificate ${words.join(' ').slice(0, 40)}: ${sentence}`, async (t) => {
    const { at, folder } = await open(t)
    const { code, stderr } = await at(...words)
    assert.equal(code, 2)
    assert.equal(stderr.split('\n')[0], `reelcommons certificate: ${sentence}`)
    assert.deepEqual(await readdir(folder), [])
  })
}
