import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import fc from 'fast-check'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { type EditStep, edit, editSteps } from '../support/arbitrary/edits.ts'
import { runs } from '../support/arbitrary/runs.ts'
import { type AnyLine, emptyCatalogue } from '../support/catalogue.ts'
import { followedAt, openFollower } from '../support/commons/follower.ts'
import { asPublished, expectedOf, isRecord, recordsOf } from '../support/commons/mirrored.ts'
import { publishedIn, publishInto, wholeIn } from '../support/commons/published.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { loadWorld } from '../support/world.ts'

/** Every catalogue has these under the same numbers, and a publisher's word about them counts less. */
const isOwn = ({ kind }: AnyLine) => kind !== 'genre'
const nameOf = ({ kind, id }: AnyLine) => `${kind} ${id}`
const sorted = (all: readonly AnyLine[]) =>
  all.filter(isOwn).toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))

const empties = new Map<string, TestEngine>()
forEachEngine(emptyCatalogue, (engine) => void empties.set(engine.name, engine))

type Step = { edits: EditStep[]; isCorrupted: boolean; killedAfterMs: number | undefined }

forEachEngine(loadWorld, (engine) => {
  const step = fc.record({
    edits: fc.array(fc.oneof(...editSteps(4)), { minLength: 1, maxLength: 4 }),
    isCorrupted: fc.boolean(),
    killedAfterMs: fc.option(fc.integer({ min: 0, max: 60 }), { nil: undefined }),
  })

  test('a follower has what a real publisher has, whatever happens on the way', { timeout: 900_000 }, (context) =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 3 }), async (steps) => {
        const data = await mkdtemp(join(tmpdir(), 'reelcommons-real-'))
        const [there, here] = [await engine.open(), await (empties.get(engine.name) as TestEngine).open()]
        try {
          await followed(context, { there, here, data }, steps)
        } finally {
          await there.close()
          await here.close()
          await rm(data, { recursive: true, force: true })
        }
      }),
      { numRuns: engine.name === 'SQLite' ? runs(6, 200) : runs(2, 30), endOnFailure: true },
    ),
  )
})

type Places = { there: Database; here: Database; data: string }

async function followed(context: TestContext, { there, here, data }: Places, steps: readonly Step[]) {
  const folder = join(data, 'dump')
  await there.run(sql`update source set redistributable = ${true} where private_only = ${false}`)
  await publishInto(there, { data, folder })
  const follower = await openFollower(context, here)
  const id = await follower.follow(folder)
  assert.deepEqual(await follower.take(id), { outcome: 'current', problem: null, detail: '' })
  assert.deepEqual(sorted(expectedOf(asPublished(await recordsOf(here), id))), await expected(folder))
  const records = [{ kind: 'movie' as const, id: 501, values: { tagline: 'Ours' } }]
  await applyEdit(here, { account_id: null, at: followedAt, records })
  for (const { edits, isCorrupted, killedAfterMs } of steps) {
    for (const each of edits) await edit(there, each)
    await publishInto(there, { data, folder })
    if (isCorrupted) await corrupt(folder, () => follower.take(id))
    if (killedAfterMs !== undefined) await kill(follower, id, killedAfterMs)
    follower.clock.now = new Date(follower.clock.now.getTime() + 60_000)
    const { problem, detail } = await follower.take(id)
    assert.deepEqual([problem, detail], [null, ''])
  }
  const other = join(data, 'other')
  await publishInto(there, { data, folder: other })
  const isTagline = ({ kind, id }: AnyLine) => kind === 'movie' && id === 501
  const without = (all: AnyLine[]) => all.filter((line) => !isTagline(line))
  assert.deepEqual(without(sorted(expectedOf(asPublished(await recordsOf(here), id)))), without(await expected(other)))
  const film = (await recordsOf(here)).find(isTagline)
  if (film) assert.equal(film.tagline, 'Ours')
  assert.deepEqual(follower.faults, [])
}

async function expected(folder: string): Promise<AnyLine[]> {
  return sorted(expectedOf((await wholeIn(folder)).filter(isRecord)))
}

/** Has somebody read while the newest packet has other bytes than it should have. */
async function corrupt(folder: string, read: () => Promise<{ problem: string | null }>) {
  const last = (await publishedIn(folder)).packets.newest.at(-1)
  if (!last) return
  const path = join(folder, last.path)
  const bytes = await readFile(path)
  await writeFile(
    path,
    bytes.map((byte, at) => (at === bytes.length - 1 ? byte ^ 255 : byte)),
  )
  const { problem } = await read()
  assert.ok(problem === 'digest' || problem === null, `${problem}`)
  await writeFile(path, bytes)
}

/** Ends a follower somewhere in the middle of its work. */
async function kill(follower: Awaited<ReturnType<typeof openFollower>>, id: string, afterMs: number) {
  const ending = new AbortController()
  const { round } = follower
  const signal = round.signal
  const timer = setTimeout(() => ending.abort(), afterMs)
  round.signal = ending.signal
  await follower.take(id).catch((error) => assert.equal(ending.signal.aborted, true, String(error)))
  clearTimeout(timer)
  round.signal = signal
}
