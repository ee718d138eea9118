import { join } from 'node:path'
import { Type } from 'typebox'
import type { Config } from '#src/config.ts'
import type { Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { type Size, sizeOfFolder } from '#src/files/folder-size.ts'

/** Files of a folder whose sizes are added up while somebody waits. */
const maxFiles = 20_000

const Bytes = Type.Object({ bytes: Type.Integer() })

/** How much of a disk the server has; originals in a bucket are on none of ours. */
export async function sizesOf(db: Reader, { data, imageBucket }: Config) {
  const pictures = join(data, 'pictures')
  const [database, originals, cache] = await Promise.all([
    db.one(Bytes, sql`select ${db.engine.bytes} as bytes`),
    imageBucket === '' ? sizeOfFolder(join(pictures, 'originals'), maxFiles) : undefined,
    sizeOfFolder(join(pictures, 'cache'), maxFiles),
  ])
  const whole: Size = { bytes: database?.bytes ?? 0, isLeast: false }
  return { database: whole, pictures: originals, cache }
}
