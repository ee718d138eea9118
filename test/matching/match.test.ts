import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#src/database/sql.ts'
import { rememberDecision } from '#src/matching/decisions.ts'
import { match, matchAll } from '#src/matching/match.ts'
import { certain, type Guess, type MatchedRecord, type Wanted } from '#src/matching/wanted-title.ts'
import { updateNameIndex } from '#src/search/name-index.ts'
import { importInto, openFor } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { loadWorld, testDay } from '../support/world.ts'

const source = { kind: 'source', id: 'shelf', name: 'Shelf', licence: 'CC0-1.0', rank: 5 }
const movie = (id: number, title: string, release_date: string | null, more: object = {}) => ({
  ...{ kind: 'movie', id, source: 'shelf', title, original_title: title, release_date },
  ...more,
})
const german = (title: string) => ({
  translations: { translations: [{ iso_639_1: 'de', iso_3166_1: 'DE', data: { title } }] },
})

/** Invented titles that are easily taken for each other. */
const lines = [
  source,
  { kind: 'person', id: 70_001, source: 'shelf', name: 'Irma Vold' },
  movie(70_001, 'The Copper Orchard', '1987-04-02', {
    ...german('Der kupferne Garten'),
    credits: { cast: [], crew: [{ id: 70_001, department: 'Directing', job: 'Director' }] },
    original_title: 'Kobberhagen',
    external_ids: { filmdb_id: 'tt0700001', kb2_id: 'Q700001' },
  }),
  movie(70_002, 'Nine Winters', '1991-01-01', { external_ids: { filmdb_id: 'tt0700002' } }),
  movie(70_003, 'Nine Winters', '1991-09-01', {
    credits: { cast: [], crew: [{ id: 70_001, department: 'Directing', job: 'Director' }] },
  }),
  movie(70_004, 'Nine Winters', '2014-01-01'),
  movie(70_005, 'Harbour of Salt II', '2001-05-05'),
  movie(70_006, 'Harbour of Salt III', '2003-05-05'),
  movie(70_007, 'Undated Shorelines', null),
  movie(70_008, 'Marigold: The Long Way Home', '1999-05-05'),
  movie(70_009, 'Twinned', '2000-05-05', { external_ids: { kb2_id: 'Q700009' } }),
  movie(70_010, 'Twinned Again', '2000-05-05', { external_ids: { kb2_id: 'Q700009' } }),
  movie(70_011, 'Lamps', '1999-05-05', {
    credits: { cast: [], crew: [{ id: 70_001, department: 'Directing', job: 'Director' }] },
  }),
  {
    ...{ kind: 'series', id: 70_001, source: 'shelf', name: 'Ferrymen', original_name: 'Ferrymen' },
    ...{ first_air_date: '2010-01-01', external_ids: { filmdb_id: 'tt0700101', tvdata_id: 700101 } },
  },
  { kind: 'season', id: 71_001, source: 'shelf', series_id: 70_001, season_number: 1, name: 'Season 1' },
  ...['Low Water', 'The Ropes', 'High Water'].map((name, index) => ({
    ...{ kind: 'episode', id: 72_001 + index, source: 'shelf', series_id: 70_001, season_number: 1 },
    ...{ episode_number: index + 1, name },
    ...(index === 2 ? { external_ids: { filmdb_id: 'tt0700203' } } : {}),
  })),
  { kind: 'series', id: 70_002, source: 'shelf', name: 'Gaps in It', first_air_date: '2012-01-01' },
  ...[1, 2].map((season_number) => {
    return { kind: 'season', id: 71_010 + season_number, source: 'shelf', series_id: 70_002, season_number }
  }),
  ...[
    [1, 1],
    [1, 2],
    [1, 4],
    [2, 1],
  ].map(([season_number, episode_number], index) => ({
    ...{ kind: 'episode', id: 72_011 + index, source: 'shelf', series_id: 70_002, season_number, episode_number },
  })),
]

type Expected = [certainty: number, record?: string, others?: readonly string[]]
const film = (titles: string[], year?: number, more: Partial<Wanted> = {}): Wanted => ({
  ...{ kinds: ['movie'], titles, year },
  ...more,
})
const filmId = (value: string) => [{ source: 'filmdb_id' as const, value }]
const named = ({ kind, id }: MatchedRecord) => `${kind} ${id}`
const guessed = ({ record, certainty }: Guess) => `${named(record)} ${certainty.toFixed(3)}`
const ofFerrymen = (season?: number, episode?: number, more: Partial<Wanted> = {}): Wanted => ({
  ...{ kinds: [episode === undefined && season !== undefined ? 'season' : 'episode'], titles: [] },
  ...{ within: { series: { titles: ['Ferrymen'], year: 2010 }, season, episode } },
  ...more,
})

const ofGaps = (absolute: number): Wanted => ({
  ...{ kinds: ['episode'], titles: [], within: { series: { titles: ['Gaps in It'], year: 2012 }, absolute } },
})

const table: Readonly<Record<string, [Wanted, Expected]>> = {
  'an id': [film([], undefined, { ids: filmId('tt0700001') }), [1, 'movie 70001']],
  'an id that lost its zeros': [film([], undefined, { ids: filmId('tt700001') }), [1, 'movie 70001']],
  'an id that two records have': [
    film([], undefined, { ids: [{ source: 'kb2_id', value: 'Q700009' }] }),
    [0.5, 'movie 70009', ['movie 70010 0.500']],
  ],
  'an id, whatever the title says': [film(['Nine Winters'], 2014, { ids: filmId('tt0700001') }), [1, 'movie 70001']],
  'ids of two records': [
    film([], undefined, { ids: [...filmId('tt0700001'), { source: 'kb2_id', value: 'Q700009' }] }),
    [0.5, 'movie 70001', ['movie 70009 0.500', 'movie 70010 0.500']],
  ],
  'an unknown id and nothing else': [film([], undefined, { ids: filmId('tt0999999') }), [0]],
  'a title and its year': [film(['The Copper Orchard'], 1987), [0.95, 'movie 70001']],
  'a title and the original one': [film(['Something else', 'Kobberhagen'], 1987), [0.95, 'movie 70001']],
  'a title without its article': [film(['Copper Orchard'], 1987), [0.921, 'movie 70001']],
  'a title in another language': [film(['Der kupferne Garten'], 1987), [0.931, 'movie 70001']],
  'a title and the year beside it': [film(['The Copper Orchard'], 1988), [0.855, 'movie 70001']],
  'a title and a wrong year': [film(['The Copper Orchard'], 1950), [0.38, 'movie 70001']],
  'a title that is unique, without a year': [film(['The Copper Orchard']), [0.807, 'movie 70001']],
  'a title of a movie without a date': [film(['Undated Shorelines'], 1970), [0.807, 'movie 70007']],
  'a title with a slip': [film(['The Coper Orchard'], 1987), [0.731, 'movie 70001']],
  'a title with a slip and without a year': [film(['The Coper Orchard']), [0.622, 'movie 70001']],
  'a title with a slip and one of its people': [
    film(['The Coper Orchard'], 1987, { people: ['Nobody', 'Irma Vold'] }),
    [0.829, 'movie 70001'],
  ],
  'a title with a slip and other people': [
    film(['The Coper Orchard'], 1987, { people: ['Nobody'] }),
    [0.731, 'movie 70001'],
  ],
  'a title with a slip and its own id': [film(['The Coper Orchard'], 1987, { ownId: 70_001 }), [0.98, 'movie 70001']],
  'a long title with a slip': [film(['Marigold: The Lone Way Home'], 1999), [0.762, 'movie 70008']],
  'a short title with a slip and one of its people': [
    film(['Lampe'], 1999, { people: ['Irma Vold'] }),
    [0.7, 'movie 70011'],
  ],
  'a number written otherwise': [film(['Harbour of Salt 2'], 2001), [0.921, 'movie 70005']],
  'another number': [film(['Harbour of Salt 4'], 2003), [0.38, 'movie 70006']],
  'a title without its subtitle': [film(['Marigold'], 1999), [0.665, 'movie 70008']],
  'a title of two movies of that year': [
    film(['Nine Winters'], 1991),
    [0.5, 'movie 70002', ['movie 70003 0.500', 'movie 70004 0.380']],
  ],
  'the same with a person': [
    film(['Nine Winters'], 1991, { people: ['Irma Vold'] }),
    [0.95, 'movie 70003', ['movie 70002 0.570', 'movie 70004 0.228']],
  ],
  'the same with an id that one of them does not have': [
    film(['Nine Winters'], 1991, { ids: filmId('tt0888888') }),
    [0.95, 'movie 70003', ['movie 70004 0.380', 'movie 70002 0.285']],
  ],
  'the same with an own id': [
    film(['Nine Winters'], 1991, { ownId: 70_003 }),
    [0.98, 'movie 70003', ['movie 70002 0.950', 'movie 70004 0.380']],
  ],
  'an own id of something else': [
    film(['Nine Winters'], 2014, { ownId: 70_001 }),
    [0.95, 'movie 70004', ['movie 70002 0.380', 'movie 70003 0.380']],
  ],
  'an own id alone': [film([], undefined, { ownId: 70_001 }), [0.5, 'movie 70001']],
  'a title of another kind': [film(['Ferrymen'], 2010, { kinds: ['movie', 'series'] }), [0.855, 'series 70001']],
  'a title that is not there': [film(['Quite Another Thing'], 1987), [0]],
  'a title without letters': [film(['—']), [0]],
  'a person': [{ kinds: ['person'], titles: ['irma vold'] }, [0.807, 'person 70001']],
  'a season': [ofFerrymen(1), [0.95, 'season 71001']],
  'an episode by its numbers': [ofFerrymen(1, 2), [0.95, 'episode 72002']],
  'an episode by its title': [ofFerrymen(undefined, undefined, { titles: ['the ropes'] }), [0.95, 'episode 72002']],
  'an episode that is not there': [ofFerrymen(1, 9), [0]],
  'an episode counted over all seasons': [ofGaps(2), [0.95, 'episode 72012']],
  'an episode of a number that is missing': [ofGaps(3), [0]],
  'an episode counted over one that is missing': [ofGaps(4), [0]],
  'an episode by its own id and its title': [
    { kinds: ['episode'], titles: ['low water'], ownId: 72_001 },
    [0.98, 'episode 72001'],
  ],
  'an episode by its own id alone': [{ kinds: ['episode'], titles: [], ownId: 72_001 }, [0.5, 'episode 72001']],
  'an own id of another episode': [{ kinds: ['episode'], titles: ['The Ropes'], ownId: 72_001 }, [0]],
  'an episode by an id of its own': [ofFerrymen(1, 1, { ids: filmId('tt0700203') }), [1, 'episode 72003']],
  'an episode by an id of its series': [
    {
      kinds: ['episode'],
      titles: [],
      within: { series: { titles: [], ids: [{ source: 'tvdata_id', value: '700101' }] }, season: 1, episode: 1 },
    },
    [1, 'episode 72001'],
  ],
}

forEachEngine(loadWorld, (engine) => {
  test('a match is as certain as what it is known by', async (t) => {
    const db = await openFor(t, engine)
    const { refused } = await importInto(db, lines)
    assert.deepEqual(refused, [])
    await updateNameIndex(db)
    const wanted = Object.values(table).map(([each]) => each)
    const together = await matchAll(db, wanted)
    const found = Object.fromEntries(
      Object.keys(table).map((title, index) => {
        const { record, certainty, others } = together[index]!
        const shown = [Number(certainty.toFixed(3)), ...(record ? [named(record)] : [])]
        return [title, others.length > 0 ? [...shown, others.map(guessed)] : shown]
      }),
    )
    assert.deepEqual(found, Object.fromEntries(Object.entries(table).map(([title, [, expected]]) => [title, expected])))
    for (const [index, each] of wanted.entries()) assert.deepEqual(await match(db, each), together[index])
    assert.ok(certain > 0.5 && certain <= 0.8075)
  })

  test('what an account decided is found again, by it alone, until the record is gone', async (t) => {
    const db = await openFor(t, engine)
    await importInto(db, lines)
    await updateNameIndex(db)
    const from = { source: 'letters', id: undefined }
    const twice = film(['Nine Winters'], 1991, { from })
    const other = film(['Nine winters!'], 1992, { from })
    const byId = film(['The Copper Orchard'], 1987, { from: { source: 'letters', id: 'tt7' } })
    const now = new Date(testDay)
    await rememberDecision(db, 1, twice, { kind: 'movie', id: 70_003 }, now)
    await rememberDecision(db, 1, byId, 'none', now)
    const decided = { certainty: 1, by: 'decision', others: [], isIndexed: true }
    const asked = [twice, byId]
    assert.deepEqual(await matchAll(db, asked, { account_id: 1 }), [
      { ...decided, record: { kind: 'movie', id: 70_003 } },
      decided,
    ])
    const bySomebodyElse = await matchAll(db, asked, { account_id: 2 })
    assert.deepEqual(
      bySomebodyElse.map(({ record, by }) => [record?.id, by]),
      [
        [70_002, 'name'],
        [70_001, 'name'],
      ],
    )
    assert.equal((await match(db, other, { account_id: 1 })).by, 'name')
    await rememberDecision(db, 1, twice, { kind: 'movie', id: 70_004 }, now)
    assert.deepEqual((await match(db, twice, { account_id: 1 })).record, { kind: 'movie', id: 70_004 })
    await db.run(sql`delete from record where kind = 'movie' and id = 70004`)
    assert.equal((await match(db, twice, { account_id: 1 })).by, 'name')
  })

  test('while the index of names is being built, ids are matched and names are not', async (t) => {
    const db = await openFor(t, engine)
    await importInto(db, lines)
    await db.run(sql`update search_generation set is_current = false`)
    const [byId, byName, within] = await matchAll(db, [
      film([], undefined, { ids: filmId('tt0700001') }),
      film(['The Copper Orchard'], 1987),
      ofFerrymen(1, 1),
    ])
    assert.deepEqual(byId?.record, { kind: 'movie', id: 70_001 })
    assert.deepEqual(
      [byName, within],
      [
        { certainty: 0, others: [], isIndexed: false },
        { certainty: 0, others: [], isIndexed: false },
      ],
    )
  })
})
