import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Config } from '#src/config.ts'
import { dialects } from '#src/contract/dialects.ts'
import { headersBy } from '#src/http/headers.ts'
import { openHttpServer } from '#src/http/node-server.ts'
import { answerConnectionError, answerRaw } from '#src/http/refusals.ts'
import type { LogOptions } from '#src/log.ts'
import { type Controlled, control, isControl } from './control.ts'
import { meet, openFaults } from './faults.ts'
import { type Beginning, beginningAt } from './fixed.ts'
import { openBeginnings } from './images.ts'
import { pictureAt } from './picture.ts'
import { openStages, type Stages } from './stages.ts'

type Options = {
  config: Config
  now: Date
  /** Files with catalogue lines; none: the fixed catalogue. */
  fixtures: readonly string[]
  logger: LogOptions
  /** The folder with images of databases; absent: that of the program. */
  images?: string
}

/** Serves a catalogue that is only in memory, to tests, which put its clock and ask for faults. */
export async function serveForTests({
  config: given,
  now: begun,
  fixtures,
  logger,
  images,
}: Options): Promise<{ beginning: Beginning; stop(): Promise<void> }> {
  // It listens first, because replies name its port, and answers when there is something to answer with.
  const { promise: ready, resolve: begin } = Promise.withResolvers<Answer>()
  let answer: Answer = (request, response) => void ready.then((answers) => answers(request, response))
  const server = await listen(given, (request, response) => answer(request, response))
  const { port } = server.address() as AddressInfo
  const config: Config = { ...given, port }
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  const url = `http://${host}:${port}`
  const stages = await openBeginnings(fixtures, images)
    .then((open) => openStages({ config, logger, begun, open }))
    .catch((error) => {
      server.close()
      throw error
    })
  const answering = openAnswers({ config, stages, beginning: () => beginningAt(url, stages.now()) })
  answer = answering.answer
  begin(answer)
  return {
    beginning: beginningAt(url, begun),
    async stop() {
      answering.release()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
      await stages.close()
    },
  }
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void

async function listen(config: Config, answer: Answer) {
  const server = openHttpServer(answer, () => false, config)
  server.on('clientError', (error, socket) => answerConnectionError(error, socket, headersBy(config)))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(config.port, config.host, () => resolve())
  })
  return server
}

type Answering = { config: Config; stages: Stages; beginning(): Beginning }

/** Answers what tests ask of the server itself, and lets all other requests meet the faults that are asked for. */
function openAnswers({ config, stages, beginning }: Answering) {
  const faults = openFaults()
  const common = headersBy(config)
  const dialect = dialects[config.dialect]
  /** Aborted at each reset: nobody is held back beyond it. */
  let resetting = new AbortController()
  const release = () => {
    resetting.abort()
    resetting = new AbortController()
  }
  const controlled: Controlled = {
    faults,
    now: stages.now,
    setClock: stages.setClock,
    async reset() {
      faults.clear()
      release()
      await stages.reset()
      return beginning()
    },
  }

  function usually(path: string, request: IncomingMessage, response: ServerResponse) {
    const { method = '', headers } = request
    if (headers['content-type']?.startsWith('multipart/')) return answerRaw(response, 'service_unknown', common)
    const picture = method === 'GET' || method === 'HEAD' ? pictureAt(path) : undefined
    if (!picture) return stages.answer(request, response)
    response.writeHead(200, { ...common, 'content-type': 'image/png', 'content-length': String(picture.length) })
    response.end(method === 'HEAD' ? undefined : picture)
  }

  const answer: Answer = (request, response) => {
    const { method = '', url = '' } = request
    const [path] = url.split('?', 1) as [string]
    if (isControl(path))
      return void control(path, { request, response, common }, controlled).catch((error) => response.destroy(error))
    const go = () => usually(path, request, response)
    const fault = method === 'OPTIONS' ? undefined : faults.take(method, path)
    if (!fault) return go()
    meet(fault, { request, response, common, dialect, signal: resetting.signal, answer: go })
  }
  return { answer, release }
}
