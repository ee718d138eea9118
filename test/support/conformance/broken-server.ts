import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

/** `text` is a body that is no JSON; `isCut` ends the connection in the middle of it. */
export type Reply = { status: number; headers: Record<string, string>; body: any; text?: string; isCut?: boolean }
/** Changes a reply to an address of the interface, as a faulty server would. */
export type Break = (reply: Reply, address: URL, request: IncomingMessage, body?: any) => void

/** What stands in for a server: an answer, or nothing where it passes a request on. */
export type StandIn = (asked: Asked, pass: (path: string) => Promise<Reply>) => Promise<Reply | undefined>
export type Asked = { method: string; url: string; headers: IncomingMessage['headers']; body: any }

/** A server that passes everything on to another one, and breaks what comes back. */
export async function breakServer(t: TestContext, port: number, change: Break, standIn?: StandIn): Promise<string> {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { connection: _, host: __, 'content-length': ___, ...given } = request.headers
    const { method = 'GET', url = '/' } = request
    const whole = Buffer.concat(chunks)
    const pass = async (path: string, as = method) => {
      const { 'if-none-match': match, ...others } = given
      // What stands in asks for something else than the request does.
      const headers = as === method && match !== undefined ? { ...others, 'if-none-match': match } : others
      const sent = whole.length > 0 && as !== 'GET' ? { body: whole } : {}
      return replyOf(await fetch(`http://127.0.0.1:${port}${path}`, { method: as, headers: headers as never, ...sent }))
    }
    const body = whole.length > 0 ? JSON.parse(String(whole)) : undefined
    const stood = await standIn?.({ method, url, headers: request.headers, body }, (path) => pass(path, 'GET'))
    const reply = stood ?? (await pass(url))
    change(reply, new URL(url, 'http://broken.example'), request, body)
    send(response, reply)
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function replyOf(passed: Response): Promise<Reply> {
  const { 'content-encoding': _, 'content-length': __, ...headers } = Object.fromEntries(passed.headers)
  const { status } = passed
  if (headers['content-type']?.startsWith('text/event-stream'))
    return { status, headers, body: undefined, text: await firstEventOf(passed) }
  const text = await passed.text()
  return { status, headers, body: text === '' ? undefined : JSON.parse(text) }
}

/** A stream up to the end of its first event, because it has no end of its own. */
async function firstEventOf(passed: Response): Promise<string> {
  let text = ''
  for await (const chunk of passed.body ?? []) {
    text += Buffer.from(chunk).toString('utf8')
    if (/^data: .*\n\n/m.test(text)) break
  }
  return text
}

function send(response: ServerResponse, { status, headers, body, text, isCut }: Reply) {
  const whole = text ?? (body === undefined ? '' : JSON.stringify(body))
  response.writeHead(status, { ...headers, connection: 'close', ...(isCut && { 'content-length': whole.length + 1 }) })
  if (isCut) response.write(whole.slice(0, -1), () => response.destroy())
  else response.end(whole)
}

export const at =
  (path: RegExp, change: Break): Break =>
  (reply, address, request, body) => {
    if (path.test(address.pathname)) change(reply, address, request, body)
  }
export const good =
  (path: RegExp, change: (body: any) => void): Break =>
  (reply, address) => {
    if (reply.status === 200 && path.test(address.pathname)) change(reply.body)
  }
export const error = (status_code: number) => ({ success: false, status_code, status_message: 'Broken.' })
