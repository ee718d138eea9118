import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cachedReply } from '#src/cache/cached-reply.ts'
import { openReplyCache } from '#src/cache/reply-cache.ts'
import { openWatch, type Watch } from '#src/cache/watch.ts'
import type { Database } from '#src/database/database.ts'
import { batchRounds } from '#src/groups/batch/limits.ts'
import { answerFromOneState, type OfOneState } from '#src/http/batch/one-state.ts'

const reply = (tag: string) =>
  cachedReply({
    ...{ key: tag, operation: 'movie.details', tags: [tag], renderedMs: 0, seconds: 60, mayBeStale: true, text: 'x' },
  })

type Each = OfOneState & { name: string; from: string[] }
const each = (name: string, more: Partial<Each> = {}): Each => ({
  ...{ name, from: [], since: 0, dependsOnState: true, wasThere: true, mayBeElsewhere: false, reply: reply(name) },
  ...more,
})

type Case = { changes?: string[][]; isKnown?: boolean; knowsTags?: boolean; end?: (watch: Watch) => void }

/** Answers all, where before each look at the log these tags have changed; returns how each was answered. */
async function play(all: Each[], { changes = [], isKnown = true, knowsTags = true, end = () => {} }: Case = {}) {
  const cache = openReplyCache(1_000)
  let looks = 0
  await answerFromOneState(all, {
    replies: {
      watch() {
        const watch = openWatch(cache, knowsTags)
        return {
          ...watch,
          end() {
            end(watch)
            watch.end()
          },
        }
      },
      isFresh: () => true,
      async checkNow() {
        const tags = changes[looks++] ?? []
        cache.invalidate({ tags: new Map(tags.map((tag) => [tag, {}])), kinds: new Map() })
        return isKnown
      },
    },
    async answer(some, watch) {
      for (const one of some) {
        one.since = watch.moment()
        one.from.push('now')
      }
    },
    async answerFrom(some) {
      for (const one of some) one.from.push('snapshot')
    },
    snapshot: (work) => work({} as Database),
  })
  return Object.fromEntries(all.map(({ name, from }) => [name, from.join()]))
}

test('what has changed since it was answered is answered again, and nothing else', async () => {
  const all = () => ['movie 1', 'movie 2', 'person 1'].map((name) => each(name))
  assert.deepEqual(await play(all()), { 'movie 1': 'now', 'movie 2': 'now', 'person 1': 'now' })
  assert.deepEqual(await play(all(), { changes: [['movie 2', 'movie 9'], ['movie 1']] }), {
    'movie 1': 'now,now',
    'movie 2': 'now,now',
    'person 1': 'now',
  })
})

test('where that does not end, all come from a snapshot', async () => {
  const changes = Array.from({ length: batchRounds }, () => ['movie 2'])
  assert.deepEqual(await play([each('movie 1'), each('movie 2')], { changes }), {
    'movie 1': 'now,snapshot',
    'movie 2': `${'now,'.repeat(batchRounds)}snapshot`,
  })
})

test('any change concerns what tells no tags', async () => {
  const all = () => [each('made', { reply: undefined }), each('movie 1')]
  assert.deepEqual(await play(all(), { changes: [['person 9']] }), { made: 'now,now', 'movie 1': 'now' })
  assert.deepEqual(await play(all(), { changes: [['person 9']], knowsTags: false }), {
    made: 'now,now',
    'movie 1': 'now,now',
  })
})

test('what does not depend on the catalogue is left alone', async () => {
  const refused = each('refused', { dependsOnState: false })
  assert.deepEqual(await play([refused, each('movie 1')], { changes: [['refused'], []] }), {
    refused: '',
    'movie 1': 'now',
  })
})

test('what may be read from another server comes from a snapshot, with all others', async () => {
  assert.deepEqual(await play([each('movie 1'), each('elsewhere', { mayBeElsewhere: true })]), {
    'movie 1': 'now,snapshot',
    elsewhere: 'now,snapshot',
  })
})

test('while the database is away, what was in memory is answered, and nothing that was read meanwhile', async () => {
  assert.deepEqual(await play([each('movie 1')], { isKnown: false }), { 'movie 1': 'now' })
  let ends = 0
  const end = () => void ends++
  await assert.rejects(play([each('movie 1'), each('read', { wasThere: false })], { isKnown: false, end }), {
    status: 'unavailable',
  })
  assert.equal(ends, 1)
})
