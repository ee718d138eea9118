import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listActs } from '#src/audit/acts.ts'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { findMember } from '#src/commons/offering/members.ts'
import { noteSettled, noteWaiting, offersTo } from '#src/commons/returning/offers.ts'
import { sql } from '#src/database/sql.ts'
import { openFollower } from '../support/commons/follower.ts'
import { openSite } from '../support/commons/member-site.ts'
import { openPublisher } from '../support/commons/publisher.ts'
import { film } from '../support/commons/spoilt.ts'
import { forEachEngine } from '../support/engines.ts'
import { signedIn, startPages, textOf, type Visitor } from '../support/pages/visitor.ts'
import { loadWorld, testDay } from '../support/world.ts'

/** A token that is wrong is refused, and one that is right is not shown again. */
async function tokenIsGiven(ada: Visitor, address: string, site: string) {
  for (const [given, reason] of [
    [{ site: 'films', token: 'rct_right' }, /Enter an address that begins with https/],
    [{ site, token: 'right' }, /Enter an access token/],
    [{ site, token: 'rct_wrong' }, /The publisher does not accept the token/],
    [{ site: 'http://169.254.169.254', token: 'rct_right' }, /leads to a special network/],
  ] as const) {
    const refused = await ada.post(`${address}/token`, given, { from: address })
    assert.equal(refused.status, 422)
    assert.match(textOf(refused), reason)
    assert.doesNotMatch(refused.body, /rct_(right|wrong)/)
  }
  const given = await ada.post(`${address}/token`, { site: `${site}/`, token: 'rct_right' }, { from: address })
  assert.equal(given.location, address)
  const after = await ada.get(address)
  assert.match(textOf(after), /mia, token ending in ight/)
  assert.doesNotMatch(after.body, /rct_right/)
}

forEachEngine(loadWorld, (engine) => {
  test('an administrator gives a token, and corrections are sent and followed on pages', async (context) => {
    const publisher = await openPublisher(context)
    await publisher.whole([film('The Followed Film')])
    const { folder } = publisher
    const server = await startPages(engine, { 'import-folders': folder, 'follow-private': true })
    context.after(() => server.close())
    const { db } = server
    await db.run(sql`update account set role = 'administrator', iso_639_1 = 'en' where username = 'ada'`)
    await db.run(sql`update account set role = 'moderator', iso_639_1 = 'en' where folded_username = 'bo'`)
    const follower = await openFollower(context, db)
    follower.clock.now = new Date(testDay)
    const id = await follower.follow(folder)
    const at = new Date(testDay)
    const records = [{ kind: 'movie' as const, id: 502, values: { tagline: 'Corrected here' } }]
    const { edit_id } = await applyEdit(db, { account_id: 1, at, note: 'Seen.', records })
    const [ada, bo] = [await signedIn(server, 'ada'), await signedIn(server, 'bo')]
    const address = `/admin/following/${id}/corrections`

    // Nothing can be sent before there is a token.
    assert.doesNotMatch(textOf(await bo.get(`/edit/${edit_id}`)), /Send this correction/)
    assert.match(textOf(await ada.get(`/admin/following/${id}`)), /there is no access token of a member there/)
    const shown = textOf(await ada.get(address))
    for (const part of [/No correction has been sent yet/, /Tagline · Edit/]) assert.match(shown, part)
    assert.notEqual((await bo.get(address)).status, 200)

    const site = await openSite(context)
    await tokenIsGiven(ada, address, site)
    const member = await findMember(db, id)
    assert.deepEqual([member?.username, member?.address, member?.last_four], ['mia', site, 'ight'])

    const ofEdit = await bo.get(`/edit/${edit_id}`)
    assert.match(textOf(ofEdit), /Send this correction to Films Example/)
    const sent = await bo.post(`/edit/${edit_id}/send`, { to: id }, { from: `/edit/${edit_id}` })
    assert.equal(sent.location, `/edit/${edit_id}`)
    assert.match(textOf(await bo.follow(sent)), /The correction is on its way/)
    const history = '/movie/502/history'
    const again = await bo.post(`${history}/send`, { to: id }, { from: history })
    assert.match(textOf(await bo.follow(again)), /About to be sent/)
    const [offer] = await offersTo(db, id)
    assert.ok(offer)
    const waiting = { pending_there: 4, detail: 'Where from?', next_at: at, now: at }
    await noteWaiting(db, offer.id, waiting)
    assert.match(textOf(await bo.get(history)), /Pending there\. A moderator there asks: Where from\?/)
    await noteSettled(db, offer.id, { state: 'refused', reason: 'judged', detail: 'Not so.' }, at)
    assert.match(textOf(await ada.get(address)), /Rejected. A moderator there rejected it. Not so./)
    await ada.post(`${address}/${offer.id}/again`, {}, { from: address })
    assert.equal((await offersTo(db, id))[0]?.state, 'offered')
    await ada.post(`${address}/${offer.id}/drop`, {}, { from: address })
    assert.deepEqual(await offersTo(db, id), [])
    await ada.post(`${address}/send`, { page: '' }, { from: address })
    assert.ok((await offersTo(db, id)).length > 0)
    const nothing = await ada.post(`${address}/send`, { kind: 'movie', record: '502' }, { from: address })
    assert.match(textOf(await ada.follow(nothing)), /It is on its way already/)

    // Members do not send anything.
    await db.run(sql`update account set role = 'member' where folded_username = 'bo'`)
    assert.doesNotMatch(textOf(await bo.get(history)), /Corrections back/)
    assert.notEqual((await bo.post(`${history}/send`, { to: id }, { from: '/settings/profile' })).status, 303)

    await ada.post(`${address}/token/remove`, {}, { from: address })
    assert.equal(await findMember(db, id), undefined)
    const { acts } = await listActs(db, {})
    assert.deepEqual(
      acts.map(({ what }) => what).filter((what) => what !== 'following_begun'),
      ['following_token_removed', 'correction_offered', 'correction_offered', 'following_token_given'],
    )
  })
})
