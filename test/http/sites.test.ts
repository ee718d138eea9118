import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allOperations as operations } from '#src/interface.ts'
import { forEachEngine } from '../support/engines.ts'
import { signedIn, startPages } from '../support/pages/visitor.ts'
import { type Answer, serve } from '../support/served.ts'
import { keys, loadWorld } from '../support/world.ts'

const near = '192.168.1.20:8080'
const byV6 = '[fd00::1]:9000'
const forged = 'evil.example'

const application = {
  plan: 'developer',
  dialect: 'neutral',
  application_address: 'https://app.example/',
  kind_of_use: 'website',
  summary: 'Shows what is on in the cinemas of our town.',
  contact: 'ada@app.example',
  terms: 'on',
}

/** The sites that a text of JSON names. */
const sitesIn = ({ body, headers }: Answer) => [
  ...new Set(
    `${body} ${headers['authentication-callback']}`.match(/https?:\/\/[^/"]+(?=\/(t\/p|review|authenticate)\/)/g),
  ),
]

/** What links to the site, and replies that do only if they are asked for more. */
const linking = [
  '/3/configuration',
  '/3/movie/501/reviews',
  '/3/movie/501?append_to_response=videos,reviews',
  '/3/authentication/token/new',
]
const other = ['/3/movie/501', '/3/movie/501?append_to_response=videos', '/3/movie/popular']

forEachEngine(loadWorld, (engine) => {
  test('each device is told the host that it asked, and a forged one never reaches a reply', async (t) => {
    const { ask, port } = await serve(t, engine, { site: '' })
    const from = (path: string, host: string) => ask(path, { host, authorization: `Bearer ${keys.first}` })
    const standard = `http://127.0.0.1:${port}`
    const order: [host: string, site: string][] = [
      [forged, standard],
      [near, `http://${near}`],
      [byV6, `http://${byV6}`],
      [forged, standard],
      [`${forged}:${port}`, standard],
      [near, `http://${near}`],
      [`127.0.0.1:${port}`, standard],
    ]
    for (const path of linking) {
      for (const [host, site] of order) {
        const answer = await from(path, host)
        assert.deepEqual([answer.status, sitesIn(answer)], [200, [site]], `${path} at ${host}`)
        assert.doesNotMatch(JSON.stringify([answer.body, answer.headers]), /evil/, path)
      }
    }
  })

  test('replies that link to the site are kept for each, and all others once', async (t) => {
    const { ask } = await serve(t, engine, { site: '' })
    const from = async (path: string, host: string) => {
      const { headers } = await ask(path, { host, authorization: `Bearer ${keys.first}` })
      return [headers['x-memc'], headers.etag]
    }
    for (const path of linking.slice(0, 3)) {
      const [first, second] = [await from(path, near), await from(path, byV6)]
      assert.deepEqual([first[0], second[0]], ['MISS', 'MISS'], path)
      assert.notEqual(first[1], second[1], path)
      assert.deepEqual(await from(path, near), ['HIT', first[1]])
      assert.deepEqual(await from(path, byV6), ['HIT', second[1]])
    }
    for (const path of other) {
      const [, etag] = await from(path, near)
      for (const host of [byV6, forged]) assert.deepEqual(await from(path, host), ['HIT', etag], path)
    }
  })

  test('a page names the host that it was asked at, and replies to programs stay their own', async (t) => {
    const server = await startPages(engine, { site: '' })
    t.after(() => server.close())
    const ada = await signedIn(server, 'ada')
    const standard = 'http://127.0.0.1:8080'
    const curlOf = async (host: string) => {
      const made = await ada.post('/settings/api/new', { ...application, name: host })
      assert.equal(made.status, 303)
      return /curl '(.*?)\/3\//.exec((await ada.get(made.location ?? '', { host })).body)?.[1]
    }
    const order = [near, byV6, forged, near]
    const sites: (string | undefined)[] = []
    for (const host of order) sites.push(await curlOf(host))
    assert.deepEqual(sites, [`http://${near}`, `http://${byV6}`, standard, `http://${near}`])

    // A page asks for the same reviews, and what it is answered is not kept for programs elsewhere.
    const authorization = `Bearer ${keys.first}`
    const { location = '' } = await ada.get('/movie/501')
    for (const host of order.slice(0, 3)) {
      const page = await ada.get(location, { host })
      assert.equal(page.status, 200)
      const site = host === forged ? standard : `http://${host}`
      const named = page.body.match(/https?:[^"&]*(?:192\.168|fd00|evil|127\.0)[^/"]*/g)
      assert.deepEqual([...new Set(named)], [site])
      const { body } = await ada.get('/3/movie/501/reviews', { host, authorization })
      assert.deepEqual([...new Set(body.match(/http:[^"]+(?=\/review\/)/g))], [site])
    }
  })

  test('the site of the settings is that of every reply', async (t) => {
    const { ask } = await serve(t, engine)
    for (const path of linking) {
      const answer = await ask(path, { host: near, authorization: `Bearer ${keys.first}` })
      assert.deepEqual(sitesIn(answer), ['https://reelcommons.example'], path)
    }
  })
})

test('these operations depend on the site', () => {
  const question = { params: {}, query: {}, queryTexts: {}, body: undefined }
  assert.deepEqual(
    operations
      .filter(({ dependsOnSite }) => dependsOnSite(question))
      .map(({ id }) => id)
      .sort(),
    [
      'authentication.create_request_token',
      'configuration.details',
      'movie.reviews',
      'reviews.details',
      'series.reviews',
    ],
  )
})
