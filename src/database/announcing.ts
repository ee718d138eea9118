import type { Database } from './database.ts'
import type { Topic } from './topics.ts'

/**
 * The database, which calls `onCommit` with the topics that a transaction has announced, before the transaction
 * resolves.
 */
export function announcing<Opened extends Database>(
  db: Opened,
  onCommit: (topics: ReadonlySet<Topic>) => Promise<void> | void,
): Opened {
  return {
    ...db,
    async transaction(work) {
      const announced = new Set<Topic>()
      const result = await db.transaction((tx) => work(observed(tx, (topic) => announced.add(topic))))
      if (announced.size > 0) await onCommit(announced)
      return result
    },
  } satisfies Database as Opened
}

/** A transaction, nested ones included, whose announcements are observed. */
const observed = (tx: Database, onAnnounce: (topic: Topic) => void): Database => ({
  ...tx,
  transaction: (work) => tx.transaction((inner) => work(observed(inner, onAnnounce))),
  lockChanges() {
    onAnnounce('changes')
    return tx.lockChanges()
  },
  announce(topic) {
    onAnnounce(topic)
    return tx.announce(topic)
  },
})
