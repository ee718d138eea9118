import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { isRecordKind, recordKindNames } from '#src/catalogue/record-kinds.ts'
import {
  MARK,
  type Mark,
  showsListOf,
  showsRecord,
  type Tag,
  tagCollector,
  votesTags,
} from '#src/contract/cache-tags.ts'
import { dialects } from '#src/contract/dialects.ts'
import { openapi } from '#src/contract/openapi.ts'
import { extend, nullable, untitled } from '#src/contract/schema.ts'
import { details as seriesDetails } from '#src/groups/tv-series/details.ts'
import { allOperations as operations } from '#src/interface.ts'

const Movie = Type.Object({ id: Type.Integer() }, { title: 'Movie', ...showsRecord('movie') })

function tagsOf(schema: Parameters<typeof tagCollector>[0], value: unknown): Tag[] {
  const tags = new Set<Tag>()
  tagCollector(schema)?.(value, tags)
  return [...tags]
}

test('a mark survives copies of its schema', () => {
  const copies = { spread: { ...Movie }, nullable: nullable(Movie), untitled: untitled(Movie) }
  for (const [name, copy] of Object.entries(copies)) assert.deepEqual(tagsOf(copy, { id: 7 }), ['movie 7'], name)
  assert.deepEqual(tagsOf(nullable(Movie), null), [])
  assert.deepEqual(tagsOf(extend(Movie, { more: Type.String() }, 'More'), { id: 7, more: '' }), ['movie 7'])
  const list = Type.Array(Movie, showsListOf(Movie))
  assert.deepEqual(tagsOf({ ...list }, [{ id: 7 }, { id: 8 }]), ['movie', 'movie 7', 'movie 8'])
  assert.deepEqual(tagsOf(list, []), ['movie'])
})

test('the details of a series show its last and its next episode', () => {
  const reply = { last_episode_to_air: { show_id: 7 }, next_episode_to_air: { show_id: 8 }, seasons: [] }
  assert.deepEqual(tagsOf(seriesDetails.reply, reply), ['series 7', 'episode_votes', 'series 8'])
})

test('every mark names kinds of record, and the contract has none', () => {
  const known = new Set<string>([...recordKindNames, 'authors', 'lists', ...votesTags])
  const marks = operations.flatMap(({ id, reply }) => marksIn(reply).map((mark) => [id, mark] as const))
  assert.ok(marks.length > 50)
  for (const [id, mark] of marks) {
    if ('kind' in mark) assert.ok(isRecordKind(mark.kind), `${id}: ${mark.kind}`)
    else
      assert.ok(
        mark.tags.every((tag) => known.has(tag)),
        `${id}: ${mark.tags}`,
      )
  }
  for (const dialect of Object.values(dialects)) {
    assert.ok(!JSON.stringify(openapi(operations, dialect)).includes(MARK), dialect.name)
  }
})

function marksIn(schema: unknown): Mark[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { [MARK]: mark, ...keywords } = schema as { [MARK]?: Mark }
  return [...(mark ? [mark] : []), ...Object.values(keywords).flatMap(marksIn)]
}
