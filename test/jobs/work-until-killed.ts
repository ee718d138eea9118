import { writeSync } from 'node:fs'
import { undoEditsJob } from '#src/contributions/undo-job.ts'
import { openPostgres } from '#src/database/postgres/postgres.ts'
import { openSqlite } from '#src/database/sqlite/sqlite.ts'
import { openJobWorker } from '#src/jobs/worker.ts'
import { counting } from './counting.ts'

// A process of its own: it works on the jobs of the database that it is given, and prints a line after each step, until
// it is killed or nothing is left to do.
const [location = ''] = process.argv.slice(2)
const db = location.includes('://') ? await openPostgres(location) : await openSqlite(location, { writes: 'thread' })
const worker = openJobWorker(db, [counting, undoEditsJob], {
  clock: () => new Date(),
  failed(error) {
    throw error
  },
})
writeSync(1, 'begun\n')
while (await worker.tick()) writeSync(1, 'step\n')
writeSync(1, 'ended\n')
await db.close()
