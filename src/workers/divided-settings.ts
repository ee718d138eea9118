import { availableParallelism } from 'node:os'
import type { Config } from '#src/config.ts'

/** As many as the setting allows. */
const MOST_WORKERS = 64

export const countWorkers = ({ workers }: Pick<Config, 'workers'>): number =>
  workers === 'auto' ? Math.min(MOST_WORKERS, availableParallelism()) : Number(workers)

/** One of `shares` parts of a whole number, as equal as they can be, and at least 1. */
const shareOf = (whole: number, index: number, shares: number): number =>
  Math.max(1, Math.floor(whole / shares) + (index < whole % shares ? 1 : 0))

/** The settings of a worker: what is for the whole server is divided. The process that starts them has a share too. */
export const settingsOfWorker = (config: Config, number: number, workers: number): Config => ({
  ...config,
  databaseConnections: shareOf(config.databaseConnections, number - 1, workers + 1),
  passwordHashings: shareOf(config.passwordHashings, number - 1, workers),
  imageDecoders: shareOf(config.imageDecoders, number - 1, workers),
  imageQueue: shareOf(config.imageQueue, number - 1, workers),
  // Each throws away what is too much of what it knows, and all know what was there when they started.
  imageCacheBytes: Math.floor(config.imageCacheBytes / workers),
  imageMemoryBytes: Math.floor(config.imageMemoryBytes / workers),
  replyCacheBytes: Math.floor(config.replyCacheBytes / workers),
})

/** The settings of the process that starts the workers. */
export const settingsOfPrimary = (config: Config, workers: number): Config => ({
  ...config,
  databaseConnections: shareOf(config.databaseConnections, workers, workers + 1),
})
