import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { folderOf } from '../support/foreign/import-format.ts'
import { runCommand } from '../support/run/command.ts'
import { withoutProgress } from '../support/run/progress.ts'

const lineText = (...lines: object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('')

test('a source that the files themselves declare, wherever, and what the person says of it', async (context) => {
  const club = { ...{ kind: 'source', id: 'club', name: 'Film club', licence: 'CC0-1.0' }, url: '', rank: 20 }
  const declared = { ...club, redistributable: true }
  const one = { kind: 'movie', id: 1, title: 'One' }
  const folder = await folderOf(context, {
    'declared.ndjson': lineText(one, declared, { ...one, id: 2 }),
    'bare.ndjson': lineText(one),
  })
  const run = async (command: string, words: string[]) => {
    const { code, stdout, stderr } = await runCommand([command, ...words, '--data', join(folder, 'data')])
    return { code, out: stdout, err: withoutProgress(stderr) }
  }
  const refused = await run('import', [join(folder, 'bare.ndjson'), '--source', 'club'])
  assert.deepEqual([refused.code, /neither the catalogue knows it, nor does a line/.test(refused.err)], [2, true])
  const path = join(folder, 'declared.ndjson')
  const tried = await run('import', [path, '--source', 'club', '--dry-run'])
  assert.deepEqual([tried.code, tried.err], [0, ''])
  assert.equal((await run('export', [])).out, '')
  assert.deepEqual(await run('import', [path, '--source', 'club']).then(({ code, err }) => [code, err]), [0, ''])
  const made = (rank: number) =>
    lineText({ ...declared, rank }, { ...one, source: 'club' }, { ...one, id: 2, source: 'club' })
  assert.equal((await run('export', [])).out, made(20))
  // From now on the catalogue knows it, and what the person says counts more than what the file says.
  assert.equal((await run('import', [join(folder, 'bare.ndjson'), '--source', 'club'])).code, 0)
  assert.equal((await run('import', [path, '--source', 'club', '--rank', '7'])).code, 0)
  assert.equal((await run('export', [])).out, made(7))
  const people = await run('import', [path, '--source', 'people', '--rank', '5'])
  assert.deepEqual([people.code, /people is a built-in source/.test(people.err)], [2, true])
})
