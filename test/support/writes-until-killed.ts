import { writeSync } from 'node:fs'
import { openPostgres } from '#src/database/postgres/postgres.ts'
import { sql } from '#src/database/sql.ts'
import { openSqlite } from '#src/database/sqlite/sqlite.ts'

// A process of its own: it writes to the database that it is given, from several places at once, and prints the number
// of each write once it is acknowledged, until it is killed.
const WRITERS = 8

const [location = ''] = process.argv.slice(2)
const db = location.includes('://') ? await openPostgres(location) : await openSqlite(location, { writes: 'thread' })

let last = 1_000
await Promise.all(
  Array.from({ length: WRITERS }, async () => {
    for (;;) {
      const id = ++last
      await db.transaction(async (tx) => {
        await tx.run(sql`insert into film (id, title, adult, genres) values (${id}, ${`Film ${id}`}, ${false}, ${[]})`)
        await tx.run(sql`insert into cast_of (film_id) values (${id})`)
      })
      writeSync(1, `${id}\n`)
    }
  }),
)
