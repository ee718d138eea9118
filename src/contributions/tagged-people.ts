import { Type } from 'typebox'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { type Kind, kindsWith } from '#src/catalogue/kinds.ts'
import { maxPeople } from '#src/catalogue/parts/images.ts'
import { peopleOnlyById } from '#src/catalogue/summaries/by-id.ts'
import type { Language } from '#src/contract/parameters.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { lockAuthor } from './authors.ts'
import { findImage, type ImageSubject, recordForOthers, type StoredImage } from './images.ts'

/** Whether images of a kind name the people who are on them. */
export const mayShowPeople = (kind: Kind): boolean => kindsWith('tagged_people').includes(kind)

/** What tells an image of a record apart. */
type ImageKey = { gallery: string; id: string }

const Tagged = Type.Object({ person_id: Type.Integer() })

const idsOn = async (db: Reader, about: ImageSubject, { gallery, id }: ImageKey): Promise<number[]> => {
  const rows = await db.all(
    Tagged,
    sql`
    select person_id from tagged_person
    where kind = ${about.kind} and entity_id = ${about.entity_id} and gallery = ${gallery} and image_id = ${id}
    order by person_id ${limit(maxPeople)}`,
  )
  return rows.map(({ person_id }) => person_id)
}

/** The people on an image, with their names in a language. */
export const peopleOn = async (db: Reader, about: ImageSubject, image: StoredImage, language: Language) =>
  peopleOnlyById(db, await idsOn(db, about, image), language)

/**
 * Names people on an image, or says that they are not on it, by an edit like any other. People who do not exist are
 * left out; nothing changes if there would be too many. Throws `account_disabled`.
 */
export function changePeopleOn(
  db: Database,
  account_id: number,
  about: ImageSubject,
  image: ImageKey,
  { named = [], removed = [] }: { named?: readonly number[]; removed?: readonly number[] },
  at: Date,
): Promise<'changed' | 'too many' | 'not there'> {
  return db.transaction(async (tx) => {
    await lockAuthor(tx, account_id)
    const { gallery, id: image_id } = image
    const known = await findImage(tx, about, gallery, image_id)
    if (!known) return 'not there'
    const present = new Set(await idsOn(tx, about, image))
    const exist = await peopleOnlyById(tx, named, { iso_639_1: 'en', iso_3166_1: 'US' })
    const added = exist.map(({ id }) => id).filter((id) => !present.has(id))
    const left = removed.filter((id) => present.has(id))
    if (added.length === 0 && left.length === 0) return named.length > exist.length ? 'not there' : 'changed'
    if (present.size + added.length - left.length > maxPeople) return 'too many'
    const entry = (person_id: number) => ({ gallery, image_id, person_id })
    const tagged_people = { put: added.map(entry), remove: left.map(entry) }
    await recordForOthers(tx, 'image_described', account_id, about, known, at)
    await applyEdit(tx, {
      account_id,
      at,
      records: [{ kind: about.kind, id: about.entity_id, parts: { tagged_people } }],
    })
    return 'changed'
  })
}
