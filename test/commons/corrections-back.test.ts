import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { historyOf } from '#src/catalogue/edits/history.ts'
import { correctionsBefore } from '#src/commons/offering/corrections.ts'
import { findMember } from '#src/commons/offering/members.ts'
import { offeredOfEdit } from '#src/commons/offering/wishes.ts'
import { dueMembers } from '#src/commons/returning/offers.ts'
import { sql } from '#src/database/sql.ts'
import { revokeToken } from '#src/keys/access-tokens.ts'
import { writingOf } from '../support/accounts.ts'
import { emptyCatalogue } from '../support/catalogue.ts'
import { openBoth } from '../support/commons/corrections.ts'
import { forEachEngine } from '../support/engines.ts'
import { movie, person, season, series } from '../support/import-lines.ts'

const Count = Type.Object({ count: Type.Integer() })
const credit_id = '1'.padStart(24, '0')
const role = { credit_type: 'cast', department: 'Acting', job: 'Actor', cast_id: 0, episode_count: 0 }
const film = movie({
  ...{ overview: 'A flim.', tagline: 'Long ago', runtime: 90, genres: [{ id: 18 }] },
  keywords: { keywords: [{ id: 7, name: 'heist' }] },
  credits: { cast: [{ id: 1, character: 'Maud', order: 0, credit_id }], crew: [] },
  translations: { translations: [{ iso_639_1: 'de', iso_3166_1: 'DE', data: { overview: 'Ein Flim.' } }] },
})
const lines = [person(1), person(2), film, series(3), season(4, 3, 1)]

forEachEngine(emptyCatalogue, (engine) => {
  test('a correction waits there, is accepted, and comes round as the publisher’s value', async (context) => {
    const both = await openBoth(context, engine, lines)
    const { edit_id } = await both.correct([
      {
        kind: 'movie',
        id: 1,
        values: { overview: 'A film.', tagline: '' },
        texts: [{ iso_639_1: 'de', iso_3166_1: 'DE', texts: { overview: 'Ein Film.' } }],
        parts: {
          credits: { put: [{ ...role, id: credit_id, person_id: 2, character: 'Maud', order: 0 }] },
          keywords: { remove: [{ keyword_id: 7 }] },
        },
      },
    ])
    const following = await both.follower.found(both.id)
    const { corrections } = await correctionsBefore(both.here, following!)
    assert.deepEqual(
      corrections.map(({ kind, id, places }) => [kind, id, places.length]),
      [['movie', 1, 5]],
    )
    const offered = await offeredOfEdit(both.here, edit_id as number)
    assert.deepEqual(await both.offer(...offered), { offered: 1, underway: 0, nothing: 0, full: false })
    assert.deepEqual(await both.offer(...offered), { offered: 0, underway: 1, nothing: 0, full: false })
    assert.deepEqual((await correctionsBefore(both.here, following!)).corrections, [])
    assert.deepEqual(await dueMembers(both.here, both.follower.clock.now, 10), [both.id])

    assert.deepEqual(await both.send(), ['waiting'])
    const [pending] = await both.there.pending()
    assert.equal(pending?.note, 'Seen.')
    assert.deepEqual(
      pending?.changes.map(({ place, action }) => `${place} ${action}`).sort(),
      [
        'credits ["000000000000000000000001"] updated',
        'keywords [7] deleted',
        'overview|de|DE updated',
        'overview|| updated',
        'tagline|| deleted',
      ].sort(),
    )
    assert.equal((await both.lineThere('movie', 'One')).overview, 'A flim.')
    // Packets that come in meanwhile change nothing about it.
    await both.comeRound()
    assert.equal((await both.lineHere('movie', 'One')).overview, 'A film.')
    assert.deepEqual(await both.send(), ['waiting'])

    await both.there.decide()
    assert.deepEqual(await both.send(), ['accepted'])
    assert.match((await both.lineHere('movie', 'One')).sources?.overview, /^people/)
    await both.comeRound()
    assert.deepEqual(await both.send(), ['same'])
    const line = await both.lineHere('movie', 'One')
    const prefix = both.id.slice(0, 16)
    assert.equal(line.overview, 'A film.')
    assert.equal(line.tagline, undefined)
    assert.equal(line.sources.overview, `${prefix}:people`)
    assert.equal(line.credits.cast[0].id, 2)
    assert.equal(line.translations.translations[0].data.overview, 'Ein Film.')
    assert.equal(JSON.stringify(line).includes('"people"'), false)
    const [packet] = await historyOf(both.here, 'movie', 1, undefined, 20)
    assert.match(packet?.note ?? '', /^packet /)
    assert.ok(packet?.changes.some(({ place, same_value }) => place === 'overview||' && same_value))
    // What the publisher changes from now on comes in.
    const records = [{ kind: 'movie' as const, id: 1, values: { overview: 'A film again.' } }]
    await applyEdit(both.there.db, { account_id: both.there.moderator, at: new Date(), records })
    await both.comeRound()
    assert.equal((await both.lineHere('movie', 'One')).overview, 'A film again.')
    assert.deepEqual(both.follower.faults, [])
  })

  test('a correction is refused with a reason, and stands here', async (context) => {
    const both = await openBoth(context, engine, lines)
    await both.correct([{ kind: 'movie', id: 1, values: { runtime: 91 } }])
    await both.offer({ kind: 'movie', id: 1 })
    await both.send()
    await both.there.decide('It is 90.')
    assert.deepEqual(await both.send(), ['refused: judged: It is 90.'])
    await both.comeRound()
    assert.equal((await both.lineHere('movie', 'One')).runtime, 91)
    // It can be offered again.
    assert.equal((await both.offer({ kind: 'movie', id: 1 }))?.offered, 1)
  })

  test('a token that is revoked stops sending until there is another one', async (context) => {
    const both = await openBoth(context, engine, lines)
    await both.correct([{ kind: 'movie', id: 1, values: { runtime: 91 } }])
    await both.offer({ kind: 'movie', id: 1 })
    await revokeToken.handle(writingOf(both.there.db, both.there.member), both.token.id)
    assert.deepEqual(await both.send(), ['offered'])
    const member = await findMember(both.here, both.id)
    assert.deepEqual([member?.problem?.is, member?.is_refused], ['token_refused', true])
    const asked = both.between.seen.length
    assert.deepEqual(await dueMembers(both.here, new Date('2027-01-01'), 10), [])
    await both.send()
    assert.equal(both.between.seen.length, asked)
    await both.give((await both.there.tokenOf(both.there.member, 'another')).secret)
    assert.deepEqual(await both.send(), ['waiting'])
    assert.equal((await findMember(both.here, both.id))?.problem, null)
  })

  test('an answer that is lost makes no second edit, and a pause that is asked for is kept', async (context) => {
    const both = await openBoth(context, engine, lines)
    await both.correct([{ kind: 'movie', id: 1, values: { runtime: 91 } }])
    await both.offer({ kind: 'movie', id: 1 })
    both.between.losesAnswer = true
    assert.deepEqual(await both.send(), ['offered'])
    assert.equal((await findMember(both.here, both.id))?.problem?.is, 'unreachable')
    both.between.losesAnswer = false
    both.between.before = async () => ({ status: 429, headers: { 'retry-after': '7200' } })
    await both.send()
    const paused = await findMember(both.here, both.id)
    assert.equal(paused?.problem?.is, 'limited')
    assert.equal(Date.parse(paused?.next_at ?? '') - both.follower.clock.now.getTime(), 7_200_000)
    assert.deepEqual(await dueMembers(both.here, both.follower.clock.now, 10), [])
    both.between.before = async () => undefined
    assert.deepEqual(await both.send(200), ['waiting'])
    assert.equal((await both.there.pending()).length, 1)
    // At the publisher, what was sent before is answered as before.
    const count = await both.there.db.one(Count, sql`select count(*) as count from repeatable_edit`)
    assert.equal(count?.count, 1)
  })

  test('records that have other numbers there, and one that is new there', async (context) => {
    const own = [person(1, { name: 'Somebody' }), movie({ title: 'Another film', release_date: '1950-01-01' })]
    const both = await openBoth(context, engine, lines, own)
    const here = await both.lineHere('movie', 'One')
    const star = await both.lineHere('person', 'P1')
    assert.notEqual(here.id, 1)
    const put = { ...role, id: '2'.padStart(24, '0'), person_id: star.id, character: 'Twin', order: 1 }
    const { ids } = await both.correct([
      { kind: 'movie', id: here.id, parts: { credits: { put: [put] } } },
      { kind: 'person', values: { name: 'New Face' } },
    ])
    const face = ids[1] as number
    await both.correct([
      {
        ...{ kind: 'series', id: (await both.lineHere('series', 'S3')).id },
        parts: { credits: { put: [{ ...put, id: '3'.padStart(24, '0'), person_id: face }] } },
      },
    ])
    await both.offer({ kind: 'series', id: (await both.lineHere('series', 'S3')).id }, { kind: 'movie', id: here.id })
    assert.deepEqual(await both.send(), ['waiting', 'unsendable: unknown_records: New Face'])
    await both.there.decide()
    assert.deepEqual(
      (await both.lineThere('movie', 'One')).credits.cast.map((one: { id: number; character: string }) => [
        one.id,
        one.character,
      ]),
      [
        [1, 'Maud'],
        [1, 'Twin'],
      ],
    )
    await both.offer({ kind: 'person', id: face })
    assert.deepEqual(await both.send(), ['waiting', 'accepted', 'unsendable: unknown_records: New Face'])
    await both.there.decide()
    await both.send()
    await both.comeRound()
    assert.deepEqual((await both.send()).slice(0, 2), ['same', 'same'])
    const faces = (await both.lineHere('person', 'New Face')).id
    assert.equal(faces, face)
    assert.notEqual((await both.lineThere('person', 'New Face')).id, undefined)
    assert.equal((await both.offer({ kind: 'series', id: (await both.lineHere('series', 'S3')).id }))?.offered, 1)
    assert.equal((await both.send())[0], 'waiting')
    assert.deepEqual(both.follower.faults, [])
  })

  test('a record that was merged there, one that is gone, and one that others change meanwhile', async (context) => {
    const films = [2, 5].map((id) => movie({ id, title: `Film ${id}`, release_date: `19${id}0-01-01` }))
    const both = await openBoth(context, engine, [...lines, ...films])
    const at = new Date()
    const mergedInto = { id: 2 }
    await applyEdit(both.there.db, {
      account_id: both.there.moderator,
      at,
      records: [{ kind: 'movie', id: 1, mergedInto }],
    })
    await applyEdit(both.there.db, {
      account_id: both.there.moderator,
      at,
      records: [{ kind: 'movie', id: 5, isDeleted: true }],
    })
    await both.correct([1, 5].map((id) => ({ kind: 'movie', id, values: { runtime: 91 } })))
    await both.offer({ kind: 'movie', id: 1 }, { kind: 'movie', id: 5 })
    let edits = 0
    both.between.before = async ({ method }) => {
      if (method !== 'POST' || edits > 0) return undefined
      edits++
      const records = [{ kind: 'movie' as const, id: 2, values: { tagline: 'New' } }]
      await applyEdit(both.there.db, { account_id: both.there.moderator, at, records })
      return undefined
    }
    assert.deepEqual(await both.send(), ['unsendable: gone_there', 'waiting'])
    const [pending] = await both.there.pending()
    assert.deepEqual(
      pending?.changes.map(({ entity_id, place }) => [entity_id, place]),
      [[2, 'runtime||']],
    )
    assert.equal(edits, 1)
    assert.equal(both.between.seen.filter((one) => one.startsWith('POST')).length, 2)
  })

  test('what is the same there is not sent, and nothing of other sources ever is', async (context) => {
    const both = await openBoth(context, engine, lines)
    await both.correct([{ kind: 'movie', id: 1, values: { runtime: 91 } }])
    await applyEdit(both.there.db, {
      ...{ account_id: both.there.moderator, at: new Date() },
      records: [{ kind: 'movie', id: 1, values: { runtime: 91 } }],
    })
    assert.deepEqual(await both.offer({ kind: 'movie', id: 1 }, { kind: 'person', id: 1 }), {
      ...{ offered: 1, underway: 0, nothing: 1, full: false },
    })
    assert.deepEqual(await both.send(), ['accepted'])
    assert.deepEqual(await both.there.pending(), [])
    await both.comeRound()
    assert.deepEqual(await both.send(), ['same'])
  })
})
