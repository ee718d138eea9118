import { Type } from 'typebox'
import { survivorOf } from '#src/catalogue/edits/gone/survivors.ts'
import { findEdit } from '#src/catalogue/edits/history.ts'
import { isKind, type Kind } from '#src/catalogue/kinds.ts'
import { kindPlaces, pathBelow } from '#src/catalogue/own-kinds.ts'
import { maxId } from '#src/contract/path-parameters.ts'
import type { Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { namesOf, placesOf } from './editing/names.ts'
import { findImage } from './images.ts'
import { findList, isSeenByAll } from './lists/lists.ts'
import { usernameOfPublic } from './profiles.ts'

/** What can be reported. */
export const reportables = ['record', 'edit', 'image', 'review', 'list', 'profile'] as const
export type Reportable = (typeof reportables)[number]

/** Something that everybody may see: how a report names it, its name, and the address of its page. */
export type Subject = { of: string; title: string; address: string }

/** The longest text that says which one is meant. */
export const maxSubjectLength = 100

const idIn = (text: string): number | undefined => {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined
  return id !== undefined && id <= maxId ? id : undefined
}

/** The record that `movie 502` names; the id of a merged one means its survivor. */
async function recordOf(db: Reader, of: string, given: string): Promise<Subject | undefined> {
  const id = idIn(given)
  if (!isKind(of) || id === undefined) return undefined
  const found = await presentRecord(db, of, id)
  if (found) return found
  const survivor = await survivorOf(db, of, id)
  return survivor && presentRecord(db, of, survivor.id)
}

async function presentRecord(db: Reader, of: Kind, id: number): Promise<Subject | undefined> {
  const title = (await namesOf(db, new Map([[of, new Set([id])]]))).get(`${of} ${id}`)
  if (title === undefined) return undefined
  if (of !== 'season' && of !== 'episode') return { of: `${of} ${id}`, title, address: `/${kindPlaces[of]}/${id}` }
  const placed = (await placesOf(db, of, [id])).get(id)
  if (!placed) return undefined
  const { series_id, season_number, episode_number } = placed
  const series = (await namesOf(db, new Map([['series', new Set([series_id])]]))).get(`series ${series_id}`) ?? ''
  const numbers = of === 'season' ? `${season_number}` : `${season_number}x${episode_number}`
  return {
    of: `${of} ${id}`,
    title: `${series}: ${title || numbers}`,
    address: pathBelow(of, placed),
  }
}

async function imageOf(db: Reader, given: string): Promise<Subject | undefined> {
  const [kind = '', entity_id = '', gallery = '', id = ''] = given.split(' ')
  const record = await recordOf(db, kind, entity_id)
  const about = { kind: kind as Kind, entity_id: Number(entity_id) }
  if (!record || !(await findImage(db, about, gallery, id))) return undefined
  return { of: given, title: record.title, address: `${record.address}/images/${gallery}/${id}` }
}

const Review = Type.Object({
  kind: Type.Union([Type.Literal('movie'), Type.Literal('series')]),
  entity_id: Type.Integer(),
})

async function reviewOf(db: Reader, id: string): Promise<Subject | undefined> {
  if (!/^[0-9a-f]{24}$/.test(id)) return undefined
  const review = await db.one(Review, sql`select kind, entity_id from review where id = ${id}`)
  const record = review && (await recordOf(db, review.kind, String(review.entity_id)))
  return record && { of: id, title: record.title, address: `/review/${id}` }
}

/** What a report names, if there is such a thing and everybody may see it. */
export async function findSubject(db: Reader, what: Reportable, subject: string): Promise<Subject | undefined> {
  if (what === 'image') return imageOf(db, subject)
  if (what === 'review') return reviewOf(db, subject)
  if (what === 'record') {
    const [kind = '', id = ''] = subject.split(' ')
    // One thing has one name.
    return subject === `${kind} ${id}` ? recordOf(db, kind, id) : undefined
  }
  const id = idIn(subject)
  if (id === undefined) return undefined
  if (what === 'edit') return (await findEdit(db, id)) && { of: subject, title: String(id), address: `/edit/${id}` }
  if (what === 'list') {
    const list = await findList(db, id)
    return list && isSeenByAll(list) ? { of: subject, title: list.name, address: `/list/${id}` } : undefined
  }
  const username = await usernameOfPublic(db, id)
  return username === undefined ? undefined : { of: subject, title: username, address: `/@${username}` }
}

/** How a report names a record. */
export const recordSubject = ({ kind, id }: { kind: Kind; id: number }): string => `${kind} ${id}`
