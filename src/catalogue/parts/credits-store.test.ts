import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { entryId } from '../entry-id.ts'
import type { Kind } from '../kinds.ts'
import { creditsStore as store } from './credits-store.ts'

const hex = (number: number) => String(number).padStart(24, '0')
const derived = (kind: Kind, ...key: (string | number)[]) => entryId('credits', kind, 9, key)
const cast = {
  credit_type: 'cast',
  character: '',
  department: 'Acting',
  job: 'Actor',
  order: 0,
  cast_id: 0,
  episode_count: 0,
}
const guest = { ...cast, credit_type: 'guest' }
const crew = { ...cast, credit_type: 'crew', department: '', job: '' }
const creator = { ...crew, department: 'Writing', job: 'Creator' }

/** What a line of record 9 says of its credits; undefined where it says nothing of them. */
const read: [title: string, of: Kind, line: object, entries: object[] | undefined, isComplete?: boolean][] = [
  ['nothing', 'movie', { title: 'A' }, undefined],
  ['that there are none', 'movie', { credits: {} }, [], true],
  [
    'the least of a cast: an id from person and role, and places from the list',
    'movie',
    { credits: { cast: [{ id: 1 }, { id: 2, character: 'Maud' }] } },
    [
      { ...cast, id: derived('movie', 1, 'Acting', 'Actor', ''), person_id: 1 },
      {
        ...cast,
        id: derived('movie', 2, 'Acting', 'Actor', 'Maud'),
        person_id: 2,
        character: 'Maud',
        order: 1,
        cast_id: 1,
      },
    ],
    true,
  ],
  [
    'everything of a cast',
    'movie',
    { credits: { cast: [{ id: 1, credit_id: hex(1), character: 'Maud', order: 7, cast_id: 3, source: 'x' }] } },
    [{ ...cast, id: hex(1), person_id: 1, character: 'Maud', order: 7, cast_id: 3, source_id: 'x' }],
    true,
  ],
  [
    'null, which is nothing said',
    'movie',
    { credits: { cast: [{ id: 1, credit_id: null, character: null, order: null, cast_id: null, source: null }] } },
    [{ ...cast, id: derived('movie', 1, 'Acting', 'Actor', ''), person_id: 1 }],
    true,
  ],
  [
    'a cast_id, which only movies show',
    'season',
    { credits: { cast: [{ id: 1, credit_id: hex(1), order: 7, cast_id: 3 }] } },
    [{ ...cast, id: hex(1), person_id: 1, order: 7, cast_id: 3 }],
    true,
  ],
  [
    'a crew, in the order of the list where it says none',
    'movie',
    {
      credits: {
        crew: [
          { id: 1, credit_id: hex(1), department: 'Directing', job: 'Director', order: 5, character: 'no' },
          { id: 1, credit_id: hex(2) },
        ],
      },
    },
    [
      { ...crew, id: hex(1), person_id: 1, department: 'Directing', job: 'Director', order: 5, cast_id: 5 },
      { ...crew, id: hex(2), person_id: 1, order: 1, cast_id: 1 },
    ],
    true,
  ],
  [
    'guests, which only episodes have',
    'series',
    { credits: { guest_stars: [{ id: 1 }] }, guest_stars: [{ id: 1 }], crew: [{ id: 1 }] },
    [],
    true,
  ],
  [
    'the credits of an episode, which its details repeat in part',
    'episode',
    { credits: { guest_stars: [{ id: 1, credit_id: hex(1) }] }, guest_stars: [{ id: 2 }], crew: [{ id: 3 }] },
    [{ ...guest, id: hex(1), person_id: 1 }],
    true,
  ],
  [
    'the details of an episode alone, which have no cast',
    'episode',
    { guest_stars: [{ id: 1, credit_id: hex(1) }], crew: [{ id: 2, credit_id: hex(2), job: 'Editor' }] },
    [
      { ...crew, id: hex(2), person_id: 2, job: 'Editor' },
      { ...guest, id: hex(1), person_id: 1 },
    ],
    false,
  ],
  ['details of another kind alone', 'movie', { guest_stars: [{ id: 1 }], created_by: [{ id: 1 }] }, undefined],
  [
    'the creators of a series alone',
    'series',
    { created_by: [{ id: 1, credit_id: hex(1) }, { id: 2 }] },
    [
      { ...creator, id: hex(1), person_id: 1 },
      { ...creator, id: derived('series', 2, 'Writing', 'Creator', ''), person_id: 2, order: 1, cast_id: 1 },
    ],
    false,
  ],
  [
    'creators beside credits, which have one of them',
    'series',
    {
      credits: { crew: [{ id: 1, credit_id: hex(1), department: 'Writing', job: 'Creator' }] },
      created_by: [{ id: 1 }, { id: 2, credit_id: hex(2) }],
    },
    [
      { ...creator, id: hex(1), person_id: 1 },
      { ...creator, id: hex(2), person_id: 2, order: 1, cast_id: 1 },
    ],
    true,
  ],
]

const schemaOf = (of: Kind) =>
  Compile(
    Type.Object(
      Object.fromEntries(Object.entries(store.lines(of)).map(([name, schema]) => [name, Type.Optional(schema)])),
    ),
  )

for (const [title, of, line, entries, isComplete] of read) {
  test(`a line says: ${title}`, () => {
    assert.deepEqual(schemaOf(of).Errors(line), [])
    const stated = store.read(line, of, 9)
    assert.deepEqual([stated?.entries, stated?.isComplete], [entries, isComplete])
  })
}

const refused: [title: string, of: Kind, line: object][] = [
  ['a credit of nobody', 'movie', { credits: { cast: [{ character: 'Maud' }] } }],
  ['a person by name', 'movie', { credits: { crew: [{ id: 'Maud' }] } }],
  ['person 0', 'movie', { credits: { crew: [{ id: 0 }] } }],
  ['an id that is no 24-hex one', 'movie', { credits: { cast: [{ id: 1, credit_id: 'x' }] } }],
  ['a place before the first', 'movie', { credits: { cast: [{ id: 1, order: -1 }] } }],
  ['a character by number', 'series', { credits: { cast: [{ id: 1, character: 7 }] } }],
  ['a creator without an id', 'series', { created_by: [{}] }],
  ['guests that are no list', 'episode', { guest_stars: {} }],
  ['more than there may be', 'movie', { credits: { cast: Array.from({ length: 5_001 }, () => ({ id: 1 })) } }],
]

for (const [title, of, line] of refused) {
  test(`a line is refused: ${title}`, () => assert.equal(schemaOf(of).Check(line), false))
}

const written: [of: Kind, credits: object][] = [
  ['movie', { cast: [{ id: 1, character: 'Maud', order: 4, cast_id: 9, credit_id: hex(1), source: 'x' }], crew: [] }],
  ['movie', { cast: [{ id: 1, character: '', order: 4, credit_id: hex(1) }], crew: [] }],
  ['series', { cast: [], crew: [{ id: 1, department: 'Writing', job: 'Creator', credit_id: hex(1), source: 'x' }] }],
  ['season', { cast: [{ id: 1, character: '', order: 4, cast_id: 9, credit_id: hex(1) }], crew: [] }],
  ['movie', { cast: [], crew: [{ id: 1, department: '', job: '', order: 4, cast_id: 9, credit_id: hex(1) }] }],
  [
    'series',
    { cast: [], crew: [1, 0].map((order) => ({ id: 1, department: '', job: '', order, credit_id: hex(order) })) },
  ],
  [
    'episode',
    {
      cast: [{ id: 1, character: '', order: 0, credit_id: hex(1) }],
      crew: [{ id: 2, department: '', job: '', credit_id: hex(2) }],
      guest_stars: [{ id: 3, character: 'Stranger', order: 500, credit_id: hex(3) }],
    },
  ],
]

for (const [of, credits] of written) {
  test(`written as it is read: ${JSON.stringify(credits)} of a ${of}`, () => {
    const { entries } = store.read({ credits }, of, 9) ?? { entries: [] }
    const kept = entries.map(({ source_id, ...entry }) => (source_id ? { ...entry, source: source_id } : entry))
    assert.deepEqual(store.write(kept, of), { credits })
  })
}

test('nothing is written where there are no credits', () => assert.deepEqual(store.write([], 'movie'), {}))

test('changes are told apart as the interface does', () => {
  const keys = [cast, crew, guest, creator].map(store.changeKey)
  assert.deepEqual(keys, ['cast', 'crew', 'guest_stars', 'created_by'])
  assert.deepEqual(store.changeKeys, keys)
})
