import { hash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import fastify, { type FastifyInstance } from 'fastify'
import { addLists } from './lists.ts'
import { prepareQueries, type Queries } from './queries.ts'
import { addRecords } from './records.ts'
import { answerErrors, Refusal } from './refusals.ts'

/**
 * What a good engineer would write in an afternoon to answer 13 reads of the interface, and nothing else, with Fastify
 * and `node:sqlite` from the file that our server keeps: the ground that ours is measured against. For the same request
 * it answers with the same status, headers and body, and it checks the key in the same table for each request.
 *
 * Of the parameters it knows those that the benchmark uses: ids, `page`, `external_source`, and the key in the query or
 * as a bearer token. It leaves out `language`, `append_to_response`, `timezone` and days of changes, ids with words
 * behind them or of other systems, methods besides GET, compression, the common dialect, PostgreSQL, writes, limits of
 * time and load, and the log.
 */
export type Peer = {
  /** The SQLite file of our server. */
  file: string
  /** Base address of the links to reviews. */
  site: string
  clock?: () => Date
}

export function buildPeer({ file, site, clock = () => new Date() }: Peer): FastifyInstance {
  const database = new DatabaseSync(file, { readOnly: true })
  // As much as ours has, so that it is the code that is compared.
  database.exec('pragma cache_size = -32768')
  const queries = prepareQueries(database)
  const app = fastify({ logger: { level: 'warn' } })
  app.addHook('onClose', async () => database.close())
  checkKeys(app, queries)
  addHeaders(app, site)
  answerErrors(app)
  addRecords(app, queries, site)
  addLists(app, queries, clock)
  return app
}

function checkKeys(app: FastifyInstance, { key }: Queries) {
  app.addHook('onRequest', (request, _reply, done) => {
    const secret =
      (request.query as { api_key?: unknown }).api_key ?? request.headers.authorization?.replace(/^Bearer /i, '')
    const isValid = typeof secret === 'string' && key.get(hash('sha256', secret)) !== undefined
    done(isValid ? undefined : new Refusal('key'))
  })
}

const headers = {
  vary: 'Origin, Accept-Encoding, Authorization',
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'date, etag, retry-after, ratelimit, ratelimit-policy, x-memc, x-memc-age, x-memc-expires, x-memc-key',
  'content-security-policy': "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

function addHeaders(app: FastifyInstance, site: string) {
  const transport = site.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}
  const all = { ...headers, ...transport }
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.headers(all)
    if (reply.statusCode !== 200) {
      reply.header('cache-control', 'no-store')
      return done(null, payload)
    }
    const etag = `W/"${hash('sha256', payload as string).slice(0, 32)}"`
    reply.header('etag', etag)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'public, max-age=3600')
    if (request.headers['if-none-match'] !== etag) return done(null, payload)
    reply.code(304)
    done(null, null)
  })
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { file: { type: 'string' }, site: { type: 'string' }, port: { type: 'string', default: '0' } },
  })
  const app = buildPeer({ file: values.file!, site: values.site! })
  process.once('SIGTERM', () => app.close())
  await app.listen({ port: Number(values.port) })
}
