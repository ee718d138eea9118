import { type Static, Type } from 'typebox'
import { follow, type LogFollower } from '#src/background/log-follower.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { revise } from '#src/database/revisions.ts'
import { sql } from '#src/database/sql.ts'
import { isSearched, searchedKinds } from './searched-kinds.ts'
import { updateRecords } from './tables/update-records.ts'

/** Increased when names are found, compared or weighed differently: then the index is built anew. */
export const version = 4
export const followerName = 'search_index'
/** Changes that are followed in one transaction, which takes a few milliseconds. */
const changesAtOnce = 200

const Generation = Type.Object({ number: Type.Integer(), version: Type.Integer(), is_current: Type.Boolean() })
type Generation = Static<typeof Generation>

/** All generations, the one that answers first. */
export const generations = (db: Reader): Promise<Generation[]> =>
  db.all(
    Generation,
    sql`select number, version, is_current from search_generation order by is_current desc, number desc`,
  )

/** The generation that answers; undefined while the first one is built, which others must leave alone. */
export const answeringGeneration = async (db: Reader): Promise<Generation | undefined> =>
  (await generations(db)).find(({ is_current }) => is_current)

/** Brings a generation up to date for what has changed. */
export async function handleChanges(
  tx: Database,
  generation: number,
  changes: readonly { kind: string; entity_id: number }[],
): Promise<void> {
  for (const kind of searchedKinds) {
    const ids = [...new Set(changes.filter((change) => change.kind === kind).map(({ entity_id }) => entity_id))]
    if (ids.length > 0) await updateRecords(tx, generation, kind, ids)
  }
}

/** Follows the change log with the generation that answers. */
export const followLog = (db: Database): LogFollower =>
  follow(db, followerName, {
    version,
    changesAtOnce,
    isAtomic: true,
    async handle(tx, changes) {
      const current = await answeringGeneration(tx)
      if (!current || !changes.some(({ kind }) => isSearched(kind))) return
      await handleChanges(tx, current.number, changes)
      await revise(tx, 'names')
    },
  })
