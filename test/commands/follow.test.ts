import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { fingerprintOf } from '#src/commons/format/signatures.ts'
import { openSite } from '../support/commons/member-site.ts'
import { openPublisher } from '../support/commons/publisher.ts'
import { club, film } from '../support/commons/spoilt.ts'
import { person } from '../support/import-lines.ts'
import { runCommand } from '../support/run/command.ts'

test('one command fills an empty catalogue, and others look after it', { timeout: 120_000 }, async (context) => {
  const data = await mkdtemp(join(tmpdir(), 'reelcommons-follow-'))
  context.after(() => rm(data, { recursive: true, force: true }))
  const publisher = await openPublisher(context)
  publisher.state.time = new Date(Date.now() - 3_600_000).toISOString()
  publisher.state.validUntil = new Date(Date.now() + 86_400_000).toISOString()
  await publisher.whole([film('One'), person(1, club)])
  await publisher.packet([film('Two')])
  const { folder, id } = publisher
  const run = (...words: string[]) => runCommand(['follow', ...words, '--data', data])

  assert.equal((await run()).code, 2)
  assert.equal((await run(folder)).code, 2)
  assert.match((await run(folder, '--yes', '--kinds', 'films')).stderr, /--kinds has to be/)
  assert.match((await run(folder, '--yes', '--rank', '1000')).stderr, /--rank has to be/)
  const other = await run(folder, '--yes', '--fingerprint', '0'.repeat(32))
  assert.deepEqual([other.code, /another fingerprint/.test(other.stderr)], [1, true])
  assert.match((await run(join(folder, 'nothing'), '--yes')).stderr, /Nothing is published there, or not yet/)

  const begun = await run(folder, '--yes', '--fingerprint', fingerprintOf(id))
  assert.equal(begun.code, 0, begun.stderr)
  assert.match(begun.stderr, /Films Example, at .*\nFingerprint: ([0-9a-f]{4} ){7}[0-9a-f]{4}\n/)
  assert.match(begun.stderr, /Film club: CC0-1\.0/)
  assert.match(begun.stdout, /2 records created, 1 changed\./)
  assert.match((await runCommand(['export', '--data', data])).stdout, /"title":"Two"/)

  const listed = await run('list')
  assert.match(listed.stdout, /Films Example +Following +1 of 1/)
  assert.match((await run('pause', id.slice(0, 6))).stdout, /paused/)
  assert.match((await run('list')).stdout, /Paused/)
  assert.match((await run('resume', 'Films Example')).stdout, /following/)

  // Corrections go back in the name of a member, whose token is tried first.
  assert.match(
    (await run('offer', id.slice(0, 6))).stderr,
    /there is no access token[\s\S]*No correction has been sent/,
  )
  assert.match((await run('offer', id.slice(0, 6), 'movie', '1')).stderr, /there is no access token/)
  assert.equal((await run('offer', id.slice(0, 6), 'film', '1')).code, 2)
  assert.equal((await run('token', id.slice(0, 6))).code, 2)
  const site = await openSite(context)
  const give = (token: string) => {
    const words = ['token', id.slice(0, 6), '--server', site, '--follow-private', '--data', data]
    return runCommand(['follow', ...words], Readable.from([`${token}\n`]))
  }
  assert.match((await give('rct_wrong')).stderr, /The publisher does not accept the token/)
  assert.match((await give('rct_right')).stdout, /corrections are sent to http.* as mia\./)
  assert.match(
    (await run('offer', id.slice(0, 6), 'movie', '1')).stdout,
    /0 corrections are on their way, of 1 record people/,
  )
  assert.match((await run('offer', id.slice(0, 6), '--all')).stdout, /0 corrections are on their way\./)
  assert.match((await run('token', id.slice(0, 6), '--forget')).stdout, /token removed/)

  assert.match((await run('pause', 'zzz')).stderr, /No followed catalogue is called/)
  assert.equal((await run('rewind', id.slice(0, 6), '--yes')).code, 2)
  assert.match((await run('rewind', id.slice(0, 6), '--to', '2026-01-01', '--yes')).stdout, /rewound and paused/)
  assert.doesNotMatch((await runCommand(['export', '--data', data])).stdout, /"kind":"movie"/)
  const removed = await run('remove', fingerprintOf(id).replaceAll(' ', ''), '--yes')
  assert.equal(removed.code, 0, removed.stderr)
  assert.match((await run('list')).stderr, /No catalogue is followed/)
})
