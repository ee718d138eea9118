import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import type { Reader } from '#src/database/database.ts'
import { type PendingEdit, pendingAbout } from './editing/pending.ts'
import type { StoredImage } from './images.ts'

/** A picture that waits to be checked, and the edit that adds it. */
export type PendingImage = Pick<StoredImage, 'gallery' | 'id' | 'file_path' | 'width' | 'height'> & { edit: number }

/** The pictures that edits which wait add to a record. */
export const imagesIn = (
  pending: readonly (Pick<PendingEdit, 'records'> & { id: number })[],
  record: { kind: RecordKind },
): PendingImage[] =>
  pending.flatMap(({ id: edit, records }) =>
    records
      .filter(({ kind }) => kind === record.kind)
      .flatMap(({ parts }) => (parts?.images?.put ?? []) as StoredImage[])
      .map(({ gallery, id, file_path, width, height }) => ({ gallery, id, file_path, width, height, edit })),
  )

/** Those that an account has added to a record; nobody else sees them there. */
export const pendingImagesOf = async (db: Reader, account_id: number, record: { kind: RecordKind; id: number }) =>
  imagesIn(await pendingAbout(db, account_id, record), record)
