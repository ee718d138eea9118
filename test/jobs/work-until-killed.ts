import { undoEditsJob } from '#src/contributions/undo-job.ts'
import { openPostgres } from '#src/database/postgres/postgres.ts'
import { openSqlite } from '#src/database/sqlite/sqlite.ts'
import { openJobWorker } from '#src/jobs/worker.ts'
import { counting } from './counting.ts'

// A process of its own: it works on the jobs of the database that it is given until nothing is left to do, or until it
// kills itself in the midst of the step after so many others. Killed from outside, it may have ended before.
const [location = '', steps = ''] = process.argv.slice(2)
const db = location.includes('://') ? await openPostgres(location) : await openSqlite(location, { writes: 'thread' })
const worker = openJobWorker(db, [counting, undoEditsJob], {
  clock: () => new Date(),
  failed(error) {
    throw error
  },
})
let done = 0
while (await worker.tick()) if (++done === Number(steps)) setTimeout(() => process.kill(process.pid, 'SIGKILL'), 1)
await db.close()
