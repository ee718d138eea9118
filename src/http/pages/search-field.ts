import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { clientOf } from '#src/accounts/attempts.ts'
import { textOfBody } from '#src/cache/cached-reply.ts'
import { etagOf } from '#src/cache/encoding.ts'
import type { Config } from '#src/config.ts'
import { dialects } from '#src/contract/dialects.ts'
import type { Operation } from '#src/contract/operation.ts'
import { textOf } from '#src/contract/parameters.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { openBuckets } from '#src/keys/buckets.ts'
import { choiceSuggestions } from '#src/pages/discover/suggest.ts'
import { openSearchDescription } from '#src/pages/search/open-search.ts'
import { type Suggestions, suggestions } from '#src/pages/search/suggest.ts'
import type { Run } from '#src/run/run.ts'
import { maxQueryLength } from '#src/search/reading.ts'
import { minSuggestedLetters } from '#src/search/suggestions.ts'
import { isLanguage } from '#src/texts/index.ts'
import { hideFromOtherSites } from '../headers.ts'
import { matches } from '../negotiation.ts'

/** How long browsers cache suggestions: while somebody types, deletes and types again. */
const SUGGESTIONS_SECONDS = 60
const DESCRIPTION_SECONDS = 86_400

type SearchServices = {
  run: Run
  config: Pick<Config, 'siteName' | 'suggestionsPerSecond'>
  clock(): Date
  /** The site that pages name when requested at this host. */
  askedSite(host: string | undefined): string
}

/**
 * Suggestions for the search field, for pages and for browsers that read the OpenSearch description. They are open to
 * everybody and the same for everybody, so cookies are not even read.
 */
export function serveSearchField(app: FastifyInstance, { run, config, clock, askedSite }: SearchServices) {
  const { suggestionsPerSecond: limit } = config
  const buckets = openBuckets<string>(clock)

  async function suggestionsFor(request: FastifyRequest, of: Operation, more: object = {}): Promise<string> {
    if (limit > 0 && buckets.take(clientOf(request.ip), limit, 1).taken === 0)
      throw new ApiError('too_many_requests', 1)
    const query = folded(textOf(request.query, 'query') ?? '')
    const asked = (query.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < minSuggestedLetters ? '' : query
    const question = { params: {}, query: { query: asked, language: textOf(request.query, 'language'), ...more } }
    const answer = await run(of, question, { dialect: dialects.neutral })
    if (answer.is !== 'kept') throw new Error('Suggestions are always kept')
    return textOfBody(answer.reply.plain)
  }

  app.get(
    '/search/suggest',
    { config: { operation: 'suggest', isOpen: true, isPage: true } },
    async (request, reply) => {
      const text = await suggestionsFor(request, suggestions)
      if (textOf(request.query, 'form') !== 'opensearch') return send(request, reply, 'application/json', text)
      const asked = textOf(request.query, 'query') ?? ''
      const list = listOf(asked, JSON.parse(text), askedSite(request.headers.host))
      return send(request, reply, 'application/x-suggestions+json', JSON.stringify(list))
    },
  )

  for (const place of ['movie', 'tv'] as const)
    app.get(
      `/discover/${place}/suggest`,
      { config: { operation: 'suggest', isOpen: true, isPage: true } },
      async (request, reply) => {
        const choice = textOf(request.query, 'choice') ?? ''
        const text = await suggestionsFor(request, choiceSuggestions[place], { choice })
        return send(request, reply, 'application/json', text)
      },
    )

  app.get('/search/opensearch.xml', { config: { operation: 'opensearch', isOpen: true } }, async (request, reply) => {
    const language = textOf(request.query, 'language') ?? 'en'
    if (!isLanguage(language)) throw new ApiError('invalid_parameters')
    const description = openSearchDescription(askedSite(request.headers.host), config.siteName, language)
    return send(request, reply, 'application/opensearchdescription+xml', description, DESCRIPTION_SECONDS)
  })
}

/**
 * Texts that differ only in case, width and blanks have the same suggestions. Punctuation may matter: it may be a year.
 */
const folded = (text: string) =>
  text
    .slice(0, maxQueryLength)
    .toWellFormed()
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\0]+/g, ' ')
    .trim()

/** Suggestions as browsers read them: what was typed, and as many names, notes and addresses. */
function listOf(asked: string, { suggestions }: Suggestions, site: string) {
  const byName = new Map(suggestions.toReversed().map((one) => [one.name, one]))
  const listed = suggestions.filter((one) => byName.get(one.name) === one)
  return [
    asked,
    listed.map(({ name }) => name),
    listed.map(({ note }) => note),
    listed.map(({ address }) => `${site}${address}`),
  ]
}

/** Sends what is the same for everybody. Pages of other sites are not a browser's search field, and get nothing. */
function send(request: FastifyRequest, reply: FastifyReply, type: string, text: string, seconds = SUGGESTIONS_SECONDS) {
  if (reply.sent) return reply
  const etag = etagOf(text)
  hideFromOtherSites(reply)
  reply.headers({
    'cache-control': `public, max-age=${seconds}`,
    'cross-origin-resource-policy': 'same-origin',
    etag,
    vary: 'Accept-Encoding',
  })
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type(`${type}; charset=utf-8`).send(text)
}
