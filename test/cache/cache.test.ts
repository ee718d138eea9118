import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type CachedReply, cachedReply, isWorthPacking } from '#src/cache/cached-reply.ts'
import { COMPRESS_FROM_BYTES } from '#src/cache/encoding.ts'
import { MOST_TAGS, openRecentChanges } from '#src/cache/recent-changes.ts'
import { fittingBytes, openReplyCache, sizeOf } from '#src/cache/reply-cache.ts'
import type { Context } from '#src/contract/operation.ts'
import { cacheAddressOf, splitAddress } from '#src/http/addresses/keyed-address.ts'
import { allOperations as operations } from '#src/interface.ts'
import { cacheable } from '#src/run/cacheable.ts'

const reply = (key: string, tags: string[] = [], text = 'x'): CachedReply =>
  cachedReply({ key, operation: 'movie.details', tags, renderedMs: 0, seconds: 60, mayBeStale: true, text })

const seen = (names: string[]) => new Map(names.map((name) => [name, {}]))
const purge = (tags: string[], kinds: string[] = []) => ({ tags: seen(tags), kinds: seen(kinds) })

describe('replies in memory', () => {
  test('are compressed from a kibibyte on', () => {
    const isPacked = (length: number) => isWorthPacking(reply('one', [], 'x'.repeat(length)))
    assert.deepEqual([isPacked(COMPRESS_FROM_BYTES - 1), isPacked(COMPRESS_FROM_BYTES)], [false, true])
    assert.equal(COMPRESS_FROM_BYTES, 1_024)
  })

  test('go one by one with what they show, or with its kind', () => {
    const cache = openReplyCache(1_000_000)
    for (const [key, tags] of [
      ['one', ['movie 1', 'person 7']],
      ['two', ['movie 2']],
      ['list', ['movie']],
      ['seven', ['person 7']],
    ] as const)
      cache.store(reply(key, [...tags]), cache.begin())
    const left = () => ['one', 'two', 'list', 'seven'].filter((key) => cache.find(key))
    cache.invalidate(purge(['movie 3']))
    assert.deepEqual(left(), ['one', 'two', 'list', 'seven'])
    cache.invalidate(purge(['movie 1', 'movie']))
    assert.deepEqual(left(), ['two', 'seven'])
    cache.invalidate(purge([], ['movie']))
    assert.deepEqual(left(), ['seven'])
    assert.deepEqual(cache.size, 1)
  })

  test('are not stored where something in them was purged since their rendering began', () => {
    const cache = openReplyCache(1_000_000)
    const rendering = cache.begin()
    const other = cache.begin()
    cache.invalidate(purge(['movie 1']))
    cache.store(reply('one', ['movie 1']), rendering)
    cache.store(reply('two', ['movie 2']), other)
    assert.deepEqual([cache.find('one'), cache.find('two')?.key], [undefined, 'two'])
    cache.store(reply('one', ['movie 1']), cache.begin())
    assert.equal(cache.find('one')?.key, 'one')
  })

  test('are bounded by half of the heap, which they are in, too', () => {
    assert.deepEqual([fittingBytes(0, 1_001), fittingBytes(500, 1_001), fittingBytes(501, 1_001)], [0, 500, 500])
    assert.ok(fittingBytes(Number.MAX_SAFE_INTEGER) < 2 ** 40)
  })

  test('never take more than their bound, and those go that were asked for longest ago', () => {
    const bytes = 20_000
    const cache = openReplyCache(bytes)
    const text = 'x'.repeat(1_000)
    let most = 0
    for (let number = 0; number < 100; number++) {
      cache.store(reply(`${number}`, [`movie ${number}`], text), cache.begin())
      cache.find('0')
      most = Math.max(most, cache.bytes)
    }
    assert.ok(most <= bytes && most > bytes / 2, `${most}`)
    assert.deepEqual(
      ['0', '1', '98', '99'].map((key) => cache.find(key)?.key),
      ['0', undefined, '98', '99'],
    )
  })

  test('are measured again when they grow, and go where they have become too large', () => {
    const bytes = 80_000
    const cache = openReplyCache(bytes)
    const all = Array.from({ length: 30 }, (_, number) => reply(`${number}`, [`movie ${number}`], 'x'.repeat(1_000)))
    for (const one of all) cache.store(one, cache.begin())
    for (const one of all) {
      cache.addAddress('neutral', `/address/of/${one.key}`, one)
      one.packed = Buffer.alloc(600)
      cache.remeasure(one)
      const kept = all.filter(({ key }) => cache.find(key))
      assert.equal(
        cache.bytes,
        kept.reduce((sum, other) => sum + sizeOf(other), 0),
      )
      assert.ok(cache.bytes <= bytes, `${cache.bytes}`)
    }
    assert.deepEqual([cache.find('29')?.key, cache.findByAddress('neutral', '/address/of/29')?.key], ['29', '29'])
    const last = all[29] as CachedReply
    last.packed = Buffer.alloc(bytes / 8)
    cache.remeasure(last)
    assert.deepEqual([cache.find('29'), cache.findByAddress('neutral', '/address/of/29')], [undefined, undefined])
  })

  test('are not kept where one alone would take a large share, or nothing is kept at all', () => {
    const cache = openReplyCache(80_000)
    cache.store(reply('large', ['movie 1'], 'x'.repeat(10_000)), cache.begin())
    cache.store(reply('small', ['movie 1'], 'x'.repeat(1_000)), cache.begin())
    assert.deepEqual([cache.find('large'), cache.find('small')?.key], [undefined, 'small'])
    const none = openReplyCache(0)
    none.store(reply('one'), none.begin())
    none.addAddress('neutral', '/one', reply('one'))
    assert.deepEqual([none.find('one'), none.findByAddress('neutral', '/one'), none.bytes], [undefined, undefined, 0])
  })

  test('are found at a few addresses, which go with them', () => {
    const cache = openReplyCache(1_000_000)
    const kept = reply('one', ['movie 1'])
    cache.store(kept, cache.begin())
    for (const address of ['/a', '/b', '/c', '/d', '/e', '/a']) cache.addAddress('neutral', address, kept)
    assert.deepEqual(
      ['/a', '/d', '/e'].map((address) => cache.findByAddress('neutral', address)?.key),
      ['one', 'one', undefined],
    )
    cache.invalidate(purge(['movie 1']))
    assert.equal(cache.findByAddress('neutral', '/a'), undefined)
    cache.addAddress('neutral', '/a', kept)
    assert.equal(cache.findByAddress('neutral', '/a'), undefined)
  })
})

describe('what has changed of late', () => {
  const position = { seq: 100, names: 90, authors: 4, lists: 2, ratings: 0, votes: 7 }
  const since = { ...position, seq: 50, votes: 5 }
  const changed = {
    tags: new Map([
      ['movie 1', { seq: 60 }],
      ['movie 2', { votes: 6 }],
      ['movie 3', { seq: 70, votes: 7 }],
    ]),
    kinds: new Map([['person', { seq: 80 }]]),
  }
  const rows: [what: string, tags: string[], of: Partial<typeof position>, isCurrent: boolean][] = [
    ['nothing that has changed', ['movie 9', 'movie'], { seq: 50 }, true],
    ['nothing at all', [], { seq: 50 }, true],
    ['nothing, from before all that is known', [], { seq: 49 }, false],
    ['nothing, from before all votes that are known', [], { votes: 4 }, false],
    ['a change that it has', ['movie 9', 'movie 1'], { seq: 60 }, true],
    ['a change that it lacks', ['movie 9', 'movie 1'], { seq: 59 }, false],
    ['a record of a kind that changed', ['person 5'], { seq: 79 }, false],
    ['a list of that kind', ['person'], { seq: 79 }, false],
    ['the same later', ['person 5', 'person'], { seq: 80 }, true],
    ['a vote that it has', ['movie 2'], { seq: 55, votes: 6 }, true],
    ['a vote that it lacks', ['movie 2'], { votes: 5 }, false],
    ['a vote and a change', ['movie 3'], { seq: 70 }, true],
    ['one of them', ['movie 3'], { seq: 69 }, false],
    ['the other', ['movie 3'], { seq: 70, votes: 6 }, false],
    ['names as they are', ['names'], { seq: 50 }, true],
    ['names of before', ['names'], { names: 89 }, false],
    ['authors as they are', ['authors'], { seq: 50 }, true],
    ['authors of before', ['authors'], { authors: 3 }, false],
    ['lists of people as they are', ['lists'], { seq: 50 }, true],
    ['lists of before', ['lists'], { lists: 1 }, false],
    ['others where names, authors and lists have changed', ['movie 9'], { names: 0, authors: 0, lists: 0 }, true],
    ['what is newer than all that is known', ['movie 1', 'names'], { seq: 200, names: 200 }, true],
  ]
  for (const [what, tags, of, isCurrent] of rows)
    test(`tells of a reply with ${what}`, () => {
      const recent = openRecentChanges()
      assert.equal(recent.isCurrent(tags, position), false)
      recent.begin(since)
      recent.add(changed, position)
      recent.add({ tags: new Map([['movie 2', { seq: 55 }]]), kinds: new Map() }, position)
      assert.equal(recent.isCurrent(tags, { ...position, ...of }), isCurrent)
    })

  test('is remembered up to a bound, behind which nothing is current', () => {
    const recent = openRecentChanges()
    const many = Array.from({ length: MOST_TAGS }, (_, at) => [`movie ${at}`, { seq: 60 }] as const)
    recent.begin(since)
    // Besides these, the three revisions that are shown as a whole are remembered.
    recent.add({ tags: new Map(many.slice(3)), kinds: new Map() }, { ...position, seq: 60 })
    assert.equal(recent.isCurrent(['series 1'], { ...position, seq: 50 }), true)
    recent.add({ tags: new Map(many.slice(0, 3)), kinds: new Map() }, position)
    const of = (seq: number, names = 90) => recent.isCurrent(['series 1', 'names'], { ...position, seq, names })
    assert.deepEqual([of(99), of(100), of(100, 89)], [false, true, false])
  })
})

describe('what makes a kept reply old', () => {
  /** Their replies come from files of the program and its settings. */
  const unchanging = /^(certifications|configuration)\./
  for (const operation of operations) {
    const { id, cache, params } = operation
    if (!cache || unchanging.test(id)) continue
    test(`is known for ${id}`, () => {
      const context = { params: Object.fromEntries(params.map((name) => [name, 1])), query: {} } as unknown as Context
      const tags = cacheable({ ...operation, cache }).tagsOf(context, { results: [] })
      assert.notDeepEqual(tags, [])
    })
  }
})

describe('the address of a request without its key', () => {
  const rows: [
    name: string,
    url: string,
    authorization: string | undefined,
    expected: ReturnType<typeof splitAddress>,
  ][] = [
    ['the only parameter', '/3/movie/1?api_key=abc', undefined, { address: '/3/movie/1', secret: 'abc' }],
    ['the first', '/3/movie/1?api_key=abc&page=2', undefined, { address: '/3/movie/1?page=2', secret: 'abc' }],
    ['the last', '/3/movie/1?page=2&api_key=abc', undefined, { address: '/3/movie/1?page=2', secret: 'abc' }],
    ['a bearer token', '/3/movie/1?page=2', 'bearer abc ', { address: '/3/movie/1?page=2', secret: 'abc' }],
    ['another parameter with such an end', '/3/movie/1?my_api_key=abc', undefined, undefined],
    ['in the path', '/3/api_key=abc', undefined, undefined],
    ['none', '/3/movie/1', undefined, undefined],
    ['another scheme', '/3/movie/1', 'Basic abc', undefined],
    ['twice', '/3/movie/1?api_key=a&api_key=b', undefined, { address: '/3/movie/1?api_key=b', secret: 'a' }],
    ['behind a path that has no query', '/3/movie/1&api_key=abc', undefined, undefined],
    ['before the query', '/3/movie/1&api_key=abc?page=2', undefined, undefined],
    ['in a value', '/3/movie/1?language=?api_key=abc', undefined, undefined],
  ]
  for (const [name, url, authorization, expected] of rows)
    test(name, () => assert.deepEqual(splitAddress(url, authorization), expected))
})

describe('an address leads to a reply', () => {
  const rows: [name: string, url: string, given: unknown, expected: string | undefined][] = [
    ['without the key', '/3/movie/1?api_key=abc&page=2', 'abc', '/3/movie/1?page=2'],
    ['as it is with a bearer token', '/3/movie/1?page=2', undefined, '/3/movie/1?page=2'],
    ['not with two keys', '/3/movie/1?api_key=a&api_key=b', ['a', 'b'], undefined],
    ['not with a key and a bearer token that is taken', '/3/movie/1?api%5Fkey=abc', 'abc', undefined],
    ['not with a key that is written in codes', '/3/movie/1?api_key=%61bc', 'abc', undefined],
    ['not with a path that ends otherwise', '/3/movie/1#', undefined, undefined],
  ]
  for (const [name, url, given, expected] of rows)
    test(name, () => assert.equal(cacheAddressOf(url, 'Bearer abc', given), expected))
})
