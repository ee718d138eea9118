import { randomBytes } from 'node:crypto'
import { presentIdOf } from '#src/catalogue/edits/gone/survivors.ts'
import { loadRecords, type StoredRecord } from '#src/catalogue/edits/record-loader.ts'
import { isKind, numberingOf } from '#src/catalogue/kinds.ts'
import { recordKind } from '#src/catalogue/record-kinds.ts'
import { isPeopleSource } from '#src/catalogue/sources.ts'
import type { OfferReason } from '#src/contract/offering.ts'
import { namesOf } from '#src/contributions/editing/names.ts'
import type { Database } from '#src/database/database.ts'
import { dayMs } from '#src/reference/days.ts'
import { isJson } from '../following/references.ts'
import { forgetRequest, noteRequest, noteSettled, noteWaiting, type Offer, type Request } from '../returning/offers.ts'
import { saidOf } from '../returning/places.ts'
import { lineForPublisher, lineOfSaid, namedIn, type RecordThere } from './line-for-publisher.ts'
import { MemberError } from './member-error.ts'
import { type Named, numbersThere, numberThere, rememberNumber } from './numbers-there.ts'
import type { Answered, Publisher } from './publisher.ts'

/** How often one is put together anew because others there have changed the record meanwhile. */
const maxConflicts = 5
/** What could not be sent for so long is given up: the publisher forgets what was sent after twice that. */
const GIVE_UP_DAYS = 7
/** Names that are told of records that are missing there. */
const maxNamesTold = 10

type Sending = {
  db: Database
  /** The source of the edits by which the catalogue comes in: it has the numbers of its records. */
  source_id: string
  publisher: Publisher
  now: Date
  /** When it is asked again what has become of one that waits. */
  again: Date
}

/** Sends a correction, or asks what has become of it. Throws MemberError if the publisher cannot be asked at all. */
export async function advance(offer: Offer, sending: Sending): Promise<void> {
  if (offer.state === 'waiting') return look(offer, sending)
  const { db, now } = sending
  if (now.getTime() - Date.parse(offer.made_at) > GIVE_UP_DAYS * dayMs) return unsendable(offer, sending, 'given_up')
  for (let request = offer.request; ; ) {
    request ??= (await putTogether(offer, sending)) ?? null
    if (!request) return
    const answered = await sending.publisher.send('/commons/1/edit', request)
    if (answered.status !== 409) return take(offer, answered, sending)
    // Somebody there was faster: what they have written is looked at before it is sent again.
    await forgetRequest(db, offer.id)
    request = null
    if (++offer.failures >= maxConflicts) return unsendable(offer, sending, 'conflict')
  }
}

async function unsendable({ id }: Offer, { db, now }: Sending, reason: OfferReason, detail = ''): Promise<void> {
  await noteSettled(db, id, { state: 'unsendable', reason, detail }, now)
}

/** The request for a correction, which is stored before it is sent; undefined if there is none. */
async function putTogether(offer: Offer, sending: Sending): Promise<Request | undefined> {
  const { db, source_id, publisher, now } = sending
  const { kind: of } = offer
  const here = (await presentIdOf(db, of, offer.entity_id)) ?? 0
  const record = (await loadRecords(db, of, [here])).get(here)
  const number = record && (await numberThere(db, source_id, { of, id: here }))
  const said = record && saidOf(record, number === undefined ? undefined : new Set(offer.places))
  const isAny = said && Object.values(said).some((some) => some.length > 0)
  if (!record || !said || !isAny) return none(unsendable(offer, sending, 'nothing_left'))
  if (number === undefined && !isOfPeople(record)) return none(unsendable(offer, sending, 'not_ours'))
  const { named, removed } = namedIn(of, lineWithPlace(record, lineOfSaid(record, said), number), said)
  const numberOf = await numbersThere(db, source_id, [...named, ...removed])
  const missing = named.filter((one) => numberOf(one.of, one.id) === undefined)
  if (missing.length > 0) return none(unsendable(offer, sending, 'unknown_records', await namesIn(db, missing)))
  let there: RecordThere | undefined
  if (number !== undefined) {
    const answered = await publisher.ask(`/commons/1/record?kind=${of}&id=${number}`)
    if (answered.status === 404) return none(unsendable(offer, sending, 'gone_there'))
    there = recordIn(answered)
  }
  const line = lineForPublisher(record, said, there, numberOf)
  if (!line) return none(noteSettled(db, offer.id, { state: 'accepted' }, now))
  const { note, source_url } = offer
  const request: Request = {
    ...{ records: [line], idempotency_key: randomBytes(24).toString('hex') },
    ...(note !== '' && { note }),
    ...(source_url !== '' && { source_url }),
  }
  // Another process may have begun to send it.
  if ((await noteRequest(db, offer.id, request, number === undefined)) === 0) return undefined
  offer.is_new = number === undefined
  return request
}

const none = async (work: Promise<unknown>): Promise<undefined> => void (await work)

/** A record that is new there says where it belongs, too. */
function lineWithPlace({ numbering }: StoredRecord, line: Record<string, unknown>, number: number | undefined) {
  const { series_id: _series, ...rest } = line
  return number === undefined ? { ...line, ...numbering } : rest
}

/** Whether people here have made a record, or have named it. */
function isOfPeople({ kind: of, source_id, owners }: StoredRecord): boolean {
  const isNumbered = isKind(of) && numberingOf(of).length > 0
  const owner = isNumbered ? undefined : owners.get(`${recordKind(of).title}||`)?.source_id
  return isPeopleSource(owner ?? source_id)
}

/** What records are called here, for the sentence that says that they are missing there. */
async function namesIn(db: Database, missing: readonly Named[]): Promise<string> {
  const some = missing.slice(0, maxNamesTold)
  const wanted = new Map(
    [...Map.groupBy(some, ({ of }) => of)].map(([of, ones]) => [of, new Set(ones.map(({ id }) => id))]),
  )
  const names = await namesOf(db, wanted)
  const told = [...new Set(some.map(({ of, id }) => names.get(`${of} ${id}`) || `${of} ${id}`))]
  return told.join(', ')
}

function recordIn({ status, body }: Answered): RecordThere {
  const { id, revision, line } = body
  if (status !== 200 || !isNumber(id) || !isNumber(revision) || !isJson(line))
    throw new MemberError('no_interface', `status ${status} for a record`)
  return { id, revision, line }
}

const isNumber = (value: unknown): value is number => Number.isSafeInteger(value)

/** What the publisher has answered to a correction. */
async function take(offer: Offer, { status, body }: Answered, sending: Sending): Promise<void> {
  const { db, now, again } = sending
  if (status === 404) throw new MemberError('no_interface', String(body.status_message ?? ''))
  if (status === 422) return unsendable(offer, sending, 'faults', faultsIn(body))
  if (status === 413) return unsendable(offer, sending, 'too_large')
  if (status >= 400) return unsendable(offer, sending, 'denied', String(body.status_message ?? ''))
  if (body.waits === true) {
    if (!isNumber(body.waiting_id)) throw new MemberError('no_interface', 'the pending edit has no number')
    await noteWaiting(db, offer.id, { pending_there: body.waiting_id, detail: '', next_at: again, now })
    return
  }
  const edit_there = isNumber(body.edit_id) ? body.edit_id : null
  const [made] = Array.isArray(body.records) ? body.records : []
  await accept(offer, edit_there, isJson(made) && isNumber(made.id) ? made.id : undefined, sending)
}

/** What is wrong, in the publisher's words. */
function faultsIn({ faults, status_message }: Record<string, unknown>): string {
  if (!Array.isArray(faults) || faults.length === 0) return String(status_message ?? '')
  return faults
    .filter(isJson)
    .map(({ place, reason }) => `${String(place)} ${String(reason)}`)
    .join('; ')
}

/** It counts there; a record that was new there has the number by which it comes back. */
async function accept(offer: Offer, edit_there: number | null, made: number | undefined, sending: Sending) {
  const { db, source_id, now } = sending
  const { id, kind: of, entity_id, is_new } = offer
  await db.transaction(async (tx) => {
    const here = (await presentIdOf(tx, of, entity_id)) ?? entity_id
    if (is_new && made !== undefined) await rememberNumber(tx, source_id, { of, id: here }, made)
    await noteSettled(tx, id, { state: 'accepted', edit_there }, now)
  })
}

/** Asks what has become of one that waits there. */
async function look(offer: Offer, sending: Sending): Promise<void> {
  const { db, publisher, now, again } = sending
  const { id, pending_there } = offer
  const { status, body } = await publisher.ask(`/commons/1/queue/${pending_there}`)
  if (status === 404) return void (await noteSettled(db, id, { state: 'refused', reason: 'withdrawn' }, now))
  if (body.status === 'refused') {
    const detail = String(body.reason ?? '')
    return void (await noteSettled(db, id, { state: 'refused', reason: 'judged', detail }, now))
  }
  if (body.status !== 'accepted') {
    const asked = body.question !== '' && body.answer === '' ? String(body.question ?? '') : ''
    await noteWaiting(db, id, { pending_there: pending_there ?? 0, detail: asked, next_at: again, now })
    return
  }
  const edit_there = isNumber(body.edit_id) ? body.edit_id : null
  await accept(offer, edit_there, offer.is_new ? await madeBy(offer, edit_there, publisher) : undefined, sending)
}

/** The number of the record that an edit there has made. */
async function madeBy({ kind }: Offer, edit_there: number | null, publisher: Publisher): Promise<number | undefined> {
  if (edit_there === null) return undefined
  const { body } = await publisher.ask(`/commons/1/edit/${edit_there}`)
  const changes = Array.isArray(body.changes) ? body.changes.filter(isJson) : []
  const made = changes.find((change) => change.kind === kind && change.action === 'created')
  return isNumber(made?.id) ? made.id : undefined
}
