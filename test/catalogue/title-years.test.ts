import { test } from 'node:test'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import { importLines } from '#src/import/import.ts'
import { forEachEngine } from '../support/engines.ts'
import { assertYearsFollow } from '../support/title-years.ts'
import { loadWorld, testDay } from '../support/world.ts'

const at = new Date(testDay)

/** What is done one after the other: each of it changes the days of a title. */
const edits: Readonly<Record<string, RecordEdit>> = {
  'an episode goes to another series': {
    kind: 'episode',
    id: 60111,
    movedTo: { series_id: 602, season_number: 1, episode_number: 77 },
  },
  'a season goes to another series': { kind: 'season', id: 6010, movedTo: { series_id: 602, season_number: 9 } },
  'a season with its episodes goes to another series': {
    kind: 'season',
    id: 6011,
    movedTo: { series_id: 602, season_number: 8 },
  },
  'an episode is deleted': { kind: 'episode', id: 60112, isDeleted: true },
  'series are merged': { kind: 'series', id: 602, mergedInto: { id: 603 } },
  'a movie is deleted': { kind: 'movie', id: 501, isDeleted: true },
} as never

const line = (day: string, moment: string) => ({
  kind: 'movie',
  id: 502,
  release_date: day,
  release_dates: {
    results: [{ iso_3166_1: 'US', release_dates: [{ type: 3, release_date: `${moment}T00:00:00.000Z` }] }],
  },
})

forEachEngine(loadWorld, (engine) => {
  test('the years of titles follow their days', async (t) => {
    const db = await engine.open()
    t.after(() => db.close())
    await assertYearsFollow(db)
    for (const [what, record] of Object.entries(edits))
      await t.test(what, async () => {
        await applyEdit(db, { account_id: null, at, records: [record] })
        await assertYearsFollow(db)
      })
    await t.test('days of a movie change', async () => {
      await importLines(db, [line('1990-04-01', '1990-05-31'), line('1991-04-01', '1992-02-29')], { now: () => at })
      await assertYearsFollow(db)
    })
    await t.test('an episode is shown on another day', async () => {
      const episode = { kind: 'episode', id: 60121, series_id: 601, season_number: 2, episode_number: 1 }
      await importLines(db, [{ ...episode, name: 'Part', air_date: '1999-11-30' }], { now: () => at })
      await assertYearsFollow(db)
    })
  })
})
