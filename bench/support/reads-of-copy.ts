import { cp } from 'node:fs/promises'
import type { Catalogue } from '../benchmark.ts'
import { openDraw } from '../draw.ts'
import { catalogueTime } from './catalogues.ts'
import { coldSettings, serveSettled } from './server.ts'
import { openSteadyLoad } from './steady-load.ts'

/** Movies whose details are asked for in turn. */
const PATHS = 5_000

type Pace = {
  perSecond: number
  connections: number
}
type Serving = {
  /** More options of the server. */
  settings?: readonly string[]
  /** Its clock shows the time, because others look at what it makes. */
  isNow?: boolean
}

/** Copies a catalogue to `data`, and serves it; `paths` are those of details of its movies. */
export async function serveCopy(catalogue: Catalogue, data: string, { settings = [], isNow = false }: Serving = {}) {
  await cp(catalogue.data, data, { recursive: true })
  const draw = openDraw({ ...catalogue, data })
  const paths = draw.paths('movie.details', PATHS)
  draw.close()
  const server = await serveSettled(data, {
    ...(!isNow && { time: catalogueTime }),
    settings: [...coldSettings, ...settings],
  })
  return { server, paths }
}

/** The same, and begins to read details of its movies, at a steady pace. */
export async function readsOfCopy(catalogue: Catalogue, data: string, { settings, isNow, ...pace }: Pace & Serving) {
  const serving = { ...(settings && { settings }), ...(isNow !== undefined && { isNow }) }
  const { server, paths } = await serveCopy(catalogue, data, serving)
  const load = await openSteadyLoad({ url: server.url, paths, ...pace })
  return {
    server,
    load,
    async end(): Promise<void> {
      load.close()
      await server.stop()
    },
  }
}
