import { Type } from 'typebox'
import { type Changed, follow, type LogFollower } from '#src/background/log-follower.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'

/** Changes that are followed together. */
const changesAtOnce = 500

const Drawing = Type.Object({ name: Type.String() })

/** Pictures are entries of their records, and new records have no drawings yet. */
const mayBeSeen = ({ key, action }: Changed) => key !== 'images' && action !== 'created'

/** Follows the change log, so that drawings show the current titles. Doing it twice does no harm. */
export const followDrawings = (db: Database, now: () => Date): LogFollower =>
  follow(db, 'drawing', {
    // Drawings have a version of their own.
    version: 1,
    changesAtOnce,
    isAtomic: false,
    async handle(db, changes) {
      const seen = changes.filter(mayBeSeen)
      if (seen.length === 0 || !(await db.one(Drawing, sql`select name from drawing limit 1`))) return
      // Without the sample there is nothing to draw, and what draws is not loaded.
      const { redrawRecords } = await import('./redraw-records.ts')
      await redrawRecords(db, seen, now)
    },
  })
