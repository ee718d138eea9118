import type { Database, Topic } from './database.ts'

/** The database, telling of each transaction what it has announced, before it resolves. */
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

/** A transaction, and those that run as a part of it, with a word about what they announce. */
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
