import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { dialects } from '#src/contract/dialects.ts'
import { openapi } from '#src/contract/openapi.ts'
import { sql } from '#src/database/sql.ts'
import { allOperations } from '#src/interface.ts'
import { pages } from '#src/pages/index.ts'
import { localAddress, secretParameters, withoutSecrets } from '#src/pages/local-address.ts'
import { sqliteEngine } from '../support/engines.ts'
import { openVisitor, type PagesServer, signedIn, startPages, tokenIn, type Visitor } from '../support/pages/visitor.ts'
import { addOwn, addShown } from '../support/world/own.ts'
import { filledIn, formsOf } from '../support/world/own-requests.ts'
import { keys, loadWorld, testDay } from '../support/world.ts'

/** Somebody opens a page with the secrets of the interface in its address: nothing leads on with them. */

const secret = keys.first
const secrets = [...secretParameters].map((name) => `${name}=${secret}`).join('&')
/** Also with an encoded name, and where the address leads on to. */
const query = `${secrets}&api%5Fkey=${secret}&next=${encodeURIComponent(`/movie?page=2&${secrets}`)}&lang=de`

async function open(t: TestContext, options: Record<string, boolean> = {}): Promise<PagesServer> {
  const server = await startPages(sqliteEngine(loadWorld), options)
  t.after(() => server.close())
  await addShown(server.db)
  await addOwn(server.db)
  await server.db.run(sql`update account set role = 'administrator' where id = 1`)
  await applyEdit(server.db, {
    account_id: 1,
    at: new Date(testDay),
    records: [{ kind: 'movie', id: 503, mergedInto: { id: 502 } }],
  })
  return server
}

type Reply = Awaited<ReturnType<Visitor['get']>>

function tellsNothing({ headers, body, status }: Reply, what: string) {
  assert.ok(!JSON.stringify(headers).includes(secret), `${what}: ${status} leads to ${headers.location}`)
  const at = body.indexOf(secret)
  assert.ok(at === -1, `${what}: ${body.slice(Math.max(0, at - 150), at)}`)
}

test('no page leads on with secrets that stand in its address', async (t) => {
  const [open1, closed] = [await open(t), await open(t, { private: true })]
  const readers: Readonly<Record<string, Visitor>> = {
    'a stranger': openVisitor(open1.app),
    'the owner': await signedIn(open1, 'ada'),
    'a stranger with a key, where the catalogue is private': openVisitor(closed.app),
  }
  const seen = new Map<number, number>()
  for (const [who, visitor] of Object.entries(readers))
    for (const { method, path } of pages) {
      if (method !== 'GET') continue
      for (const address of filledIn(path)) {
        const reply = await visitor.get(`${address}?${query}`)
        seen.set(reply.status, (seen.get(reply.status) ?? 0) + 1)
        tellsNothing(reply, `${who} at ${address}`)
      }
    }
  const merged = await openVisitor(open1.app).get(`/movie/503?page=2&${secrets}`)
  assert.deepEqual([merged.status, merged.location], [302, '/movie/502?page=2'])
  // Pages, permanent redirects to another address, and those to where one signs in.
  for (const status of [200, 301, 303]) assert.ok((seen.get(status) ?? 0) > 10, `${status}: ${[...seen]}`)
})

test('no form leads on with secrets that stand in its address or in its fields', async (t) => {
  const server = await open(t)
  let redirects = 0
  for (const page of pages) {
    if (page.method !== 'POST' || page.takesFile || page.path === '/authenticate/{request_token}') continue
    const visitors = [openVisitor(server.app), await signedIn(server, 'ada')]
    for (const visitor of visitors) {
      const token = tokenIn((await visitor.get('/login')).body || (await visitor.get('/')).body)
      const [address = ''] = filledIn(page.path)
      const [form = {}] = formsOf(page)
      const next = page.form.includes('next') ? { next: `/movie?page=2&${secrets}` } : {}
      const reply = await visitor.post(`${address}?${query}`, { ...form, ...next }, { token })
      if (reply.location !== undefined) redirects++
      tellsNothing(reply, `${address} by ${visitor === visitors[0] ? 'a stranger' : 'the owner'}`)
    }
  }
  assert.ok(redirects > 50, String(redirects))
})

test('an address keeps everything but secrets', () => {
  const cases: [address: string, kept: string][] = [
    ['/movie', '/movie'],
    ['/movie?', '/movie?'],
    ['/movie?page=2&sort=a%20b+c&page=3&x', '/movie?page=2&sort=a%20b+c&page=3&x'],
    ['/movie?api_key=1', '/movie'],
    ['/movie?page=2&api_key=1&x=y&session_id=&api_key=2', '/movie?page=2&x=y'],
    ['/movie?ap%69_key=1&x=y', '/movie?x=y'],
    ['/movie?my_api_key=1', '/movie?my_api_key=1'],
    ['/login?next=%2Fmovie%3Fpage%3D2%26api_key%3D1', '/login?next=%2Fmovie%3Fpage%3D2'],
    ['/login?next=/movie?api_key=1', '/login?next=%2Fmovie'],
    ['/a?next=/b?next=/c?next=/d?api_key=1', '/a?next=%2Fb%3Fnext%3D%252Fc%253Fnext%253D%25252Fd'],
    ['/a?next=/b?next=/c?next=/d?next=/e?api_key=1', '/a?next=%2Fb%3Fnext%3D%252Fc%253Fnext%253D%25252Fd'],
  ]
  for (const [address, kept] of cases) assert.equal(withoutSecrets(address), kept)
  assert.equal(localAddress('/movie?api_key=1&page=2#top'), '/movie?page=2')
  assert.equal(localAddress('https://evil.example/?api_key=1'), '/')
})

test('the parameters that are secrets are those of the interface', () => {
  const { components } = openapi(allOperations, dialects.neutral)
  const schemes = Object.values(components.securitySchemes).flatMap((scheme) =>
    'in' in scheme && scheme.in === 'query' ? [scheme.name] : [],
  )
  const named = allOperations.flatMap(({ params, query, body }) => [
    ...params,
    ...Object.keys(query.properties),
    ...Object.keys(body?.properties ?? {}),
  ])
  // What a program chooses to have an edit taken once opens nothing.
  const isSecret = (name: string) => name !== 'idempotency_key' && /key$|token|session|password|secret/.test(name)
  assert.deepEqual([...new Set([...schemes, ...named.filter(isSecret)])].sort(), [...secretParameters].sort())
})
