import { ratingsByMembers } from '#src/contributions/members/members.ts'
import type { RatedRecord } from '#src/kept/ratings.ts'
import { type Html, html, nothing } from '../html.ts'
import type { PageContext } from '../page.ts'
import { profileAddress } from '../records/profile-address.ts'
import { memberName } from './activity.ts'

/** What members gave a record whose ratings the viewer may see: Anna 8, Ben 6. */
export async function ratingsLine({ db, viewer, config, texts, format }: PageContext, record: RatedRecord) {
  if (!viewer) return nothing
  const rated = await ratingsByMembers(db, { record, viewer_id: viewer.id, isPrivate: config.private })
  if (rated.length === 0) return nothing
  const each = rated.map(({ value, ...member }, at): Html => {
    const name = html`<a href="${profileAddress(member.username)}">${memberName(member)}</a>`
    return html`${at > 0 && ', '}${name} <strong>${format.number(value)}</strong>`
  })
  return html`<p class="note members-rated">${texts.members.ratedBy} ${each}</p>`
}
