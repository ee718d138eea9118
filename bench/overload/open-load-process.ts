import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { percentile } from '../support/statistics.ts'
import type { OpenAnswer, OpenOrder } from './open-load.ts'

/** How long a reply is waited for; what comes later is lost. */
const TIMEOUT_MS = 10_000
const PROBE_MS = 50
/** Connections that are there before the load begins, as those of clients that asked before. */
const KEPT_CONNECTIONS = 500

/** One request and what became of it. */
type Outcome = { status: number; ms: number; isWhole: boolean }
type Client = { socket: Socket; ask(path: string, done: (outcome: Outcome | undefined) => void): void }

process.on('message', async (order: OpenOrder) => {
  const answer = await run(order).catch(({ message }: Error): OpenAnswer => ({ failure: message }))
  process.send?.(answer)
})

async function run({ url, paths, perSecond, seconds, mostConnections }: OpenOrder): Promise<OpenAnswer> {
  const { hostname, port } = new URL(url)
  const idle: Client[] = []
  let opened = 0
  let unsent = 0
  let lost = 0
  let underWay = 0
  const outcomes: Outcome[] = []
  /** A connection on which nothing is asked. The server closes those that nobody has used for a while. */
  const kept = (): Client | undefined => {
    for (;;) {
      const client = idle.pop()
      if (!client?.socket.destroyed) return client
      opened--
    }
  }
  const ask = (path: string) => {
    const client = kept() ?? (opened < mostConnections ? open(hostname, Number(port)) : undefined)
    if (client === undefined) return void unsent++
    if (client.socket.connecting) opened++
    underWay++
    client.ask(path, (outcome) => {
      underWay--
      if (outcome === undefined) {
        opened--
        lost++
      } else {
        outcomes.push(outcome)
        idle.push(client)
      }
    })
  }
  for (const client of Array.from({ length: KEPT_CONNECTIONS }, () => open(hostname, Number(port)))) {
    await once(client.socket, 'connect')
    idle.push(client)
    opened++
  }
  const probes = probe(hostname, Number(port))
  const asked = await atRate(perSecond, seconds, (at) => ask(paths[at % paths.length] as string))
  const endMs = performance.now() + TIMEOUT_MS
  while (underWay > 0 && performance.now() < endMs) await new Promise((resolve) => setTimeout(resolve, 10))
  const healthMs = probes.end()
  for (const { socket } of idle) socket.destroy()
  const accepted = outcomes.filter(({ status }) => status === 200)
  const refused = outcomes.filter(({ status }) => status === 503)
  return {
    asked,
    unsent,
    accepted: accepted.length,
    refused: refused.length,
    other: outcomes.length - accepted.length - refused.length,
    lost: lost + underWay,
    broken: refused.filter(({ isWhole }) => !isWhole).length,
    acceptedMs: spreadOf(accepted),
    refusedMs: spreadOf(refused),
    healthMs: Math.max(0, ...healthMs),
  }
}

const spreadOf = (outcomes: Outcome[]) => {
  const ms = outcomes.map((outcome) => outcome.ms)
  return ms.length === 0 ? { p50: 0, p99: 0 } : { p50: percentile(ms, 0.5), p99: percentile(ms, 0.99) }
}

/** Calls back at an even rate, whatever becomes of it; returns how often. */
function atRate(perSecond: number, seconds: number, call: (at: number) => void): Promise<number> {
  const firstMs = performance.now()
  const all = Math.round(perSecond * seconds)
  let at = 0
  return new Promise((resolve) => {
    const due = () => {
      const dueUntil = Math.min(all, ((performance.now() - firstMs) * perSecond) / 1000)
      while (at < dueUntil) call(at++)
      if (at >= all) resolve(all)
      else setTimeout(due, 1)
    }
    due()
  })
}

/** A connection that asks one thing at a time. */
function open(host: string, port: number): Client {
  const socket = connect(port, host)
  socket.setNoDelay(true)
  let received = ''
  let askedMs = 0
  let current: ((outcome: Outcome | undefined) => void) | undefined
  let timer: NodeJS.Timeout
  const finish = (outcome: Outcome | undefined) => {
    const done = current
    current = undefined
    received = ''
    clearTimeout(timer)
    done?.(outcome)
  }
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    received += chunk
    const head = received.indexOf('\r\n\r\n')
    if (head < 0) return
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(received.slice(0, head + 2))?.[1])
    if (received.length - head - 4 < length) return
    const status = Number(received.slice(9, 12))
    const ms = performance.now() - askedMs
    finish({ status, ms, isWhole: status !== 503 || isEnvelope(received, head) })
  })
  socket.on('error', () => {})
  socket.on('close', () => finish(undefined))
  return {
    socket,
    ask(path, done) {
      askedMs = performance.now()
      current = done
      timer = setTimeout(() => socket.destroy(), TIMEOUT_MS)
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}:${port}\r\nAccept: application/json\r\n\r\n`)
    },
  }
}

/** A refusal says so in the envelope, and when to come back. */
function isEnvelope(text: string, head: number): boolean {
  const seconds = Number(/\r\nretry-after: (\d+)/i.exec(text.slice(0, head + 2))?.[1])
  try {
    const { success, status_code } = JSON.parse(text.slice(head + 4))
    return success === false && status_code === 9 && seconds >= 1 && seconds <= 5
  } catch {
    return false
  }
}

/** Asks for the health of the server on a connection of its own, all the time. */
function probe(host: string, port: number) {
  const ms: number[] = []
  const client = open(host, port)
  let isEnded = false
  const ask = () => {
    if (isEnded) return
    client.ask('/healthz', (outcome) => {
      ms.push(outcome?.status === 200 ? outcome.ms : TIMEOUT_MS)
      if (outcome) setTimeout(ask, PROBE_MS)
    })
  }
  ask()
  return {
    end() {
      isEnded = true
      client.socket.destroy()
      return ms
    },
  }
}
