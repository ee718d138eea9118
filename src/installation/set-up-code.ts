import { randomInt, timingSafeEqual } from 'node:crypto'
import { Type } from 'typebox'
import { digestOf } from '#src/credentials/secrets.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { dayMs } from '#src/reference/days.ts'

/** Letters and digits that nobody takes for others: 80 random bits in four groups. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const [groups, groupLength] = [4, 4]
/** Codes that are valid at once: each start of each node prints one. */
const maxCodes = 20

/** Whether there is somebody who can administer the server, or could: set-up is over for good then. */
export const hasAdministrator = async (db: Reader): Promise<boolean> =>
  (await db.one(Id, sql`select id from account where role = 'administrator' limit 1`)) !== undefined

const newCode = (): string =>
  Array.from({ length: groups }, () =>
    Array.from({ length: groupLength }, () => letters[randomInt(letters.length)]).join(''),
  ).join('-')

/** A code may be typed without hyphens, and in small letters. */
const digestOfCode = (code: string): string => digestOf(code.toUpperCase().replace(/[^A-Z0-9]/g, ''))

/** Makes the code that a start prints; undefined once there is an administrator. Its digest is all that is kept. */
export const newSetUpCode = (db: Database, now: Date): Promise<string | undefined> =>
  db.transaction(async (tx) => {
    if (await hasAdministrator(tx)) return undefined
    const code = newCode()
    await tx.run(sql`delete from set_up_code where expires_at <= ${now.toISOString()}`)
    await tx.run(sql`
      insert into set_up_code (digest, expires_at)
      values (${digestOfCode(code)}, ${new Date(now.getTime() + dayMs).toISOString()})`)
    return code
  })

const Kept = Type.Object({ digest: Type.String() })

/** Whether a code is one that a start has printed. Each is compared in the same time, however much of it is right. */
export async function isSetUpCode(db: Reader, code: string, now: Date): Promise<boolean> {
  const given = Buffer.from(digestOfCode(code), 'hex')
  const kept = await db.all(
    Kept,
    sql`
    select digest from set_up_code where expires_at > ${now.toISOString()} order by expires_at desc ${limit(maxCodes)}`,
  )
  let isRight = false
  for (const { digest } of kept) isRight = timingSafeEqual(given, Buffer.from(digest, 'hex')) || isRight
  return isRight
}
