import { Type } from 'typebox'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import { entryId } from '#src/catalogue/entry-id.ts'
import type { Gallery } from '#src/catalogue/kinds.ts'
import { ApiError } from '#src/contract/statuses.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { lockAuthor } from './authors.ts'
import { addPending, changesOf, Tried } from './editing/pending.ts'
import {
  findImage,
  type ImageDescription,
  type ImageSubject,
  imagesOf,
  keyOfImage,
  placeOfNext,
  sourceFor,
  sourcesOfPictures,
} from './images.ts'
import { findEditor, rulingOn } from './trust.ts'

/** A stored picture and what its author says about it. */
export type NewImage = ImageDescription & {
  gallery: Gallery
  file_path: string
  file_type: string
  width: number
  height: number
  aspect_ratio: number
  /** The people who are on it, as far as that is known already: they wait together with it. */
  people?: readonly number[]
}

const Removed = Type.Object({ source_id: Type.String() })

/** What has become of a picture: its id, that of the edit that waits, or why it was not added. */
export type AddedImage = { id: string } | { pending: number } | 'is there' | 'was taken away'

/**
 * Adds a picture to a gallery by an edit like any other, which waits if the rules of trust say so: then nobody but its
 * author and those who look at edits sees it. A picture that people removed does not come back by being added again.
 * Throws `account_disabled` and `edit_denied`.
 */
export async function addImage(
  db: Database,
  account_id: number,
  about: ImageSubject,
  picture: NewImage,
  now: Date,
  editsOfNewMembers = 0,
): Promise<AddedImage> {
  const { people = [], ...said } = picture
  const { gallery } = said
  const source_id = await sourceFor(db, said.licence)
  const id = entryId('images', about.kind, about.entity_id, [picture.file_path])
  let records: readonly RecordEdit[] = []
  const adding = db.transaction(async (tx): Promise<AddedImage> => {
    await lockAuthor(tx, account_id)
    if (await findImage(tx, about, gallery, id)) return 'is there'
    const removed = await tx.one(
      Removed,
      sql`
      select source_id from removed_entry
      where ${imagesOf(about)} and part = 'images' and key = ${keyOfImage(gallery, id)}`,
    )
    if (removed && sourcesOfPictures.includes(removed.source_id)) return 'was taken away'
    const position = await placeOfNext(tx, about, gallery)
    const image = { ...said, id, stated_average: 0, stated_count: 0, position }
    records = [{ kind: about.kind, id: about.entity_id, parts: { images: { put: [image] } } }]
    const role = (await findEditor(tx, account_id))?.role ?? 'member'
    const ruling = await rulingOn(tx, { account_id, role }, records, editsOfNewMembers, now)
    if (ruling === 'no') throw new ApiError('edit_denied')
    if (ruling === 'waits' && people.length > 0) {
      const put = people.map((person_id) => ({ gallery, image_id: id, person_id }))
      records = records.map((record) => ({ ...record, parts: { ...record.parts, tagged_people: { put } } }))
    }
    const { edit_id } = await applyEdit(tx, { account_id, source_id, at: now, records })
    if (ruling === 'waits' && edit_id !== undefined) throw new Tried(await changesOf(tx, edit_id))
    return { id }
  })
  return adding.catch(async (error: unknown) => {
    if (!(error instanceof Tried)) throw error
    const written = { source_id, note: '', source_url: '' }
    return { pending: await addPending(db, { account_id, ...written, at: now, records, changes: error.changes }) }
  })
}
