import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDatabase } from '#src/database/open.ts'
import { findKey, findPlexKey } from '#src/keys/find-key.ts'
import { runCommand } from '../support/run/command.ts'

const create = ['key', 'create', '--name', 'Living room']

test('a key for Plex is made on the command line, with both addresses, and is listed and revoked', async (t) => {
  const parent = await mkdtemp(join(tmpdir(), 'reelcommons-plex-'))
  t.after(() => rm(parent, { recursive: true }))
  const folder = join(parent, 'data')
  const at = (words: string[]) => runCommand([...words, '--data', folder])
  const made = await at([...create, '--use', 'plex', '--site', 'https://x.example', '--new'])
  assert.equal(made.stderr, 'Key 1 created. Its addresses are shown only once:\n')
  const [movies = '', television = '', ...rest] = made.stdout.split('\n')
  const [, secret = ''] = /^https:\/\/x\.example\/plex\/([\da-f]{40})\/movies$/.exec(movies) ?? []
  assert.deepEqual([television, ...rest], [`https://x.example/plex/${secret}/television`, ''])

  const db = await openDatabase(folder, { writes: 'inline' })
  t.after(() => db.close())
  const find = async () => (await findPlexKey(db, secret, new Date()))?.id
  assert.deepEqual([await find(), await findKey(db, secret, new Date())], [1, undefined])
  assert.match((await at(['key', 'list'])).stdout, /^1 {3}Living room {2}plex {2}none {2}setting/m)
  await at(['key', 'revoke', '1'])
  assert.equal(await find(), undefined)

  const wrong = async (words: string[]) => (await at([...create, ...words])).stderr.split('\n', 1)[0]
  assert.equal(await wrong(['--use', 'kodi']), 'reelcommons key: --use has to be app or plex, not "kodi".')
  assert.equal(await wrong(['--use', 'plex', '--plan', 'developer']), 'reelcommons key: --use plex takes no --plan.')
})
