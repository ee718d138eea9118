import type { Metric } from './metrics.ts'

/** The library is loaded where it is asked for: most servers have nobody who measures them. */
const library = () => import('prom-client')

/** What a process tells of itself, with a label that says which one it is where a server has several. */
export async function openProcessMetrics(worker?: string) {
  const { Registry, collectDefaultMetrics } = await library()
  const register = new Registry()
  collectDefaultMetrics({ register })
  return async (own: Metric[]): Promise<Metric[]> => {
    const common = (await register.getMetricsAsJSON()) as unknown as Metric[]
    return [...common, ...own].map((metric) => ({ ...metric, aggregator: 'first', values: labelled(metric, worker) }))
  }
}

export type ProcessMetrics = Awaited<ReturnType<typeof openProcessMetrics>>

const labelled = ({ values }: Metric, worker: string | undefined): Metric['values'] =>
  worker === undefined ? values : values.map((value) => ({ ...value, labels: { ...value.labels, worker } }))

/** The text that Prometheus reads, of the metrics of several processes. */
export async function textOf(metrics: readonly Metric[][]): Promise<string> {
  const { AggregatorRegistry } = await library()
  return AggregatorRegistry.aggregate(metrics as never).metrics()
}
