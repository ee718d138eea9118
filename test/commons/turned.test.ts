import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Type } from 'typebox'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import { undo } from '#src/catalogue/edits/undo/undo.ts'
import { sharedSources } from '#src/commons/publishing/lines.ts'
import { makePacket } from '#src/commons/publishing/packets.ts'
import { beginPublishing } from '#src/commons/publishing/publication.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { type AnyLine, emptyCatalogue, importInto, openFor } from '../support/catalogue.ts'
import { linesIn, packetIn, publishedIn, publishInto, wholeIn } from '../support/commons/published.ts'
import { forEachEngine } from '../support/engines.ts'

const at = new Date('2026-03-10T12:00:00.000Z')
const source = (id: string, redistributable: boolean) => ({
  ...{ kind: 'source', id, name: id, licence: 'CC0-1.0', rank: 20, redistributable },
})
const closed = { source: 'closed' }
const open = { source: 'open' }
/** What an open source says of records that a closed one has begun. */
const begun: AnyLine[] = [
  source('open', true),
  source('closed', false),
  { kind: 'person', id: 1, name: 'Closed', ...closed },
  { kind: 'company', id: 1, name: 'Closed', ...closed },
  { kind: 'company', id: 2, name: 'Below', parent_company: { id: 1 }, ...open },
  { kind: 'collection', id: 1, name: 'Closed', ...closed },
  { kind: 'keyword', id: 1, name: 'closed', ...closed },
  {
    ...{ kind: 'movie', id: 1, title: 'Open', ...open, belongs_to_collection: { id: 1 } },
    credits: { cast: [{ id: 1, character: 'Ann', credit_id: '1'.padStart(24, '0') }], crew: [] },
    keywords: { keywords: [{ id: 1 }] },
    removed: { production_companies: [{ company_id: 1 }] },
  },
  { kind: 'series', id: 1, name: 'Closed', ...closed },
  { kind: 'season', id: 1, series_id: 1, season_number: 1, name: 'One', ...open },
  { kind: 'episode', id: 1, series_id: 1, season_number: 1, episode_number: 1, name: 'One', ...open },
]

async function openPlace(context: TestContext, db: Database) {
  const data = await mkdtemp(join(tmpdir(), 'reelcommons-turned-'))
  context.after(() => rm(data, { recursive: true, force: true }))
  const folder = join(data, 'dump')
  const publishing = () => publishInto(db, { data, folder })
  await importInto(db, begun)
  await publishing()
  return {
    whole: () => wholeIn(folder),
    /** What the next packet has, without its first line; nothing if there is none. */
    async next(): Promise<AnyLine[]> {
      const before = (await publishedIn(folder)).packets.last
      await publishing()
      const { last } = (await publishedIn(folder)).packets
      assert.ok(last <= before + 1, `${last - before} packets`)
      return last > before ? (await packetIn(folder, last)).slice(1) : []
    },
  }
}

type Making = Parameters<typeof makePacket>[0]
const Seq = Type.Object({ seq: Type.Integer() })
const Again = Type.Object({ kind: Type.String(), entity_id: Type.Integer() })

const named = (lines: readonly AnyLine[]) => lines.map(({ kind, of, id }) => (of ? `- ${of} ${id}` : `${kind} ${id}`))
const say = (db: Database, record: RecordEdit) => applyEdit(db, { account_id: null, at, records: [record] })

forEachEngine(emptyCatalogue, (engine) => {
  test('what begins to be published, or ceases to be, brings along all that names it', async (context) => {
    const db = await openFor(context, engine)
    const place = await openPlace(context, db)
    assert.deepEqual(named(await place.whole()), ['source open', 'company 2', 'movie 1'])
    const cases: [RecordEdit, string[], string[]][] = [
      [{ kind: 'person', id: 1, values: { name: 'Ours' } }, ['person 1', 'movie 1'], ['movie 1', '- person 1']],
      [
        { kind: 'company', id: 1, values: { name: 'Ours' } },
        ['company 1', 'company 2', 'movie 1'],
        ['company 2', 'movie 1', '- company 1'],
      ],
      [
        { kind: 'collection', id: 1, values: { name: 'Ours' } },
        ['collection 1', 'movie 1'],
        ['movie 1', '- collection 1'],
      ],
      [{ kind: 'keyword', id: 1, values: { name: 'ours' } }, ['keyword 1', 'movie 1'], ['movie 1', '- keyword 1']],
      [
        { kind: 'series', id: 1, values: { name: 'Ours' } },
        ['series 1', 'season 1', 'episode 1'],
        ['- series 1', '- season 1', '- episode 1'],
      ],
    ]
    for (const [record, begins, ceases] of cases) {
      const { edit_id } = await say(db, record)
      const lines = await place.next()
      assert.deepEqual(named(lines).toSorted(), begins.toSorted())
      await undo(db, { of: 'edit', edit_id: edit_id as number }, { account_id: null, at })
      assert.deepEqual(named(await place.next()).toSorted(), ceases.toSorted())
    }
    await say(db, { kind: 'company', id: 1, values: { name: 'Ours' } })
    const movie = (await place.next()).find(({ kind }) => kind === 'movie')
    assert.deepEqual(movie?.removed, { production_companies: [{ company_id: 1 }] })
    // Another name of what is published anyway brings nothing along.
    await say(db, { kind: 'company', id: 1, values: { name: 'Ours, too' } })
    assert.deepEqual(named(await place.next()), ['company 1'])
    await say(db, { kind: 'person', id: 1, values: { biography: 'Born.' } })
    assert.deepEqual(named(await place.next()), [])
  })

  test('where very many name it, they come in several packets, the first ones at the old position', async (context) => {
    const db = await openFor(context, engine)
    await openPlace(context, db)
    const many = Array.from({ length: 25 }, (_, index) => ({
      ...{ kind: 'movie', id: 100 + index, title: `Film ${index}`, ...open },
      keywords: { keywords: [{ id: 1 }] },
    }))
    await importInto(db, many)
    const head = (await db.one(Seq, sql`select max(seq) as seq from change`))?.seq as number
    await say(db, { kind: 'keyword', id: 1, values: { name: 'ours' } })
    const { shared } = await sharedSources(db, false)
    const folder = await mkdtemp(join(tmpdir(), 'reelcommons-turned-'))
    context.after(() => rm(folder, { recursive: true, force: true }))
    const end = (await db.one(Seq, sql`select max(seq) as seq from change`))?.seq as number
    const making = {
      ...{ db, shared, pictures: async (line: object) => line, republishes: false, folder, incarnation: 'one' },
      ...{ from: head, head: end, again: [], now: at, records: 10 },
    }
    const found: string[][] = []
    const positions: number[] = []
    let [beside, before]: [Making['beside'], Making['before']] = [undefined, undefined]
    for (let number = 1; positions.at(-1) !== end; number++) {
      const made = await makePacket({ ...making, number, before, beside })
      beside = made.beside
      before = made.packet
      positions.push(made.packet.position)
      found.push(named(linesIn(await readFile(join(folder, made.packet.path))).slice(1)))
    }
    assert.deepEqual(positions, [head, head, end])
    assert.deepEqual(
      found.map((lines) => lines.length),
      [10, 10, 8],
    )
    const all = ['keyword 1', 'movie 1', ...many.map(({ id }) => `movie ${id}`)]
    assert.deepEqual([...new Set(found.flat())].toSorted(), all.toSorted())
    assert.ok(found[0]?.includes('keyword 1'), 'what they name comes first')
  })

  test('what an import adds to a record that it has just made is published, whenever that was', async (context) => {
    const db = await openFor(context, engine)
    const place = await openPlace(context, db)
    await beginPublishing(db, true, at)
    const parent = { kind: 'company', id: 11, name: 'Above', parent_company: { id: 12 }, ...open }
    await importInto(db, [parent, { kind: 'company', id: 12, name: 'Top', ...open }])
    const rows = await db.all(Again, sql`select kind, entity_id from published_again order by entity_id`)
    assert.deepEqual(rows, [{ kind: 'company', entity_id: 11 }])
    const company = (await place.next()).find(({ id }) => id === 11)
    assert.deepEqual(company?.parent_company, { id: 12 })
  })
})
