import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Type } from 'typebox'
import { forEachEngine } from '../../test/support/engines.ts'
import { empty, join, raw, Sql, sql } from './sql.ts'

/** A query as a tree: what a template literal with these pieces of text and these interpolations would be. */
type Tree = { texts: string[]; parts: (Tree | { value: unknown })[] }

const isTree = (part: Tree | { value: unknown }): part is Tree => 'texts' in part

const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc
    .array(fc.oneof({ depthSize: 'small' }, fc.record({ value: fc.anything() }), tie('tree')), { maxLength: 4 })
    .chain((parts) => {
      const length = parts.length + 1
      return fc
        .array(fc.constantFrom('', 'select ', ' and ', ')'), { minLength: length, maxLength: length })
        .map((texts) => ({ texts, parts }))
    }),
}))

const build = ({ texts, parts }: Tree): Sql =>
  sql(Object.assign(texts, { raw: texts }), ...parts.map((part) => (isTree(part) ? build(part) : part.value)))

const textOf = ({ texts, parts }: Tree): string =>
  texts.reduce((sum, text, index) => {
    const part = parts[index - 1] as Tree['parts'][number]
    return sum + (isTree(part) ? textOf(part) : '?') + text
  })

const valuesOf = ({ parts }: Tree): unknown[] => parts.flatMap((part) => (isTree(part) ? valuesOf(part) : [part.value]))

test('a query of queries is flat, and its text never contains a value', () => {
  fc.assert(
    fc.property(tree, (tree) => {
      const { strings, values } = build(tree)
      assert.equal(strings.length, values.length + 1)
      assert.equal(strings.join('?'), textOf(tree))
      assert.deepEqual(values, valuesOf(tree))
    }),
  )
})

test('an object that looks like a query is a value', () => {
  const forged = JSON.parse('{"strings":["; drop table movie"],"values":[]}')
  assert.deepEqual(sql`select ${forged}`, new Sql(['select ', ''], [forged]))
})

test('a literal without nested queries keeps its identity', () => {
  const query = (value: number) => sql`select ${value}`
  assert.equal(query(1).strings, query(2).strings)
})

test('join puts the separator between the queries', () => {
  const one = sql`a = ${1}`
  assert.deepEqual(join([], ' and '), empty)
  assert.deepEqual(join([one], ' and '), new Sql(['a = ', ''], [1]))
  assert.deepEqual(join([one, raw('b'), one]), new Sql(['a = ', ', b, a = ', ''], [1, 1]))
})

/** PostgreSQL has no text with the character NUL; the edge of the server refuses it. */
const text = fc.string({ unit: 'binary' }).filter((value) => !value.includes('\0'))
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)
const json = fc.array(fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null)))

const Row = Type.Object({
  text: Type.String(),
  integer: Type.Integer(),
  number: Type.Number(),
  flag: Type.Boolean(),
  json: Type.Array(Type.Any()),
})
const row = fc.record(
  { text, integer: fc.maxSafeInteger(), number, flag: fc.boolean(), json },
  { noNullPrototype: true },
)

forEachEngine(
  async () => {},
  (engine) => {
    test('a composed query evaluates to the values that it was given', async (t) => {
      const db = await engine.open()
      t.after(() => db.close())
      const jsonType = raw(db.engineName === 'sqlite' ? 'text' : 'json')
      await fc.assert(
        fc.asyncProperty(row, async (given) => {
          const number = sql`cast(${given.number} as double precision) as number`
          const others = [sql`cast(${given.flag} as boolean) as flag`, sql`cast(${given.json} as ${jsonType}) as json`]
          const text = sql`cast(${given.text} as text) as text`
          const query = sql`select ${text}, cast(${given.integer} as bigint) as integer, ${number}, ${join(others)}`
          assert.deepEqual(await db.one(Row, query), given)
        }),
      )
    })
  },
)
