import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sqliteEngine } from '../support/engines.ts'
import { signedIn, startPages } from '../support/pages/visitor.ts'
import { loadWorld } from '../support/world.ts'

test('on a full disk people who are signed in read on, and are told why nothing is saved', async (t) => {
  const engine = sqliteEngine(loadWorld)
  let freeBytes = 1_000
  const disk = { leastFreeBytes: 1_000, freeBytes: () => freeBytes }
  const lines: Record<string, unknown>[] = []
  const stream = { write: (text: string) => void lines.push(JSON.parse(text)) }
  const server = await startPages({ ...engine, open: () => engine.open(disk) }, {}, { level: 'warn', stream })
  t.after(() => server.close())
  const ada = await signedIn(server, 'ada')
  const form = await ada.get('/movie/502/review')
  freeBytes = 0
  // Free space is looked up once a second.
  t.mock.method(performance, 'now', () => 1e12)
  // So much later the use of a session would be noted.
  server.setTime('2026-03-10T13:00:00.000Z')
  assert.equal((await ada.get('/movie/502/review')).status, 200)
  const token = /name="form_token" value="([^"]+)"/.exec(form.body)?.[1] as string
  const review = { content: 'Not saved.', rating: '7', language: 'en', do: 'save' }
  const refused = await ada.post('/movie/502/review', review, { token })
  assert.equal(refused.status, 503)
  assert.match(
    refused.body,
    /<h1>Speichern nicht möglich<\/h1>\s*<p>Das Laufwerk des Servers ist voll oder schreibgeschützt\./,
  )
  // Lines without a stack.
  const said = lines.map(({ time: _time, pid: _pid, hostname: _hostname, reqId: _id, ...line }) => line)
  const reason = 'The disk with the catalogue has 0 MiB free, and 1 MiB are needed.'
  assert.deepEqual(said.at(-1), { level: 50, reason, msg: 'request failed' })
  assert.ok(said.every((line) => !Object.hasOwn(line, 'err')))
  freeBytes = 1_000
  assert.equal((await ada.post('/movie/502/review', review, { token })).status, 303)
})
