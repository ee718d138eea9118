import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type RecordKind, recordKindNames } from '#src/catalogue/record-kinds.ts'
import { allSources } from '#src/catalogue/sources.ts'
import { withNumbersOfHere } from '#src/commons/following/references.ts'
import type { Migratable } from '#src/database/migratable.ts'
import { genres } from '#src/reference/reference.ts'
import { lines } from '../support/arbitrary/lines.ts'
import { runs } from '../support/arbitrary/runs.ts'
import { type AnyLine, emptyCatalogue, exportOf, importInto } from '../support/catalogue.ts'
import { openFollower } from '../support/commons/follower.ts'
import { openPublisher } from '../support/commons/publisher.ts'
import { forEachEngine } from '../support/engines.ts'

const isRecord = ({ kind }: AnyLine) => (recordKindNames as readonly string[]).includes(kind)

const recordsOf = async (db: Migratable): Promise<AnyLine[]> =>
  (await exportOf(db))
    .split('\n')
    .slice(0, -1)
    .map((line): AnyLine => JSON.parse(line))
    .filter(isRecord)

const isPicture = (name: string) => name === 'images' || name.endsWith('_path')

const some = (values: object): AnyLine =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !Array.isArray(value) || value.length > 0))

/** A line without its pictures, which do not come along unless they are wanted. */
function withoutPictures({ sources = {}, removed = {}, ...line }: AnyLine): AnyLine {
  const others = Object.fromEntries(Object.entries(sources).filter(([name]) => !isPicture(name)))
  const told = Object.fromEntries(Object.entries(line).filter(([name]) => !isPicture(name)))
  const gone = some(removed)
  return {
    ...told,
    ...(Object.keys(others).length > 0 && { sources: others }),
    ...(Object.keys(gone).length > 0 && { removed: gone }),
  }
}

const commonGenres = new Set([...genres.movie, ...genres.tv].map(({ id }) => `genre ${id}`))

/** What a publisher has, without what names records that it does not have: nobody can tell which those are. */
function expectedOf(all: readonly AnyLine[]): AnyLine[] {
  const there = new Set(all.map(({ kind, id }) => `${kind} ${id}`))
  const idOf = (of: RecordKind, id: number) => {
    const name = `${of} ${id}`
    return there.has(name) || commonGenres.has(name) ? id : undefined
  }
  return all.map((line) => withoutPictures(withNumbersOfHere(line.kind, line, idOf)))
}

/** The lines of a follower under the names of the publisher's sources. */
const asPublished = (all: readonly AnyLine[], id: string) =>
  (JSON.parse(JSON.stringify(all).replaceAll(`${id.slice(0, 16)}:`, '')) as AnyLine[]).map(withoutPictures)

forEachEngine(emptyCatalogue, (engine) => {
  const numRuns = engine.name === 'SQLite' ? runs(20, 300) : runs(5, 40)

  test('what a follower has of a publisher is what that has, whatever it has', { timeout: 600_000 }, (context) =>
    fc.assert(
      fc.asyncProperty(lines, lines, async (first, second) => {
        const [there, here] = [await engine.open({ writes: 'inline' }), await engine.open({ writes: 'inline' })]
        try {
          const publisher = await openPublisher(context)
          const follower = await openFollower(context, here)
          await importInto(there, first)
          const sources = await allSources(there)
          publisher.state.sources = sources.map(({ private_only: _private, redistributable: _free, ...source }) => ({
            ...source,
            attribution: '',
          }))
          const before = await recordsOf(there)
          await publisher.whole(before)
          const id = await follower.follow(publisher.folder)
          assert.deepEqual(await follower.take(id), { outcome: 'current', problem: null, detail: '' })
          assert.deepEqual(asPublished(await recordsOf(here), id), expectedOf(before))
          await importInto(there, second)
          const after = await recordsOf(there)
          const known = new Set(before.map((line) => JSON.stringify(line)))
          const changed = after.filter((line) => !known.has(JSON.stringify(line)))
          publisher.state.sources = (await allSources(there)).map(
            ({ private_only: _private, redistributable: _free, ...source }) => ({ ...source, attribution: '' }),
          )
          await publisher.packet(changed)
          assert.deepEqual(await follower.take(id), { outcome: 'current', problem: null, detail: '' })
          assert.deepEqual(asPublished(await recordsOf(here), id), expectedOf(after))
          // The same once more changes nothing.
          const same = await exportOf(here)
          const edits = (await follower.found(id))?.counts
          await publisher.packet(after)
          assert.deepEqual(await follower.take(id), { outcome: 'current', problem: null, detail: '' })
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
