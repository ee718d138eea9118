import type { Database, Topic } from './database.ts'

/** The database, telling of each transaction what it has announced, before it resolves. */
export function telling<Opened extends Database>(
  db: Opened,
  told: (topics: ReadonlySet<Topic>) => Promise<void> | void,
): Opened {
  return {
    ...db,
    async transaction(work) {
      const announced = new Set<Topic>()
      const result = await db.transaction((tx) => work(noticing(tx, (topic) => announced.add(topic))))
      if (announced.size > 0) await told(announced)
      return result
    },
  } satisfies Database as Opened
}

/** A transaction, and those that run as a part of it, with a word about what they announce. */
const noticing = (tx: Database, notice: (topic: Topic) => void): Database => ({
  ...tx,
  transaction: (work) => tx.transaction((inner) => work(noticing(inner, notice))),
  lockChanges() {
    notice('changes')
    return tx.lockChanges()
  },
  announce(topic) {
    notice(topic)
    return tx.announce(topic)
  },
})
