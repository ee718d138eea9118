import { type Static, Type } from 'typebox'
import type { Gallery } from '#src/catalogue/kinds.ts'
import type { Database } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { dayMs } from '#src/reference/days.ts'
import type { Taken } from './decode.ts'
import { filePathOf } from './names.ts'

/** A picture that was stored recently may belong to an entry that is still being written. */
export const orphanMs = dayMs

/** A stored picture, with the facts for the entry of an image. */
export const StoredPicture = Type.Object({
  file_path: Type.String(),
  /** `.svg` for a vector drawing, although its path ends in `.png`. */
  file_type: Type.String(),
  width: Type.Integer(),
  height: Type.Integer(),
  /** Its main colour as `#rrggbb`, to be shown until the picture is loaded. */
  colour: Type.String(),
})
export type StoredPicture = Static<typeof StoredPicture>

export const storedPicture = ({ name, type, width, height, colour }: Taken): StoredPicture => ({
  file_path: filePathOf(name, type),
  file_type: `.${type}`,
  width,
  height,
  colour,
})

/** What a picture is for: a gallery of a record, or a person. */
export type PictureUse = Gallery | 'avatars'

const avatarMark = 'avatar '

/** The same file becomes another picture if it is a logo, or shows a person who has an account. */
const submittedAs = (digest: string, use: PictureUse) =>
  use === 'logos' ? `logo ${digest}` : use === 'avatars' ? `${avatarMark}${digest}` : digest

const isOfPerson = sql`submitted >= ${avatarMark} and submitted < ${`${avatarMark}~`}`

const Submitted = Type.Object({ ...StoredPicture.properties, made_at: Type.String() })

/**
 * The picture that a file has become before, found by the digest of the submitted file. It is about to be named, so it
 * counts as new from now on.
 */
export async function findSubmitted(
  db: Database,
  digest: string,
  gallery: PictureUse,
  now = new Date(),
): Promise<StoredPicture | undefined> {
  const found = await db.one(
    Submitted,
    sql`
    select file_path, file_type, width, height, colour, made_at from media_file
    where submitted = ${submittedAs(digest, gallery)} order by file_path ${limit(1)}`,
  )
  if (!found) return undefined
  const { made_at, ...picture } = found
  // What is new enough need not be updated.
  if (now.getTime() - Date.parse(made_at) < orphanMs / 2) return picture
  const renewed = await db.run(sql`
    update media_file set made_at = ${now.toISOString()} where file_path = ${picture.file_path}`)
  return renewed > 0 ? picture : undefined
}

export async function rememberPicture(
  db: Database,
  taken: Taken,
  digest: string,
  gallery: PictureUse,
  now = new Date(),
): Promise<void> {
  const { file_path, file_type, width, height, colour } = storedPicture(taken)
  await db.run(sql`
    insert into media_file (file_path, file_type, width, height, bytes, colour, submitted, made_at)
    values (${file_path}, ${file_type}, ${width}, ${height}, ${taken.bytes}, ${colour},
      ${submittedAs(digest, gallery)}, ${now.toISOString()})
    on conflict (file_path) do update set made_at = excluded.made_at, submitted = case
      when media_file.submitted like 'avatar %' then excluded.submitted else media_file.submitted end`)
}

/** Forgets the picture of a person that no account has any more; false if it is used, or is one of a record, too. */
export function forgetUnusedAvatar(db: Database, file_path: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const used = await tx.one(Id, sql`select id from account where avatar_path = ${file_path} order by id limit 1`)
    return !used && (await tx.run(sql`delete from media_file where file_path = ${file_path} and ${isOfPerson}`)) > 0
  })
}

const MadeAt = Type.Object({ made_at: Type.String() })

/** Forgets that a picture was stored; false if it was stored too recently. */
export function forgetPicture(db: Database, name: string, madeBeforeMs = Number.POSITIVE_INFINITY): Promise<boolean> {
  const paths = sql`file_path in (${`/${name}.jpg`}, ${`/${name}.png`})`
  return db.transaction(async (tx) => {
    const rows = await tx.all(MadeAt, sql`select made_at from media_file where ${paths} order by file_path ${limit(2)}`)
    if (rows.some(({ made_at }) => Date.parse(made_at) >= madeBeforeMs)) return false
    await tx.run(sql`delete from media_file where ${paths}`)
    return true
  })
}
