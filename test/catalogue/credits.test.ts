import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { aggregateCredits } from '#src/catalogue/parts/aggregate-credits.ts'
import { credits } from '#src/catalogue/parts/credits.ts'
import { tvCredits } from '#src/catalogue/parts/tv-credits.ts'
import { knownFor } from '#src/catalogue/summaries/people.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { details as seriesDetails } from '#src/groups/tv-series/details.ts'
import { forEachEngine } from '../support/engines.ts'
import { hex } from '../support/world/line.ts'
import { loadWorld, testDay } from '../support/world.ts'

const language = { iso_639_1: 'en', iso_3166_1: 'US' }

type Credit = [
  kind: string,
  entity_id: number,
  id: number,
  type: string,
  person_id: number,
  role: string,
  order: number,
]

/**
 * More than the world has: 602 has two creators, one of them under two jobs; a third season of 601 that was only
 * announced; in 604 a guest who is also in the cast, a guest before him in order, and a special, newer than the one
 * regular episode, with credits.
 */
const more: Credit[] = [
  ['series', 602, 1, 'crew', 304, 'Creator', 1],
  ['series', 602, 2, 'crew', 303, 'Creator', 2],
  ['series', 602, 3, 'crew', 304, 'Creator', 3],
  ['episode', 60411, 4, 'guest', 301, 'Ferryman', 0],
  ['episode', 60411, 5, 'cast', 302, 'Captain', 7],
  ['episode', 60411, 6, 'guest', 302, 'Ghost', 9],
  ['episode', 60401, 7, 'guest', 302, 'Ghost', 8],
  ['episode', 60401, 8, 'cast', 303, 'Passenger', 3],
  ['series', 604, 9, 'cast', 303, 'Passenger', 9],
]

async function loadMore(db: Parameters<typeof loadWorld>[0]) {
  await loadWorld(db)
  const record = (kind: string, id: number) =>
    db.run(sql`insert into record (kind, id, source_id, edit_id) select ${kind}, ${id}, 'atlas', min(id) from edit`)
  await record('season', 6013)
  await record('season', 6040)
  await record('episode', 60401)
  await db.run(sql`
    insert into season (id, series_id, season_number, name, overview, vote_average)
    values (6013, 601, 3, 'Season 3', '', 0), (6040, 604, 0, 'Specials', '', 0)`)
  await db.run(sql`
    insert into episode (id, series_id, season_number, episode_number, name, overview, air_date, production_code,
      episode_type, vote_average, vote_count)
    values (60401, 604, 0, 1, 'After the Ferry', '', '2026-03-10', '', '', 0, 0)`)
  for (const [kind, entity_id, id, credit_type, person_id, role, order] of more) {
    const [character, department, job] = credit_type === 'crew' ? ['', 'Writing', role] : [role, 'Acting', 'Actor']
    await db.run(sql`
      insert into credit (kind, entity_id, id, credit_type, person_id, character, department, job, "order", cast_id,
        source_id)
      values (${kind}, ${entity_id}, ${hex(id)}, ${credit_type}, ${person_id}, ${character}, ${department}, ${job},
        ${order}, ${order}, 'atlas')`)
  }
}

forEachEngine(loadMore, (engine) => {
  let db: Awaited<ReturnType<typeof engine.open>>
  before(async () => {
    db = await engine.open()
  })
  after(() => db.close())
  const context = () => ({ db: db as Database, now: new Date(testDay), site: '', query: { language } })
  const rowsOf = (list: unknown) => list as Record<string, any>[]

  test('who created a series twice is named once, by the first credit', async () => {
    const { created_by } = (await seriesDetails.handle({ ...context(), params: { series_id: 602 } } as never)) as {
      created_by: { id: number; credit_id: string }[]
    }
    assert.deepEqual(
      created_by.map(({ id, credit_id }) => [id, credit_id]),
      [
        [304, hex(1)],
        [303, hex(2)],
      ],
    )
  })

  test('a newer special does not stand in for a regular episode', async () => {
    const reply = await seriesDetails.handle({ ...context(), params: { series_id: 604 } } as never)
    const { last_episode_to_air, next_episode_to_air } = reply as Record<string, { id: number } | null>
    assert.deepEqual([last_episode_to_air?.id, next_episode_to_air], [60411, null])
  })

  test('a season without credits does not hide those of the one before it', async () => {
    const { cast } = await credits.load(context(), 'series', 601)
    assert.deepEqual(
      rowsOf(cast).map(({ character }) => character),
      ['Keeper Maud', 'Harbour Master'],
    )
  })

  test('the cast comes before guests, and who is both comes once', async () => {
    const { cast } = await aggregateCredits.load(context(), 'series', 604)
    assert.deepEqual(
      rowsOf(cast).map(({ id, roles, total_episode_count, order }) => [id, roles, total_episode_count, order]),
      [
        [303, [{ credit_id: hex(9), character: 'Passenger', episode_count: 2 }], 2, 9],
        [
          302,
          [
            { credit_id: hex(7), character: 'Ghost', episode_count: 2 },
            { credit_id: hex(5), character: 'Captain', episode_count: 1 },
          ],
          2,
          7,
        ],
        [301, [{ credit_id: hex(4), character: 'Ferryman', episode_count: 1 }], 1, 0],
      ],
    )
  })

  test('the credits of specials count where a special has them', async () => {
    const { cast } = await tvCredits.load(context(), 'person', 302)
    const ferry = cast.filter(({ id }) => id === 604)
    assert.deepEqual(
      ferry.map(({ character, credit_id, episode_count, first_credit_air_date }) => [
        ...[character, credit_id, episode_count, first_credit_air_date],
      ]),
      [
        ['Captain', hex(5), 1, '2026-03-09'],
        ['Ghost', hex(7), 2, '2026-03-09'],
      ],
    )
  })

  test('people are known for their three most popular titles', async () => {
    const titles = await knownFor(db, [306, 302, 301, 305, 303], language)
    const ids = [...titles].map(([id, known]) => [id, known.map((title) => `${title.media_type} ${title.id}`)])
    assert.deepEqual(ids, [
      [306, []],
      [302, ['tv 601', 'movie 501', 'tv 604']],
      [301, ['tv 601', 'movie 501', 'movie 502']],
      [305, ['tv 601', 'movie 503']],
      [303, ['tv 601', 'movie 501', 'tv 602']],
    ])
  })

  test('nobody is known for nothing', async () => {
    assert.deepEqual(await knownFor(db, [], language), new Map())
  })
})
