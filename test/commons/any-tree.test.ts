import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from '#src/database/sql.ts'
import { runs } from '../support/arbitrary/runs.ts'
import { type AnyLine, emptyCatalogue, linesOf } from '../support/catalogue.ts'
import { openFollower } from '../support/commons/follower.ts'
import { openPublisher } from '../support/commons/publisher.ts'
import { club } from '../support/commons/spoilt.ts'

import { forEachEngine } from '../support/engines.ts'
import { episode, season, series } from '../support/import-lines.ts'

/** What a publisher has: series with seasons and episodes, wherever they belong by now. */
type Tree = ReadonlyMap<string, AnyLine>

const nameOf = ({ kind, id }: AnyLine) => `${kind} ${id}`
const places = [1, 2, 3]

/** Each may be there or not, and belongs where there is room for it. */
const tree: fc.Arbitrary<Tree> = fc
  .record({
    series: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
    seasons: fc.array(fc.option(fc.nat({ max: 8 })), { minLength: 5, maxLength: 5 }),
    episodes: fc.array(fc.option(fc.nat({ max: 26 })), { minLength: 6, maxLength: 6 }),
  })
  .map((wanted) => {
    const all: Tree & Map<string, AnyLine> = new Map()
    const taken = new Set<string>()
    const put = (line: AnyLine, place: string, parent: string) => {
      if (taken.has(place) || !taken.has(parent)) return
      taken.add(place)
      all.set(nameOf(line), line)
    }
    taken.add('root')
    for (const [at, isThere] of wanted.series.entries()) if (isThere) put(series(at + 1, club), `${at}`, 'root')
    for (const [at, place] of wanted.seasons.entries()) {
      if (place === null) continue
      const [of, number] = [Math.floor(place / 3), (place % 3) + 1]
      put(season(at + 11, of + 1, number, club), `${of} ${number}`, `${of}`)
    }
    for (const [at, place] of wanted.episodes.entries()) {
      if (place === null) continue
      const [of, number, last] = [Math.floor(place / 9), (Math.floor(place / 3) % 3) + 1, (place % 3) + 1]
      put(episode(at + 101, of + 1, number, last, club), `${of} ${number} ${last}`, `${of} ${number}`)
    }
    return all
  })

type Step = { tree: Tree; mergesAmong: readonly number[]; isWhole: boolean }
const steps = fc.array(
  fc.record({
    tree,
    /** Which of those that are there what is gone was merged into, by turns; 0 if it was deleted. */
    mergesAmong: fc.array(fc.nat({ max: places.length }), { minLength: 4, maxLength: 4 }),
    isWhole: fc.integer({ min: 0, max: 4 }).map((one) => one === 4),
  }),
  { minLength: 2, maxLength: 5, size: 'max' },
)

function goneLines(before: Tree, { tree, mergesAmong }: Step): AnyLine[] {
  const gone = [...before.values()].filter((line) => !tree.has(nameOf(line)))
  return gone.map(({ kind, id }, at) => {
    const alike = [...tree.values()].filter((line) => line.kind === kind)
    const choice = mergesAmong[at % mergesAmong.length] as number
    const into = choice > 0 ? alike[choice % Math.max(alike.length, 1)]?.id : undefined
    return { kind: 'gone', of: kind, id, ...(into !== undefined && { into }) }
  })
}

const told = ({ kind, id, series_id = '', season_number = '', episode_number = '' }: AnyLine) =>
  `${kind} ${id}: ${series_id} ${season_number} ${episode_number}`
const isPlaced = ({ kind }: AnyLine) => kind === 'series' || kind === 'season' || kind === 'episode'

forEachEngine(emptyCatalogue, (engine) => {
  test('seasons and episodes come to where they belong, whatever comes and goes', { timeout: 3_600_000 }, () =>
    fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const ends: (() => unknown)[] = []
        const context = { after: (end: () => unknown) => void ends.push(end) } as never
        const db = await engine.open({ writes: 'inline' })
        ends.push(() => db.close())
        try {
          const publisher = await openPublisher(context)
          await publisher.whole([])
          const follower = await openFollower(context, db)
          const id = await follower.follow(publisher.folder)
          let before: Tree = new Map()
          for (const step of all) {
            const lines = [...step.tree.values()]
            const gone = goneLines(before, step)
            const changed = lines.filter((line) => JSON.stringify(before.get(nameOf(line))) !== JSON.stringify(line))
            await publisher.packet([...changed, ...gone])
            if (step.isWhole) {
              await publisher.whole(lines)
              await db.run(sql`update following set needs_whole = true`)
            }
            assert.deepEqual(await follower.take(id), { outcome: 'current', problem: null, detail: '' })
            assert.deepEqual((await linesOf(db)).filter(isPlaced).map(told), lines.map(told))
            before = step.tree
          }
          assert.deepEqual(follower.faults, [])
        } finally {
          for (const end of ends.reverse()) await end()
        }
      }),
      { numRuns: engine.name === 'SQLite' ? runs(25, 2_000) : runs(5, 300), endOnFailure: false },
    ),
  )
})
