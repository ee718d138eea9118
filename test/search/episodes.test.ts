import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { countRows } from '#src/database/count-rows.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { episodesCalled } from '#src/search/episodes/find-episodes.ts'
import { followEpisodes } from '#src/search/episodes/follow-episodes.ts'
import { emptyCatalogue, importInto, openFor, sources } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'

const at = new Date('2026-03-10T12:00:00.000Z')
const series = (id: number, more: object = {}) => {
  return { kind: 'series', id, source: 'low', name: `Series ${id}`, original_name: '', ...more }
}
const season = (series_id: number) => ({
  kind: 'season',
  id: series_id * 10,
  source: 'low',
  series_id,
  season_number: 1,
})
const episode = (id: number, series_id: number, episode_number: number, name: string, more: object = {}) => {
  return { kind: 'episode', id, source: 'low', series_id, season_number: 1, episode_number, name, ...more }
}
const inGerman = (name: string) => {
  return { translations: { translations: [{ iso_639_1: 'de', iso_3166_1: 'DE', data: { name } }] } }
}

const lines = [
  ...[series(1), series(2), series(3, { adult: true })],
  ...[1, 2, 3].map(season),
  episode(11, 1, 1, 'Pilot'),
  episode(12, 1, 2, 'The Rains of Castamere', inGerman('Der Regen von Castamaer')),
  episode(13, 1, 3, 'Episode 3'),
  episode(21, 2, 1, 'Pilot'),
  episode(22, 2, 2, 'Pilot Error'),
  episode(23, 2, 3, '七人の侍'),
  episode(31, 3, 1, 'Pilot'),
]

const asked = async (db: Database, text: string, includesAdult = false) => episodesCalled(db, { text, includesAdult })

async function opened(t: Parameters<typeof openFor>[0], engine: Parameters<typeof openFor>[1]) {
  const db = await openFor(t, engine)
  await importInto(db, [...sources, ...lines])
  await db.run(sql`update series set popularity = 9 where id = 2`)
  const names = followEpisodes(db)
  await names.catchUp()
  return { db, names }
}

forEachEngine(emptyCatalogue, (engine) => {
  test('episodes are found by their names, from any word on and while one types', async (t) => {
    const { db } = await opened(t, engine)
    for (const text of ['The Rains of Castamere', 'rains of castamere', 'castamere', 'casta', 'RAINS OF CAST', 'Regen'])
      assert.deepEqual(await asked(db, text), [12], text)
    assert.deepEqual(await asked(db, '七人'), [23])
    assert.deepEqual(await asked(db, 'の侍'), [23])
    // Those that are called so, of the best known series first, and then those that begin so.
    assert.deepEqual(await asked(db, 'pilot'), [21, 11, 22])
    assert.deepEqual(await asked(db, 'pilot', true), [21, 11, 31, 22])
    for (const text of ['episode 3', 'of castamere rains', 'xy', '', '  ', 'p'])
      assert.deepEqual(await asked(db, text), [], text)
  })

  test('names follow the catalogue', async (t) => {
    const { db, names } = await opened(t, engine)
    const edit = async (record: Parameters<typeof applyEdit>[1]['records'][number]) => {
      await applyEdit(db, { account_id: null, at, records: [record] })
      await names.catchUp()
    }
    await edit({ kind: 'episode', id: 22, values: { name: 'Landing' } })
    assert.deepEqual(await asked(db, 'landing'), [22])
    assert.deepEqual(await asked(db, 'error'), [])
    await edit({ kind: 'episode', id: 12, isDeleted: true })
    assert.deepEqual(await asked(db, 'castamere'), [])
    const Key = Type.Object({ name: Type.String(), episode_id: Type.Integer() })
    const all = () => db.all(Key, sql`select name, episode_id from episode_name order by episode_id, name`)
    const followed = await all()
    await db.run(sql`delete from episode_name`)
    await db.run(sql`delete from follower where name = 'episode_names'`)
    await names.catchUp()
    assert.deepEqual(await all(), followed)
    assert.equal(await countRows(db, sql`from episode_name where episode_id = 13`), 0)
  })
})
