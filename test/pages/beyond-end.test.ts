import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '#src/database/sql.ts'
import { forEachEngine } from '../support/engines.ts'
import { openVisitor, type PagesServer, signedIn, startPages, textOf } from '../support/pages/visitor.ts'
import { loadWorld } from '../support/world.ts'

/** Each list of pages, to the number of the page; some have one page, and one has none. */
const lists: [address: string, viewer?: 'ada'][] = [
  ['/movie?page='],
  ['/movie?list=top_rated&page='],
  ['/tv?page='],
  ['/tv?list=on_the_air&page='],
  ['/person?page='],
  ['/company?page='],
  ['/network?page='],
  ['/collection?page='],
  ['/search?query=reel&kind=movie&page='],
  ['/search?query=nobody-at-all&kind=tv&page='],
  ['/company/101-lanternfish-pictures?page='],
  ['/network/201-channel-zephyr?page='],
  ['/collection/401-the-glimmer-collection?page='],
  ['/movie/501-the-glass-lantern?reviews='],
  ['/movie/501-the-glass-lantern?titles='],
  ['/tv/601-tidewater-signals?seasons='],
  ['/movie/502-das-zweite-glimmen/images?gallery=posters&page='],
  ['/movie/502-das-zweite-glimmen/images?gallery=logos&page='],
  ['/@ada/reviews?page=', 'ada'],
  ['/@ada/lists?page=', 'ada'],
  ['/@ada/ratings?kind=movie&page=', 'ada'],
  ['/library/watchlist/movie?sort=first&page=', 'ada'],
  ['/notifications?page=', 'ada'],
  ['/admin/keys?page=', 'ada'],
]
const said = {
  en: /There is no page 400 This list (?:ends with page (\d+)\. Go to page \1|has only one page\. Show the list)/,
  de: /Es gibt keine Seite 400 Diese Liste (?:endet mit Seite (\d+)\. Zu Seite \1|hat nur eine Seite\. Liste anzeigen)/,
}

forEachEngine(loadWorld, (engine) => {
  let server: PagesServer
  before(async () => {
    server = await startPages(engine)
    await server.db.run(sql`update account set role = 'administrator' where username = 'ada'`)
  })
  after(() => server.close())

  for (const [list, viewer] of lists)
    for (const language of viewer ? (['de'] as const) : (['en', 'de'] as const)) {
      test(`${list}400 is beyond the end, in ${language}`, async () => {
        const visitor = viewer ? await signedIn(server, viewer) : openVisitor(server.app)
        const get = (page: string | number) => visitor.get(`${list}${page}`, { 'accept-language': language })
        const beyond = await get(400)
        const found = said[language].exec(textOf(beyond))
        assert.ok(found, textOf(beyond))
        const last = Number(found[1] ?? 1)
        const pages = await Promise.all([last - 1, last, last + 1].filter((page) => page > 0).map(get))
        const seen = pages.map(({ status, body }) => [status, body.includes('rel="next"')])
        assert.deepEqual([beyond.status, ...seen.slice(-2)], [404, [200, false], [404, false]])
        if (last > 1) assert.deepEqual(seen[0], [200, true])
        const [, way = ''] = /<h1.*?class="button" href="([^"]+)"/s.exec(beyond.body) ?? []
        const shown = way.replaceAll('&#61;', '=').replaceAll('&#38;', '&').replace(/#.*/, '')
        // The first page needs no number.
        const without = list.replace(/[?&]\w+=$/, '')
        assert.ok([`${list}${last}`, ...(last === 1 ? [without, `${without}?`] : [])].includes(shown), shown)
      })
    }

  test('whoever takes the last entry off a page sees the page before it', async () => {
    const bo = await signedIn(server, 'bo')
    for (const media_id of ['501', '502', '503', '505'])
      await bo.post('/watchlist', { media_type: 'movie', media_id, watchlist: 'on', next: '/' }, { from: '/' })
    const last = await bo.get('/library/watchlist/movie?sort=first&page=2')
    const titles = [...last.body.matchAll(/name="media_id" value="(\d+)"/g)].map(([, id]) => id as string)
    const from = '/library/watchlist/movie?sort=first&page=2'
    for (const media_id of titles.slice(0, -1))
      await bo.post('/watchlist', { media_type: 'movie', media_id, next: from }, { from })
    const removed = await bo.post(
      '/watchlist',
      { media_type: 'movie', media_id: titles.at(-1) as string, next: from },
      { from },
    )
    assert.equal(removed.location, from)
    const led = await bo.follow(removed)
    assert.deepEqual([led.status, led.location], [303, '/library/watchlist/movie?sort=first'])
    assert.match(textOf(await bo.follow(led)), /^Removed from your watchlist\./)
  })
})
