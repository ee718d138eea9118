import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

/** What a publisher says whose token it is. */
export async function openSite(context: TestContext) {
  const server = createServer(({ headers }, answer) => {
    const isKnown = headers.authorization === 'Bearer rct_right'
    answer.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' })
    answer.end(JSON.stringify(isKnown ? { username: 'mia' } : { status_code: 7, status_message: 'Invalid API key.' }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
