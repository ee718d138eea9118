import { Agent, get } from 'node:http'
import { percentile } from './statistics.ts'
import type { SteadyAnswer, SteadyOrder } from './steady-load.ts'

const TIMEOUT_MS = 30_000

let latenciesMs: number[] = []
let delaysMs: number[] = []
let cpuBefore = process.cpuUsage()
let failure: string | undefined

process.once('disconnect', () => process.exit())
process.on('message', (message: SteadyOrder | 'look') => {
  if (message === 'look') process.send?.(look())
  else start(message)
})

function start({ url, paths, perSecond, connections }: SteadyOrder) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const firstMs = performance.now()
  let asked = 0
  const askWhatIsDue = () => {
    for (;;) {
      const dueMs = firstMs + (asked * 1000) / perSecond
      const aheadMs = dueMs - performance.now()
      if (aheadMs > 0) return void setTimeout(askWhatIsDue, aheadMs)
      delaysMs.push(-aheadMs)
      ask(agent, `${url}${paths[asked++ % paths.length]}`)
    }
  }
  askWhatIsDue()
}

function ask(agent: Agent, url: string) {
  const startMs = performance.now()
  const fail = (reason: string) => {
    failure ??= reason
  }
  const request = get(url, { agent, timeout: TIMEOUT_MS }, (response) => {
    if (response.statusCode !== 200) fail(`a reply has the status ${response.statusCode}`)
    response.resume().once('end', () => latenciesMs.push(performance.now() - startMs))
  })
  request.once('timeout', () => request.destroy(new Error(`no reply came in ${TIMEOUT_MS} ms`)))
  request.once('error', ({ message }) => fail(message))
}

/** What became of the requests since the last look. */
function look(): SteadyAnswer {
  if (failure !== undefined) return { failure }
  const [latencies, delays] = [latenciesMs, delaysMs]
  const { user, system } = process.cpuUsage(cpuBefore)
  latenciesMs = []
  delaysMs = []
  cpuBefore = process.cpuUsage()
  return {
    requests: latencies.length,
    latencyMs: { p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99), max: percentile(latencies, 1) },
    delayMs: { p99: percentile(delays, 0.99) },
    cpuSeconds: (user + system) / 1_000_000,
  }
}
