/** What the peer reads of a request. Fastify checks it, makes numbers of digits and puts defaults in. */

const object = (properties: Record<string, object>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})

const id = { type: 'integer', minimum: 1 }
const number = { type: 'integer', minimum: 0 }

export const byId = object({ id })
export type ById = { Params: { id: number } }

export const byNumbers = object({ id, season: number, episode: number })
export type ByNumbers = { Params: { id: number; season: number; episode: number } }

export const byPage = object({ page: { type: 'integer', minimum: 1, maximum: 500, default: 1 } })
export type ByPage = { Querystring: { page: number } }

export const bySource = (sources: string[]) => object({ external_source: { type: 'string', enum: sources } })
export type BySource = { Params: { id: string }; Querystring: { external_source: string } }
