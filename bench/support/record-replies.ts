import { Agent, get } from 'node:http'
import type { Recorded } from '../servers/bare.ts'

/** How many replies are waited for at once. */
const CONNECTIONS = 8
/** What node:http says of each connection itself. */
const ofConnection = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

type Recording = {
  /** Keeps what was said too, which takes memory wherever it is sent again. */
  withBodies?: boolean
}

/** Asks a server for each path once and keeps the form of its replies, of which all have to be successes. */
export async function recordReplies(
  url: string,
  paths: readonly string[],
  { withBodies = false }: Recording = {},
): Promise<Recorded[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const distinct = [...new Set(paths)]
  const recorded: Recorded[] = []
  async function follow() {
    for (let path = distinct.pop(); path !== undefined; path = distinct.pop()) {
      const { body, ...form } = await recordReply(url, path, agent)
      recorded.push({ ...form, bytes: body.length, ...(withBodies && { body: String(body) }) })
    }
  }
  try {
    await Promise.all(Array.from({ length: CONNECTIONS }, follow))
    return recorded
  } finally {
    agent.destroy()
  }
}

/** Asks for no compression, as the load generator does; `fetch` would. */
const recordReply = (url: string, path: string, agent: Agent) =>
  new Promise<Pick<Recorded, 'path' | 'headers'> & { body: Buffer }>((resolve, reject) => {
    const request = get(`${url}${path}`, { agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () => {
        const headers = lastingHeaders(response.rawHeaders)
        if (response.statusCode === 200) resolve({ path, headers, body: Buffer.concat(chunks) })
        else reject(new Error(`${path} is answered with ${response.statusCode}`))
      })
    })
    request.once('error', reject)
  })

const lastingHeaders = (raw: readonly string[]) =>
  raw.filter((_, at) => !ofConnection.has((raw[at - (at % 2)] as string).toLowerCase()))
