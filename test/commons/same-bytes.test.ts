import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import fc from 'fast-check'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { type EditStep, edit, editSteps } from '../support/arbitrary/edits.ts'
import { runs } from '../support/arbitrary/runs.ts'
import { type AnyLine, emptyCatalogue, exportOf, importInto, openFor } from '../support/catalogue.ts'
import { packetIn, publishedIn, publishInto, wholeIn } from '../support/commons/published.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { loadWorld } from '../support/world.ts'

async function placeFor(context: TestContext) {
  const data = await mkdtemp(join(tmpdir(), 'reelcommons-publish-'))
  context.after(() => rm(data, { recursive: true, force: true }))
  return { data, folder: join(data, 'dump') }
}

let empty: TestEngine | undefined
forEachEngine(emptyCatalogue, (engine) => {
  empty = engine
})

/** The digests of all parts, of the catalogue after some edits. */
const digests: (readonly string[])[] = []
const steps = fc.sample(fc.oneof(...editSteps(3)), { seed: 43, numRuns: 12 })

forEachEngine(loadWorld, (engine) => {
  test('the same catalogue gives the same bytes, on both engines', async (context) => {
    const db = await openFor(context, engine)
    const place = await placeFor(context)
    await db.run(sql`update source set redistributable = ${true} where id = 'atlas'`)
    for (const step of steps) await edit(db, step)
    await publishInto(db, place)
    const { whole } = await publishedIn(place.folder)
    const again = { ...place, folder: `${place.folder}-again` }
    await publishInto(db, again)
    const digestsOf = (parts: readonly { path: string; sha256: string }[] = []) =>
      parts.map(({ path, sha256 }) => `${path.split('/')[2]} ${sha256}`)
    const own = digestsOf(whole?.parts)
    assert.deepEqual(digestsOf((await publishedIn(again.folder)).whole?.parts), own)
    for (const other of digests) assert.deepEqual(own, other)
    digests.push(own)
  })

  test('whole dump and packets make what is published', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.oneof(...editSteps(4)), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
        (rounds) => withPlaces(engine, (db, copy, data) => followed(db, copy, data, rounds)),
      ),
      { numRuns: runs(2, 30) },
    ))
})

const nameOf = ({ of, kind, id }: AnyLine) => `${of ?? kind} ${id}`

type Work = (db: Database, copy: Database, data: string) => Promise<void>
async function withPlaces(engine: TestEngine, work: Work) {
  const data = await mkdtemp(join(tmpdir(), 'reelcommons-publish-'))
  const [db, copy] = [await engine.open(), await (empty as TestEngine).open()]
  try {
    await work(db, copy, data)
  } finally {
    await db.close()
    await copy.close()
    await rm(data, { recursive: true, force: true })
  }
}

/** Applies packets as states: what a line does not have any more is not there. */
async function followed(db: Database, copy: Database, data: string, rounds: EditStep[][]) {
  const [folder, other] = [join(data, 'dump'), join(data, 'other')]
  // Where something begins to be published, who refers to it says so with their own next change.
  await db.run(sql`update source set redistributable = ${true}`)
  await publishInto(db, { data, folder })
  const state = new Map((await wholeIn(folder)).map((line) => [nameOf(line), line]))
  let number = 0
  for (const round of rounds) {
    for (const step of round) await edit(db, step)
    await publishInto(db, { data, folder })
    const { packets } = await publishedIn(folder)
    while (number < packets.last)
      for (const line of (await packetIn(folder, ++number)).slice(1))
        state.set(`${line.of ?? line.kind} ${line.id}`, line)
  }
  await publishInto(db, { data, folder: other })
  const now = new Map((await wholeIn(other)).map((line) => [nameOf(line), line]))
  // Records that are gone without a trace are only in packets.
  for (const [name, line] of state) if (line.kind === 'gone' && !now.has(name)) state.delete(name)
  assert.deepEqual(Object.fromEntries(state), Object.fromEntries(now))
  const { refused, unresolved } = await importInto(copy, [...now.values()])
  assert.deepEqual({ refused, unresolved }, { refused: [], unresolved: [] })
  assert.ok((await exportOf(copy)).length > 0)
}
