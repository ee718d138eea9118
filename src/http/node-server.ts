import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https'
import type { Duplex } from 'node:stream'
import { arrives } from '#src/background/watchdog/requests-at-work.ts'
import type { Config } from '#src/config.ts'
import { cleanAddress } from './addresses/clean-address.ts'
import { headersBy } from './headers.ts'
import type { ServedCertificates } from './hosts/tls.ts'
import { answerRaw, endConnection, refusalOf } from './refusals.ts'

// An import would make all that this module has, a client of WebSockets among it, which takes 70 ms of each start.
const { createServer } = process.getBuiltinModule('node:http')

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** Requests of one connection that may wait for the reply to an earlier one. */
const WAITING_REQUESTS = 100

/**
 * A node:http server that refuses what must not reach the router, and never answers outside the envelope. Requests that
 * `answersRead` does not answer go to `handler`. With certificates it speaks https.
 */
export function openHttpServer(
  handler: Answer,
  answersRead: (request: IncomingMessage, response: ServerResponse) => boolean,
  config: Config,
  certificates?: ServedCertificates,
): Server {
  const headers = headersBy(config)
  const options = {
    // We refuse a missing host ourselves, in the envelope.
    requireHostHeader: false,
    headersTimeout: config.headersTimeoutMs,
    requestTimeout: config.requestTimeoutMs,
    keepAliveTimeout: config.keepAliveTimeoutMs,
    // How often Node looks for connections that exceed one of these limits.
    connectionsCheckingInterval: Math.min(1_000, config.headersTimeoutMs),
    maxHeaderSize: config.headerLimitBytes,
  }
  const answer: Answer = (request, response) => {
    arrives(request)
    request.url = cleanAddress(request.url ?? '')
    const refusal = refusalOf(request, config.addressLimitBytes)
    if (refusal) answerRaw(response, refusal, headers)
    else if (!answersRead(request, response)) handler(request, response)
    arrives(undefined)
  }
  const server = createOne(options, inOrder(answer), certificates)
  // Drops clients that do not read their reply, or stay idle after one. Node lets the first timeout of a stalled write
  // pass, so this waits for half of the time. Everything else that may stall has a limit of its own.
  server.setTimeout(config.connectionTimeoutMs / 2, (socket) => {
    const { _httpMessage: unanswered } = socket as { _httpMessage?: ServerResponse }
    const mayStandStill = socket.writableLength === 0 && (unanswered || socket.bytesWritten === 0)
    if (mayStandStill) socket.setTimeout(config.connectionTimeoutMs / 2)
    else socket.destroy()
  })
  server.on('checkExpectation', (_request, response) => answerRaw(response, 'invalid_input', headers))
  server.on('connect', (_request, socket) => endConnection(socket, 'method_not_offered', headers))
  return server
}

function createOne(
  options: { headersTimeout: number },
  answer: Answer,
  certificates: ServedCertificates | undefined,
): Server {
  if (!certificates) return createServer(options, answer)
  const { headersTimeout: handshakeTimeout } = options
  const server: SecureServer = createSecureServer({ ...options, ...certificates.options(), handshakeTimeout }, answer)
  certificates.watch(server)
  // It is remembered when requested: clients that do not accept the certificate are gone when that is noticed.
  server.on('connection', ({ remoteAddress }) => remoteAddress)
  return server as Server
}

/**
 * Begins a request when the client has taken the previous reply. Node would begin all that arrive together, and keep
 * their replies in memory for a client that does not read. It assigns the connection to a response when the previous
 * one is finished, and never after the last one of a connection.
 */
function inOrder(answer: Answer): Answer {
  const waiting = new WeakMap<Duplex, number>()

  return (request, response) => {
    if (response.socket) return answer(request, response)
    const { socket } = request
    const earlier = waiting.get(socket) ?? 0
    if (earlier === WAITING_REQUESTS) return void socket.destroy()
    waiting.set(socket, earlier + 1)
    response.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) as number) - 1)
      // Node is still busy with the connection.
      process.nextTick(answer, request, response)
    })
  }
}
