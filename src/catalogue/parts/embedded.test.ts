import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { networks } from './companies.ts'

const { store } = networks

const read: [title: string, line: object, entries: object[] | undefined][] = [
  ['nothing', {}, undefined],
  ['that there are none', { networks: [] }, []],
  [
    'two, of which only the ids count, in order',
    {
      networks: [
        { id: 9, name: 'A' },
        { id: 3, source: 'x' },
      ],
    },
    [
      { network_id: 9, position: 0 },
      { network_id: 3, position: 1, source_id: 'x' },
    ],
  ],
]

for (const [title, line, entries] of read) {
  test(`a line says: ${title}`, () => assert.deepEqual(store.read(line)?.entries, entries))
}

test('what is embedded has an id', () => {
  const lines = Type.Object(store.lines())
  const answers = [{ id: 1 }, { id: 1, logo_path: null }, { id: 0 }, { id: '1' }, {}]
  assert.deepEqual(
    answers.map((embedded) => Check(lines, { networks: [embedded] })),
    [true, true, false, false, false],
  )
})

test('written as it is read, with its place where that is not the one in the list', () => {
  const line = { networks: [{ id: 9 }, { id: 3, source: 'x' }, { id: 4, position: 5 }] }
  const kept = [
    { network_id: 9, position: 0 },
    { network_id: 3, position: 1, source: 'x' },
    { network_id: 4, position: 5 },
  ]
  assert.deepEqual([store.write(kept), store.write([])], [line, {}])
  const again = kept.map(({ source, ...entry }) => (source ? { ...entry, source_id: source } : entry))
  assert.deepEqual(store.read(line)?.entries, again)
})
