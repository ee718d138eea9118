import { type Static, Type } from 'typebox'
import type { Gallery } from '#src/catalogue/kinds.ts'
import type { Database } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import type { Taken } from './decode.ts'
import { filePathOf } from './names.ts'

/** A picture that is stored here, as the entry of an image has it. */
export const StoredPicture = Type.Object({
  file_path: Type.String(),
  /** `.svg` where it is a drawing of lines, whose path ends in `.png` all the same. */
  file_type: Type.String(),
  width: Type.Integer(),
  height: Type.Integer(),
  /** What most of it looks like, as `#rrggbb`: it can be shown until the picture is there. */
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

/** The same file becomes something else as a logo. */
const submittedAs = (digest: string, gallery: Gallery) => (gallery === 'logos' ? `logo ${digest}` : digest)

/** The picture that a file has become before, by the digest of the file as it came. */
export const findSubmitted = (db: Database, digest: string, gallery: Gallery): Promise<StoredPicture | undefined> =>
  db.one(
    StoredPicture,
    sql`
    select file_path, file_type, width, height, colour from media_file
    where submitted = ${submittedAs(digest, gallery)} order by file_path ${limit(1)}`,
  )

export async function rememberPicture(db: Database, taken: Taken, digest: string, gallery: Gallery): Promise<void> {
  const { file_path, file_type, width, height, colour } = storedPicture(taken)
  await db.run(sql`
    insert into media_file (file_path, file_type, width, height, bytes, colour, submitted, made_at)
    values (${file_path}, ${file_type}, ${width}, ${height}, ${taken.bytes}, ${colour},
      ${submittedAs(digest, gallery)}, ${new Date().toISOString()})
    on conflict (file_path) do nothing`)
}
