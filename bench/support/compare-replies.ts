import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** Addresses that both servers are asked for at once. */
const CONNECTIONS = 8

/** How far the seconds of two replies may be apart that are asked for at once: `max-age` counts down. */
const SECONDS_BETWEEN = 2

/** How often a server may ask to be asked later, as ours does where the machine is busy with other things. */
const ATTEMPTS = 20

/**
 * Asks two servers for each path and compares status, headers and body, byte for byte but for seconds that count down.
 * Throws at a difference.
 */
export async function compareReplies(url: string, otherUrl: string, paths: readonly string[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const waiting = [...paths]
  async function follow() {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const [one, other] = await Promise.all([patientReplyOf(url, path, agent), patientReplyOf(otherUrl, path, agent)])
      const isSame = one.text === other.text && Math.abs(one.maxAge - other.maxAge) <= SECONDS_BETWEEN
      if (!isSame) throw new Error(`two servers differ about ${path}\n${told(one)}\n\n${told(other)}`)
    }
  }
  try {
    await Promise.all(Array.from({ length: CONNECTIONS }, follow))
  } finally {
    agent.destroy()
  }
}

/** A reply as one text without its `max-age`, and that. */
type Compared = { text: string; maxAge: number }
type Reply = Compared & { retryAfter: number | undefined }

const told = ({ text, maxAge }: Compared) => `max-age ${maxAge} ${text}`

const maxAgeIn = /max-age=(\d+)/

/** The reply of a server that may ask to be asked later. */
async function patientReplyOf(url: string, path: string, agent: Agent): Promise<Compared> {
  for (let attempt = 1; ; attempt++) {
    const { retryAfter, ...reply } = await replyOf(url, path, agent)
    if (retryAfter === undefined || attempt === ATTEMPTS) return reply
    await pause(retryAfter * 1_000)
  }
}

/** A reply. It is asked for without compression, which `fetch` would ask for. */
const replyOf = (url: string, path: string, agent: Agent) =>
  new Promise<Reply>((resolve, reject) => {
    const request = get(`${url}${path}`, { agent }, (response) => {
      const { statusCode, headers } = response
      // When a reply was made, and whether it was kept since, says nothing about it.
      const control = headers['cache-control'] ?? ''
      const head = Object.entries({ ...headers, date: '', 'cache-control': control.replace(maxAgeIn, 'max-age=') })
        .filter(([name]) => !name.startsWith('x-memc'))
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        body += chunk
      })
      response.once('error', reject)
      response.once('end', () => {
        const maxAge = Number(maxAgeIn.exec(control)?.[1] ?? 0)
        const retryAfter = statusCode === 503 && headers['retry-after'] ? Number(headers['retry-after']) : undefined
        resolve({ retryAfter, text: `${statusCode} ${JSON.stringify(head)}\n${body}`, maxAge })
      })
    })
    request.once('error', reject)
  })
