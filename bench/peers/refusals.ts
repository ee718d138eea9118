import type { FastifyError, FastifyInstance } from 'fastify'

/** What the peer answers where there is nothing to answer: HTTP status, `status_code` and `status_message`. */
const refusals = {
  key: [401, 7, 'Invalid API key: you need a valid key.'],
  id: [404, 6, 'Invalid id: an id in this request is not valid.'],
  page: [400, 22, 'Invalid page: pages are whole numbers from 1 to 500.'],
  parameters: [422, 5, 'Invalid parameters: Your request parameters are incorrect.'],
  record: [404, 34, 'Not found: there is no such resource.'],
  fault: [500, 11, 'Internal error: something went wrong on our side.'],
} as const

export class Refusal extends Error {
  readonly reason: keyof typeof refusals
  constructor(reason: keyof typeof refusals) {
    super(reason)
    this.reason = reason
  }
}

/** Throws where there is no such record. */
export function existing<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new Refusal('record')
  return found
}

export function answerErrors(app: FastifyInstance) {
  app.setNotFoundHandler(() => {
    throw new Refusal('record')
  })
  app.setErrorHandler((error: FastifyError | Refusal, _request, reply) => {
    const [status, status_code, status_message] = refusals[reasonOf(error)]
    reply.code(status).send({ success: false, status_code, status_message })
  })
}

function reasonOf(error: FastifyError | Refusal): keyof typeof refusals {
  if (error instanceof Refusal) return error.reason
  if (!error.validation) return 'fault'
  if (error.validationContext === 'params') return 'id'
  return error.validation.some(({ instancePath }) => instancePath === '/page') ? 'page' : 'parameters'
}
