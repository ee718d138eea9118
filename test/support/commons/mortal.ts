import type { Database } from '#src/database/database.ts'

/** A process that was ended, as by `kill -9`. */
export class Killed extends Error {
  override name = 'Killed'
}

/** How many more statements and commits a process lives to see; without a number it goes on. */
export type Life = { left: number | undefined; isOver: boolean }

export const lifeOf = (left: number | undefined): Life => ({ left, isOver: false })

function step(life: Life) {
  if (life.left === undefined) return
  if (life.left <= 0) life.isOver = true
  if (life.isOver) throw new Killed()
  life.left--
}

const statements: ReadonlySet<string | symbol> = new Set(['all', 'one', 'run', 'put', 'lockChanges', 'announce'])

/**
 * The same database for a process that is ended at some statement, or just before or after a commit: a transaction that
 * is open then leaves nothing behind, and nothing is read or written any more.
 */
export const mortal = <Db extends Database>(db: Db, life: Life): Db =>
  new Proxy(db, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (name === 'wide') return mortal(value as Database, life)
      if (name === 'transaction')
        return async (work: (tx: Database) => Promise<unknown>) => {
          step(life)
          const done = await target.transaction(async (tx) => {
            const result = await work(mortal(tx, life))
            step(life)
            return result
          })
          step(life)
          return done
        }
      if (!statements.has(name)) return value
      return async (...given: unknown[]) => {
        step(life)
        return (value as (...all: unknown[]) => unknown)(...given)
      }
    },
  })
