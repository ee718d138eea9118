import { availableParallelism } from 'node:os'
import type { Config } from '#src/config.ts'

/** The most workers that the setting allows. */
const MOST_WORKERS = 64

export const countWorkers = ({ workers }: Pick<Config, 'workers'>): number =>
  workers === 'auto' ? Math.min(MOST_WORKERS, availableParallelism()) : Number(workers)

/** One of `shares` parts of a whole number, as equal as possible, and at least 1. */
const shareOf = (whole: number, index: number, shares: number): number =>
  Math.max(1, Math.floor(whole / shares) + (index < whole % shares ? 1 : 0))

/** The settings of a worker. Limits for the whole server are divided; the primary process has a share too. */
export const settingsOfWorker = (config: Config, number: number, workers: number): Config => ({
  ...config,
  databaseConnections: shareOf(config.databaseConnections, number - 1, workers + 1),
  passwordHashings: shareOf(config.passwordHashings, number - 1, workers),
  imageDecoders: shareOf(config.imageDecoders, number - 1, workers),
  imageUploads: shareOf(config.imageUploads, number - 1, workers),
  imageQueue: shareOf(config.imageQueue, number - 1, workers),
  changeStreams: config.changeStreams && shareOf(config.changeStreams, number - 1, workers),
  // Each worker deletes what exceeds its share of the files that it knows, and all know those that existed at the
  // start.
  imageCacheBytes: Math.floor(config.imageCacheBytes / workers),
  imageMemoryBytes: Math.floor(config.imageMemoryBytes / workers),
  replyCacheBytes: Math.floor(config.replyCacheBytes / workers),
})

/** The settings of the primary process. */
export const settingsOfPrimary = (config: Config, workers: number): Config => ({
  ...config,
  databaseConnections: shareOf(config.databaseConnections, workers, workers + 1),
})
