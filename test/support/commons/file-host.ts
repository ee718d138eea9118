import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { dumpPath } from '#src/commons/format/names.ts'
import type { Publisher } from './publisher.ts'

/** What a server answers instead of a file, if it says so with true. */
export type Lie = (path: string, response: ServerResponse, headers: Record<string, unknown>) => boolean

/** Serves the files of a publisher, as any file host does. */
export async function serveFiles(context: TestContext, { folder }: Publisher, lie: { now?: Lie } = {}) {
  const asked: string[] = []
  const answer: RequestListener = (request, response) => {
    const path = (request.url ?? '').replace(dumpPath, '')
    asked.push(`${path} ${request.headers.range ?? ''}`.trim())
    if (lie.now?.(path, response, request.headers)) return
    readFile(join(folder, path)).then(
      (bytes) => {
        const etag = `"${bytes.length}-${bytes.subarray(-40).toString('hex')}"`
        if (request.headers['if-none-match'] === etag) return response.writeHead(304).end()
        const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
        const range = from > 0 ? { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` } : {}
        return response.writeHead(from > 0 ? 206 : 200, { etag, ...range }).end(bytes.subarray(from))
      },
      () => response.writeHead(404).end(),
    )
  }
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}`, port, asked }
}
