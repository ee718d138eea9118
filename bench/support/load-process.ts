import autocannon, { type Options, type Result } from 'autocannon'
import type { LoadAnswer, LoadOrder } from './load.ts'
import { percentile } from './statistics.ts'

/** How often autocannon looks whether the time is over or everything is asked. */
const SAMPLE_MS = 50
const TIMEOUT_SECONDS = 30

process.on('message', async (order: LoadOrder) => {
  process.send?.(await run(order).catch(({ message }: Error): LoadAnswer => ({ failure: message })))
})

async function run(order: LoadOrder): Promise<LoadAnswer> {
  const latenciesMs: number[] = []
  // From the first reply on: before it autocannon makes the texts of all requests.
  let firstMs: number | undefined
  let lastMs = 0
  const {
    non2xx,
    errors,
    timeouts,
    statusCodeStats = {},
  } = await fire(order, (responseMs) => {
    latenciesMs.push(responseMs)
    lastMs = performance.now()
    firstMs ??= lastMs
  })
  const wanted = order.status === undefined ? undefined : (statusCodeStats[`${order.status}`]?.count ?? 0)
  const failed = wanted === undefined ? non2xx : latenciesMs.length - wanted
  if (failed + errors > 0) return { failure: failureOf(failed, errors, timeouts, Object.keys(statusCodeStats)) }
  if (firstMs === undefined) return { failure: 'nothing was answered in the time' }
  return {
    requests: latenciesMs.length,
    seconds: (lastMs - firstMs) / 1000,
    latencyMs: {
      p50: percentile(latenciesMs, 0.5),
      p95: percentile(latenciesMs, 0.95),
      p99: percentile(latenciesMs, 0.99),
      max: percentile(latenciesMs, 1),
    },
  }
}

const failureOf = (failed: number, errors: number, timeouts: number, statuses: readonly string[]) =>
  `${failed} replies were no success (statuses ${statuses.join(', ')}), ${errors} failed, of which ${timeouts} ` +
  'took too long'

function fire(order: LoadOrder, onResponse: (responseMs: number) => void) {
  const { url, paths, bodies, connections, headers = {}, seconds } = order
  const used = Math.min(connections, paths.length)
  let opened = 0
  const type = { 'content-type': 'application/json' }
  const requestOf = (path: string, at: number) =>
    bodies ? { path, method: 'POST' as const, body: bodies[at] as string, headers: { ...headers, ...type } } : { path }
  return new Promise<Result>((resolve, reject) => {
    const options: Options = {
      url,
      connections: used,
      headers,
      timeout: TIMEOUT_SECONDS,
      sampleInt: SAMPLE_MS,
      ...(seconds === undefined ? { amount: paths.length } : { duration: seconds }),
      setupClient(client) {
        const place = opened++
        client.setRequests(paths.map(requestOf).filter((_, at) => at % used === place))
      },
    }
    const instance = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)))
    instance.on('response', (_client, _status, _bytes, responseMs) => onResponse(responseMs))
  })
}
