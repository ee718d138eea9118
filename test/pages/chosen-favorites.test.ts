import assert from 'node:assert/strict'
import { test } from 'node:test'
import { personalData } from '#src/accounts/own-data/personal-data.ts'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { sql } from '#src/database/sql.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { openVisitor, signedIn, startPages, textOf } from '../support/pages/visitor.ts'
import { loadWorld, testDay } from '../support/world.ts'

type After = { after(work: () => Promise<void>): void }

/** Bo has five favourites and shows the profile; a visitor looks at it. */
async function start(t: After, engine: TestEngine) {
  const server = await startPages(engine)
  t.after(() => server.close())
  const { db } = server
  await db.run(sql`update account set iso_639_1 = 'en'`)
  await db.run(sql`delete from favorite where account_id = 2`)
  const bo = await signedIn(server, 'bo')
  const titles = [
    ['movie', 501],
    ['movie', 502],
    ['movie', 503],
    ['tv', 601],
    ['tv', 602],
  ] as const
  for (const [media_type, id] of titles)
    await bo.post('/favorite', { media_type, media_id: String(id), favorite: 'on', next: '/' }, { from: '/' })
  await bo.post('/settings/privacy', { has_public_profile: 'on' })
  const act = async (media_type: string, media_id: number, act: string, more: Record<string, string> = {}) => {
    const fields = { title: '', media_type, media_id: String(media_id), act, next: '/settings/profile', ...more }
    const reply = await bo.post('/favorite/profile', fields, { from: '/' })
    return reply.status === 303 ? textOf(await bo.follow(reply)) : String(reply.status)
  }
  const visitor = openVisitor(server.app)
  /** The ids of the titles that a profile shows, in their order. */
  const shown = async (person = visitor) => {
    const { body } = await person.get('/@Bo')
    const [, section = ''] = /<section class="part favorites">([\s\S]*?)<\/section>/.exec(body) ?? []
    return [...section.matchAll(/record-card" href="\/(movie|tv)\/(\d+)/g)].map(([, of, id]) => `${of} ${id}`)
  }
  return { server, db, bo, act, visitor, shown }
}

forEachEngine(loadWorld, (engine) => {
  test('four favourites are chosen on their pages and in the settings, and stand on the profile', async (t) => {
    const { bo, act, shown } = await start(t, engine)
    assert.deepEqual(await shown(), [])
    assert.match(textOf(await bo.get('/movie/502-das-zweite-glimmen')), /Remove from favourites .*Show on my profile/)
    assert.match(await act('movie', 502, 'choose'), /^Your profile shows it\./)
    assert.match(textOf(await bo.get('/movie/502-das-zweite-glimmen')), /Remove from my profile/)
    assert.match(await act('', 0, 'choose', { title: 'tv 601' }), /^Your profile shows it\./)
    await act('movie', 501, 'choose')
    assert.match(await act('movie', 503, 'choose'), /Four are shown\. Remove one to choose another\./)
    assert.deepEqual(await shown(), ['movie 502', 'tv 601', 'movie 501', 'movie 503'])
    assert.match(await act('tv', 602, 'choose'), /^Your profile shows four favourites already\./)
    assert.equal((await shown()).length, 4)
    await act('movie', 501, 'first')
    assert.deepEqual(await shown(), ['movie 501', 'movie 502', 'tv 601', 'movie 503'])
    assert.match(await act('movie', 502, 'remove'), /^Your profile no longer shows it\./)
    assert.deepEqual(await shown(), ['movie 501', 'tv 601', 'movie 503'])
    const settings = textOf(await bo.get('/settings/profile'))
    assert.match(settings, /One of your favourites .*The Second Glimmer/)
    assert.doesNotMatch(textOf(await bo.get('/movie/504')), /Show on my profile/, 'it is no favourite')
    assert.equal(await act('movie', 504, 'choose'), '404')
    assert.equal(await act('movie', 502, 'first'), '404', 'it is not shown')
    for (const wrong of [{ media_type: 'person' }, { act: 'paint' }, { title: 'tv' }])
      assert.equal(await act('movie', 501, 'choose', wrong), '422', JSON.stringify(wrong))
    await bo.post('/favorite', { media_type: 'tv', media_id: '601', favorite: '', next: '/' }, { from: '/' })
    assert.deepEqual(await shown(), ['movie 501', 'movie 503'], 'it is a favourite no longer')
  })

  test('they are seen by whoever may see the profile, are in the own data, and follow their titles', async (t) => {
    const { db, bo, act, shown, visitor, server } = await start(t, engine)
    await act('movie', 502, 'choose')
    await act('movie', 501, 'choose')
    const eve = await signedIn(server, 'eve')
    await bo.post('/settings/privacy', {})
    for (const person of [visitor, eve]) assert.equal((await person.get('/@Bo')).status, 404)
    assert.deepEqual(await shown(bo), ['movie 502', 'movie 501'])
    const { favorites } = await personalData(db, 2)
    assert.deepEqual(
      favorites.filter(({ place }) => place !== null).map(({ entity_id, place }) => [entity_id, place]),
      [
        [501, 2],
        [502, 1],
      ],
    )
    const merging = { kind: 'movie' as const, id: 502 }
    const { edit_id } = await applyEdit(db, {
      ...{ account_id: 1, at: new Date(testDay) },
      records: [{ ...merging, isDeleted: true as const }],
    })
    assert.ok(edit_id)
    assert.deepEqual(await shown(bo), ['movie 501'])
  })

  test('the overview of a profile has what was watched last, and how much, where the diary is shown', async (t) => {
    const { db, bo, visitor } = await start(t, engine)
    await db.run(sql`
      insert into watched (account_id, kind, entity_id, watched_at, watched_on, series_id, created_at) values
        (2, 'movie', 501, '2026-03-01T12:00:00.000Z', '2026-03-01', null, ${testDay}),
        (2, 'movie', 502, '2025-03-01T12:00:00.000Z', '2025-03-01', null, ${testDay}),
        (2, 'episode', 60121, '2026-03-02T12:00:00.000Z', '2026-03-02', 601, ${testDay}),
        (2, 'episode', 60122, '2026-03-02T12:00:00.000Z', '2026-03-02', 601, ${testDay})`)
    const said =
      /Movies 2 Episodes 2 .*Titles in 2026 2 Watched last .*Tidewater Signals 2 episodes · watched · 2 March/
    assert.doesNotMatch(textOf(await visitor.get('/@Bo')), /Watched last|Titles in/)
    await bo.post('/settings/privacy', { has_public_profile: 'on', shows_diary: 'on' })
    assert.match(textOf(await visitor.get('/@Bo')), said)
    await bo.post('/settings/privacy', {})
    assert.match(textOf(await bo.get('/@Bo')), said, 'one’s own')
  })
})
