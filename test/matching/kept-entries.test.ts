import assert from 'node:assert/strict'
import { test } from 'node:test'
import { personalData } from '#src/accounts/own-data/personal-data.ts'
import { sql } from '#src/database/sql.ts'
import { isRefused, type KeptEntry } from '#src/kept/kept-entry.ts'
import { wantedOf } from '#src/matching/kept-entries.ts'
import { matchAll } from '#src/matching/match.ts'
import { openFor } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { read } from '../support/kept/files.ts'
import { loadWorld, testDay } from '../support/world.ts'

const place = { file: 'file', line: 1 }
const show = { ids: { imdb: 'tt1', tvdb: 2, tmdb: 3 }, title: 'Ferrymen', year: 2010 }
const entry = (more: Partial<KeptEntry>): KeptEntry => ({ what: 'watched', kind: 'movie', ids: {}, ...more, place })
const from = (id?: string) => ({ source: 'file', id })

test('only a file that does not say whether a title is a movie is taken for both', () => {
  const kindsOf = (more: Partial<KeptEntry>) => wantedOf(entry({ title: 'Ferrymen', ...more }), 'file').kinds
  assert.deepEqual(kindsOf({}), ['movie'])
  assert.deepEqual(kindsOf({ kind: 'tv' }), ['series'])
  assert.deepEqual(kindsOf({ isKindGuessed: true }), ['movie', 'series'])
  assert.deepEqual(kindsOf({ kind: 'tv', isKindGuessed: true }), ['series', 'movie'])
})

test('what an entry of a file says of its title', () => {
  const filmdb = { source: 'filmdb_id', value: 'tt1' }
  const tvdata = { source: 'tvdata_id', value: '2' }
  const titled = { titles: ['Ferrymen'], year: 2010 }
  assert.deepEqual(wantedOf(entry({ ...show, originalTitle: 'Fær', people: ['Irma Vold'] }), 'file'), {
    ...{ kinds: ['movie'], ids: [filmdb], ownId: 3, titles: ['Ferrymen', 'Fær'], year: 2010 },
    ...{ people: ['Irma Vold'], within: undefined, from: from('tt1') },
  })
  assert.deepEqual(wantedOf(entry({ kind: 'tv', ...show }), 'file'), {
    ...{ kinds: ['series'], ids: [filmdb, tvdata], ownId: 3, ...titled },
    ...{ people: undefined, within: undefined, from: from('tt1') },
  })
  const series = { ids: [filmdb, tvdata], ownId: 3, ...titled }
  const numbered = entry({ kind: 'episode', series: show, season: 1, episode: 2, title: 'Low Water' })
  assert.deepEqual(wantedOf(numbered, 'file'), {
    ...{ kinds: ['episode'], ids: [], ownId: undefined, titles: ['Low Water'], year: undefined },
    ...{ people: undefined, within: { series, season: 1, episode: 2 }, from: from() },
  })
})

forEachEngine(loadWorld, (engine) => {
  test('the file of own data finds what it was made of', async (t) => {
    const db = await openFor(t, engine)
    const episode = sql`(select id from episode where name = 'First Light')`
    await db.run(sql`
      insert into rating (account_id, kind, entity_id, value, created_at, updated_at, is_counted)
      values (1, 'episode', ${episode}, 8, ${testDay}, ${testDay}, false),
        (1, 'movie', 501, 9.5, ${testDay}, ${testDay}, false)`)
    const data = await personalData(db, 1)
    const all = await read(t, 'own.json', JSON.stringify(data))
    const entries = all.filter((each): each is KeptEntry => !isRefused(each))
    assert.equal(all.length, entries.length)
    const { watchlist, ratings, lists } = data
    const kept = [...watchlist, ...ratings, ...lists.flatMap(({ items }) => items)]
    assert.ok(ratings.length === 2 && watchlist.length > 0)
    const matches = await matchAll(
      db,
      entries.map((each) => wantedOf(each, 'own')),
    )
    const found = entries.map(({ what }, index) => [what, matches[index]?.record, matches[index]?.certainty])
    const whats = [...watchlist.map(() => 'watchlist'), ...ratings.map(() => 'rating')]
    assert.deepEqual(
      found,
      kept.map(({ kind, entity_id: id }, index) => [whats[index] ?? 'listed', { kind, id }, 0.98]),
    )
  })
})
