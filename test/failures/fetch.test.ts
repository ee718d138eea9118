import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { Type } from 'typebox'
import { sql } from '#src/database/sql.ts'
import type { FetchOptions } from '#src/import/fetch.ts'
import { type InputLine, importInputs } from '#src/import/import.ts'
import { withPictures } from '#src/import/pictures.ts'
import { assertWorded } from '../support/foreign/worded.ts'
import { plain } from '../support/media/bytes.ts'
import { openPlace } from '../support/media/place.ts'

const DRIP_MS = 50
const LIMIT_MS = 1_500

/** What hosts answer, by the path that is asked for, and what is said of the line. */
const hosts: Record<string, [answer: (response: ServerResponse, picture: Buffer) => void, said: RegExp]> = {
  inside: [(response) => response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(), /private/],
  loop: [(response) => response.writeHead(302, { location: '/loop' }).end(), /redirect|without an end|too many/i],
  endless: [(response) => void pour(response.writeHead(200)), /is too large/],
  tooShort: [
    (response, picture) =>
      void response.writeHead(200, { 'content-length': picture.length + 9 }).write(picture, () => response.destroy()),
    /cannot be fetched/,
  ],
  tooLong: [
    (response, picture) =>
      response.socket?.end(Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n'), picture])),
    /damaged|cut off|incomplete|cannot be fetched/,
  ],
  drip: [(response, picture) => drip(response.writeHead(200), picture), /too long/],
  silent: [() => {}, /too long/],
}

function pour(response: ServerResponse) {
  while (!response.destroyed && response.write(Buffer.alloc(65_536)));
  if (!response.destroyed) response.once('drain', () => pour(response))
}

/** One byte after the other. */
function drip(response: ServerResponse, picture: Buffer) {
  let sent = 0
  const timer = setInterval(() => response.write(picture.subarray(sent, ++sent)), DRIP_MS)
  response.once('close', () => clearInterval(timer))
}

const Title = Type.Object({ title: Type.String() })
const Count = Type.Object({ count: Type.Integer() })

test('hostile hosts cost an import their lines and no more', async (context) => {
  const picture = await plain(200, 300).jpeg().toBuffer()
  const server = createServer((request, response) => {
    const host = hosts[request.url?.slice(1) ?? '']
    if (host) host[0](response, picture)
    else response.end(picture)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => server.close().closeAllConnections())
  const port = String((server.address() as AddressInfo).port)
  const fetching: FetchOptions = {
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    isAllowed: (address) => address === '127.0.0.1',
    ports: new Set(['', port]),
    limitMs: LIMIT_MS,
  }
  const place = await openPlace(context, { imageBytes: 1_000_000, imageTimeoutMs: 60_000 })
  const media = place.media()
  const names = [...Object.keys(hosts), 'good']
  const lines = names.map((title, index) => {
    const posters = [{ url: `http://pictures.example:${port}/${title}` }]
    return JSON.stringify({ kind: 'movie', id: index + 1, title, images: { posters } })
  })
  async function* inputs(): AsyncGenerator<InputLine[]> {
    yield lines.map((text, index) => ({ file: 'lines', number: index + 1, bytes: text.length, text }))
  }
  const refused = new Map<string, string>()
  const source = { id: 'hostile', name: 'Test', licence: 'CC0-1.0', url: '', rank: 1, redistributable: true }
  const summary = await importInputs(place.db, withPictures(inputs(), { media, isTrial: false, fetching }), {
    source,
    onRefused({ line, field, reason }) {
      assertWorded(reason)
      refused.set(names[line - 1] as string, `${field} ${reason}`)
    },
  })

  for (const [name, [, said]] of Object.entries(hosts)) assert.match(refused.get(name) ?? '', said, name)
  assert.deepEqual([summary.read, summary.refused, summary.created], [names.length, names.length - 1, 1])
  assert.deepEqual(await place.db.all(Title, sql`select title from movie`), [{ title: 'good' }])
  assert.deepEqual(await place.db.one(Count, sql`select count(*) as count from media_file`), { count: 1 })
  assert.deepEqual(await readdir(join(place.data, 'pictures', 'cache', 'unfinished')), [])
})
