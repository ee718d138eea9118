import { recordAct } from '#src/audit/acts.ts'
import { presentIdOf } from '#src/catalogue/edits/gone/survivors.ts'
import { type ChangeInHistory, changesOfEdit, findEdit, historyOf } from '#src/catalogue/edits/history.ts'
import { loadRecords } from '#src/catalogue/edits/record-loader.ts'
import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import { requireAdministrator, requireModerator } from '#src/contract/access.ts'
import { openOfferStates } from '#src/contract/offering.ts'
import { write } from '#src/contract/write.ts'
import { isAccessToken } from '#src/credentials/secrets.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { type Following, findFollowing } from '../following/followings.ts'
import type { Connecting } from '../following/reaching/connecting.ts'
import {
  addOffer,
  countOpenOffers,
  findOffer,
  maxOpenOffers,
  maxPlaces,
  offersOf,
  removeOffer,
  renewOffer,
} from '../returning/offers.ts'
import { placesOfSaid, saidOf } from '../returning/places.ts'
import { type Correction, correctionsBefore } from './corrections.ts'
import { MemberError } from './member-error.ts'
import { maxTokenLength, putMember, removeMember } from './members.ts'

/** Changes of an edit that are offered. */
const maxChanges = 1_000
type By = { by: number | null; now: Date }

type GivenToken = { following_id: string; address: string; token: string }

/** Whose token it is at a publisher. Throws MemberError if it cannot be used. */
export async function memberOf({ address, token }: GivenToken, connecting: Connecting): Promise<string> {
  if (!isAccessToken(token) || token.length > maxTokenLength || !/^[\w-]+$/.test(token))
    throw new MemberError('token_refused', '')
  const { openPublisher } = await import('./publisher.ts')
  const { status, body } = await openPublisher(address, token, connecting).ask('/3/account')
  if (status !== 200 || typeof body.username !== 'string') throw new MemberError('no_interface', `status ${status}`)
  return body.username.slice(0, 100)
}

/** Keeps a token that was tried. False if the catalogue is not followed. */
export const keepToken = (
  db: Database,
  given: GivenToken & { username: string },
  secretKey: string,
  { by, now }: By,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const following = await findFollowing(tx, given.following_id)
    if (!following || following.state === 'removing') return false
    await putMember(tx, given, secretKey, now)
    await recordAct(tx, 'following_token_given', { by, now }, { about: { title: following.name } })
    return true
  })

export const forgetToken = (db: Database, following_id: string, { by, now }: By): Promise<boolean> =>
  db.transaction(async (tx) => {
    const following = await findFollowing(tx, following_id)
    if (!(await removeMember(tx, following_id))) return false
    const about = { title: following?.name ?? following_id }
    await recordAct(tx, 'following_token_removed', { by, now }, { about })
    return true
  })

/** What is offered: all that people say about a record, or some of it. */
export type Offered = { kind: RecordKind; id: number; places?: readonly string[]; edit_id?: number }

/** How many were offered, how many are on their way already, and of how many people here say nothing. */
export type OfferedCounts = { offered: number; underway: number; nothing: number; full: boolean }
const noCounts = (): OfferedCounts => ({ offered: 0, underway: 0, nothing: 0, full: false })

/** Offers corrections to the publisher of a followed catalogue; undefined if nothing can be sent to it. */
export const offerTo = (
  db: Database,
  following_id: string,
  all: readonly Offered[],
  { by, now }: By,
): Promise<OfferedCounts | undefined> =>
  db.transaction(async (tx) => {
    // Nobody offers the same twice at once.
    const locked = await tx.run(
      sql`update followed_member set failures = failures where following_id = ${following_id}`,
    )
    const following = locked > 0 ? await findFollowing(tx, following_id) : undefined
    if (!following || following.state === 'removing') return undefined
    const counts = noCounts()
    let room = maxOpenOffers - (await countOpenOffers(tx, following_id))
    for (const one of all) {
      if (room === 0) counts.full = true
      const became = room === 0 ? 'nothing' : await offerOne(tx, following, one, now)
      counts[became]++
      if (became === 'offered') room--
    }
    if (counts.offered > 0) {
      const about = { title: following.name, count: counts.offered }
      await recordAct(tx, 'correction_offered', { by, now }, { about })
    }
    return counts
  })

async function offerOne(
  tx: Database,
  { id: following_id, source_id }: Following,
  { kind, id: asked, places: wanted, edit_id }: Offered,
  now: Date,
): Promise<'offered' | 'underway' | 'nothing'> {
  const id = await presentIdOf(tx, kind, asked)
  const record = id === undefined ? undefined : (await loadRecords(tx, kind, [id])).get(id)
  if (!record || id === undefined) return 'nothing'
  const said = placesOfSaid(saidOf(record, wanted && new Set(wanted)))
  if (said.length === 0) return 'nothing'
  const isOpen = (state: string) => (openOfferStates as readonly string[]).includes(state)
  const before = (await offersOf(tx, kind, id)).filter((one) => one.following_id === following_id && isOpen(one.state))
  // A new record is sent whole: what belongs to it is on its way with it.
  const { numberThere } = await import('./numbers-there.ts')
  const is_new = (await numberThere(tx, source_id, { of: kind, id })) === undefined
  if (is_new && before.some((one) => one.is_new)) return 'underway'
  const underway = new Set(before.flatMap(({ places }) => places))
  const places = said.filter((place) => !underway.has(place)).slice(0, maxPlaces)
  if (places.length === 0) return 'underway'
  // Whoever checks it there reads why, as everybody does here.
  const edit = edit_id === undefined ? await lastOfPeople(tx, kind, id) : await findEdit(tx, edit_id)
  const { note = '', source_url = '' } = edit?.account_id == null ? {} : edit
  await addOffer(tx, { following_id, kind, entity_id: id, places, note, source_url, is_new }, now)
  return 'offered'
}

/** The last edit of a record by a person, if it is not long ago. */
const lastOfPeople = async (db: Reader, kind: RecordKind, id: number) =>
  (await historyOf(db, kind, id, undefined, editsLookedAt)).find(({ account_id }) => account_id !== null)
const editsLookedAt = 20

/** What an edit of a person has changed, by record, as far as it can be offered. */
export async function offeredOfEdit(db: Reader, edit_id: number): Promise<Offered[]> {
  const edit = await findEdit(db, edit_id)
  if (!edit || edit.account_id === null) return []
  const changes = await changesOfEdit(db, edit_id, 0, maxChanges)
  return [...Map.groupBy(changes, ({ kind, entity_id }) => `${kind} ${entity_id}`).values()].flatMap((some) => {
    const [{ kind, entity_id: id, action }] = some as [ChangeInHistory]
    if (some.some((change) => change.action === 'destroyed')) return []
    const places = some.flatMap(({ place }) => (place === '' ? [] : [place]))
    // A record that an edit has made has all of its values from there.
    return [{ kind, id, edit_id, ...(action !== 'created' && { places }) }]
  })
}

/** What can be offered of the corrections on a page of the list, or of all of them. */
export async function offerAll(db: Database, following: Following, by: By): Promise<OfferedCounts | undefined> {
  const sum = noCounts()
  for (let before: number | undefined; ; ) {
    const { corrections, next_before } = await correctionsBefore(db, following, before)
    const counts = await offerTo(db, following.id, corrections.map(offeredOf), by)
    if (!counts) return undefined
    sum.offered += counts.offered
    sum.underway += counts.underway
    sum.nothing += counts.nothing
    sum.full ||= counts.full
    if (next_before === null || sum.full) return sum
    before = next_before
  }
}

const offeredOf = ({ kind, id, places, edit_id }: Correction): Offered => ({ kind, id, places, edit_id })

/** Administrators give tokens, and take them away. */
export const giveToken = write([], ({ db, now, account, settings }, given: GivenToken & { username: string }) => {
  requireAdministrator(account)
  return keepToken(db, given, settings.secretKey, { by: account.id, now })
})

export const takeToken = write([], ({ db, now, account }, following_id: string) => {
  requireAdministrator(account)
  return forgetToken(db, following_id, { by: account.id, now })
})

/** Moderators, who check what others write, also decide what is sent to others. */
export const offer = write([], ({ db, now, account }, asked: { following_id: string; all: readonly Offered[] }) => {
  requireModerator(account)
  return offerTo(db, asked.following_id, asked.all, { by: account.id, now })
})

export const offerWholeEdit = write([], async (writing, asked: { following_id: string; edit_id: number }) => {
  const { db, now, account } = writing
  requireModerator(account)
  return offerTo(db, asked.following_id, await offeredOfEdit(db, asked.edit_id), { by: account.id, now })
})

/** Offers what the list of corrections has on a page. */
export const offerPage = write([], async (writing, asked: { following_id: string; before: number | undefined }) => {
  const { db, now, account } = writing
  requireModerator(account)
  const following = await findFollowing(db, asked.following_id)
  if (!following) return undefined
  const { corrections } = await correctionsBefore(db, following, asked.before)
  return offerTo(db, following.id, corrections.map(offeredOf), { by: account.id, now })
})

/** Tries one anew that was refused or could not be sent, or takes one from the list; false if there is none. */
export const changeOffer = write(
  [],
  async (writing, asked: { following_id: string; id: number; act: 'again' | 'drop' }) => {
    const { db, now, account } = writing
    requireModerator(account)
    const found = await findOffer(db, asked.id)
    if (found?.following_id !== asked.following_id) return false
    return asked.act === 'again' ? renewOffer(db, asked.id, now) : removeOffer(db, asked.id)
  },
)
