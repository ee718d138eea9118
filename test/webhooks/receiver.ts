import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

/** How a receiver answers: with a status and perhaps a pause, or in a worse way. */
export type Answer = number | { status: number; retryAfter: string } | { to: string } | 'cut' | 'hang' | 'trickle'

export type Received = {
  host: string
  id: string
  signature: string
  timestamp: string
  text: string
  type: string
  data: Record<string, unknown>
  answer: Answer
}

/** A program that webhooks lead to; `answers` says how it answers next, `otherwise` how after that. */
export async function openReceiver(t: TestContext, otherwise: Answer = 204) {
  const received: Received[] = []
  const state = { answers: [] as Answer[], otherwise, answerOf: undefined as ((one: Received) => Answer) | undefined }
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request.setEncoding('utf8')) text += chunk
    const header = (name: string) => String(request.headers[name] ?? '')
    const { type, data } = JSON.parse(text)
    const one: Received = {
      ...{ host: header('host'), id: header('webhook-id'), signature: header('webhook-signature') },
      ...{ timestamp: header('webhook-timestamp'), text, type, data, answer: 204 },
    }
    one.answer = state.answers.shift() ?? state.answerOf?.(one) ?? state.otherwise
    received.push(one)
    answer(response, one.answer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    received,
    state,
    port,
    address: `http://127.0.0.1:${port}/hook`,
    /** What has arrived: what was answered with success. */
    arrived: () => received.filter(({ answer: given }) => typeof given === 'number' && given < 300),
  }
}

function answer(response: ServerResponse, how: Answer) {
  if (how === 'hang') return
  if (how === 'cut') return response.socket?.destroy()
  if (how === 'trickle') {
    const timer = setInterval(() => response.socket?.write('H'), 20)
    return response.socket?.on('close', () => clearInterval(timer)).write('H')
  }
  if (typeof how === 'number') return response.writeHead(how).end()
  if ('to' in how) return response.writeHead(302, { location: how.to }).end()
  return response.writeHead(how.status, { 'retry-after': how.retryAfter }).end()
}
