import type { FastifyInstance } from 'fastify'
import { type DialectName, dialectNames, dialects } from '#src/contract/dialects.ts'
import { openapi } from '#src/contract/openapi.ts'
import { textOf } from '#src/contract/parameters.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { contracts } from '#src/interface.ts'

/** Each contract in a dialect; without `?dialect` in that of new keys. */
export function serveContracts(app: FastifyInstance, standard: DialectName) {
  for (const { document, operations, info } of contracts) {
    const texts = new Map<DialectName, string>()
    app.get(document, { config: { operation: 'openapi', isOpen: true } }, async (request, reply) => {
      const asked = textOf(request.query, 'dialect') ?? standard
      const name = dialectNames.find((known) => known === asked)
      if (name === undefined) throw new ApiError('invalid_parameters')
      const text = texts.get(name) ?? JSON.stringify(openapi(operations, dialects[name], info))
      texts.set(name, text)
      return reply.type('application/json; charset=utf-8').send(text)
    })
  }
}
