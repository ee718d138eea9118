import { type Static, Type } from 'typebox'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, type Sql, sql } from '#src/database/sql.ts'
import { counted, followOnce, keepFollowing, noRounds, type Outcome, type Round } from './follow.ts'

/** A change of a record. During a rebuild, each record counts as changed, without a key. */
const Changed = Type.Object({
  seq: Type.Integer(),
  kind: Type.String(),
  entity_id: Type.Integer(),
  key: Type.String(),
  action: Type.String(),
})
export type Changed = Static<typeof Changed>

type Following = {
  /** Increased when what it makes has to be rebuilt for all records. */
  version: number
  /** Changes that are handled together. */
  changesAtOnce: number
  /**
   * It works out each record once, however many changes of it there are: `changesAtOnce` is the number of records then.
   * An import changes each of its records some seventy times.
   */
  isByRecord?: true
  /**
   * Whether a batch is one transaction, together with how far the follower has come: then each change is handled once,
   * by one process. Otherwise a batch may be handled twice.
   */
  isAtomic: boolean
  /** The kinds of record that it makes something of, if not of all: a rebuild passes over the others. */
  kinds?: readonly string[]
  /** It only handles changes: when it begins, or starts over, earlier changes do not count. */
  isOfChangesAlone?: true
  handle(db: Database, changes: readonly Changed[]): Promise<void>
}

/** How far a follower has come: in the change log, and in its rebuild, if it does one. */
const Mark = Type.Object({
  seq: Type.Integer(),
  version: Type.Integer(),
  rebuilt_kind: Type.Union([Type.String(), Type.Null()]),
  rebuilt_id: Type.Integer(),
})
type Mark = Static<typeof Mark>
const Head = Type.Object({ seq: Type.Integer() })
const Row = Type.Object({ ...Mark.properties, head: Type.Integer() })

export type LogFollower = ReturnType<typeof follow>

/**
 * Follows the change log of a database and hands the changes to `handle` in batches, so that something derived from the
 * catalogue stays up to date. The table `follower` says how far it has come. A new follower, and one of another
 * version, handles all records first, unless it only handles changes; that continues where it was interrupted.
 */
export function follow(db: Database, name: string, following: Following) {
  const { isAtomic } = following
  const rounds = noRounds()

  async function once(): Promise<Outcome> {
    if (!isAtomic) return followOnce(roundOf(db, name, following))
    // A transaction that changes nothing would make others wait.
    const { look, continues, isAtEnd } = roundOf(db, name, following)
    const { reached, head } = await look()
    if (reached && continues(reached, head) && isAtEnd(reached, head)) return undefined
    return db.transaction(async (tx) => {
      // Processes that share a database proceed one after the other: this waits for the others.
      await tx.run(sql`update follower set seq = seq where name = ${name}`)
      return followOnce(roundOf(tx, name, following))
    })
  }

  /** Follows the log for so long, or else to its end. Returns whether it has come there; a server gives a signal. */
  async function catchUp(signal?: AbortSignal, forMs = Number.POSITIVE_INFINITY): Promise<boolean> {
    for (const endMs = performance.now() + forMs; !signal?.aborted; ) {
      if ((await counted(rounds, once())) === undefined) return true
      if (performance.now() >= endMs) return false
    }
    return false
  }

  return {
    name,
    rounds,
    catchUp,
    /** Follows the log until the signal is aborted. */
    run: (options: Parameters<typeof keepFollowing>[1]): Promise<void> =>
      keepFollowing(async (signal) => void (await catchUp(signal)), options),
  }
}

/** The most reads of changes that a follower by record handles together. */
const MOST_READS = 50

function roundOf(
  db: Database,
  name: string,
  { version, changesAtOnce, isByRecord, kinds, isOfChangesAlone, handle }: Following,
): Round<Mark> {
  let before: Mark | undefined

  async function changesFrom(seq: number): Promise<Changed[]> {
    if (!isByRecord) return changesAfter(db, seq, changesAtOnce)
    const changes: Changed[] = []
    const records = new Set<string>()
    for (let reads = 0; reads < MOST_READS; reads++) {
      const some = await changesAfter(db, changes.at(-1)?.seq ?? seq, changesAtOnce)
      for (const change of some) {
        // The first change of one record more is for the next batch.
        if (records.add(`${change.kind} ${change.entity_id}`).size > changesAtOnce) return changes
        changes.push(change)
      }
      if (some.length < changesAtOnce) break
    }
    return changes
  }

  /** Handles the next records; after the last one, everything has been rebuilt. */
  async function rebuildNext(reached: Reached): Promise<Mark> {
    const records = await recordsAfter(db, reached, changesAtOnce, kinds)
    const last = records.at(-1)
    if (!last) return { ...reached, rebuilt_kind: null, rebuilt_id: 0 }
    await handle(db, records)
    return { ...reached, rebuilt_kind: last.kind, rebuilt_id: last.entity_id }
  }

  return {
    async look() {
      const row = await db.one(
        Row,
        sql`
        select seq, version, rebuilt_kind, rebuilt_id, (select coalesce(max(seq), 0) from change) as head
        from follower where name = ${name}`,
      )
      const seq = row?.head ?? (await headOf(db))
      if (row)
        before = { seq: row.seq, version: row.version, rebuilt_kind: row.rebuilt_kind, rebuilt_id: row.rebuilt_id }
      return { reached: before, head: { seq, version, rebuilt_kind: null, rebuilt_id: 0 } }
    },
    continues: (reached, head) => reached.version === version && reached.seq <= head.seq,
    isAtEnd: (reached, head) => reached.seq === head.seq && reached.rebuilt_kind === null,
    async follow(reached, head) {
      const { rebuilt_kind } = reached
      if (rebuilt_kind !== null) return rebuildNext({ ...reached, rebuilt_kind })
      const changes = await changesFrom(reached.seq)
      if (changes.length > 0) await handle(db, changes)
      return { ...reached, seq: changes.at(-1)?.seq ?? head.seq }
    },
    // What changes from here on is followed after that.
    rebuild: async (head) => (isOfChangesAlone ? head : { ...head, rebuilt_kind: '' }),
    save: (mark) => save(db, name, before, mark),
  }
}

/** The number of the last change; 0 if there was none. */
export async function headOf(db: Reader): Promise<number> {
  const row = await db.one(Head, sql`select coalesce(max(seq), 0) as seq from change`)
  return row?.seq ?? 0
}

const changesAfter = (db: Database, seq: number, most: number) =>
  db.all(
    Changed,
    sql`
    select seq, kind, entity_id, key, action from change where seq > ${seq} order by seq ${limit(most)}`,
  )

type Reached = Mark & { rebuilt_kind: string }

/** The next records that a rebuild handles, which are of one kind if it is only about some kinds. */
async function recordsAfter(db: Database, reached: Reached, most: number, kinds?: readonly string[]) {
  const { rebuilt_kind, rebuilt_id } = reached
  if (!kinds) return someRecords(db, sql`(kind, id) > (${rebuilt_kind}, ${rebuilt_id})`, most)
  for (const kind of kinds.toSorted().filter((each) => each >= rebuilt_kind)) {
    const id = kind === rebuilt_kind ? rebuilt_id : 0
    const records = await someRecords(db, sql`kind = ${kind} and id > ${id}`, most)
    if (records.length > 0) return records
  }
  return []
}

const someRecords = (db: Database, which: Sql, most: number) =>
  db.all(
    Changed,
    sql`
    select 0 as seq, kind, id as entity_id, '' as key, 'updated' as action from record
    where ${which} order by kind, id ${limit(most)}`,
  )

/** Saves how far a follower has come, unless another process has saved something since. */
async function save(db: Database, name: string, before: Mark | undefined, mark: Mark): Promise<void> {
  const { seq, version, rebuilt_kind, rebuilt_id } = mark
  if (!before) {
    await db.run(sql`
      insert into follower (name, seq, version, rebuilt_kind, rebuilt_id)
      values (${name}, ${seq}, ${version}, ${rebuilt_kind}, ${rebuilt_id}) on conflict (name) do nothing`)
    return
  }
  await db.run(sql`
    update follower set seq = ${seq}, version = ${version}, rebuilt_kind = ${rebuilt_kind}, rebuilt_id = ${rebuilt_id}
    where name = ${name} and seq = ${before.seq} and version = ${before.version}
      and rebuilt_kind is not distinct from ${before.rebuilt_kind} and rebuilt_id = ${before.rebuilt_id}`)
}
