import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import { isKind, kind, ownerOf } from '#src/catalogue/kinds.ts'
import { type RecordKind, recordKind, recordKindNames } from '#src/catalogue/record-kinds.ts'
import { readConfig } from '#src/config.ts'
import { recordTag, tagCollector } from '#src/contract/cache-tags.ts'
import type { Operation } from '#src/contract/operation.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { buildServer } from '#src/http/server.ts'
import { allOperations as operations } from '#src/interface.ts'
import { kindOfParameter } from '#src/run/cacheable.ts'
import { updateNameIndex } from '#src/search/name-index.ts'
import { sqliteEngine } from '../support/engines.ts'
import { pathsOf, queriesOf, spread } from '../support/walk.ts'
import { keys, loadWorld, oneOfEach, testDay } from '../support/world.ts'

/** Plain requests to an operation, German ones, and ones with everything appended. */
async function addressesOf(db: Database, operation: Operation, pathsPerOperation: number): Promise<string[]> {
  const [plain = '', ...others] = queriesOf(operation)
  const queries = [plain, ...others.filter((query) => /append_to_response|language=de/.test(query))]
  const paths = spread(await pathsOf(db, operation), pathsPerOperation)
  return paths.flatMap((path) => queries.map((query) => path + (query && `?${query}`)))
}

/** A record, with the series that it belongs to, if to any; otherwise with itself. */
const Shown = Type.Object({
  kind: Type.Unsafe<RecordKind>({ type: 'string', enum: recordKindNames }),
  id: Type.Integer(),
  series_id: Type.Integer(),
})

/** Gives a record another title in every language that is asked for. */
function renamed(of: RecordKind, id: number): RecordEdit {
  const { title, texts } = recordKind(of)
  const original = isKind(of) ? kind(of).original : title
  const name = `Renamed ${of} ${id}`
  const translated = texts.find((text) => text === 'title' || text === 'name')
  const german = { iso_639_1: 'de', iso_3166_1: 'DE', texts: { [translated as string]: name } }
  return { kind: of, id, values: { [title]: name, [original]: name }, ...(translated && { texts: [german] }) }
}

/** Asks a server with a cache, or without one, for all addresses. */
function openServer(db: Database, replyCacheBytes: number, now: () => number) {
  const { config } = readConfig({ 'reply-cache-bytes': `${replyCacheBytes}`, site: 'https://site.example' }, {})
  const app = buildServer({ db, config, pages: [], clock: () => new Date(testDay), now })
  const headers = { authorization: `Bearer ${keys.first}` }
  const ask = async (addresses: readonly string[]) => {
    const bodies: string[] = []
    for (const url of addresses) bodies.push((await app.inject({ url, headers })).body)
    return bodies
  }
  return { ask, close: () => app.close() }
}

const engine = sqliteEngine(loadWorld)
const cached = operations.filter(({ cache }) => cache)

/** The objects in a reply that look like records: they have the id of one, and a name. */
function* recordsIn(value: unknown): Generator<number> {
  if (typeof value !== 'object' || value === null) return
  const { id, name, title, original_name, provider_id } = value as Partial<Record<string, unknown>>
  if (typeof id === 'number' && (name ?? title ?? original_name) !== undefined) yield id
  if (typeof provider_id === 'number') yield provider_id
  for (const inner of Object.values(value)) yield* recordsIn(inner)
}

/** Kinds whose ids stand in a path, and whose records its reply has the tags of. */
const tagsOfPath = (path: string, { path: template }: Operation) =>
  template.split('/').flatMap((word, at) => {
    const of = kindOfParameter(word.replace(/^\{|\}$/g, ''))
    return of === undefined ? [] : recordTag(of, Number(path.split(/[/?]/)[at]))
  })

test('whatever in a reply looks like a record has a mark', async (context) => {
  const db = await engine.open()
  const server = openServer(db, 0, () => 0)
  context.after(async () => {
    await server.close()
    await db.close()
  })
  const records = await db.all(
    Shown,
    sql`
    select kind, id, id as series_id from record where kind not in ('season', 'episode')
    union all select 'season', id, series_id from season
    union all select 'episode', id, series_id from episode limit 1000`,
  )
  const byId = Map.groupBy(records, ({ id }) => id)
  const unmarked = new Set<string>()
  const seen = new Map<RecordKind, number>()
  for (const operation of cached) {
    const collect = tagCollector(operation.reply)
    const addresses = await addressesOf(db, operation, 4)
    for (const [at, body] of (await server.ask(addresses)).entries()) {
      const reply = JSON.parse(body)
      const tags = new Set([...(operation.cache?.tags ?? []), ...tagsOfPath(addresses[at] as string, operation)])
      collect?.(reply, tags)
      for (const id of recordsIn(reply)) {
        const found = byId.get(id) ?? []
        for (const { kind: of } of found) seen.set(of, (seen.get(of) ?? 0) + 1)
        const isMarked = found.some(({ kind: of, series_id }) =>
          tags.has(recordTag(isKind(of) ? ownerOf(of) : of, series_id)),
        )
        if (found.length > 0 && !isMarked) unmarked.add(`${operation.id} shows ${found[0]?.kind} ${id} without a mark`)
      }
    }
  }
  assert.deepEqual([...unmarked], [])
  for (const of of recordKindNames) assert.ok((seen.get(of) ?? 0) > 1, `a ${of} is in ${seen.get(of)} replies`)
})

test('a reply that shows a record is rendered again when the record is renamed', async (context) => {
  const db = await engine.open()
  let nowMs = 0
  const [kept, fresh] = [openServer(db, 100_000_000, () => nowMs), openServer(db, 0, () => nowMs)]
  context.after(async () => {
    await Promise.all([kept.close(), fresh.close()])
    await db.close()
  })
  const addresses = (await Promise.all(cached.map((operation) => addressesOf(db, operation, 2)))).flat()
  const stale: string[] = []
  let before = await kept.ask(addresses)
  // The records that most replies show.
  for (const [of, id] of Object.entries(oneOfEach) as [RecordKind, number][]) {
    await applyEdit(db, { account_id: null, at: new Date(testDay), records: [renamed(of, id)] })
    await updateNameIndex(db)
    nowMs += 1_000
    const [now, expected] = [await kept.ask(addresses), await fresh.ask(addresses)]
    const changed = addresses.filter((_, index) => now[index] !== before[index])
    assert.ok(changed.length > 0, `no reply shows ${of} ${id}`)
    stale.push(
      ...addresses
        .filter((_, index) => now[index] !== expected[index])
        .map((address) => `${address} is stale after a ${of} changed: its shape lacks showsRecord('${of}')`),
    )
    before = now
  }
  assert.deepEqual(stale, [])
})
