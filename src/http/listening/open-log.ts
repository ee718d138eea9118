import fastify from 'fastify'
import type { Log, LogOptions } from '#src/log.ts'

/** The log of a process that serves no requests, in the same format. */
export const openLog = ({ level, stream, base }: LogOptions): Log =>
  fastify({ logger: { level, stream: stream as never, ...(base && { base }) } }).log
