import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { putFollowing } from '#src/commons/following/followings.ts'
import { wholeSelection } from '#src/commons/following/selection.ts'
import { correctionsBefore } from '#src/commons/offering/corrections.ts'
import {
  findMember,
  listMembers,
  noteMemberProblem,
  noteMemberWorks,
  putMember,
  tokenOf,
} from '#src/commons/offering/members.ts'
import { numberThere, rememberNumber } from '#src/commons/offering/numbers-there.ts'
import { forgetToken, offeredOfEdit, offerTo } from '#src/commons/offering/wishes.ts'
import { onTheirWay } from '#src/commons/returning/come-round.ts'
import {
  dueMembers,
  dueOffers,
  findOffer,
  forgetPublisher,
  forgetRequest,
  newOnesAt,
  noteRequest,
  noteSettled,
  noteWaiting,
  offersTo,
  removeOffer,
  renewOffer,
} from '#src/commons/returning/offers.ts'
import { noteEdit, repeatableOf, repeatedEdit } from '#src/contributions/editing/repeated.ts'
import type { Database } from '#src/database/database.ts'
import { testDay } from '../../support/world.ts'

const now = new Date(testDay)
const id = 'ab'.repeat(16)

/** Corrections are offered to a publisher, sent, asked about, refused, tried again, and forgotten. */
export async function offering(db: Database) {
  const places = { address: 'https://films.example/commons/dump/', public_key: '' }
  const added = {
    id,
    source_id: 'people',
    name: 'Films',
    ...places,
    selection: wholeSelection,
    rank: 200,
    wants_live: false,
  }
  await putFollowing(db, added, now)
  await putMember(db, { following_id: id, address: 'https://films.example', username: 'mia', token: 'x' }, '', now)
  const records = [{ kind: 'movie' as const, id: 502, values: { runtime: 3 } }]
  const { edit_id } = await applyEdit(db, { account_id: 1, at: now, records })
  await correctionsBefore(db, { ...added } as never)
  await offerTo(db, id, await offeredOfEdit(db, edit_id ?? 0), { by: null, now })
  await Promise.all([listMembers(db), findMember(db, id), tokenOf(db, id, ''), dueMembers(db, now, 10)])
  const [offer] = await dueOffers(db, id, now, 10)
  if (!offer) throw new Error('nothing is offered')
  await numberThere(db, 'people', { of: 'movie', id: 502 })
  await rememberNumber(db, 'people', { of: 'movie', id: 502 }, 7)
  await noteRequest(db, offer.id, { records: [], idempotency_key: 'k' }, true)
  await forgetRequest(db, offer.id)
  await noteWaiting(db, offer.id, { pending_there: 1, detail: '', next_at: now, now })
  await newOnesAt(db, id, 10)
  await onTheirWay(db, id)
  await noteSettled(db, offer.id, { state: 'refused', reason: 'judged', detail: 'No.' }, now)
  await renewOffer(db, offer.id, now)
  await findOffer(db, offer.id)
  await offersTo(db, id)
  await noteMemberProblem(db, id, { problem: { is: 'unreachable', detail: '' }, next_at: now })
  await noteMemberWorks(db, id)
  await removeOffer(db, offer.id)
  const repeatable = repeatableOf('k'.repeat(16), {})
  await noteEdit(db, 1, repeatable, { edit_id: null, pending_id: null, records: [] }, now)
  await repeatedEdit(db, 1, repeatable)
  await forgetToken(db, id, { by: null, now })
  await forgetPublisher(db, id)
}
