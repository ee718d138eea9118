import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addWatched } from '#src/kept/watched.ts'
import { forEachEngine } from '../support/engines.ts'
import { openVisitor, type Reply, signedIn, startPages, textOf } from '../support/pages/visitor.ts'
import { loadWorld, testDay } from '../support/world.ts'

const lantern = '/movie/501-the-glass-lantern'
const tidewater = '/tv/601-tidewater-signals'
const episode = `${tidewater}/season/2/episode/1`

/** The star that is chosen, and the number of those up to the rating. */
const starsOf = ({ body }: Reply) => [
  Number(/id="rating-(\d+)"[^>]* checked/.exec(body)?.[1] ?? 0),
  (body.match(/class="reached"/g) ?? []).length,
]
/** What stands on the card of a title. */
const onCard = ({ body }: Reply, address: string): string => {
  const card = new RegExp(`href="${address}[^"/]*">(?:(?!</li>)[\\s\\S])*</li>`).exec(body)?.[0] ?? 'no card'
  return (/<span class="kept">[\s\S]*<\/span>/.exec(card)?.[0] ?? '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

forEachEngine(loadWorld, (engine) => {
  test('movies, series and episodes are rated by a form, and the rating is removed', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    const bo = await signedIn(server, 'bo')
    for (const address of [lantern, tidewater, episode]) {
      const rate = (value: string) => bo.post(`${address}/rating`, { value, next: address }, { from: address })
      assert.deepEqual(starsOf(await bo.get(address)), [0, 0], address)
      const rated = await bo.follow(await rate('7'))
      assert.deepEqual([starsOf(rated), /Rating saved/.test(textOf(rated))], [[7, 7], true], address)
      assert.match(textOf(rated), /Your rating : 7 of 10/)
      assert.match(textOf(await bo.follow(await rate(''))), /^Choose a number of stars/)
      const half = await bo.follow(await rate('8.5'))
      assert.deepEqual(starsOf(half), [0, 8], 'no star has this value')
      assert.match(textOf(half), /Your rating : 8\.5 of 10/)
      assert.equal((await rate('11')).status, 400)
      const gone = await bo.follow(await rate('0'))
      assert.deepEqual([starsOf(gone), /Rating removed/.test(textOf(gone))], [[0, 0], true], address)
    }
    const unknown = await bo.post('/movie/599999/rating', { value: '7', next: '/movie/599999' }, { from: lantern })
    assert.equal((await bo.follow(unknown)).status, 404)
  })

  test('the page of a title draws how the ratings spread', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    const [bo, eve] = [await signedIn(server, 'bo'), await signedIn(server, 'eve')]
    const said = async () => {
      const reply = await openVisitor(server.app).get(lantern)
      const heights = [...reply.body.matchAll(/<rect [^>]*height="(\d+)"/g)].map(([, height]) => Number(height))
      const numbers = [...reply.body.matchAll(/<text [^>]*>(\d+)</g)].map(([, number]) => number).join(' ')
      assert.equal(numbers, '1 2 3 4 5 6 7 8 9 10')
      return [/aria-label="([^"]*\bratings? [^"]*)"/.exec(reply.body)?.[1], heights]
    }
    const before = await said()
    await bo.post(`${lantern}/rating`, { value: '3', next: lantern }, { from: lantern })
    await eve.post(`${lantern}/rating`, { value: '9.5', next: lantern }, { from: lantern })
    // Nobody here has rated it, but one of its reviews says 8.5.
    assert.deepEqual(before, ['1 rating in reviews; 9 of 10: 1', [0, 0, 0, 0, 0, 0, 0, 0, 28, 0]])
    assert.deepEqual(await said(), ['2 ratings by members; 3 of 10: 1; 10 of 10: 1', [0, 0, 28, 0, 0, 0, 0, 0, 0, 28]])
    const { body } = await openVisitor(server.app).get('/movie/504-untitled-glimmer')
    assert.doesNotMatch(body, /<figure class="spread">/, 'no ratings and no reviews')
  })

  test('what somebody keeps of a title stands on its card, and nobody else sees it', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    const [bo, eve, visitor] = [await signedIn(server, 'bo'), await signedIn(server, 'eve'), openVisitor(server.app)]
    const rate = (address: string) => bo.post(`${address}/rating`, { value: '8', next: '/' }, { from: lantern })
    await rate(lantern)
    await rate(episode)
    const marked = { media_type: 'tv', media_id: '601', next: tidewater }
    const favorite = await bo.post('/favorite', { ...marked, favorite: 'on' }, { from: lantern })
    assert.match(textOf(await bo.follow(favorite)), /Added to your favourites.* Remove from favourites/)
    await bo.post('/watchlist', { ...marked, watchlist: 'on' }, { from: lantern })

    const search = `/search?query=${encodeURIComponent('the glass lantern')}&kind=movie`
    const seen = {
      kind: 'movie',
      entity_id: 501,
      watched_at: testDay,
      watched_on: '2026-03-10',
      series_id: null,
    } as const
    await addWatched(server.db, 2, [seen], new Date(testDay))
    for (const page of ['/', '/movie', search])
      assert.equal(onCard(await bo.get(page), lantern), 'Your rating 8 Watched', page)
    for (const page of ['/', '/tv'])
      assert.equal(onCard(await bo.get(page), tidewater), 'Favourite On your watchlist', page)
    // Behind it stand the title and what can be done with the episode.
    assert.match(onCard(await bo.get(`${tidewater}/season/2`), episode), /^Your rating 8 The lamp goes out\./)
    for (const page of ['/', search, '/tv', `${tidewater}/season/2`]) {
      const [own, none] = [await eve.get(page), await visitor.get(page)]
      for (const address of [lantern, tidewater, episode]) assert.match(onCard(own, address), /^(On your watchlist)?$/)
      assert.ok(!/class="kept"|<!--kept/.test(none.body), page)
    }
    const gone = await bo.post('/favorite', { ...marked, favorite: '' }, { from: lantern })
    assert.match(textOf(await bo.follow(gone)), /Removed from your favourites/)
    assert.equal(onCard(await bo.get('/tv'), tidewater), 'On your watchlist')
    assert.equal((await bo.post('/favorite', { ...marked, media_type: 'x' }, { from: lantern })).status, 422)
  })

  test('a title is put on a list and removed on its own page', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    const eve = await signedIn(server, 'eve')
    const send = async (fields: Record<string, string>) =>
      eve.follow(await eve.post('/lists/add/movie/501', { ...fields, next: lantern }, { from: lantern }))
    const buttons = ({ body }: Reply) =>
      [...body.matchAll(/id="list-\d+" name="(\w+)" value="(\d+)" aria-label="([^"]*For rain)"/g)].map((found) =>
        found.slice(1),
      )
    assert.deepEqual(buttons(await eve.get(lantern)), [])
    const made = await send({ name: 'For rain' })
    assert.match(textOf(made), /^Added to the list\..* On 1 of your lists /)
    const [[, id] = []] = buttons(made)
    assert.deepEqual(buttons(made), [['off', id, 'Remove from For rain']])
    const off = await send({ off: String(id) })
    assert.match(textOf(off), /^Removed from the list\..* Add to a list /)
    assert.deepEqual(buttons(off), [['list', id, 'Add to For rain']])
    assert.deepEqual(buttons(await send({ list: String(id) })), [['off', id, 'Remove from For rain']])
    assert.equal((await eve.post('/lists/add/movie/501', { off: '1', next: lantern }, { from: lantern })).status, 401)
    const elsewhere = { off: String(id), next: 'https://elsewhere.example/' }
    assert.equal((await eve.post('/lists/add/movie/501', elsewhere, { from: lantern })).location, '/')
  })
})
