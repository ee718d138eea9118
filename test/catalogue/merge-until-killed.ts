import { writeSync } from 'node:fs'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { undo } from '#src/catalogue/edits/undo/undo.ts'
import type { Database } from '#src/database/database.ts'
import { openPostgres } from '#src/database/postgres/postgres.ts'
import { openSqlite } from '#src/database/sqlite/sqlite.ts'
import { momentOf } from '../support/kept/everything.ts'

// A process of its own: it merges two series of the database that it is given, or undoes that, and kills itself after
// so many statements, or when its transaction is about to be committed. Otherwise it prints how many there were.
const [location = '', what = '', killed = ''] = process.argv.slice(2)
const db = location.includes('://') ? await openPostgres(location) : await openSqlite(location, { writes: 'thread' })
const verbs = ['all', 'one', 'run', 'put', 'lockChanges']
let statements = 0
const kill = () => process.kill(process.pid, 'SIGKILL')

/** A transaction whose statements are counted. */
const counted = (tx: Database): Database =>
  new Proxy(tx, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (name === 'transaction') return (work: (tx: Database) => unknown) => work(counted(target))
      if (!verbs.includes(String(name))) return value
      return async (...given: unknown[]) => {
        const result = await value.apply(target, given)
        if (String(++statements) === killed) kill()
        return result
      }
    },
  })

await db.transaction(async (tx) => {
  const by = { account_id: null, at: momentOf(50) }
  const [act, edit_id] = what.split(':')
  if (act === 'merge') {
    await applyEdit(counted(tx), { ...by, records: [{ kind: 'series', id: 601, mergedInto: { id: 602 } }] })
  } else await undo(counted(tx), { of: 'edit', edit_id: Number(edit_id) }, by)
  if (killed === 'commit') setImmediate(kill)
})
writeSync(1, String(statements))
await db.close()
