import { once } from 'node:events'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'

export type Answer = { status: number; headers: IncomingHttpHeaders; ms: number }
export type Client = {
  /** Asks, and waits for the whole reply. */
  ask(method: 'GET' | 'POST', path: string, body?: object, headers?: Readonly<Record<string, string>>): Promise<Answer>
  close(): void
}

/** Asks a server over connections that stay open. */
export function openClient(url: string): Client {
  const agent = new Agent({ keepAlive: true })
  return {
    async ask(method, path, body, more = {}) {
      const beganMs = performance.now()
      const headers = { ...more, ...(body && { 'content-type': 'application/json' }) }
      const asked = request(url + path, { agent, method, headers })
      asked.end(body && JSON.stringify(body))
      const [response] = await once(asked, 'response')
      response.resume()
      await once(response, 'end')
      return { status: response.statusCode, headers: response.headers, ms: performance.now() - beganMs }
    },
    close: () => agent.destroy(),
  }
}
