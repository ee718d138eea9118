import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { listFollowings, setState } from '#src/commons/following/followings.ts'
import { countWaiting } from '#src/commons/following/waiting.ts'
import { removeFollowing, rewind } from '#src/commons/following/wishes.ts'
import { raw, sql } from '#src/database/sql.ts'
import { decideReview, openReviews } from '#src/import/foreign/reviews.ts'
import { writingOf } from '../support/accounts.ts'
import { type AnyLine, emptyCatalogue, exportOf, importInto, linesOf, openFor, sources } from '../support/catalogue.ts'
import { followedAt, openFollower } from '../support/commons/follower.ts'
import { clubSource, openPublisher } from '../support/commons/publisher.ts'
import { club, film } from '../support/commons/spoilt.ts'
import { forEachEngine } from '../support/engines.ts'
import { movie, person } from '../support/import-lines.ts'

const Count = Type.Object({ count: Type.Integer() })
const movieIn = (lines: readonly AnyLine[]) => lines.find(({ kind }) => kind === 'movie')
const later = (minutes: number) => new Date(followedAt.getTime() + minutes * 60_000)

forEachEngine(emptyCatalogue, (engine) => {
  test('a rewound catalogue is as it was on that day, and comes in again when it goes on', async (context) => {
    const db = await openFor(context, engine)
    const publisher = await openPublisher(context)
    await publisher.whole([film('One'), person(1, club)])
    const follower = await openFollower(context, db)
    const id = await follower.follow(publisher.folder)
    await follower.take(id)
    const before = await exportOf(db)
    follower.clock.now = later(60)
    await publisher.packet([film('Two'), person(2, club)])
    await follower.take(id)
    const after = await exportOf(db)
    const following = await follower.found(id)
    assert.ok(following)
    await rewind(db, following, later(30), { at: later(61) })
    assert.equal(movieIn(await linesOf(db))?.title, 'One')
    assert.equal(await exportOf(db), before)
    assert.equal((await follower.found(id))?.state, 'paused')
    await setState(db, id, 'following', later(62))
    await publisher.whole([film('Two'), person(1, club), person(2, club)])
    assert.equal((await follower.take(id)).problem, null)
    assert.equal(await exportOf(db), after)
  })

  test('a removed catalogue leaves what others have said, and nothing else', async (context) => {
    const db = await openFor(context, engine)
    await importInto(db, [...sources, movie({ external_ids: { filmdb_id: 'tt1' }, tagline: 'Ours' })])
    const before = await exportOf(db)
    const publisher = await openPublisher(context)
    await publisher.whole([
      movie({ ...club, id: 5, title: 'Theirs', external_ids: { filmdb_id: 'tt1' }, overview: 'Long.' }),
      person(1, club),
    ])
    const follower = await openFollower(context, db)
    const id = await follower.follow(publisher.folder)
    await follower.take(id)
    assert.equal(movieIn(await linesOf(db))?.title, 'Theirs')
    const following = await follower.found(id)
    assert.ok(following)
    await removeFollowing(db, follower.config, following, { at: later(5) })
    const records = (text: string) => text.split('\n').filter((line) => !line.includes('"kind":"source"'))
    assert.deepEqual(records(await exportOf(db)), records(before))
    assert.deepEqual(await listFollowings(db), [])
    for (const table of ['followed_source', 'following_hour', 'source_key'])
      assert.equal((await db.one(Count, sql`select count(*) as count from ${raw(table)}`))?.count, 0, table)
  })

  test('nobody takes in own values again, nor those of an instance that is followed directly', async (context) => {
    const db = await openFor(context, engine)
    const [one, other, own] = [
      await openPublisher(context, 'One'),
      await openPublisher(context, 'Other'),
      'f'.repeat(32),
    ]
    await one.whole([film('From one')])
    const follower = await openFollower(context, db, { own })
    const first = await follower.follow(one.folder)
    await follower.take(first)
    const [ours, theirs, far] = [`${own.slice(0, 16)}:people`, `${first.slice(0, 16)}:club`, `${'a'.repeat(16)}:club`]
    const named = (id: string) => ({ ...clubSource, id, name: id })
    other.state.sources = [named(ours), named(theirs), named(far), clubSource]
    await other.whole([
      movie({ ...club, id: 2, title: 'Another', overview: 'Ours again', sources: { overview: ours }, tagline: 'Far' }),
      movie({ id: 3, title: 'Ours', source: ours }),
      movie({ id: 4, title: 'Of one', source: theirs, tagline: 'Of other', sources: { tagline: 'club' } }),
      movie({ id: 6, title: 'From far', source: far }),
    ])
    const second = await follower.follow(other.folder)
    assert.equal((await follower.take(second)).problem, null)
    const lines = (await linesOf(db)).filter(({ kind }) => kind === 'movie')
    assert.deepEqual(
      lines.map(({ title, overview, source }) => [title, overview, source]),
      [
        ['From one', undefined, theirs],
        ['Another', undefined, `${second.slice(0, 16)}:club`],
        ['From far', undefined, far],
      ],
    )
    assert.deepEqual(follower.faults, [])
  })

  test('a merge there is one here, but a proposal where somebody here has changed a record', async (context) => {
    const db = await openFor(context, engine)
    const publisher = await openPublisher(context)
    await publisher.whole([1, 2, 3, 4].map((number) => person(number, club)))
    const follower = await openFollower(context, db)
    const id = await follower.follow(publisher.folder)
    await follower.take(id)
    const records = [{ kind: 'person' as const, id: 3, values: { biography: 'Ours' } }]
    await applyEdit(db, { account_id: null, at: later(1), records })
    const gone = (from: number, into: number) => ({ kind: 'gone', of: 'person', id: from, into })
    await publisher.packet([gone(1, 2), gone(3, 4)])
    await follower.take(id)
    const people = (await linesOf(db)).filter(({ kind }) => kind === 'person')
    assert.deepEqual(
      people.map((line) => line.id),
      [2, 3, 4],
    )
    const following = await follower.found(id)
    assert.ok(following)
    assert.deepEqual(await countWaiting(db, following), { matches: 0, merges: 1 })
    await publisher.packet([gone(3, 4)])
    await follower.take(id)
    assert.deepEqual(await countWaiting(db, following), { matches: 0, merges: 1 })
    assert.deepEqual(follower.faults, [])
  })

  test('what is uncertain waits for a person, and comes in once that is decided', async (context) => {
    const db = await openFor(context, engine)
    const day = { release_date: '1950-05-05' }
    await importInto(db, [
      ...sources,
      movie({ id: 11, title: 'The Night', ...day }),
      movie({ id: 12, title: 'The Night', ...day }),
    ])
    const publisher = await openPublisher(context)
    await publisher.whole([movie({ ...club, id: 5, title: 'The Night', tagline: 'Dark', ...day })])
    const follower = await openFollower(context, db)
    const id = await follower.follow(publisher.folder)
    await follower.take(id)
    const [review] = await openReviews(db)
    assert.ok(review)
    assert.ok((await linesOf(db)).every(({ tagline }) => tagline === undefined))
    const writing = writingOf(db, 1, later(1), 'administrator')
    await decideReview.handle(writing, { ...review, decision: { is: 'same', id: 12 } })
    assert.equal((await follower.take(id)).problem, null)
    assert.equal((await linesOf(db)).find((line) => line.id === 12)?.tagline, 'Dark')
  })

  test('only the wanted kinds and languages come in', async (context) => {
    const db = await openFor(context, engine)
    const publisher = await openPublisher(context)
    const text = (iso_639_1: string, iso_3166_1: string) => ({ iso_639_1, iso_3166_1, data: { title: iso_639_1 } })
    await publisher.whole([
      person(1, club),
      movie({
        ...club,
        translations: { translations: [text('de', 'DE'), text('fr', 'FR')] },
        credits: { cast: [{ id: 1, character: 'Ann' }], crew: [] },
      }),
    ])
    const follower = await openFollower(context, db)
    const selection = { kinds: ['movie' as const], languages: ['de'], pictures: 'none' as const }
    const id = await follower.follow(publisher.folder, { selection })
    assert.equal((await follower.take(id)).problem, null)
    const lines = (await linesOf(db)).filter(({ kind }) => kind !== 'gone')
    assert.deepEqual(
      lines.map(({ kind }) => kind),
      ['movie'],
    )
    const languages = lines[0]?.translations.translations.map(({ iso_639_1 }: AnyLine) => iso_639_1)
    assert.deepEqual([languages, lines[0]?.credits], [['de'], undefined])
  })
})
