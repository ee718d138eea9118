import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { MAX_SINGLE_CHANGES } from '#src/cache/invalidation.ts'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import { logImageVotes, maxLoggedVotes } from '#src/catalogue/image-votes.ts'
import type { Kind } from '#src/catalogue/kinds.ts'
import { readConfig } from '#src/config.ts'
import { addImage } from '#src/contributions/add-image.ts'
import { findImage, voteForImage } from '#src/contributions/images.ts'
import { addToList, clearList } from '#src/contributions/lists/writes.ts'
import type { Database } from '#src/database/database.ts'
import { revise } from '#src/database/revisions.ts'
import { sql } from '#src/database/sql.ts'
import { buildServer } from '#src/http/server.ts'
import { updateNameIndex } from '#src/search/name-index.ts'
import { writingOf } from '../support/accounts.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { image, tag, untag } from '../support/world/tagged.ts'
import { keys, loadWorld, testDay } from '../support/world.ts'

const role = (person_id: number, credit_type = 'cast') => ({
  id: 'c'.repeat(24),
  credit_type,
  person_id,
  ...{ character: 'Moth', department: 'Acting', job: 'Actor' },
  order: 9,
  cast_id: 99,
  episode_count: 0,
})
const credits = (person_id: number, credit_type?: string) => ({ credits: { put: [role(person_id, credit_type)] } })
const name = (kind: Kind, id: number): RecordEdit => ({ kind, id, values: { name: 'Renamed' } })

const listChange = (db: Database) => clearList.handle(writingOf(db, 1, new Date(testDay)), { list_id: 1 })
const added = { list_id: 1, item: { kind: 'movie', entity_id: 502 } } as const
const listAddition = (db: Database) => addToList.handle(writingOf(db, 1, new Date(testDay)), added)

type Change = RecordEdit | ((db: Database) => Promise<unknown>)

/** A reply, and a change of another record, or of something beside the records, that it shows. */
const table: readonly [reply: string, of: string, change: Change][] = [
  ['/person/304/movie_credits', 'a credit of a movie', { kind: 'movie', id: 502, parts: credits(304) }],
  ['/person/304/tv_credits', 'a credit of a season', { kind: 'season', id: 6021, parts: credits(304) }],
  ['/person/304/tv_credits', 'a guest of an episode', { kind: 'episode', id: 60211, parts: credits(304, 'guest') }],
  ['/person/301/movie_credits', 'the title of a movie', { kind: 'movie', id: 501, values: { title: 'Renamed' } }],
  ['/person/301/movie_credits', 'a movie that is gone', { kind: 'movie', id: 501, isDeleted: true }],
  ['/person/304/tagged_images', 'who is on an image of a movie', tag(304)],
  ['/person/301/tagged_images', 'a person who is not on an image any more', untag(301)],
  ['/person/301/tagged_images', 'the title of a movie', { kind: 'movie', id: 501, values: { title: 'Renamed' } }],
  ['/person/301/tagged_images', 'the name of an episode', name('episode', 60121)],
  ['/person/301/tagged_images', 'the name of a season', name('season', 6012)],
  ['/person/301/tagged_images', 'an image that is gone', image('remove')],
  ['/person/301?append_to_response=tagged_images', 'a movie that is gone', { kind: 'movie', id: 501, isDeleted: true }],
  ['/movie/501/credits', 'the name of a person', name('person', 301)],
  ['/movie/501', 'the name of a company', name('company', 101)],
  ['/movie/501', 'the name of its collection', name('collection', 401)],
  ['/tv/601', 'the name of a network', name('network', 201)],
  ['/tv/601', 'the name of an episode', name('episode', 60122)],
  ['/tv/601/season/1', 'the name of an episode', name('episode', 60111)],
  ['/tv/601/season/1', 'an episode in a later chunk of an import', renameInLaterChunk],
  ['/tv/601/season/1/aggregate_credits', 'a credit of the series', { kind: 'series', id: 601, parts: credits(304) }],
  ['/collection/401', 'a movie that comes into it', { kind: 'movie', id: 505, values: { collection_id: 401 } }],
  ['/collection/401', 'a movie that leaves it', { kind: 'movie', id: 504, values: { collection_id: null } }],
  [
    '/company/103/movies',
    'a movie that it made',
    { kind: 'movie', id: 502, parts: { production_companies: { put: [{ company_id: 103, position: 0 }] } } },
  ],
  ['/person/304/movie_credits', 'a new movie', { kind: 'movie', values: { title: 'New' }, parts: credits(304) }],
  ['/collection/402', 'a new movie', { kind: 'movie', values: { title: 'New', collection_id: 402 } }],
  [`/credit/${'c'.repeat(24)}`, 'the credit', { kind: 'movie', id: 502, parts: credits(304) }],
  [
    `/credit/${'c'.repeat(24)}`,
    'a new movie with it',
    { kind: 'movie', values: { title: 'New' }, parts: credits(304) },
  ],
  ['/list/1', 'a list', listChange],
  ['/movie/502/lists', 'the first list with the movie', listAddition],
  ['/movie/502?append_to_response=lists', 'the first list with the movie', listAddition],
  ['/list/1', 'the title of a movie', { kind: 'movie', id: 501, values: { title: 'Renamed' } }],
  ['/movie/latest', 'a new movie', { kind: 'movie', id: 5999, values: { title: 'New' } }],
  ['/movie/501/changes', 'anything', { kind: 'movie', id: 501, values: { title: 'Renamed' } }],
  ['/genre/movie/list', 'the name of a genre', { kind: 'genre', id: 18, values: { name: 'Renamed' } }],
  ['/keyword/801/movies', 'the title of a movie', { kind: 'movie', id: 501, values: { title: 'Renamed' } }],
  ['/movie/popular', 'a new movie', { kind: 'movie', values: { title: 'New', stated_popularity: 1_000 } }],
  ['/find/Q777?external_source=kb2_id', 'an outside id', outsideId('kb2_id', 'Q777')],
  ['/find/Q777?external_source=kb2_id', 'a new record', { ...outsideId('kb2_id', 'Q777'), id: 590 }],
  ['/movie/tt7777777', 'an outside id', outsideId('filmdb_id', 'tt7777777')],
  ['/search/movie?query=renamed', 'a name', { kind: 'movie', id: 501, values: { title: 'Renamed' } }],
  ['/search/suggest?query=renamed', 'a name', { kind: 'series', id: 601, values: { name: 'Renamed' } }],
  ['/search/suggest?query=the+gl', 'a movie that becomes adult', { kind: 'movie', id: 501, values: { adult: true } }],
  ['/movie/501/reviews', 'the name of an author', rename],
  ['/movie/590', 'a new record', { kind: 'movie', id: 590, values: { title: 'New' } }],
  [
    '/movie/501/similar',
    'the title of a movie that it shows',
    { kind: 'movie', id: 502, values: { title: 'Renamed' } },
  ],
  ['/movie/501/similar', 'a movie that is gone', { kind: 'movie', id: 502, isDeleted: true }],
  ['/movie/tt0000501/similar_movies', 'the movie itself', { kind: 'movie', id: 501, values: { collection_id: null } }],
  ['/movie/501/recommendations', 'a movie that becomes adult', { kind: 'movie', id: 502, values: { adult: true } }],
  ['/movie/501?append_to_response=similar', 'a movie that is gone', { kind: 'movie', id: 504, isDeleted: true }],
  ['/movie/changes', 'anything', { kind: 'movie', id: 501, values: { title: 'Renamed' } }],
]

function outsideId(external_source: string, value: string): RecordEdit {
  return { kind: 'movie', id: 502, parts: { external_ids: { put: [{ external_source, value }] } } }
}

/** What its series and season have in the log for it stands there from an earlier chunk. */
async function renameInLaterChunk(db: Database) {
  await db.run(sql`update episode set name = 'Renamed' where id = 60111`)
  await db.run(sql`
    insert into change (edit_id, at, kind, entity_id, key, action, iso_639_1, iso_3166_1)
    values (1, ${testDay}, 'episode', 60111, 'name', 'updated', '', '')`)
}

/** Adds a poster that is not the best one, of a country like the others there, and returns what makes it so. */
async function addPoster(db: Database, kind: Kind, entity_id: number, language: string) {
  const [iso_639_1 = '', iso_3166_1 = null] = language.split('-')
  const about = { kind, entity_id }
  const poster = { gallery: 'posters', file_path: `/${'z'.repeat(31)}.jpg`, file_type: '.jpg' } as const
  const said = { licence: 'CC0-1.0', iso_639_1, iso_3166_1, width: 1000, height: 1500, aspect_ratio: 0.667 } as const
  const { id } = (await addImage(db, 1, about, { ...poster, ...said }, new Date(testDay))) as { id: string }
  const image = await findImage(db, about, 'posters', id)
  assert.ok(image)
  return () => voteForImage(db, 2, about, image, 10, new Date(testDay))
}

/** A reply, and the record whose poster it shows. */
const voted: readonly [reply: string, of: Kind, id: number, language: string][] = [
  ['/movie/502', 'movie', 502, 'de'],
  ['/movie/502/images', 'movie', 502, 'de'],
  ['/movie/popular', 'movie', 502, 'de'],
  ['/tv/601', 'season', 6012, 'en-GB'],
  ['/tv/601/season/2', 'season', 6012, 'en-GB'],
  ['/collection/401', 'collection', 401, 'en-US'],
]

async function rename(db: Database) {
  await db.transaction(async (tx) => {
    await revise(tx, 'authors')
    await tx.run(sql`update account set name = 'Renamed'`)
  })
}

/** An application over a copy of the world, with as many replies in memory as it likes, or none. */
function serve(db: Database, time: { nowMs: number }, replyCacheBytes: number) {
  const { config } = readConfig({ 'reply-cache-bytes': String(replyCacheBytes), site: 'https://site.example' }, {})
  const app = buildServer({ db, config, pages: [], clock: () => new Date(testDay), now: () => time.nowMs })
  const ask = async (path: string) => {
    const { statusCode, body, headers } = await app.inject({
      // Pages ask for suggestions, which are kept in the same way.
      url: path.startsWith('/search/suggest') ? path : `/3${path}`,
      headers: { authorization: `Bearer ${keys.first}` },
    })
    return { statusCode, body: body, hit: headers['x-memc'] }
  }
  return { ask, close: () => app.close() }
}

forEachEngine(loadWorld, (engine: TestEngine) => {
  /** Two servers on one database, of which one keeps replies, and the time that both live in. */
  async function open(t: TestContext) {
    const db = await engine.open()
    const time = { nowMs: 0 }
    const [kept, fresh] = [serve(db, time, 10_000_000), serve(db, time, 0)]
    t.after(async () => {
      await Promise.all([kept.close(), fresh.close()])
      await db.close()
    })
    return { db, time, kept, fresh }
  }

  // What makes which reply old does not depend on the engine; that it is read from the log does.
  const rows = engine.name === 'SQLite' ? table : table.filter((_, at) => at % 4 === 0)
  for (const [path, of, change] of rows) {
    test(`${path} gets old with ${of}`, async (t) => {
      const { db, time, kept, fresh } = await open(t)
      const first = await kept.ask(path)
      assert.equal((await kept.ask(path)).body, first.body)
      if (typeof change === 'function') await change(db)
      else await applyEdit(db, { account_id: null, at: new Date(testDay), records: [change] })
      time.nowMs += 1_000
      // What is rendered between a change and the following of its names gets old with them.
      await kept.ask(path)
      await updateNameIndex(db)
      time.nowMs += 1_000
      const [now, expected] = [await kept.ask(path), await fresh.ask(path)]
      assert.equal(now.body, expected.body)
      assert.notEqual(now.body, first.body)
    })
  }

  test('/person/301/tagged_images gets old with an image that comes back', async (t) => {
    const { db, time, kept, fresh } = await open(t)
    const path = '/person/301/tagged_images'
    const edit = (record: RecordEdit) => applyEdit(db, { account_id: null, at: new Date(testDay), records: [record] })
    const whole = await kept.ask(path)
    await edit(image('remove'))
    time.nowMs += 10_000
    const less = await kept.ask(path)
    assert.notEqual(less.body, whole.body)
    await edit(image('put'))
    time.nowMs += 10_000
    const again = await kept.ask(path)
    assert.equal(again.body, (await fresh.ask(path)).body)
    assert.notEqual(again.body, less.body)
  })

  test('of very many changes at once the kinds are purged, and no others', async (t) => {
    const { db, time, kept } = await open(t)
    const paths = [
      '/person/301',
      '/person/301/movie_credits',
      '/network/201',
      '/tv/603',
      '/movie/503',
      '/find/x?external_source=kb2_id',
    ]
    for (const path of paths) await kept.ask(path)
    const records = Array.from({ length: MAX_SINGLE_CHANGES + 1 }, (_, at) => {
      return { kind: 'collection' as const, id: 10_000 + at, values: { name: 'N' } }
    })
    const hits = async () => (await Promise.all(paths.map(kept.ask))).map(({ hit }) => hit)
    await applyEdit(db, { account_id: null, at: new Date(testDay), records })
    time.nowMs += 1_000
    assert.deepEqual(await hits(), ['HIT', 'HIT', 'HIT', 'HIT', 'HIT', 'MISS'])
    await applyEdit(db, {
      account_id: null,
      at: new Date(testDay),
      records: records.map(({ id }) => ({ kind: 'movie' as const, id, values: { title: 'M' } })),
    })
    time.nowMs += 1_000
    assert.deepEqual(await hits(), ['MISS', 'MISS', 'HIT', 'HIT', 'MISS', 'MISS'])
  })

  test('what would enter a list of similar movies waits until the reply expires', async (t) => {
    const { db, time, kept, fresh } = await open(t)
    const paths = ['/movie/501/similar', '/movie/501/recommendations', '/movie/501?append_to_response=similar']
    const first = await Promise.all(paths.map(kept.ask))
    const records = [{ kind: 'movie' as const, values: { title: 'New', collection_id: 401 } }]
    await applyEdit(db, { account_id: null, at: new Date(testDay), records })
    for (const [at, path] of paths.entries()) {
      assert.notEqual((await fresh.ask(path)).body, first[at]?.body)
    }
    time.nowMs += 3_000_000
    assert.deepEqual(
      await Promise.all(paths.slice(0, 2).map(kept.ask)),
      first.slice(0, 2).map((reply) => ({ ...reply, hit: 'HIT' })),
    )
  })

  for (const [path, of, id, language] of voted) {
    test(`${path} gets old with votes for a poster of the ${of}`, async (t) => {
      const { db, time, kept, fresh } = await open(t)
      const voteForIt = await addPoster(db, of, id, language)
      const first = await kept.ask(path)
      const unconcerned = '/network/201'
      await kept.ask(unconcerned)
      await voteForIt()
      time.nowMs += 1_000
      const [now, expected] = [await kept.ask(path), await fresh.ask(path)]
      assert.equal(now.body, expected.body)
      assert.notEqual(now.body, first.body)
      assert.equal((await kept.ask(unconcerned)).hit, 'HIT')
    })
  }

  test('of very many votes at once the records are not looked at one by one', async (t) => {
    const { db, time, kept } = await open(t)
    const paths = ['/movie/502', '/movie/501', '/configuration/languages']
    const hits = async () => {
      time.nowMs += 1_000
      return (await Promise.all(paths.map(kept.ask))).map(({ hit }) => hit)
    }
    const tell = (ids: number[]) =>
      db.transaction((tx) =>
        logImageVotes(
          tx,
          ids.map((entity_id) => ({ kind: 'movie', entity_id })),
        ),
      )
    const unknown = (count: number) => Array.from({ length: count }, (_, at) => 10_000 + at)
    await hits()
    // As many as are remembered, and round the ring.
    for (const rest of [maxLoggedVotes - 1, 0, maxLoggedVotes - 1]) {
      await tell([502, ...unknown(rest)])
      assert.deepEqual(await hits(), ['MISS', 'HIT', 'HIT'], `beside ${rest} others`)
    }
    await tell(unknown(maxLoggedVotes + 1))
    assert.deepEqual(await hits(), ['MISS', 'MISS', 'HIT'])
    await tell([501])
    assert.deepEqual(await hits(), ['HIT', 'MISS', 'HIT'])
  })
})
