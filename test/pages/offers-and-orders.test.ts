import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { forEachEngine } from '../support/engines.ts'
import { openVisitor, type PagesServer, startPages, textOf } from '../support/pages/visitor.ts'
import { loadWorld } from '../support/world.ts'

/** Where to watch, and other orders of episodes: what pages say of them. */

const order = '/tv/601-tidewater-signals/order/000000000000000000060171'

const shown: [address: string, language: string, says: RegExp[]][] = [
  [
    '/movie/501-the-glass-lantern',
    'en',
    [
      /Where to watch Country: United States Free Harbour Stream according to Atlas of Invented Films Free with ads/,
      /Other countries \(1\) Germany/,
    ],
  ],
  [
    '/movie/501-the-glass-lantern?country=DE',
    'en',
    [
      /Country: Germany Subscription Harbour Stream according to Atlas of Invented Films · as of 28 Feb/,
      /Rent Beacon Rentals according to .* Moth Cinema according to Rumour Mill Harbour Stream according/,
      /Other countries \(1\) United States/,
    ],
  ],
  ['/movie/501-the-glass-lantern?country=FR', 'en', [/Country: France No known offers in this country\. Other c/]],
  ['/movie/501-the-glass-lantern?country=%22x', 'en', [/Country: United States/]],
  [
    '/movie/501-the-glass-lantern',
    'de',
    [/Verfügbar bei Land: Deutschland Im Abo .* laut .* Stand: 28\. Februar 2026/],
  ],
  [
    '/movie/501-the-glass-lantern?country=FR',
    'de',
    [/Verfügbar bei Land: Frankreich Keine bekannten Angebote in diesem Land\./],
  ],
  ['/tv/601-tidewater-signals?country=GB', 'en', [/Subscription Harbour Stream/]],
  ['/tv/601-tidewater-signals/season/2?country=GB', 'en', [/Buy Harbour Stream/]],
  [
    '/tv/601-tidewater-signals',
    'en',
    [
      /Shown in cinemas Specials, episode 1 ?, Season 2, episode 1/,
      /Other episode orders Whole Absolute · 0 groups By weather Story arc · Channel Zephyr · 2 gr/,
    ],
  ],
  [
    order,
    'en',
    [
      /^Tidewater Signals 2024 By weather Story arc · Channel Zephyr · 2 groups · 4 episodes Storms first\./,
      /Storms 1\. The Night Before Specials, episode 1 · 30 August 2024 · 12 min 2\. Storm Warning Season 2, episode 1/,
      /Calm 1\. Ebb/,
    ],
  ],
  [order, 'de', [/^Gezeitensignale 2024 By weather Handlung · .* 2 Gruppen · 4 Folgen/, /Zurück zu den Staffeln/]],
  [
    '/tv/601-tidewater-signals/order/f5137b3afd6c0c9531cd6374',
    'en',
    [/No episodes in this order yet The seasons have all .* Back to the seasons/],
  ],
]

const absent = [
  '/tv/601/order/000000000000000000000001',
  '/tv/602/order/000000000000000000060171',
  '/tv/x/order/000000000000000000060171',
  '/tv/601/order/601',
]

forEachEngine(loadWorld, (engine) => {
  let server: PagesServer
  before(async () => {
    server = await startPages(engine)
  })
  after(() => server.close())

  for (const [address, language, says] of shown) {
    test(`${address} in ${language}`, async () => {
      const reply = await openVisitor(server.app).get(address, { 'accept-language': language })
      assert.equal(reply.status, 200)
      for (const text of says) assert.match(textOf(reply), text)
      assert.equal(reply.body.match(/<h1/g)?.length, 1)
    })
  }

  test('pages without anything to watch have no such section', async () => {
    const reply = await openVisitor(server.app).get('/movie/504-untitled-glimmer')
    assert.doesNotMatch(textOf(reply), /Where to watch/)
  })

  test('an order is at one address, below its series', async () => {
    const visitor = openVisitor(server.app)
    const { status, location } = await visitor.get('/tv/601/order/000000000000000000060171')
    assert.deepEqual([status, location], [301, order])
    const statuses = await Promise.all(absent.map(async (address) => (await visitor.get(address)).status))
    assert.deepEqual(
      statuses,
      absent.map(() => 404),
    )
  })
})
