import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import { sql } from '#src/database/sql.ts'
import { emptyCatalogue, importInto, linesOf, openFor, sources, wholeLinesOf } from '../support/catalogue.ts'
import { openFollower } from '../support/commons/follower.ts'
import { clubSource, openPublisher } from '../support/commons/publisher.ts'
import { club } from '../support/commons/spoilt.ts'
import { forEachEngine } from '../support/engines.ts'
import { movie, person } from '../support/import-lines.ts'

const Key = Type.Object({ key: Type.String() })
const current = { outcome: 'current', problem: null, detail: '' }
const born = (id: number) => person(id, { ...club, name: `P${id}`, biography: `Born ${id}.` })

forEachEngine(emptyCatalogue, (engine) => {
  test('a merge that the publisher has made and undone leaves nothing behind', async (context) => {
    const db = await openFor(context, engine)
    const publisher = await openPublisher(context)
    await publisher.whole([{ ...born(1), place_of_birth: 'There' }, born(2)])
    const follower = await openFollower(context, db)
    const id = await follower.follow(publisher.folder)
    await follower.take(id)
    const people = async () =>
      (await linesOf(db)).map((line) => [line.id, line.name, line.biography ?? '']).filter(([number]) => number)
    const gone = { kind: 'gone', of: 'person', id: 1, into: 2 }
    await publisher.packet([born(2), gone])
    assert.deepEqual(await follower.take(id), current)
    assert.deepEqual(await people(), [[2, 'P2', 'Born 2.']])
    const [survivor] = await linesOf(db)
    assert.equal(survivor?.place_of_birth, undefined, 'the publisher does not say so')
    // Whoever takes in all of it once more hears of the merge again.
    follower.clock.now = new Date(follower.clock.now.getTime() + 60_000)
    await publisher.packet([gone])
    assert.deepEqual(await follower.take(id), current)
    await publisher.packet([person(2, { ...club, name: 'P2' })])
    assert.deepEqual(await follower.take(id), current)
    assert.deepEqual(await people(), [[2, 'P2', '']], 'what is not stated any more goes')
    await publisher.packet([born(1), born(2)])
    assert.deepEqual(await follower.take(id), current)
    assert.deepEqual(await people(), [
      [1, 'P1', 'Born 1.'],
      [2, 'P2', 'Born 2.'],
    ])
    assert.deepEqual(follower.faults, [])
  })

  test('a reference to what is not here is none that somebody denies', async (context) => {
    const db = await openFor(context, engine)
    const publisher = await openPublisher(context)
    const sources = { belongs_to_collection: 'people', tagline: 'people' }
    const film = movie({ ...club, tagline: 'Once', belongs_to_collection: { id: 9 }, sources })
    await publisher.whole([
      film,
      movie({ ...club, id: 2, belongs_to_collection: { id: 9 }, sources: { belongs_to_collection: 'people' } }),
    ])
    const follower = await openFollower(context, db)
    const id = await follower.follow(publisher.folder)
    assert.deepEqual(await follower.take(id), current)
    const lines = (await wholeLinesOf(db)).filter(({ kind }) => kind === 'movie')
    assert.deepEqual(
      lines.map(({ sources: named }) => named),
      [{ tagline: `${id.slice(0, 16)}:people` }, undefined],
    )
  })

  test('what changes nothing but places and figures is in the change log, so that it is handed on', async (context) => {
    const db = await openFor(context, engine)
    const publisher = await openPublisher(context)
    const companies = [1, 2].map((number) => ({ kind: 'company', id: number, name: `C${number}`, ...club }))
    const film = (popularity: number, ...ids: number[]) =>
      movie({ ...club, popularity, production_companies: ids.map((number) => ({ id: number })) })
    await publisher.whole([...companies, film(7, 1, 2)])
    const follower = await openFollower(context, db)
    const id = await follower.follow(publisher.folder)
    assert.deepEqual(await follower.take(id), current)
    await publisher.packet([film(8, 2, 1)])
    assert.deepEqual(await follower.take(id), current)
    const rows = await db.all(
      Key,
      sql`select key from change where kind = 'movie' and action <> 'created' order by seq`,
    )
    assert.deepEqual(
      rows.map(({ key }) => key),
      ['popularity', 'production_companies', 'production_companies'],
    )
  })

  test('what names records that are one here names it once, and keeps it though one was removed', async (context) => {
    const db = await openFor(context, engine)
    const publisher = await openPublisher(context)
    const companies = [1, 2, 3].map((number) => ({ kind: 'company', id: number, name: `C${number}`, ...club }))
    await publisher.whole(companies)
    const follower = await openFollower(context, db)
    const id = await follower.follow(publisher.folder)
    assert.deepEqual(await follower.take(id), current)
    const records = [{ kind: 'company', id: 2, mergedInto: { id: 1 } }] as RecordEdit[]
    await applyEdit(db, { account_id: null, at: follower.clock.now, records })
    const film = (number: number, made: number[], gone: number[]) => ({
      ...movie({ ...club, id: number, production_companies: made.map((one) => ({ id: one })) }),
      removed: { production_companies: gone.map((company_id) => ({ company_id })) },
    })
    await publisher.packet([film(1, [2, 1, 3], []), film(2, [1, 3], [2]), film(3, [3], [1, 2])])
    assert.deepEqual(await follower.take(id), current)
    const films = (await wholeLinesOf(db)).filter(({ kind }) => kind === 'movie')
    assert.deepEqual(
      films.map(({ production_companies, removed }) => [production_companies, removed?.production_companies]),
      [
        [[{ id: 1 }, { id: 3, position: 2 }], undefined],
        [[{ id: 1 }, { id: 3 }], undefined],
        [[{ id: 3 }], [{ company_id: 1 }]],
      ],
    )
    assert.deepEqual(follower.faults, [])
  })

  test('of a record of which nothing is taken any more goes what was taken', async (context) => {
    const db = await openFor(context, engine)
    const own = 'f'.repeat(32)
    const people = { source: `${own.slice(0, 16)}:people`, known_as: { [own.slice(0, 16)]: 7 } }
    await importInto(db, [...sources, person(7, { name: 'Ours' })])
    const publisher = await openPublisher(context)
    publisher.state.sources = [clubSource, { ...clubSource, id: people.source }]
    const told = person(7, { ...people, name: 'Ours', biography: 'Of theirs.', sources: { biography: 'club' } })
    await publisher.whole([told])
    const follower = await openFollower(context, db, { own })
    const id = await follower.follow(publisher.folder)
    assert.deepEqual(await follower.take(id), current)
    const biography = async () => (await linesOf(db)).map((line) => line.biography)
    assert.deepEqual(await biography(), ['Of theirs.'])
    await publisher.packet([person(7, { ...people, name: 'Ours' }), person(8, { ...people, name: 'Ours, too' })])
    assert.deepEqual(await follower.take(id), current)
    assert.deepEqual(await biography(), [undefined])
    assert.deepEqual(follower.faults, [])
  })

  test('a record that somebody has from here is the same one, whatever it is called there', async (context) => {
    const db = await openFor(context, engine)
    const [own, far] = ['f'.repeat(32), 'e'.repeat(16)]
    await importInto(db, [
      ...sources,
      person(7, { name: 'Ours' }),
      { kind: 'keyword', id: 3, name: 'sea', source: 'low' },
    ])
    const [one, other] = [await openPublisher(context, 'One'), await openPublisher(context, 'Other')]
    await one.whole([person(20, { ...club, name: 'Theirs' })])
    const follower = await openFollower(context, db, { own })
    const first = await follower.follow(one.folder)
    assert.deepEqual(await follower.take(first), current)
    const ours = (number: number) => ({ known_as: { [own.slice(0, 16)]: number, [far]: 1 } })
    await other.whole([
      { kind: 'keyword', id: 50, name: 'ocean', ...club, ...ours(3) },
      person(30, { ...club, name: 'Another Name', biography: 'Of ours.', ...ours(7) }),
      person(31, { ...club, name: 'A Third Name', biography: 'Of theirs.', known_as: { [first.slice(0, 16)]: 20 } }),
      // Nobody has two of one.
      person(32, { ...club, name: 'Somebody Else', ...ours(7) }),
      person(33, { ...club, name: 'Nobody Known', ...ours(999) }),
    ])
    const second = await follower.follow(other.folder)
    assert.deepEqual(await follower.take(second), current)
    const lines = await linesOf(db)
    assert.deepEqual(
      lines.map(({ kind, id, biography = '' }) => [kind, id, biography]),
      [
        ['keyword', 3, ''],
        ['person', 7, 'Of ours.'],
        ['person', 20, 'Of theirs.'],
        ['person', 32, ''],
        ['person', 33, ''],
      ],
    )
    assert.equal((await follower.found(second))?.counts.refused, 0)
    assert.deepEqual(follower.faults, [])
  })

  test('the number of a new record is that of no other one', async (context) => {
    const db = await openFor(context, engine)
    const first = 1_500_000_000
    await importInto(db, [...sources, person(first, { name: 'Ours' })])
    const publisher = await openPublisher(context)
    // The first one is the next of our own, and so would the second be by its number; the third one is as free.
    const numbers = [first, first + 1, first + 2]
    await publisher.whole(numbers.map(born))
    const follower = await openFollower(context, db)
    const id = await follower.follow(publisher.folder)
    assert.deepEqual(await follower.take(id), current)
    const people = (await linesOf(db)).flatMap(({ kind, name }) => (kind === 'person' ? [name] : []))
    assert.deepEqual(people.toSorted(), ['Ours', ...numbers.map((number) => `P${number}`)])
    assert.deepEqual(follower.faults, [])
  })
})
