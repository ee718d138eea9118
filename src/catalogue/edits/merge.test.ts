import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { entryKeyOf, shapeOf } from './kind-shape.ts'
import { merge, type Statement } from './merge.ts'
import { blankRecord, fieldKey, type StoredRecord } from './record-loader.ts'

const ranks: Record<string, number> = { low: 10, middle: 20, twin: 20, high: 30, people: 1_000_000 }
const rankOf = (source_id: string) => ranks[source_id] ?? -1

const store = shapeOf('movie').storedParts.find(({ name }) => name === 'videos')!.store
const nothing = {
  iso_639_1: 'en',
  iso_3166_1: 'US',
  name: '',
  site: 'VideoSite1',
  size: 0,
  type: '',
  official: false,
  published_at: '',
}

type Values = Record<string, unknown>

/** Statements of one source. A video is its key, a name if need be, and its own source: `a`, `a name`, `a @low`. */
function speaker(source_id: string) {
  const isPerson = source_id === 'people'
  const silent: Statement = {
    source_id,
    isExplicit: isPerson,
    values: {},
    texts: [],
    hasAllTexts: false,
    parts: new Map(),
    locks: [],
  }
  const ofVideos = (videos: string[], removed: string[], isComplete: boolean): Statement => {
    const entries = videos.map((video) => {
      const [, key = '', name = '', source = source_id] = /^(\w+)(?: (\w+))?(?: @(\w+))?$/.exec(video) ?? []
      return { ...nothing, id: key, key, name, source_id: source }
    })
    const removedKeys = removed.map((id) => entryKeyOf(store, { id }))
    return { ...silent, parts: new Map([['videos', { entries, removedKeys, isComplete }]]) }
  }
  return {
    says: (values: Values): Statement => ({ ...silent, values }),
    /** Texts by language tag. */
    writes: (texts: Record<string, Values>): Statement => ({
      ...silent,
      texts: Object.entries(texts).map(([tag, texts]) => ({
        iso_639_1: tag.slice(0, 2),
        iso_3166_1: tag.slice(3),
        source_id,
        texts,
      })),
      hasAllTexts: !isPerson,
    }),
    /** All videos that the source has. */
    has: (...videos: string[]) => ofVideos(videos, [], true),
    adds: (...videos: string[]) => ofVideos(videos, [], false),
    removes: (...keys: string[]) => ofVideos([], keys, false),
    locks: (column: string, locked = true): Statement => ({
      ...silent,
      locks: [{ column, iso_639_1: '', iso_3166_1: '', locked }],
    }),
  }
}
const [low, middle, twin, high] = [speaker('low'), speaker('middle'), speaker('twin'), speaker('high')]
const people = speaker('people')

/** What differs from a blank record: fields and texts with who gave them, videos with their sources, removed ones. */
function shown(record: StoredRecord) {
  const by = (place: string, giver: string) => {
    const { source_id = giver, locked = false } = record.owners.get(place) ?? {}
    return `${source_id}${locked ? ' (locked)' : ''}`
  }
  const fields: Record<string, unknown> = {}
  for (const [column, empty] of Object.entries(shapeOf('movie').empty)) {
    const value = record.values[column]
    const isKnown = JSON.stringify(value) !== JSON.stringify(empty) || record.zeros.has(column)
    if (isKnown || record.owners.has(fieldKey(column))) {
      fields[column] = `${JSON.stringify(value)} ${by(fieldKey(column), record.source_id)}`
    }
  }
  for (const [tag, { iso_639_1, iso_3166_1, texts, source_id }] of record.translations) {
    for (const [name, text] of Object.entries(texts).filter(([, text]) => text)) {
      fields[`${tag} ${name}`] = `${JSON.stringify(text)} ${by(fieldKey(name, iso_639_1, iso_3166_1), source_id)}`
    }
  }
  const videos = [...(record.entries.get('videos')?.values() ?? [])].map(({ key, name, source_id }) =>
    [key, name, source_id].filter(Boolean).join(' '),
  )
  const removed = [...(record.removed.get('videos') ?? [])].map(([key, source_id]) => `${JSON.parse(key)} ${source_id}`)
  return { ...fields, ...(videos.length && { videos }), ...(removed.length && { removed }) }
}

const tell = (record: StoredRecord | undefined, said: readonly Statement[]) =>
  merge(record ?? blankRecord('movie', 1, said[0]?.source_id ?? '', {}), said, rankOf)

/** What is there, what is said then, and what comes of it. */
const cases: Record<string, [there: Statement[], said: Statement[], expected: object][]> = {
  'a field that is left out stays': [
    [
      [low.says({ tagline: 'old', runtime: 90 })],
      [low.says({ tagline: 'new' })],
      { tagline: '"new" low', runtime: '90 low' },
    ],
  ],
  'an empty value takes back only what the same source gave': [
    [[low.says({ tagline: 'old' })], [low.says({ tagline: '' })], {}],
    [[low.says({ poster_path: '/a' })], [low.says({ poster_path: null })], {}],
    [[low.says({ origin_country: ['FR'] })], [low.says({ origin_country: [] })], {}],
    [[low.says({ runtime: 90 })], [low.says({ runtime: null })], {}],
    [[low.says({ tagline: 'old' })], [high.says({ tagline: '' })], { tagline: '"old" low' }],
    [[low.says({}), high.says({ tagline: 'given' })], [low.says({ tagline: '' })], { tagline: '"given" high' }],
    [[low.says({}), high.says({ tagline: 'given' })], [high.says({ tagline: '' })], {}],
  ],
  'what was taken back is free for everybody': [
    [
      [high.says({ tagline: 'old' })],
      [high.says({ tagline: '' }), low.says({ tagline: 'mine' })],
      { tagline: '"mine" low' },
    ],
  ],
  '0 and false are values': [
    [[low.says({ runtime: 90 })], [low.says({ runtime: 0 })], { runtime: '0 low' }],
    [[low.says({ runtime: 90 })], [high.says({ runtime: 0 })], { runtime: '0 high' }],
    [[high.says({ runtime: 0 })], [low.says({ runtime: 90 })], { runtime: '0 high' }],
    [[high.says({ adult: false })], [low.says({ adult: true })], { adult: 'false high' }],
    [[low.says({}), high.says({ adult: false })], [low.says({ adult: true })], { adult: 'false high' }],
  ],
  'a number that nobody gave is free, though it is 0': [
    [[high.says({})], [low.says({ runtime: 90, adult: true })], { runtime: '90 low', adult: 'true low' }],
  ],
  'a lower source never changes a value of a higher one': [
    [[high.says({ tagline: 'a' })], [low.says({ tagline: 'b' })], { tagline: '"a" high' }],
    [[low.says({ tagline: 'a' })], [high.says({ tagline: 'b' })], { tagline: '"b" high' }],
    [[low.says({}), middle.says({ tagline: 'a' })], [low.says({ tagline: 'b' })], { tagline: '"a" middle' }],
  ],
  'of equal ranks the newer value wins': [
    [[middle.says({ tagline: 'a' })], [twin.says({ tagline: 'b' })], { tagline: '"b" twin' }],
    [[middle.says({ tagline: 'a' })], [twin.says({ tagline: 'a' })], { tagline: '"a" middle' }],
  ],
  'a higher source that says the same protects it': [
    [
      [low.says({ tagline: 'a' })],
      [high.says({ tagline: 'a' }), middle.says({ tagline: 'b' })],
      { tagline: '"a" high' },
    ],
  ],
  'people rank above every import': [
    [[high.says({ tagline: 'a' })], [people.says({ tagline: 'b' })], { tagline: '"b" people' }],
    [
      [high.says({ tagline: 'a' }), people.says({ tagline: 'b' })],
      [high.says({ tagline: 'c', runtime: 90 })],
      { tagline: '"b" people', runtime: '90 high' },
    ],
    [
      [high.says({ tagline: 'a' }), people.says({ tagline: '' })],
      [high.says({ tagline: 'c' })],
      { tagline: '"" people' },
    ],
    [
      [people.says({ tagline: 'a' }), people.says({ tagline: '' })],
      [high.says({ tagline: 'c' })],
      { tagline: '"" people' },
    ],
  ],
  'a locked field stays as it is': [
    [
      [low.says({ tagline: 'a' }), people.locks('tagline')],
      [high.says({ tagline: 'b' }), low.says({ tagline: '' })],
      { tagline: '"a" low (locked)' },
    ],
    [
      [low.says({ tagline: 'a' }), people.locks('tagline')],
      [people.says({ tagline: 'b' })],
      { tagline: '"b" people (locked)' },
    ],
    [
      [low.says({ tagline: 'a' }), people.locks('tagline')],
      [people.locks('tagline', false), high.says({ tagline: 'b' })],
      { tagline: '"b" high' },
    ],
  ],
  'texts in other languages are fields of their own': [
    [
      [low.writes({ 'de-DE': { title: 'A', overview: 'B' } })],
      [people.writes({ 'de-DE': { title: 'C' } }), high.writes({ 'de-DE': { title: 'D', overview: 'E' } })],
      { 'de-DE title': '"C" people', 'de-DE overview': '"E" high' },
    ],
    [
      [low.writes({ 'de-DE': { title: 'A' }, 'fr-FR': { title: 'B' } })],
      [low.writes({ 'de-DE': { title: '' }, 'fr-FR': { title: 'B' } })],
      { 'fr-FR title': '"B" low' },
    ],
    [
      [low.writes({ 'de-DE': { title: 'A' } }), people.writes({ 'de-DE': { title: '' } })],
      [high.writes({ 'de-DE': { title: 'B', overview: 'C' } })],
      { 'de-DE overview': '"C" high' },
    ],
    [[high.writes({ 'de-DE': { runtime: 100 } })], [high.writes({ 'de-DE': { runtime: 0 } })], {}],
  ],
  'languages that a source has no more go, but for the texts of others': [
    [
      [low.writes({ 'de-DE': { title: 'A' } }), middle.writes({ 'de-DE': { overview: 'B' } })],
      [low.writes({ 'fr-FR': { title: 'C' } })],
      { 'de-DE overview': '"B" middle', 'fr-FR title': '"C" low' },
    ],
  ],
  'texts in en-US are those of the record': [
    [[low.says({ title: 'A' })], [high.writes({ 'en-US': { title: 'B' } })], { title: '"B" high' }],
  ],
  'a part is all that its source says of it': [
    [[low.has('a', 'b')], [low.has('b', 'c')], { videos: ['b low', 'c low'], removed: ['a low'] }],
    [[low.has('a')], [high.has('b')], { videos: ['a low', 'b high'] }],
    [[low.has('a')], [low.has()], { removed: ['a low'] }],
    [[low.has('a')], [low.adds('b')], { videos: ['a low', 'b low'] }],
  ],
  'an entry may come from another source than its line': [
    [[high.has('a @low', 'b @low')], [high.has('b @low')], { videos: ['b low'], removed: ['a low'] }],
    [[high.has('a @low')], [high.has()], { videos: ['a low'] }],
  ],
  'an entry of a higher source stays as it is': [
    [[high.has('a x')], [low.has('a y')], { videos: ['a x high'] }],
    [[low.has('a x')], [high.has('a y')], { videos: ['a y high'] }],
    [[middle.has('a x')], [twin.has('a y')], { videos: ['a y twin'] }],
  ],
  'an entry that was removed is not brought back by its equals': [
    [[low.has('a'), people.removes('a')], [low.has('a'), high.has('a')], { removed: ['a people'] }],
    [[middle.has('a'), middle.has()], [twin.has('a'), low.has('a')], { removed: ['a middle'] }],
    [[middle.has('a'), middle.has()], [middle.has('a')], { videos: ['a middle'] }],
    [[middle.has('a'), middle.has()], [high.has('a')], { videos: ['a high'] }],
    [[low.has('a'), people.removes('a')], [people.adds('a')], { videos: ['a people'] }],
  ],
}

for (const [rule, examples] of Object.entries(cases)) {
  describe(rule, () => {
    for (const [index, [there, said, expected]] of examples.entries()) {
      test(`${index + 1}`, () => {
        const before = there.length > 0 ? tell(undefined, there) : undefined
        const after = tell(before, said)
        assert.deepEqual(shown(after), expected)
        assert.deepEqual(shown(tell(after, said)), expected, 'the same again changes nothing')
      })
    }
  })
}
