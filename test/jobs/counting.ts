import { Type } from 'typebox'
import { sql } from '#src/database/sql.ts'
import { jobKind } from '#src/jobs/kind.ts'

/**
 * A kind of job that writes its numbers, each as an attempt of a subject, and fails to write one twice. What it does
 * when it ends is written in the same way.
 */
export const counting = jobKind({
  name: 'counting',
  input: Type.Object({ subject: Type.String(), numbers: Type.Integer() }),
  state: Type.Object({ next: Type.Integer() }),
  async step(_db, { input: { subject, numbers }, state: { next }, now }) {
    return async (tx) => {
      await tx.run(sql`
        insert into attempt (subject, count, last_at) values (${`${subject} ${next}`}, 1, ${now.toISOString()})`)
      const isDone = next === numbers
      return { state: { next: next + 1 }, progress: { phase: 'counting', done: next, total: numbers }, isDone }
    }
  },
  async ended(tx, { input: { subject } }, ending) {
    await tx.run(sql`
      insert into attempt (subject, count, last_at) values (${`${subject} ${ending}`}, 1, '2026-01-01T00:00:00.000Z')`)
  },
})
