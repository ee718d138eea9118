import { type Static, Type } from 'typebox'
import { type ActKind, recordAct } from '#src/audit/acts.ts'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { entryKeyOf } from '#src/catalogue/edits/kind-shape.ts'
import { logImageVotes, maxLoggedVotes, type VotedRecord } from '#src/catalogue/image-votes.ts'
import type { Kind } from '#src/catalogue/kinds.ts'
import { householdLicence, type Licence } from '#src/catalogue/licences.ts'
import { names } from '#src/catalogue/part.ts'
import { images, maxImagePlace } from '#src/catalogue/parts/images.ts'
import { householdSource, peopleSource, peopleSources, putSources } from '#src/catalogue/sources.ts'
import { nullable } from '#src/contract/schema.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, raw, type Sql, sql } from '#src/database/sql.ts'
import { lockAuthor } from './authors.ts'

/** The best vote for an image; the worst is 1. */
export const bestVote = 10

/** A record to which people add images, and vote on them. */
export type ImageSubject = { kind: Kind; entity_id: number }

const storedColumns = images.store.columns
const StoredRow = Type.Object(storedColumns)
export type StoredImage = Static<typeof StoredRow>
const RatedImage = Type.Object({
  ...storedColumns,
  vote_average: Type.Number(),
  vote_count: Type.Integer(),
  source_id: Type.String(),
})
export type RatedImage = Static<typeof RatedImage>

export const imagesOf = ({ kind, entity_id }: ImageSubject): Sql => sql`kind = ${kind} and entity_id = ${entity_id}`

/** An image of a record by its id. The same picture may be in several galleries, so the gallery counts too. */
export const findImage = (db: Reader, about: ImageSubject, gallery: string, id: string) =>
  db.one(
    RatedImage,
    sql`
    select ${names(RatedImage.properties)} from image
    where ${imagesOf(about)} and gallery = ${gallery} and id = ${id}`,
  )

/** The key of an image among removed entries. */
export const keyOfImage = (gallery: string, id: string) => entryKeyOf(images.store, { gallery, id })

const Place = Type.Object({ position: Type.Integer() })
/** What people add stands behind everything that was there. */
export async function placeOfNext(db: Reader, about: ImageSubject, gallery: string): Promise<number> {
  const last = await db.one(
    Place,
    sql`
    select position from image where ${imagesOf(about)} and gallery = ${gallery} order by position desc ${limit(1)}`,
  )
  return last ? Math.min(last.position + 1, maxImagePlace) : 0
}

/** What people say about an image: the language of the words in it, if need be that of a country, and its licence. */
export type ImageDescription = { iso_639_1: string | null; iso_3166_1: string | null; licence: Licence }

/** The source of what is said about an image with a licence; that of a household comes with its first picture. */
export async function sourceFor(db: Database, licence: string): Promise<string> {
  if (licence !== householdLicence) return peopleSource
  await putSources(db, [householdSource])
  return householdSource.id
}

/** Changes what is said about an image. Throws `account_disabled`. */
export function describeImage(
  db: Database,
  account_id: number,
  about: ImageSubject,
  { gallery, id }: StoredImage,
  description: ImageDescription,
  now: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockAuthor(tx, account_id)
    const known = await findImage(tx, about, gallery, id)
    if (!known) return false
    const isChanged = (['iso_639_1', 'iso_3166_1', 'licence'] as const).some(
      (name) => known[name] !== description[name],
    )
    if (isChanged) await recordForOthers(tx, 'image_described', account_id, about, known, now)
    await change(tx, account_id, about, { put: [{ ...storedOf(known), ...description }] }, now)
    return true
  })
}

/** Removes an image; only a moderator can restore it. */
export const removeImage = (db: Database, account_id: number, about: ImageSubject, image: StoredImage, now: Date) =>
  db.transaction(async (tx) => {
    await recordForOthers(tx, 'image_removed', account_id, about, image, now)
    await change(tx, account_id, about, { remove: [storedOf(image)] }, now)
  })

/** Records what a moderator does to an image of somebody else; what people do to their own is no act. */
export async function recordForOthers(
  tx: Database,
  what: ActKind,
  by: number,
  about: ImageSubject,
  image: StoredImage,
  now: Date,
) {
  const author = await authorOf(tx, about, image)
  if (author === by && what !== 'image_restored') return
  const { gallery, id } = image
  await recordAct(tx, what, { by, now }, { account_id: author ?? null, about: { ...about, gallery, image: id } })
}

/** Restores a removed image with its votes; false if there is no such image. */
export function restoreImage(
  db: Database,
  account_id: number,
  about: ImageSubject,
  gallery: string,
  id: string,
  now: Date,
) {
  return db.transaction(async (tx) => {
    const removed = (await removedImages(tx, about)).find((one) => one.gallery === gallery && one.id === id)
    if (!removed) return false
    const image = { ...removed, position: await placeOfNext(tx, about, gallery) }
    await recordForOthers(tx, 'image_restored', account_id, about, image, now)
    await change(tx, account_id, about, { put: [image] }, now)
    await tx.run(count(sql`${imagesOf(about)} and gallery = ${gallery} and id = ${id}`))
    return true
  })
}

/** The sources of what people add and remove here. */
export const sourcesOfPictures: readonly string[] = [...peopleSources, householdSource.id]

/** Images that are looked for in the change log of a record, the newest first. */
const MAX_CHANGES = 1_000

const Key = Type.Object({ key: Type.String() })
const Change = Type.Object({
  account_id: nullable(Type.Integer()),
  value: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]),
})

const changesOf = (db: Reader, about: ImageSubject, column: Sql, action: 'added' | 'deleted') =>
  db.all(
    Change,
    sql`
    select e.account_id, ${column} as value from change c join edit e on e.id = c.edit_id
    where c.kind = ${about.kind} and c.entity_id = ${about.entity_id} and c.key = 'images' and c.action = ${action}
    order by c.seq desc ${limit(MAX_CHANGES)}`,
  )

/** The images that people have removed, as they were. */
export async function removedImages(db: Reader, about: ImageSubject): Promise<StoredImage[]> {
  const removed = await db.all(
    Key,
    sql`
    select key from removed_entry
    where ${imagesOf(about)} and part = 'images' and ${db.engine.anyOf(raw('source_id'), sourcesOfPictures)}`,
  )
  if (removed.length === 0) return []
  const wanted = new Set(removed.map(({ key }) => key))
  const hidden: StoredImage[] = []
  for (const { value } of await changesOf(db, about, sql`c.original_value`, 'deleted')) {
    // The change log leaves out the place, which is no change.
    const image = storedOf({ ...(value as StoredImage), position: 0 })
    if (wanted.delete(keyOfImage(image.gallery, image.id))) hidden.push(image)
  }
  return hidden
}

/** The account that first added an image; undefined if it came with a source. */
export async function authorOf(
  db: Reader,
  about: ImageSubject,
  { gallery, id }: StoredImage,
): Promise<number | undefined> {
  const added = await changesOf(db, about, sql`c.value`, 'added')
  const first = added.findLast(({ value }) => value?.gallery === gallery && value.id === id)
  return first?.account_id ?? undefined
}

const Vote = Type.Object({ value: Type.Integer() })

/** An account's vote for an image; undefined if it has not voted. */
export const voteOf = async (db: Reader, account_id: number, about: ImageSubject, { gallery, id }: StoredImage) =>
  (
    await db.one(
      Vote,
      sql`
      select value from image_vote
      where ${imagesOf(about)} and gallery = ${gallery} and image_id = ${id} and account_id = ${account_id}`,
    )
  )?.value

/** Votes for an image, or withdraws the vote. Votes are no edits. Throws `account_disabled`. */
export function voteForImage(
  db: Database,
  account_id: number,
  about: ImageSubject,
  { gallery, id }: StoredImage,
  value: number | undefined,
  now: Date,
): Promise<void> {
  const image = sql`${imagesOf(about)} and gallery = ${gallery}`
  return db.transaction(async (tx) => {
    await lockAuthor(tx, account_id)
    // Other votes for this image wait here, so that each one counts all of them.
    await tx.run(sql`update image set own_count = own_count where ${image} and id = ${id}`)
    await tx.run(sql`delete from image_vote where ${image} and image_id = ${id} and account_id = ${account_id}`)
    if (value !== undefined)
      await tx.run(sql`
        insert into image_vote (kind, entity_id, gallery, image_id, account_id, value, at)
        values (${about.kind}, ${about.entity_id}, ${gallery}, ${id}, ${account_id}, ${value}, ${now.toISOString()})`)
    await tx.run(count(sql`${image} and id = ${id}`))
    await logImageVotes(tx, [about])
  })
}

/** Counts the votes for images again, without those of one account. */
const count = (condition: Sql, without = 0): Sql => {
  const votes = sql`from image_vote v where v.kind = image.kind and v.entity_id = image.entity_id
    and v.gallery = image.gallery and v.image_id = image.id and v.account_id <> ${without}`
  return sql`update image set own_count = (select count(*) ${votes}),
    own_points = (select coalesce(sum(v.value), 0) ${votes}) where ${condition}`
}

const VotedRow = Type.Object({ kind: Type.Unsafe<Kind>(Type.String()), entity_id: Type.Integer() })

/**
 * Deletes all votes of an account that is being deleted. The records that it returns have to be logged at the end of
 * the transaction.
 */
export async function deleteVotes(tx: Database, account_id: number): Promise<VotedRecord[]> {
  const voted = sql`(kind, entity_id, gallery, id) in (
    select kind, entity_id, gallery, image_id from image_vote where account_id = ${account_id})`
  await tx.run(count(voted, account_id))
  const records = await tx.all(
    VotedRow,
    sql`
    select distinct kind, entity_id from image_vote where account_id = ${account_id}
    order by kind, entity_id ${limit(maxLoggedVotes + 1)}`,
  )
  await tx.run(sql`delete from image_vote where account_id = ${account_id}`)
  return records
}

/** The stored columns of an image. */
const storedOf = (image: StoredImage): StoredImage =>
  Object.fromEntries(
    Object.keys(storedColumns).map((column) => [column, image[column as keyof StoredImage] ?? null]),
  ) as StoredImage

async function change(
  db: Database,
  account_id: number,
  { kind, entity_id }: ImageSubject,
  changed: { put?: StoredImage[]; remove?: StoredImage[] },
  at: Date,
) {
  const [image] = [...(changed.put ?? []), ...(changed.remove ?? [])]
  const source_id = await sourceFor(db, image?.licence ?? '')
  return applyEdit(db, { account_id, source_id, at, records: [{ kind, id: entity_id, parts: { images: changed } }] })
}
