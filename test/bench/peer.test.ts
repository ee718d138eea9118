import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { maxCreditsOfPerson } from '#src/catalogue/parts/credits-of-person.ts'
import { maxProseInLists } from '#src/catalogue/summaries/texts.ts'
import { readConfig } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import type { Migratable } from '#src/database/migratable.ts'
import { openSqlite } from '#src/database/sqlite/sqlite.ts'
import { buildServer } from '#src/http/server.ts'
import { operations } from '#src/interface.ts'
import { loadSample } from '#src/sample/sample.ts'
import { buildPeer } from '../../bench/peers/fastify-sqlite.ts'
import { peerOperations } from '../../bench/peers/operations.ts'
import { emptyCatalogue, importInto, sources } from '../support/catalogue.ts'
import { type Sent, send } from '../support/scenarios.ts'
import { pathsOf, queriesOf, spread } from '../support/walk.ts'
import { keys, loadAccess, loadWorld, testDay } from '../support/world.ts'

/** What ours is measured against in bench/peer.ts stays honest: it answers as ours does, over every record. */

const site = 'https://reelcommons.example'
/** Records of the sample that are asked for with each operation; smaller kinds are walked whole. */
const recordsPerOperation = 1_000
/** The parameters that the peer knows. */
const known = /^((page|external_source)=[^&]*)?$/

const asked = operations.filter(({ id }) => (peerOperations as readonly string[]).includes(id))

test('the peer answers every read of the specification that needs no session', () => {
  assert.equal(peerOperations.length, 13)
  assert.deepEqual(asked.map(({ id }) => id).toSorted(), peerOperations)
})

type Both = { db: Database; ours: FastifyInstance; peer: FastifyInstance; setTime(time: string): void }

/** Ours and the peer over one file, which `load` fills. */
function describeBoth(title: string, load: (db: Migratable) => Promise<void>, define: (both: () => Both) => void) {
  describe(title, () => {
    let folder: string
    let both: Both
    let now = testDay
    const clock = () => new Date(now)
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'reelcommons-peer-'))
      const file = join(folder, 'catalogue.sqlite')
      const db = await openSqlite(file, { writes: 'inline' })
      await load(db)
      const ours = buildServer({ db, config: readConfig({ site, 'reply-cache-bytes': '0' }, {}).config, clock })
      const peer = buildPeer({ file, site, clock })
      const setTime = (time: string) => {
        now = time
      }
      both = { db, ours, peer, setTime }
    })
    after(async () => {
      await both.peer.close()
      await both.ours.close()
      await both.db.close()
      await rm(folder, { recursive: true, force: true })
    })
    define(() => both)
  })
}

describeBoth('over the world', loadWorld, (both) => {
  for (const operation of asked) {
    test(`${operation.id} of every record`, async () => {
      const queries = queriesOf(operation).filter((query) => known.test(query))
      for (const path of await pathsOf(both().db, operation))
        for (const query of queries) await assertEqual(both(), `GET ${path}${query && `?${query}`}`)
    })
  }

  test('what cannot be answered is refused alike', async () => {
    for (const request of refused) await assertEqual(both(), request)
    for (const key of [null, 'no key of anybody', 'revoked'])
      for (const { path } of asked) await assertEqual(both(), `GET ${path.replace(/\{\w+\}/g, '1')}`, { key })
    await assertEqual(both(), 'GET /3/collection/401?api_key=', { key: null })
    await assertEqual(both(), `GET /3/collection/401?api_key=${keys.second}`, { key: null })
  })

  test('what a client has is not sent again', async () => {
    const { headers } = await send(both().ours, 'GET /3/collection/401')
    const etag = String(headers.etag)
    assert.equal(await assertEqual(both(), 'GET /3/collection/401', { headers: { 'if-none-match': etag } }), 304)
    assert.equal(await assertEqual(both(), 'GET /3/collection/402', { headers: { 'if-none-match': etag } }), 200)
  })

  test('lists of a day end with the day', async () => {
    for (const time of ['2026-03-10T22:59:59.999Z', '2026-03-10T23:59:58.001Z', '2026-03-11T00:00:00.000Z']) {
      both().setTime(time)
      for (const list of ['on_the_air', 'changes']) await assertEqual(both(), `GET /3/tv/${list}`)
    }
  })
})

describeBoth(
  'over records of which replies show only a part',
  async (db) => {
    await emptyCatalogue(db)
    await loadAccess(db)
    const { refused } = await importInto(db, long)
    assert.deepEqual(refused, [])
  },
  (both) => {
    test('texts are cut, and rows are left out, alike', async () => {
      const found = described.map((_, at) => `find/Q${at + 1}?external_source=kb2_id`)
      for (const path of ['person/1/movie_credits', 'collection/1', 'tv/on_the_air', ...found])
        assert.equal(await assertEqual(both(), `GET /3/${path}`), 200)
    })
  },
)

describeBoth(
  'over the sample',
  async (db) => {
    await emptyCatalogue(db)
    await loadAccess(db)
    await loadSample(db, new Date(testDay))
  },
  (both) => {
    for (const operation of asked) {
      test(`${operation.id} of many records`, async () => {
        const [query] = queriesOf(operation)
        const paths = spread(await pathsOf(both().db, operation), recordsPerOperation)
        assert.notEqual(paths.length, 0)
        for (const path of paths) assert.equal(await assertEqual(both(), `GET ${path}${query && `?${query}`}`), 200)
      })
    }
  },
)

/** Records whose overviews no list shows whole. */
const air_date = testDay.slice(0, 10)
const overview = 'é😀'.repeat(maxProseInLists)
const described = [
  { kind: 'collection', id: 1, name: 'All' },
  { kind: 'movie', id: 1, title: 'Film', belongs_to_collection: { id: 1 } },
  { kind: 'series', id: 1, name: 'Show' },
  { kind: 'season', id: 1, series_id: 1, season_number: 1, name: 'Season' },
  { kind: 'episode', id: 1, series_id: 1, season_number: 1, episode_number: 1, name: 'Part', air_date },
].map((line, at) => ({ ...line, overview, external_ids: { kb2_id: `Q${at + 1}` } }))
/** Movies in which one person has one job more than are shown, at least. */
const creditedIn = [2, 3, 4]
const jobsEach = Math.ceil((maxCreditsOfPerson + 1) / creditedIn.length)
const crew = Array.from({ length: jobsEach }, (_, at) => ({ id: 1, department: 'Crew', job: `Job ${at}` }))
const long = [
  ...sources,
  ...[
    { kind: 'person', id: 1, name: 'Ann Example' },
    ...described,
    ...creditedIn.map((id) => ({ kind: 'movie', id, title: `Film ${id}`, credits: { cast: [], crew } })),
  ].map((line) => ({ ...line, source: 'low' })),
]

const refused = [
  ...asked.filter(({ params }) => params.length > 0).map(({ path }) => `GET ${path.replace(/\{\w+\}/g, '2000000000')}`),
  'GET /3/collection/0',
  'GET /3/collection/glimmer',
  'GET /3/collection/2147483648',
  'GET /3/movie/501/reviews?page=0',
  'GET /3/movie/501/reviews?page=501',
  'GET /3/tv/changes?page=two',
  'GET /3/find/tt0000501',
  'GET /3/find/tt0000501?external_source=nobody_id',
  'GET /3/nothing',
]

/** Headers that are made outside of the servers, and those about the memory for replies, which the peer has none of. */
const own = ['date', 'connection', 'x-memc', 'x-memc-age', 'x-memc-expires', 'x-memc-key']

/** Asks both and compares all that they say; returns the HTTP status. */
async function assertEqual({ ours, peer }: Both, request: string, sent: Sent = {}): Promise<number> {
  const [one, other] = await Promise.all([send(ours, request, sent), send(peer, request, sent)])
  for (const { headers } of [one, other]) for (const name of own) delete headers[name]
  assert.deepEqual([other.statusCode, other.headers], [one.statusCode, one.headers], request)
  assert.equal(other.body, one.body, request)
  return one.statusCode
}
