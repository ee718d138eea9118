import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { sql } from '#src/database/sql.ts'
import { maxNamesakes, maxSearchedNames, recordsByWholeName } from '#src/matching/by-name.ts'
import { formsOf, maxSlips, nameFactor } from '#src/matching/certainty.ts'
import { maxKey, rememberDecision } from '#src/matching/decisions.ts'
import { match } from '#src/matching/match.ts'
import { maxPeople } from '#src/matching/people.ts'
import { maxGuesses } from '#src/matching/ranked.ts'
import type { Wanted } from '#src/matching/wanted-title.ts'
import { updateNameIndex } from '#src/search/name-index.ts'
import { importInto, openFor } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { loadWorld, testDay } from '../support/world.ts'

const source = { kind: 'source', id: 'shelf', name: 'Shelf', licence: 'CC0-1.0', rank: 5 }
const movie = (id: number, title: string, more: object = {}) => ({
  ...{ kind: 'movie', id, source: 'shelf', title, original_title: title, release_date: '1991-01-01' },
  ...more,
})
const film = (titles: string[], more: Partial<Wanted> = {}): Wanted => ({ kinds: ['movie'], titles, ...more })
const first = 80_001

forEachEngine(loadWorld, (engine) => {
  test('of records with one name the best known ones are looked at, and the likeliest are named', async (t) => {
    const db = await openFor(t, engine)
    const votes = (at: number) => ({ vote_count: 10_000 - 10 * at, vote_average: 5 })
    const many = Array.from({ length: maxNamesakes + 1 }, (_, at) => movie(first + at, 'Quiet Quarries', votes(at)))
    const last = first + maxNamesakes
    await importInto(db, [source, ...many.slice(0, -1), { ...many[maxNamesakes], release_date: '2014-01-01' }])
    await updateNameIndex(db)
    const Generation = Type.Object({ number: Type.Integer() })
    const current = await db.one(Generation, sql`select number from search_generation where is_current = true`)
    const [looked = []] = await recordsByWholeName(db, current?.number ?? 0, [film(['Quiet Quarries'])])
    const ids = new Set(looked.map(({ entity_id }) => entity_id))
    assert.deepEqual([ids.size, ids.has(last)], [maxNamesakes, false])
    const { record, others } = await match(db, film(['Quiet Quarries'], { year: 1991 }))
    assert.deepEqual([record?.id, others.length], [first, maxGuesses - 1])
    const inYear = await match(db, film(['Quiet Quarries'], { year: 2014 }))
    assert.equal(inYear.record?.id, last, 'the search finds the only one of its year')
  })

  test('so many names of one title are searched with slips', async (t) => {
    const db = await openFor(t, engine)
    await importInto(db, [source, movie(first, 'The Copper Orchard')])
    await updateNameIndex(db)
    const others = ['Zyxwab', 'Qrstuv', 'Mnopgh', 'Kkllmm'].slice(0, maxSearchedNames)
    const found = async (titles: string[]) => (await match(db, film(titles, { year: 1991 }))).record?.id
    assert.equal(await found([...others.slice(1), 'The Coper Orchard']), first)
    assert.equal(await found([...others, 'The Coper Orchard']), undefined)
    assert.equal(await found([...others, 'The Copper Orchard']), first, 'whole names are looked up, however many')
  })

  test('so many people decide between records that are equally likely', async (t) => {
    const db = await openFor(t, engine)
    const directed = { credits: { cast: [], crew: [{ id: first, department: 'Directing', job: 'Director' }] } }
    const person = { kind: 'person', id: first, source: 'shelf', name: 'Irma Vold' }
    await importInto(db, [source, person, movie(first, 'Nine Winters'), movie(first + 1, 'Nine Winters', directed)])
    await updateNameIndex(db)
    const found = async (before: number) => {
      const people = [...Array.from({ length: before }, (_, at) => `Nobody ${at}`), 'Irma Vold']
      return (await match(db, film(['Nine Winters'], { year: 1991, people }))).record?.id
    }
    assert.deepEqual([await found(maxPeople - 1), await found(maxPeople)], [first + 1, first])
  })

  test('what a decision is remembered by has an end', async (t) => {
    const db = await openFor(t, engine)
    const from = { source: 'letters', id: `${'x'.repeat(2 * maxKey)}\u{1f3ac}` }
    await rememberDecision(db, 1, film(['A title'], { from }), 'none', new Date(testDay))
    const Key = Type.Object({ wanted: Type.String() })
    const stored = await db.all(Key, sql`select wanted from match_decision where source = 'letters'`)
    assert.deepEqual(
      stored.map(({ wanted }) => wanted.length),
      [maxKey],
    )
    assert.equal((await match(db, film(['A title'], { from }), { account_id: 1 })).by, 'decision')
  })
})

test('with so many slips it is nearly the same name, and with one more only its words count', () => {
  const name = 'copper orchard beyond the river'
  /** The name with an x for so many of its letters, each in another word. */
  const slipped = (slips: number) =>
    name
      .split(' ')
      .map((word, at) => (at < slips ? `${word.slice(0, -1)}x` : word))
      .join(' ')
  const near = (slips: number) => nameFactor(formsOf(slipped(slips)), `t\t${name}\t\t${name}`)
  assert.ok(near(maxSlips) > 0.7, String(near(maxSlips)))
  assert.equal(near(maxSlips + 1), 0.4)
})
