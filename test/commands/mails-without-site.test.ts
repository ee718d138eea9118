import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Running } from '../support/running.ts'

test('a server whose mails would lead nowhere says so when it starts', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-serve-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const smtp = ['--smtp', 'smtp://127.0.0.1:1']
  const everywhere = ['--host', '0.0.0.0']
  const site = ['--site', 'https://films.example']
  const starts: [words: string[], isSaid: boolean][] = [
    [[], false],
    [everywhere, true],
    [smtp, true],
    [[...everywhere, ...smtp, ...site], false],
  ]
  for (const [words, isSaid] of starts) {
    const server = new Running(['serve', '--empty', '--data', folder, '--port', '0', ...words])
    const [, address] = await server.until(/Reelcommons is at (https?:\S+),/)
    assert.equal(await server.stop(), 0)
    const [said] = /^Links in e-mails.*\n/m.exec(server.output) ?? []
    const sentence = `Links in e-mails begin with ${address}. If that is not the address people open, set --site.\n`
    assert.equal(said, isSaid ? sentence : undefined, words.join(' '))
  }
})
