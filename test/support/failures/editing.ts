import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Migratable } from '#src/database/migratable.ts'
import { sql } from '#src/database/sql.ts'
import { openLoad } from './load.ts'
import { type Node, openReviewer } from './nodes.ts'

const MOVIE = 1

let edits = 0

/**
 * Reads from two nodes, of which one edits: it has to show each edit at once. The other one may be later, but never
 * goes back. Every request has to succeed.
 */
export async function openEditing(context: TestContext, db: Migratable, [one, other]: readonly [Node, Node]) {
  const [reviewer, reader] = [await openReviewer(db, one), await openReviewer(db, other)]
  const load = openLoad(context, {
    kept: one.kept,
    rendered: one.rendered,
    keptByOther: other.kept,
    renderedByOther: other.rendered,
    async edited() {
      // Somebody who edits for hours, in seconds.
      await db.run(sql`delete from hourly_use`)
      const { status } = await reviewer.review(MOVIE, `Edit ${++edits}`)
      const { body } = await reviewer.ofMovie(MOVIE)
      return { status, body: status === 303 && numberIn(body) === edits ? 'seen at once' : body }
    },
    seenByOther: () => reader.ofMovie(MOVIE),
  })
  return {
    load,
    /** Ends the load, and says what was wrong with what was answered. */
    async check() {
      await load.stop()
      const { edited, seenByOther, ...others } = load.outcomes
      assert.deepEqual(new Set(edited.map(({ body }) => body)), new Set(['seen at once']))
      const reads = [...seenByOther, ...Object.values(others).flat()]
      assert.deepEqual(
        reads.filter(({ status }) => status !== 200),
        [],
      )
      const numbers = seenByOther.map(({ body }) => numberIn(body))
      assert.deepEqual(
        numbers,
        numbers.toSorted((one, other) => one - other),
      )
      while (numberIn((await reader.ofMovie(MOVIE)).body) < edits) await sleep(20)
    },
  }
}

/** The number of the edit that a reply shows. */
const numberIn = (body: string) => Number(/"content":"Edit (\d+)"/.exec(body)?.[1] ?? 0)
