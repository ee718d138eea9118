import { Agent, get } from 'node:http'

/** Addresses that both servers are asked for at once. */
const CONNECTIONS = 8

/** Asks two servers for each path and compares status, headers and body, byte for byte. Throws at a difference. */
export async function compareReplies(url: string, otherUrl: string, paths: readonly string[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const waiting = [...paths]
  async function follow() {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const [one, other] = await Promise.all([replyOf(url, path, agent), replyOf(otherUrl, path, agent)])
      if (one !== other) throw new Error(`two servers differ about ${path}\n${one}\n\n${other}`)
    }
  }
  try {
    await Promise.all(Array.from({ length: CONNECTIONS }, follow))
  } finally {
    agent.destroy()
  }
}

/** A reply as one text. It is asked for without compression, which `fetch` would ask for. */
const replyOf = (url: string, path: string, agent: Agent) =>
  new Promise<string>((resolve, reject) => {
    const request = get(`${url}${path}`, { agent }, (response) => {
      const { statusCode, headers } = response
      // When a reply was made, and whether it was kept since, says nothing about it.
      const head = Object.entries({ ...headers, date: '' })
        .filter(([name]) => !name.startsWith('x-memc'))
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        body += chunk
      })
      response.once('error', reject)
      response.once('end', () => resolve(`${statusCode} ${JSON.stringify(head)}\n${body}`))
    })
    request.once('error', reject)
  })
