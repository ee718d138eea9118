import { rm } from 'node:fs/promises'
import { Type } from 'typebox'
import { isPicturePath } from '#src/catalogue/galleries.ts'
import { type RecordKind, recordKind, recordKindNames } from '#src/catalogue/record-kinds.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, raw, sql } from '#src/database/sql.ts'
import { quoted } from '#src/database/table.ts'
import type { Media } from './media.ts'
import { forgetPicture, orphanMs } from './media-files.ts'
import { nameIn } from './names.ts'
import { isOriginal } from './store.ts'

/** Rows that are read at once. */
const PAGE_ROWS = 5_000
/** Pending edits that are read at once; they may be large. */
const WAITING_ROWS = 50

/** What is wrong with a picture, and where in the catalogue it is or was named, if anywhere. */
type Finding = { fault: 'missing' | 'damaged' | 'unused' | 'hidden'; name: string; place: string }
type Examination = {
  /** Stored pictures, and names of such in the catalogue. */
  kept: number
  named: number
  /** Paths that no picture of this server can have; such lines were imported without files. */
  elsewhere: number
  findings: Finding[]
}

/** Whether to repair what is found, and whether to delete pictures of removed images for good. */
type Remedy = { repairs: boolean; includesHidden: boolean }

/**
 * Compares the pictures that the catalogue names with those that are stored. Repairing deletes what is no picture or is
 * named nowhere, and forgets that it was stored, so that it can be added again. Pictures of removed images are still
 * named: a moderator may restore them.
 */
export async function examine(
  db: Database,
  media: Media,
  now: Date,
  { repairs, includesHidden }: Remedy,
): Promise<Examination> {
  const { named, hidden, elsewhere } = await namedPictures(db)
  const findings: Finding[] = []
  const found = new Set<string>()
  let kept = 0
  for await (const { name, modified } of media.store.list()) {
    kept++
    const place = named.get(name) ?? hidden.get(name)
    if (place === undefined) {
      if (now.getTime() - modified.getTime() > orphanMs) findings.push({ fault: 'unused', name, place: '' })
    } else if (includesHidden && !named.has(name)) findings.push({ fault: 'hidden', name, place })
    else if (await hasContentName(media, name)) found.add(name)
    else findings.push({ fault: 'damaged', name, place })
  }
  const wrong = new Set(findings.map(({ name }) => name))
  for (const [name, place] of named) {
    if (found.has(name) || wrong.has(name) || (await media.isDrawn(name))) continue
    findings.push({ fault: 'missing', name, place })
  }
  if (repairs) for (const finding of findings) await repair(db, media, finding, now)
  return { kept, named: named.size, elsewhere, findings }
}

async function repair(db: Database, media: Media, { fault, name }: Finding, now: Date) {
  const isForgotten = await forgetPicture(db, name, fault === 'unused' ? now.getTime() - orphanMs : undefined)
  if (isForgotten && fault !== 'missing') await media.remove(name)
}

async function hasContentName(media: Media, name: string): Promise<boolean> {
  const local = await media.store.fileOf?.(name)
  if (local !== undefined) return isOriginal(name, local)
  const draft = await media.draft()
  try {
    return (await media.store.copy(name, draft)) && (await isOriginal(name, draft))
  } finally {
    await rm(draft, { force: true })
  }
}

/** Every picture name in the catalogue, and those that only its change log has, each with a place. */
async function namedPictures(db: Reader) {
  const named = new Map<string, string>()
  const hidden = new Map<string, string>()
  let elsewhere = 0
  const note = (path: string | null, place: string) => {
    if (path === null) return
    const name = nameIn(path)
    if (name === undefined) elsewhere++
    else if (!named.has(name)) named.set(name, place)
  }
  for await (const { kind: of, entity_id, gallery, file_path } of imageRows(db))
    note(file_path, `${of} ${entity_id}, ${gallery}`)
  for (const of of recordKindNames) await notePaths(db, of, note)
  for await (const { id, avatar_path } of avatarRows(db)) note(avatar_path, `account ${id}`)
  for await (const { id, records } of waitingRows(db))
    for (const path of JSON.stringify(records).match(/(?<="file_path":")[^"]+/g) ?? []) {
      const name = nameIn(path)
      if (name !== undefined && !named.has(name)) named.set(name, `pending edit ${id}`)
    }
  for await (const { kind: of, entity_id, value } of removedRows(db)) {
    const { file_path, gallery } = value as { file_path?: string; gallery?: string }
    const name = file_path === undefined ? undefined : nameIn(file_path)
    if (name !== undefined) hidden.set(name, `taken away from ${of} ${entity_id}, ${gallery}`)
  }
  return { named, hidden, elsewhere }
}

const ImageRow = Type.Object({
  kind: Type.String(),
  entity_id: Type.Integer(),
  gallery: Type.String(),
  id: Type.String(),
  file_path: Type.String(),
})

async function* imageRows(db: Reader) {
  for (let last = { kind: '', entity_id: 0, gallery: '', id: '' }; ; ) {
    const page = await db.all(
      ImageRow,
      sql`
      select kind, entity_id, gallery, id, file_path from image
      where (kind, entity_id, gallery, id) > (${last.kind}, ${last.entity_id}, ${last.gallery}, ${last.id})
      order by kind, entity_id, gallery, id ${limit(PAGE_ROWS)}`,
    )
    yield* page
    const end = page.at(-1)
    if (!end) return
    last = end
  }
}

const AvatarRow = Type.Object({ id: Type.Integer(), avatar_path: Type.String() })

/** The pictures of people who have an account here; those of authors from elsewhere are not stored. */
async function* avatarRows(db: Reader) {
  for (let last = { avatar_path: '', id: 0 }; ; ) {
    const page = await db.all(
      AvatarRow,
      sql`
      select id, avatar_path from account
      where avatar_path is not null and (avatar_path, id) > (${last.avatar_path}, ${last.id}) and source_id is null
      order by avatar_path, id ${limit(PAGE_ROWS)}`,
    )
    yield* page
    const end = page.at(-1)
    if (!end) return
    last = end
  }
}

const WaitingRow = Type.Object({ id: Type.Integer(), records: Type.Array(Type.Unknown()) })

/** Edits that somebody has to look at: new members add pictures by them. */
async function* waitingRows(db: Reader) {
  for (let after = 0; ; ) {
    const page = await db.all(
      WaitingRow,
      sql`
      select id, records from pending_edit where status = 'waiting' and id > ${after}
      order by id ${limit(WAITING_ROWS)}`,
    )
    yield* page
    const last = page.at(-1)
    if (!last) return
    after = last.id
  }
}

const RemovedRow = Type.Object({
  kind: Type.String(),
  entity_id: Type.Integer(),
  seq: Type.Integer(),
  value: Type.Unknown(),
})

/** Removed images in the change log that may be restored. */
async function* removedRows(db: Reader) {
  for (let last = { kind: '', entity_id: 0, seq: 0 }; ; ) {
    const page = await db.all(
      RemovedRow,
      sql`
      select c.kind, c.entity_id, c.seq, c.original_value as value
      from (select distinct kind, entity_id from removed_entry where part = 'images') as r
        join change c on c.kind = r.kind and c.entity_id = r.entity_id
      where c.key = 'images' and c.action = 'deleted'
        and (c.kind, c.entity_id, c.seq) > (${last.kind}, ${last.entity_id}, ${last.seq})
      order by c.kind, c.entity_id, c.seq ${limit(PAGE_ROWS)}`,
    )
    yield* page
    const end = page.at(-1)
    if (!end) return
    last = end
  }
}

/** The pictures of a record in its own columns. */
async function notePaths(db: Reader, of: RecordKind, note: (path: string | null, place: string) => void) {
  const columns = Object.keys(recordKind(of).fields).filter(isPicturePath)
  if (columns.length === 0) return
  const path = Type.Union([Type.String(), Type.Null()])
  const row = Type.Object({ id: Type.Integer(), ...Object.fromEntries(columns.map((column) => [column, path])) })
  for (let after = 0; ; ) {
    const page = (await db.all(
      row,
      sql`
      select id, ${raw(quoted(columns))} from ${raw(of)} where id > ${after} order by id ${limit(PAGE_ROWS)}`,
    )) as ({ id: number } & Record<string, string | null>)[]
    for (const { id, ...paths } of page)
      for (const column of columns) note(paths[column] ?? null, `${of} ${id}, ${column}`)
    const last = page.at(-1)
    if (!last) return
    after = last.id
  }
}
