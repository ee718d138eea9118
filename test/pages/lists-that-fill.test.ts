import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { enoughVotes } from '#src/catalogue/summaries/enough-votes.ts'
import { sql } from '#src/database/sql.ts'
import { forEachEngine } from '../support/engines.ts'
import { openVisitor, signedIn, startPages, textOf } from '../support/pages/visitor.ts'
import { loadWorld, testDay } from '../support/world.ts'

const at = new Date(testDay)
const Title = Type.Object({ title: Type.String() })
const pillsIn = (body: string) => {
  const [, list = ''] = /aria-label="Lists"><ul>(.*?)<\/ul>/s.exec(body) ?? []
  return [...list.matchAll(/<a [^>]*>([^<]*)</g)].map(([, label]) => label)
}
const namesIn = (body: string) => [...body.matchAll(/class="name"[^>]*>([^<]*)</g)].map(([, name]) => name)

forEachEngine(loadWorld, (engine) => {
  test('lists without titles are not offered, and there are those of what was added and from A to Z', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    const newest = { kind: 'movie' as const, values: { title: 'Aaa, the newest' } }
    await applyEdit(server.db, { account_id: 1, at, records: [newest] })
    const visitor = openVisitor(server.app)
    const pills = pillsIn((await visitor.get('/movie')).body)
    assert.deepEqual(pills, ['Popular', 'Top-rated movies', 'Recently added', 'A to Z'])
    const empty = await visitor.get('/movie?list=upcoming')
    assert.ok(pillsIn(empty.body).includes('Coming soon'), 'whoever is there sees where they are')
    const found = await server.db.one(Title, sql`select title from movie where not adult order by id desc limit 1`)
    assert.equal(namesIn((await visitor.get('/movie?list=added')).body)[0], found?.title)
    // Behind those whose title nobody knows.
    const byTitle = namesIn((await visitor.get('/movie?list=title')).body)
    const place = byTitle.indexOf('Aaa, the newest')
    assert.ok(place !== -1 && place < 4, `${byTitle}`)
    assert.equal((await visitor.get('/movie?list=title&page=2')).status, 200)
    assert.match((await visitor.get('/movie')).body, /<a class="button" href="\/discover\/movie">Filter and sort</)
    assert.doesNotMatch((await visitor.get('/movie')).body, /class="filters"/, 'that is what Discover is for')
  })

  test('the best rated need as many votes as leave enough titles on this server', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    const { db } = server
    await db.run(sql`update movie set vote_count = 0`)
    assert.equal(await enoughVotes(db, 'movie'), 1)
    await db.run(sql`update movie set vote_count = 30 where id in (select id from movie order by id limit 48)`)
    assert.equal(await enoughVotes(db, 'movie'), 20)
    await db.run(sql`update movie set vote_count = 29 where id = (select max(id) from movie where vote_count = 30)`)
    await db.run(sql`update movie set vote_count = 0 where id = (select min(id) from movie where vote_count = 30)`)
    assert.equal(await enoughVotes(db, 'movie'), 1, '47 are too few')
    const visitor = openVisitor(server.app)
    assert.equal(namesIn((await visitor.get('/movie?list=top_rated')).body).length, 24)
  })

  test('what is trending is shown where enough people look for titles, with their years', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    const { db } = server
    const visitor = openVisitor(server.app)
    await db.run(sql`delete from trend`)
    await db.run(sql`
      insert into trend (time_window, media_type, place, kind, entity_id)
      select 'day', 'all', row_number() over (order by id), 'movie', id from movie where id >= 501 order by id limit 7`)
    assert.doesNotMatch(textOf(await visitor.get('/')), /Trending today/)
    await db.run(sql`delete from interest`)
    await db.run(sql`
      insert into interest (kind, entity_id, as_of, day_points, week_points, long_points, counted)
      select kind, entity_id, '2026-03-10', 9, 0, 0, 0 from trend where place <= 5`)
    assert.doesNotMatch(textOf(await visitor.get('/')), /Trending today/, 'five are too few')
    await db.run(sql`
      insert into interest (kind, entity_id, as_of, day_points, week_points, long_points, counted)
      select kind, entity_id, '2026-03-10', 3, 0, 0, 0 from trend where place = 6`)
    const home = textOf(await visitor.get('/'))
    assert.match(home, /Trending today The Glass Lantern Movie · 2021 /)
    assert.doesNotMatch(home, /Trending this week/)
  })

  test('imports are folded among the edits, and nothing is said of the source that people are', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    const visitor = openVisitor(server.app)
    await applyEdit(server.db, { account_id: 1, at, records: [{ kind: 'movie', id: 501, values: { budget: 7 } }] })
    const shown = await visitor.get('/edits')
    assert.match(shown.body, /<details class="folded"><summary>/)
    assert.doesNotMatch(textOf(shown), /source: People/)
    assert.doesNotMatch(textOf(await visitor.get('/tv/601-tidewater-signals')), /Older knowledge base/)
  })

  test('records to merge with have their posters and years, and an empty season is filled from a text', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    const bo = await signedIn(server, 'bo')
    const found = await bo.get('/movie/501-the-glass-lantern/merge?with=502')
    assert.equal(found.status, 200)
    const searched = await bo.get('/movie/501-the-glass-lantern/merge?with=Reel')
    assert.match(
      searched.body,
      /class="listed-picture"><span[^>]*><img [\s\S]*?Reel \d+ \(\d+\)<\/a>\s*<span class="note">2001/,
    )
    const table = (await bo.get('/tv/601-tidewater-signals/season/2/episodes/edit')).body
    assert.match(table, /<textarea id="e\.60121\.overview"/)
    assert.doesNotMatch(table, /id="paste" open/)
    await server.db.run(sql`delete from episode where series_id = 601 and season_number = 1`)
    assert.match((await bo.get('/tv/601-tidewater-signals/season/1/episodes/edit')).body, /id="paste" open/)
  })
})
