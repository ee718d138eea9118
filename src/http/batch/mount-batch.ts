import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { batch as operation } from '#src/groups/batch/index.ts'
import { isUnreadBody } from '../refusals.ts'
import { lacksKey } from '../require-key.ts'

type BatchServices = import('./answer-batch.ts').BatchServices
type Answer = ReturnType<typeof import('./answer-batch.ts').openBatches>

/** Several reads in one request; what answers them is loaded with the first. */
export function mountBatch(app: FastifyInstance, services: BatchServices) {
  const { handlerTimeoutMs } = services.config
  let opening: Promise<Answer> | undefined
  async function answer(request: FastifyRequest, reply: FastifyReply, body: unknown) {
    opening ??= import('./answer-batch.ts').then(({ openBatches }) => openBatches(services))
    return (await opening)(request, reply, body)
  }

  app.route({
    ...{ method: operation.method, url: operation.path },
    // Reads that have begun by the end of their time are still answered.
    config: { operation: operation.id, timeLimitMs: 2 * handlerTimeoutMs },
    handler: (request, reply) => answer(request, reply, request.body),
    async errorHandler(error, request, reply) {
      if (!isUnreadBody(error) || lacksKey(request)) throw error
      return answer(request, reply, error)
    },
  })
}
