import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import {
  Count,
  countFilms,
  Film,
  forEachKind,
  Id,
  insertFilm,
  type Open,
  one,
  selectFilms,
  three,
  two,
} from '../../test/support/films.ts'
import { isUniqueViolation } from './errors.ts'
import type { Migratable } from './migratable.ts'
import { sql } from './sql.ts'

const films = { name: 'film', key: ['id'], row: Film }

function defineReading(share: () => Promise<Migratable>) {
  test('rows are decoded by their schema', async () => {
    const db = await share()
    assert.deepEqual(await db.all(Film, selectFilms), [one, two, three])
    assert.deepEqual(await db.one(Film, selectFilms), one)
    assert.deepEqual(await db.transaction((tx) => tx.all(Film, selectFilms)), [one, two, three])
    assert.deepEqual(await db.transaction((tx) => tx.one(Film, selectFilms)), one)
  })

  test('no rows are an empty list, and undefined', async () => {
    const db = await share()
    const none = sql`select id from film where id = ${0}`
    assert.deepEqual(await db.all(Id, none), [])
    assert.equal(await db.one(Id, none), undefined)
    assert.equal(await db.transaction((tx) => tx.one(Id, none)), undefined)
  })

  test('numbers that the engines count or divide are numbers', async () => {
    const db = await share()
    const Numbers = Type.Object({
      count: Type.Integer(),
      sum: Type.Integer(),
      average: Type.Number(),
      half: Type.Integer(),
    })
    const query = sql`select count(*) as count, sum(id) as sum, avg(id) as average, max(id) / ${2} as half from film`
    assert.deepEqual(await db.one(Numbers, query), { count: 3, sum: 6, average: 2, half: 1 })
  })

  test('a row that does not fit its schema fails in tests, inside a transaction too', async () => {
    const db = await share()
    const Wrong = Type.Object({ id: Type.String() })
    await assert.rejects(db.all(Wrong, sql`select id from film`), TypeError)
    await assert.rejects(db.one(Wrong, sql`select id from film`), TypeError)
    const nested = db.transaction((tx) => tx.transaction((same) => same.one(Wrong, sql`select id from film`)))
    await assert.rejects(nested, TypeError)
  })

  for (const value of [undefined, Number.NaN, 1n, new Date(0), () => 1, Buffer.from('a')]) {
    test(`${Object.prototype.toString.call(value)} is not a value`, async () => {
      const db = await share()
      await assert.rejects(db.all(Id, sql`select id from film where id = ${value}`), TypeError)
      await assert.rejects(db.run(sql`delete from film where id = ${value}`), TypeError)
      assert.deepEqual(await db.one(Count, countFilms), { count: 3 })
    })
  }
}

function defineFragments(share: () => Promise<Migratable>) {
  const anyOf: [name: string, column: 'id' | 'title' | 'popularity', values: (number | string)[], ids: number[]][] = [
    ['nothing', 'id', [], []],
    ['one number', 'id', [2], [2]],
    ['numbers', 'id', [3, 1, 1, 99, Number.MAX_SAFE_INTEGER], [1, 3]],
    ['fractions', 'popularity', [1.5, 2.5], [1]],
    ['one text', 'title', ['Þree'], [3]],
    ['texts', 'title', ['One', 'Þree', '{"', '\\', ',', 'null', ''], [1, 3]],
    ['no texts', 'title', [], []],
  ]
  for (const [name, column, values, ids] of anyOf) {
    test(`anyOf: ${name}`, async () => {
      const db = await share()
      const columns = { id: sql`id`, title: sql`title`, popularity: sql`popularity` }
      const query = sql`select id from film where ${db.engine.anyOf(columns[column], values)} order by id`
      assert.deepEqual(
        (await db.all(Id, query)).map(({ id }) => id),
        ids,
      )
    })
  }

  test('list keeps the order of its sub-query', async () => {
    const db = await share()
    const Lists = Type.Object({
      titles: Type.Array(Type.String()),
      numbers: Type.Array(Type.Any()),
      none: Type.Array(Type.Any()),
    })
    const titles = db.engine.list(sql`select title as value from film order by popularity desc nulls last, id`)
    const numbers = db.engine.list(sql`select popularity as value from film where id <= outside.id order by title desc`)
    const none = db.engine.list(sql`select id as value from film where id > ${3}`)
    const lists = sql`${titles} as titles, ${numbers} as numbers, ${none} as none`
    const query = sql`select ${lists} from film as outside order by id`
    assert.deepEqual(await db.all(Lists, query), [
      { titles: ['Þree', 'One', 'Two'], numbers: [1.5], none: [] },
      { titles: ['Þree', 'One', 'Two'], numbers: [null, 1.5], none: [] },
      { titles: ['Þree', 'One', 'Two'], numbers: [3, null, 1.5], none: [] },
    ])
  })

  test('rows arrive as they were given', async () => {
    const db = await share()
    const films: Film[] = [
      one,
      two,
      { ...three, id: Number.MIN_SAFE_INTEGER, popularity: 0.1 + 0.2, title: `'"\\ \n{{}}`, genres: [] },
      { ...three, id: Number.MAX_SAFE_INTEGER, popularity: 1e300, title: '12' },
      { ...three, id: 0, popularity: 2 ** 60, title: '' },
    ]
    const select = sql`select r.id, r.title, r.adult, r.seen, r.popularity, r.genres, r.extra`
    const query = (rows: Film[]) => sql`${select} from ${db.engine.rows(Film, rows)} as r`
    assert.deepEqual(await db.all(Film, query(films)), films)
    assert.deepEqual(await db.all(Film, query([])), [])
    const wanted = sql`${query(films)} where r.adult and not r.seen and r.popularity / 2 = ${0.75}`
    assert.deepEqual(await db.all(Film, wanted), [one])
  })

  test('a property that may be anything is kept as JSON', async () => {
    const db = await share()
    const Anything = Type.Object({ value: Type.Unknown() })
    const rows = ['text', '12', 'null', '[', 12, 1.5, true, false, null, [null], { a: 'b' }].map((value) => ({ value }))
    const query = sql`select r.value from ${db.engine.rows(Anything, rows)} as r`
    assert.deepEqual(await db.all(Anything, query), rows)
    assert.deepEqual(await db.transaction((tx) => tx.all(Anything, query)), rows)
  })
}

function defineWriting(open: Open) {
  test('run tells how many rows it changed', async (t) => {
    const db = await open(t)
    assert.equal(await db.run(sql`update film set adult = ${false}`), 3)
    assert.equal(await db.run(sql`delete from film where id = ${99}`), 0)
    const upsert = sql`${insertFilm(1)} on conflict (id) do update set title = excluded.title`
    assert.equal(await db.run(upsert), 1)
    assert.equal(await db.run(sql`${insertFilm(1)} on conflict (id) do nothing`), 0)
  })

  test('all gives what an insert returns', async (t) => {
    const db = await open(t)
    assert.deepEqual(await db.transaction((tx) => tx.all(Id, sql`${insertFilm(4)} returning id`)), [{ id: 4 }])
  })

  test('rows are put in, or take the place of those with their key', async (t) => {
    const db = await open(t)
    const changed = { ...two, title: 'Zwei', adult: true, popularity: 2.5, extra: { a: 2 } }
    const four = { ...one, id: 4, title: 'Four', seen: null, extra: null }
    await db.put(films, [changed, four])
    assert.deepEqual(await db.all(Film, selectFilms), [one, changed, three, four])
    await db.transaction((tx) => tx.put(films, []))
    assert.deepEqual(await db.all(Film, selectFilms), [one, changed, three, four])
  })

  test('rows of a table without a key are appended in their order', async (t) => {
    const db = await open(t)
    const Note = Type.Object({ note: Type.String() })
    const notes = ['b', 'a', 'c', 'a'].map((note) => ({ note }))
    await db.put({ name: 'change', key: [], row: Note }, notes)
    assert.deepEqual(await db.all(Note, sql`select note from change order by seq`), notes)
  })

  test('where one of many rows is refused, none is put in', async (t) => {
    const db = await open(t)
    await assert.rejects(
      db.put(films, [
        { ...one, id: 4, title: 'Four' },
        { ...one, id: 5 },
      ]),
      isUniqueViolation,
    )
    assert.deepEqual(await db.all(Film, selectFilms), [one, two, three])
  })

  const refused: [name: string, query: ReturnType<typeof sql>, isUnique: boolean][] = [
    ['a second row with a key', insertFilm(1), true],
    ['a second row with a unique text', insertFilm(4, 'One'), true],
    ['a missing value', sql`insert into film (id) values (${4})`, false],
    ['a value that a check refuses', sql`update film set popularity = ${-1}`, false],
    ['a row that refers to none', sql`insert into cast_of (film_id) values (${99})`, false],
    ['a statement that is wrong', sql`insert into nowhere (id) values (${1})`, false],
  ]
  for (const [name, query, isUnique] of refused) {
    test(`${name} is refused`, async (t) => {
      const db = await open(t)
      const hasKind = (error: unknown) =>
        isUniqueViolation(error) === isUnique && !JSON.stringify(error).includes('One')
      await assert.rejects(db.run(query), hasKind)
      await assert.rejects(
        db.transaction((tx) => tx.run(query)),
        hasKind,
      )
    })
  }
}

forEachKind((open, share) => {
  defineReading(share)
  defineFragments(share)
  defineWriting(open)
})
