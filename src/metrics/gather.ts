import type { Metric } from './metrics.ts'

/** The library is loaded on demand: most servers have no collector. */
const library = () => import('prom-client')

/** The metrics of a process, with a label that identifies it if the server has several. */
export async function openProcessMetrics(worker?: string) {
  const { Registry, collectDefaultMetrics } = await library()
  const register = new Registry()
  collectDefaultMetrics({ register })
  return async (local: Metric[]): Promise<Metric[]> => {
    const common = (await register.getMetricsAsJSON()) as unknown as Metric[]
    return [...common, ...local].map((metric) => ({ ...metric, aggregator: 'first', values: labelled(metric, worker) }))
  }
}

const labelled = ({ values }: Metric, worker: string | undefined): Metric['values'] =>
  worker === undefined ? values : values.map((value) => ({ ...value, labels: { ...value.labels, worker } }))

/** The metrics of several processes in the text format of Prometheus. */
export async function textOf(metrics: readonly Metric[][]): Promise<string> {
  const { AggregatorRegistry } = await library()
  return AggregatorRegistry.aggregate(metrics as never).metrics()
}
