import type { FastifyInstance, FastifyRequest } from 'fastify'
import { clientOf } from '#src/accounts/attempts.ts'
import { textOfBody } from '#src/cache/cached-reply.ts'
import { dialects } from '#src/contract/dialects.ts'
import { textOf } from '#src/contract/parameters.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { openBuckets } from '#src/keys/buckets.ts'
import { chosenIn, filtersOf, type Place, parameterNames } from '#src/pages/discover/choices.ts'
import { facetOperations } from '#src/pages/discover/facets.ts'
import type { Run } from '#src/run/run.ts'
import { hideFromOtherSites } from '../headers.ts'

/** Requests for counts that a client may send to one process in a second: each page asks once. */
const facetsPerSecond = 10
/** How long browsers cache them. */
const FACETS_SECONDS = 60

/** The counts beside the list on a discover page, open to everybody and the same for everybody. */
export function serveFacets(app: FastifyInstance, { run, clock }: { run: Run; clock(): Date }) {
  const buckets = openBuckets<string>(clock)

  async function facetsFor(place: Place, { query }: FastifyRequest): Promise<string> {
    const asked = Object.fromEntries(parameterNames.map((name) => [name, textOf(query, name)]))
    const filters = filtersOf(place, chosenIn(place, asked), {
      region: textOf(query, 'reader') ?? '',
      now: clock(),
    })
    const include_adult = textOf(query, 'include_adult')
    const texts = Object.entries({ ...filters, include_adult }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    )
    const question = { params: {}, query: Object.fromEntries(texts) }
    const answer = await run(facetOperations[place], question, { dialect: dialects.neutral })
    if (answer.is !== 'kept') throw new Error('Counts are always kept')
    return textOfBody(answer.reply.plain)
  }

  for (const place of ['movie', 'tv'] as const)
    app.get(
      `/discover/${place}/facets`,
      { config: { operation: 'facets', isOpen: true, isPage: true } },
      async (request, reply) => {
        if (buckets.take(clientOf(request.ip), facetsPerSecond, 1).taken === 0)
          throw new ApiError('too_many_requests', 1)
        const text = await facetsFor(place, request)
        if (reply.sent) return reply
        hideFromOtherSites(reply)
        reply.headers({
          'cache-control': `public, max-age=${FACETS_SECONDS}`,
          'cross-origin-resource-policy': 'same-origin',
          vary: 'Accept-Encoding',
        })
        return reply.type('application/json; charset=utf-8').send(text)
      },
    )
}
