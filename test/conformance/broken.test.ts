import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { packageRoot } from '#src/package-root.ts'
import { openClient } from '../../conformance/client.ts'
import type { OperationResult } from '../../conformance/findings.ts'
import { runSuite } from '../../conformance/suite.ts'
import { at, type Break, breakServer, error, good } from '../support/conformance/broken-server.ts'
import { sqliteEngine } from '../support/engines.ts'
import { serve } from '../support/served.ts'
import { keys, loadWorld, sessions } from '../support/world.ts'

const engine = sqliteEngine(loadWorld)

const movie = /^\/3\/movie\/\d+$/
const popular = /^\/3\/movie\/popular$/

/** What is broken, the operation that shows it, and what the suite has to say: the rule and the sentence. */
const faults: [what: string, operation: string, change: Break, rule: string, message: RegExp][] = [
  [
    'a guest is shown no ratings',
    'GET /authentication/guest_session/new',
    good(/\/guest_session\/[0-9a-f]+\/rated\/movies$/, (body) => {
      body.results = []
    }),
    'in the ratings of the guest',
    /^the movie is not there with its rating$/,
  ],
  [
    'a key is missing',
    'GET /movie/{movie_id}',
    good(movie, (body) => delete body.tagline),
    'shape',
    /^tagline is missing$/,
  ],
  [
    'a key is too many',
    'GET /movie/popular',
    good(popular, (body) => Object.assign(body.results[0] ?? {}, { media_type: 'movie' })),
    'shape',
    /^results\[0\]\.media_type is not in the shape$/,
  ],
  [
    'a number is a text',
    'GET /tv/{series_id}/external_ids',
    good(/external_ids$/, (body) => (body.tvdata_id = '12')),
    'shape',
    /^tvdata_id is "12", not int or null$/,
  ],
  [
    'an empty path',
    'GET /movie/{movie_id}',
    good(movie, (body) => (body.poster_path = '')),
    'shape',
    /^poster_path is "", not path or null$/,
  ],
  [
    'another time',
    'GET /movie/{movie_id}/reviews',
    good(/reviews$/, (body) => Object.assign(body.results[0] ?? {}, { created_at: '2026-01-01T10:00:00Z' })),
    'shape',
    /^results\[0\]\.created_at is /,
  ],
  [
    'the code of another refusal',
    'GET /movie/{movie_id}/credits',
    at(/credits$/, (reply) => {
      if (reply.status === 404) reply.body = error(6)
    }),
    'unknown movie_id',
    /^got 404 with code 6 instead of 404 with code 34$/,
  ],
  [
    'the key is looked at after the id',
    'GET /company/{company_id}',
    at(/company\/0$/, (reply) => Object.assign(reply, { status: 404, body: error(6) })),
    'no key before everything else',
    /^got 404 with code 6 instead of 401 with code 7$/,
  ],
  [
    'page 0 is the first',
    'GET /movie/popular',
    at(popular, (reply, address) => {
      if (address.searchParams.get('page') === '0')
        Object.assign(reply, { status: 200, body: { page: 0, results: [] } })
    }),
    'page not valid',
    /^got 200 with code undefined instead of 400 with code 22$/,
  ],
  [
    'a row stands on two pages',
    'GET /movie/popular',
    (() => {
      let first: any
      return good(popular, (body) => {
        if (body.page === 1) first = body.results[0]
        else if (body.results.length > 0) body.results[0] = first
      })
    })(),
    'pages without repeats',
    /^\d+ is on page 1, too$/,
  ],
  [
    'the last page comes again and again',
    'GET /movie/popular',
    good(popular, (body) => (body.results.length === 0 ? body.results.push({ id: 1 }) : undefined)),
    'page beyond the end',
    /^1 rows$/,
  ],
  [
    'totals that are a page short',
    'GET /movie/popular',
    good(popular, (body) => body.total_pages--),
    'total_pages',
    /^total_pages is \d+ for \d+ rows, not \d+$/,
  ],
  [
    'an appended part keeps its id',
    'GET /movie/{movie_id}',
    good(movie, (body) => body.credits && Object.assign(body.credits, { id: body.id })),
    'appended credits',
    /^credits\.id is not expected$/,
  ],
  [
    'English in place of a text that is not there',
    'GET /movie/{movie_id}',
    good(movie, (body) => (body.overview = 'An overview in English.')),
    'no text of another language',
    /^overview is there without a translation$/,
  ],
  [
    'no content type',
    'GET /configuration',
    at(/configuration$/, (reply) => delete reply.headers['content-type']),
    'content type',
    /^the content type is null$/,
  ],
  [
    'a reply of an account for everybody',
    'GET /account/{account_id}/watchlist/movies',
    at(/watchlist/, (reply) => (reply.headers['cache-control'] = 'public, max-age=60')),
    'caching',
    /although it is private$/,
  ],
  [
    'what is removed stays',
    'POST /account/{account_id}/watchlist',
    at(/watchlist$/, (reply, _, request) => {
      if (request.method === 'POST' && reply.body.status_code === 13) reply.body.status_code = 1
    }),
    'removed',
    /^got 200 with code 1 instead of 200 with code 13$/,
  ],
]

test('each fault of a server is found, and named', async (t) => {
  const { port } = await serve(t, engine)
  const inOrder = { key: keys.first, session: sessions.ada, dialect: 'neutral' } as const
  for (const [what, operation, change, rule, message] of faults) {
    const url = await breakServer(t, port, change)
    const results = await runSuite(openClient({ ...inOrder, url }), { records: 2, only: operation })
    const result = results.find((it) => it.operation === operation) as OperationResult
    const found = result.findings.some((finding) => finding.rule === rule && message.test(finding.message))
    assert.ok(found, `${what}: ${JSON.stringify(result)}`)
    assert.equal(result.state, 'wrong', what)
  }
})

test('an operation that is not there is told from a record that is not there', async (t) => {
  const { port } = await serve(t, engine)
  const without = (path: RegExp) => at(path, (reply) => Object.assign(reply, { status: 404, body: error(34) }))
  const stateWithout = async (path: RegExp) => {
    const url = await breakServer(t, port, without(path))
    const client = openClient({ url, key: keys.first, dialect: 'neutral' })
    const results = await runSuite(client, { records: 2, only: 'GET /movie/{movie_id}/videos' })
    return results.map(({ state, findings }) => [state, findings.some(({ rule }) => rule === 'status')])
  }
  assert.deepEqual(await stateWithout(/\/videos$/), [['not there', false]])
  assert.deepEqual(await stateWithout(/\/501\/videos$/), [['wrong', true]])
  assert.deepEqual(await stateWithout(/\/movie\//), [['not tried', false]])
})

test('the command says with its exit code whether something is wrong', async (t) => {
  const { port } = await serve(t, engine)
  const url = `http://127.0.0.1:${port}`
  const broken = await breakServer(
    t,
    port,
    good(popular, (body) => delete body.page),
  )
  const run = async (...words: string[]) => {
    const program = join(packageRoot, 'conformance', 'run.ts')
    const { stdout, stderr, code } = await promisify(execFile)(process.execPath, [program, ...words]).then(
      (output) => ({ ...output, code: 0 }),
      (error: { stdout: string; stderr: string; code: number }) => error,
    )
    return [code, stdout, stderr.trim()] as const
  }
  const only = ['--key', keys.first, '--records', '1', '--only', '/movie/popular']
  const [right, table] = await run('--url', url, ...only)
  assert.match(table, /Movie lists\n {2}GET \/movie\/popular {2}right +\d+\n\n1 right, 0 wrong/)
  const [wrong, findings] = await run('--url', broken, ...only)
  assert.match(findings, /shape: page is missing\n {4}GET \/movie\/popular/)
  assert.ok(!findings.includes(keys.first))
  assert.deepEqual([right, wrong], [0, 1])
  assert.deepEqual(await run('--url', url, '--key', '0'.repeat(32)), [2, '', 'The server does not accept this key.'])
  assert.deepEqual(await run('--url', url), [2, '', 'Give --url and --key. --help shows all options.'])
  const dialect = await run('--url', url, ...only, '--dialect', 'none')
  assert.deepEqual(dialect, [2, '', '--dialect has to be neutral or common, not "none".'])
})
