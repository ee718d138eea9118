import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { allSources } from '#src/catalogue/sources.ts'
import type { Database } from '#src/database/database.ts'
import { lines } from '../support/arbitrary/lines.ts'
import { runs } from '../support/arbitrary/runs.ts'
import { emptyCatalogue, exportOf, importInto } from '../support/catalogue.ts'
import { openFollower } from '../support/commons/follower.ts'
import { asPublished, expectedOf, recordsOf } from '../support/commons/mirrored.ts'
import { openPublisher } from '../support/commons/publisher.ts'
import { forEachEngine } from '../support/engines.ts'

const current = { outcome: 'current', problem: null, detail: '' }

const publishedSources = async (db: Database) =>
  (await allSources(db)).map(({ private_only: _private, redistributable: _free, ...source }) => ({
    ...source,
    attribution: '',
  }))

forEachEngine(emptyCatalogue, (engine) => {
  const numRuns = engine.name === 'SQLite' ? runs(4, 300) : runs(2, 60)

  test('what a follower has of a publisher is what that has, whatever it has', { timeout: 900_000 }, (context) =>
    fc.assert(
      fc.asyncProperty(lines, lines, async (first, second) => {
        const [there, here] = [await engine.open({ writes: 'inline' }), await engine.open({ writes: 'inline' })]
        try {
          const publisher = await openPublisher(context)
          const follower = await openFollower(context, here)
          await importInto(there, first)
          publisher.state.sources = await publishedSources(there)
          const before = await recordsOf(there)
          await publisher.whole(before)
          const id = await follower.follow(publisher.folder)
          assert.deepEqual(await follower.take(id), current)
          assert.deepEqual(asPublished(await recordsOf(here), id), expectedOf(before))
          await importInto(there, second)
          const after = await recordsOf(there)
          // A record that is not there is named by nothing that is published, and by all that names it once it is.
          const known = new Set(expectedOf(before).map((line) => JSON.stringify(line)))
          const isChanged = expectedOf(after).map((line) => !known.has(JSON.stringify(line)))
          publisher.state.sources = await publishedSources(there)
          await publisher.packet(after.filter((_, at) => isChanged[at]))
          assert.deepEqual(await follower.take(id), current)
          assert.deepEqual(asPublished(await recordsOf(here), id), expectedOf(after))
          // The same once more changes nothing.
          const same = await exportOf(here)
          const edits = (await follower.found(id))?.counts
          await publisher.packet(after)
          assert.deepEqual(await follower.take(id), current)
          assert.equal(await exportOf(here), same)
          const again = (await follower.found(id))?.counts
          assert.deepEqual([again?.created, again?.changed], [edits?.created, edits?.changed])
          assert.deepEqual(follower.faults, [])
        } finally {
          await there.close()
          await here.close()
        }
      }),
      { numRuns, endOnFailure: true },
    ),
  )
})
