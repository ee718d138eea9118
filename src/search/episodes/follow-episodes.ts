import { Type } from 'typebox'
import { follow, type LogFollower } from '#src/background/log-follower.ts'
import type { Database } from '#src/database/database.ts'
import { revise } from '#src/database/revisions.ts'
import { raw, sql } from '#src/database/sql.ts'
import type { Table } from '#src/database/table.ts'
import { keysOfNames } from './keys.ts'

/** Increased when episodes are found by something else: then all names are made anew. */
const version = 1
/** Episodes that are handled in one transaction, which takes a few milliseconds. */
const changesAtOnce = 200

const Named = Type.Object({ id: Type.Integer(), name: Type.String() })
const Key = Type.Object({ name: Type.String(), episode_id: Type.Integer() })
const nameTable: Table = { name: 'episode_name', key: ['name', 'episode_id'], row: Key }

/** Follows the change log, so that episodes are found by their names. */
export const followEpisodes = (db: Database): LogFollower =>
  follow(db, 'episode_names', {
    version,
    changesAtOnce,
    isByRecord: true,
    kinds: ['episode'],
    isAtomic: true,
    async handle(tx, changes) {
      const ids = [...new Set(changes.filter(({ kind }) => kind === 'episode').map(({ entity_id }) => entity_id))]
      if (ids.length > 0 && (await updateNames(tx, ids))) await revise(tx, 'names')
    },
  })

/** Brings the names of some episodes up to date, and says whether any has changed. */
async function updateNames(tx: Database, ids: readonly number[]): Promise<boolean> {
  const known = await tx.all(
    Key,
    sql`select name, episode_id from episode_name where ${tx.engine.anyOf(raw('episode_id'), ids)}`,
  )
  const stated = await tx.all(
    Named,
    sql`
    select id, name from episode where ${tx.engine.anyOf(raw('id'), ids)}
    union all
    select entity_id as id, name from translation
    where kind = 'episode' and ${tx.engine.anyOf(raw('entity_id'), ids)}`,
  )
  const wanted = [...Map.groupBy(stated, ({ id }) => id)].flatMap(([episode_id, names]) =>
    keysOfNames(names.map(({ name }) => name)).map((name) => ({ name, episode_id })),
  )
  const keyOf = ({ name, episode_id }: { name: string; episode_id: number }) => `${episode_id} ${name}`
  const [before, after] = [new Set(known.map(keyOf)), new Set(wanted.map(keyOf))]
  const gone = known.filter((row) => !after.has(keyOf(row)))
  const fresh = wanted.filter((row) => !before.has(keyOf(row)))
  if (gone.length > 0)
    await tx.run(sql`
      delete from episode_name where (name, episode_id) in (
        select name, episode_id from ${tx.engine.rows(Key, gone)} as r)`)
  if (fresh.length > 0) await tx.put(nameTable, fresh)
  return gone.length > 0 || fresh.length > 0
}
