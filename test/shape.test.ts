import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertBody, commonBody, commonRequest, status } from './support/expected.ts'
import { differences, type Schema } from './support/shape.ts'
import { departures } from './support/specification.ts'

/** The tests of replies lean on these; here they are seen to refuse. */

const row: Schema = {
  type: 'object',
  properties: { id: { type: 'integer' }, path: { type: ['string', 'null'] }, kind: { const: 'movie' } },
  required: ['id', 'path'],
}

const shapes: [title: string, schema: Schema, value: unknown, found: string[]][] = [
  ['a fit', row, { id: 1, path: null, kind: 'movie' }, []],
  ['a missing field', row, { id: 1 }, ['reply.path is missing']],
  ['a field too many', row, { id: 1, path: '/a', name: '' }, ['reply.name is not in the schema']],
  [
    'another type',
    row,
    { id: 1.5, path: 0 },
    ['reply.id is number, not integer', 'reply.path is integer, not string or null'],
  ],
  ['another word', row, { id: 1, path: null, kind: 'tv' }, ['reply.kind is not "movie"']],
  ['an integer where any number may be', { type: 'number' }, 1, []],
  ['a list', { type: 'array', items: row }, [{ id: 1, path: '' }, { path: '' }], ['reply[1].id is missing']],
  ['a list without a shape', { type: 'array' }, [], ['reply has no items']],
  ['no list', { type: 'array', items: row }, {}, ['reply is object, not array']],
  ['one of several', { anyOf: [{ type: 'boolean' }, row] }, false, []],
  ['none of several', { anyOf: [{ type: 'boolean' }, row] }, 'no', ['reply is string, not boolean']],
  [
    'fields by pattern',
    { type: 'object', properties: {}, patternProperties: { '^season/': row } },
    { 'season/1': {}, episode: {} },
    ['reply.season/1.id is missing', 'reply.season/1.path is missing', 'reply.episode is not in the schema'],
  ],
]

for (const [title, schema, value, found] of shapes) {
  test(`shape: ${title}`, () => assert.deepEqual(differences(schema, value), found))
}

test('a whole body is compared, with patterns for texts', () => {
  const expected = { token: /^[0-9a-f]{4}$/, rows: [{ id: 1 }] }
  assertBody({ token: '00ff', rows: [{ id: 1 }] }, expected)
  for (const body of [{ token: 'x', rows: [{ id: 1 }] }, { token: '00ff', rows: [] }, { rows: [{ id: 1 }] }, null]) {
    assert.throws(() => assertBody(body, expected))
  }
  assert.throws(() => assertBody({ token: '00ff', rows: [{ id: 1 }], more: 1 }, expected))
  assertBody({ success: false, status_code: 34, status_message: 'No.' }, status(34))
})

test('the common dialect renames fields and values and says what is softcore', () => {
  assert.equal(
    commonRequest('GET /3/find/filmdb_id?external_source=kb2_id'),
    'GET /3/find/filmdb_id?external_source=wikidata_id',
  )
  const person = { adult: false, id: 1 }
  assert.deepEqual(
    commonBody({
      results: [
        { adult: true, vote_average: 1, filmdb_id: null },
        { adult: false, id: 1 },
      ],
      cast: [{ ...person, name: '' }],
    }),
    {
      results: [
        { adult: true, vote_average: 1, imdb_id: null, softcore: false },
        { adult: false, id: 1, softcore: false },
      ],
      cast: [{ adult: false, id: 1, name: '' }],
    },
  )
})

test('departures from the specification are seen', () => {
  const told = { id: 'number', poster_path: 'string', at: 'timestamp', parts: [{ name: 'string' }] } as const
  const seen = new Set<string>()
  assert.deepEqual(departures(told, { id: 1, poster_path: null, at: '2026-03-10T12:00:00.000Z', parts: [] }, seen), [])
  assert.deepEqual([...seen], ['reply.id', 'reply.at', 'reply.parts'])
  assert.deepEqual(departures(told, { poster_path: 1, at: '2026-03-10', parts: [{ name: null }] }, seen), [
    'reply.id is missing',
    'reply.poster_path is no string',
    'reply.at is no timestamp',
    'reply.parts[].name is no string',
  ])
})
