import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/** A reply as it was recorded: what stands in its head, how long its body is, and perhaps the body itself. */
export type Recorded = { path: string; headers: string[]; bytes: number; body?: string }

/**
 * The least that a server on Node.js can do for a reply: it looks up what was recorded for the path and sends the
 * same bytes, or as many, with the same headers. It is run with the port and the file of recorded replies.
 */
const [port, file] = process.argv.slice(2) as [string, string]

const recorded = JSON.parse(readFileSync(file, 'utf8')) as Recorded[]
// One body for all whose own was not recorded: where many are large, they would fill the memory.
const longest = Buffer.alloc(Math.max(...recorded.map(({ bytes }) => bytes)), 'x')
const replies = new Map(
  recorded.map(({ path, headers, bytes, body }) => {
    return [path, { headers, body: body === undefined ? longest.subarray(0, bytes) : Buffer.from(body) }]
  }),
)

const server = createServer((request, response) => {
  const reply = replies.get(request.url as string)
  if (!reply) {
    response.writeHead(404).end()
    return
  }
  response.writeHead(200, reply.headers).end(reply.body)
})
// The header that tells how long a connection stays open is then as long as ours.
server.keepAliveTimeout = 72_000
process.once('SIGTERM', () => server.close().closeAllConnections())
server.listen(Number(port), '127.0.0.1')
