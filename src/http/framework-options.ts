import type { Socket } from 'node:net'
import { type FastifyError, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Config } from '#src/config.ts'
import { isUnwritable } from '#src/database/errors.ts'
import type { KeyCheck } from '#src/keys/key-check.ts'
import type { Refusal } from '#src/keys/recent-requests.ts'
import type { LogOptions } from '#src/log.ts'
import { headersBy, transportHeaders } from './headers.ts'
import { answerConnectionError, answerFrameworkError } from './refusals.ts'
import { withoutAddresses } from './request-log.ts'

/** A full disk, or one for reading only, is no fault in the program: its line says what it is, not where it was met. */
const withoutKnownStack = ({ err, ...facts }: Record<string, unknown>): Record<string, unknown> =>
  err instanceof Error && isUnwritable(err)
    ? { ...facts, reason: err.message }
    : { ...facts, ...(err !== undefined && { err }) }

/** How Fastify is made. */
export const frameworkOptions = (config: Config, logger: LogOptions | undefined, keyCheck: KeyCheck) => ({
  trustProxy: config.proxies === '' ? false : config.proxies,
  logger: logger
    ? {
        ...logger,
        stream: logger.stream as never,
        hooks: { streamWrite: withoutAddresses },
        formatters: { log: withoutKnownStack },
      }
    : false,
  // Fastify's own lines contain addresses, and those contain keys.
  logController: new LogController({ disableRequestLogging: true }),
  bodyLimit: config.bodyLimitBytes,
  forceCloseConnections: 'idle' as const,
  return503OnClosing: false,
  ...answersBeforeHooks(config, keyCheck),
  routerOptions: { maxParamLength: config.addressLimitBytes },
})

/** What Fastify answers before any hook has set headers. */
const answersBeforeHooks = (config: Config, keyCheck: KeyCheck) => ({
  frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
    answerFrameworkError(error, request, reply.headers(transportHeaders(config))),
  clientErrorHandler: (error: Error, socket: Socket) => {
    const fault = connectionFault(error)
    if (fault) keyCheck.countRefused(fault, addressOf(socket))
    answerConnectionError(error, socket, headersBy(config))
  },
})

/** How a connection begins that speaks TLS: with a record of its handshake. */
const HANDSHAKE = 0x16

type ConnectionError = Error & { code?: string; rawPacket?: Buffer }

/** What an error of a connection says about how an app was set up; undefined where it says nothing about that. */
function connectionFault({ code = '', rawPacket }: ConnectionError): Refusal | undefined {
  if (/^ERR_SSL_.*(UNKNOWN_CA|BAD_CERTIFICATE|CERTIFICATE_UNKNOWN|CERTIFICATE_EXPIRED)$/.test(code))
    return 'certificate'
  if (code === 'ERR_SSL_HTTP_REQUEST') return 'http'
  return code.startsWith('HPE_') && rawPacket?.[0] === HANDSHAKE ? 'https' : undefined
}

/** Where a connection comes from, also while it is not encrypted yet. */
const addressOf = (socket: Socket & { _parent?: Socket }): string =>
  socket.remoteAddress ?? socket._parent?.remoteAddress ?? ''
