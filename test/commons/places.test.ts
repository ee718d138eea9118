import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import type { Database } from '#src/database/database.ts'
import type { Migratable } from '#src/database/migratable.ts'
import { raw, sql } from '#src/database/sql.ts'
import { type AnyLine, emptyCatalogue, importInto, linesOf, openFor, sources } from '../support/catalogue.ts'
import { openFollower } from '../support/commons/follower.ts'
import { clubSource, openPublisher } from '../support/commons/publisher.ts'
import { club } from '../support/commons/spoilt.ts'
import { forEachEngine } from '../support/engines.ts'
import { episode, season, series } from '../support/import-lines.ts'

const current = { outcome: 'current', problem: null, detail: '' }

const nameOf = ({ kind, id, series_id, season_number, episode_number = '', overview = '' }: AnyLine) =>
  `${kind} ${id}: ${series_id} ${season_number} ${episode_number} ${overview}`.trimEnd()
const placesOf = async (db: Database) =>
  (await linesOf(db)).filter(({ kind }) => kind === 'season' || kind === 'episode').map(nameOf)
const edited = (db: Database, record: RecordEdit) =>
  applyEdit(db, { account_id: null, at: new Date('2026-03-10T12:00:00.000Z'), records: [record] })

/** A rule of which nobody who writes seasons knows. */
async function refuseSeason(db: Migratable, number: number) {
  const those = raw(String(number))
  if (db.engineName === 'postgres')
    return void (await db.run(
      sql`alter table season add constraint "no such season" check (season_number <> ${those})`,
    ))
  for (const event of ['insert', 'update'])
    await db.run(sql`
      create trigger ${raw(`no_such_season_${event}`)} before ${raw(event)} on season
      when new.season_number = ${those} begin select raise(abort, 'no such season'); end`)
}

forEachEngine(emptyCatalogue, (engine) => {
  test('a season or an episode comes to where something was that goes with it', async (context) => {
    const db = await openFor(context, engine)
    const publisher = await openPublisher(context)
    const others = [series(3, club), series(6, club)]
    await publisher.whole([
      ...[...others, season(4, 3, 1, club), season(5, 6, 1, club), season(7, 6, 2, club)],
      ...[episode(14, 3, 1, 1, club), episode(15, 6, 1, 1, club), episode(17, 6, 2, 1, club)],
    ])
    const follower = await openFollower(context, db)
    const id = await follower.follow(publisher.folder)
    assert.deepEqual(await follower.take(id), current)
    const told = { ...club, overview: 'More.' }
    await publisher.packet([
      ...[season(5, 3, 1, told), season(8, 6, 2, told), episode(15, 3, 1, 1, told), episode(18, 6, 2, 1, told)],
      { kind: 'gone', of: 'season', id: 4, into: 5 },
      { kind: 'gone', of: 'season', id: 7 },
      { kind: 'gone', of: 'episode', id: 14, into: 15 },
      { kind: 'gone', of: 'episode', id: 17 },
    ])
    assert.deepEqual(await follower.take(id), current)
    assert.deepEqual(await placesOf(db), [
      'season 5: 3 1  More.',
      'season 8: 6 2  More.',
      'episode 15: 3 1 1 More.',
      'episode 18: 6 2 1 More.',
    ])
    // Episodes move into a season that is made with them.
    await publisher.packet([season(9, 6, 3, told), episode(18, 6, 3, 7, told)])
    assert.deepEqual(await follower.take(id), current)
    assert.deepEqual((await placesOf(db)).slice(2), [
      'season 9: 6 3  More.',
      'episode 15: 3 1 1 More.',
      'episode 18: 6 3 7 More.',
    ])
    assert.equal((await follower.found(id))?.counts.refused, 0)
    // What stays where it was, because somebody else has the place, is refused.
    await edited(db, { kind: 'season', id: 5, movedTo: { series_id: 3, season_number: 2 } } as RecordEdit)
    await publisher.packet([season(9, 3, 2, club), { kind: 'gone', of: 'season', id: 8 }])
    assert.deepEqual(await follower.take(id), current)
    assert.equal((await follower.found(id))?.counts.refused, 1)
    assert.deepEqual(follower.faults, [])
  })

  test('a season goes on in a series that comes with it, and so do its old and new episodes', async (context) => {
    const db = await openFor(context, engine)
    const publisher = await openPublisher(context)
    await publisher.whole([series(1, club), season(10, 1, 1, club), episode(100, 1, 1, 1, club)])
    const follower = await openFollower(context, db)
    const id = await follower.follow(publisher.folder)
    assert.deepEqual(await follower.take(id), current)
    await publisher.packet([
      ...[series(3, club), season(10, 3, 1, club), episode(100, 3, 1, 1, club), episode(105, 3, 1, 5, club)],
      // What belongs to nothing is refused alone.
      ...[episode(106, 3, 7, 1, club), season(17, 8, 1, club), episode(107, 8, 1, 1, club)],
      { kind: 'gone', of: 'series', id: 1, into: 3 },
    ])
    assert.deepEqual(await follower.take(id), current)
    assert.deepEqual(await placesOf(db), ['season 10: 3 1', 'episode 100: 3 1 1', 'episode 105: 3 1 5'])
    assert.deepEqual(
      (await linesOf(db)).flatMap((line) => (line.kind === 'series' ? line.id : [])),
      [3],
    )
    assert.deepEqual(follower.faults, [])
  })

  test('what goes and names others that go does not keep them', async (context) => {
    const db = await openFor(context, engine)
    const publisher = await openPublisher(context)
    const orders = { screened_theatrically: { results: [{ id: 100 }] } }
    await publisher.whole([series(1, { ...club, ...orders }), season(10, 1, 1, club), episode(100, 1, 1, 1, club)])
    const follower = await openFollower(context, db)
    const id = await follower.follow(publisher.folder)
    assert.deepEqual(await follower.take(id), current)
    assert.deepEqual((await linesOf(db)).find(({ kind }) => kind === 'series')?.screened_theatrically, {
      results: [{ id: 100 }],
    })
    const gone = (of: string, number: number) => ({ kind: 'gone', of, id: number })
    await publisher.packet([gone('series', 1), gone('season', 10), gone('episode', 100)])
    assert.deepEqual(await follower.take(id), current)
    assert.deepEqual(
      (await linesOf(db)).filter(({ kind }) => kind === 'series' || kind === 'season' || kind === 'episode'),
      [],
    )
    assert.deepEqual(follower.faults, [])
  })

  test('what nobody foresaw about a record leaves it out, is told, and all else goes on', async (context) => {
    const db = await openFor(context, engine)
    const publisher = await openPublisher(context)
    await publisher.whole([series(1, club), series(2, club), season(10, 1, 1, club), season(20, 2, 1, club)])
    const follower = await openFollower(context, db)
    const id = await follower.follow(publisher.folder)
    assert.deepEqual(await follower.take(id), current)
    await refuseSeason(db, 13)
    await publisher.packet([
      ...[season(10, 1, 3, club), season(20, 2, 13, club), season(11, 1, 13, club), season(12, 1, 4, club)],
      ...[series(3, club), { kind: 'gone', of: 'series', id: 2 }],
    ])
    assert.deepEqual(await follower.take(id), current)
    assert.deepEqual(await placesOf(db), ['season 10: 1 3', 'season 12: 1 4', 'season 20: 2 1'])
    assert.ok(follower.faults.length >= 2)
    for (const fault of follower.faults) assert.match(String(fault), /no such season/)
    const counts = (await follower.found(id))?.counts
    assert.deepEqual([counts?.packets, counts?.refused], [1, 2])
  })

  test('what somebody here has moved or merged stays where it is', async (context) => {
    const db = await openFor(context, engine)
    const publisher = await openPublisher(context)
    const lines = (more: AnyLine = club) => [
      ...[series(3, club), series(6, club), season(4, 3, 1, more), season(5, 6, 1, more), season(7, 6, 2, more)],
      ...[episode(14, 3, 1, 1, more), episode(15, 6, 1, 1, more)],
    ]
    await publisher.whole(lines())
    const follower = await openFollower(context, db)
    const id = await follower.follow(publisher.folder)
    assert.deepEqual(await follower.take(id), current)
    await edited(db, { kind: 'season', id: 4, mergedInto: { id: 5 } } as RecordEdit)
    await edited(db, { kind: 'season', id: 7, movedTo: { series_id: 3, season_number: 9 } } as RecordEdit)
    await publisher.packet(lines({ ...club, overview: 'More.' }))
    assert.deepEqual(await follower.take(id), current)
    assert.deepEqual(await placesOf(db), ['season 5: 6 1  More.', 'season 7: 3 9  More.', 'episode 15: 6 1 1 More.'])
    assert.equal((await follower.found(id))?.counts.refused, 0)
    assert.deepEqual(follower.faults, [])
  })

  test('an order names an episode once, though two of the publisher are one here', async (context) => {
    const db = await openFor(context, engine)
    const publisher = await openPublisher(context)
    const groups = [{ id: 'a'.repeat(24), name: 'Calm', order: 0, episodes: [{ id: 101 }, { id: 102 }, { id: 100 }] }]
    const order = { id: 'b'.repeat(24), name: 'By weather', description: '', type: 5, groups }
    const lines = (overview: string) => [
      ...[series(1, { ...club, overview, episode_groups: { results: [order] } }), season(10, 1, 1, club)],
      ...[100, 101, 102].map((number) => episode(number, 1, 1, number - 99, club)),
    ]
    await publisher.whole(lines('Once.'))
    const follower = await openFollower(context, db)
    const id = await follower.follow(publisher.folder)
    assert.deepEqual(await follower.take(id), current)
    const named = async () => {
      const { overview, episode_groups } = (await linesOf(db)).find(({ kind }) => kind === 'series') as AnyLine
      return [overview, ...episode_groups.results[0].groups[0].episodes.map((one: { id: number }) => one.id)]
    }
    assert.deepEqual(await named(), ['Once.', 101, 102, 100])
    await edited(db, { kind: 'episode', id: 101, mergedInto: { id: 100 } } as RecordEdit)
    assert.deepEqual(await named(), ['Once.', 100, 102])
    await publisher.packet(lines('Twice.'))
    assert.deepEqual(await follower.take(id), current)
    assert.deepEqual(await named(), ['Twice.', 100, 102])
    assert.deepEqual(follower.faults, [])
  })

  test('nobody who hands on what is from here says where it belongs', async (context) => {
    const db = await openFor(context, engine)
    const own = 'f'.repeat(32)
    await importInto(db, [...sources, series(3), series(6), season(4, 3, 1), season(5, 6, 1), episode(14, 3, 1, 1)])
    const publisher = await openPublisher(context)
    const source = `${own.slice(0, 16)}:people`
    publisher.state.sources = [clubSource, { ...clubSource, id: source }]
    const ours = (number: number, more: AnyLine = {}) => ({ source, known_as: { [own.slice(0, 16)]: number }, ...more })
    const told = { overview: 'Of theirs.', sources: { overview: 'club' } }
    const lines = (more: AnyLine = {}) => [
      ...[series(3, ours(3)), series(6, ours(6)), season(4, 3, 1, ours(4, more)), season(5, 6, 1, ours(5))],
      episode(14, 3, 1, 1, ours(14, more)),
    ]
    await publisher.whole(lines())
    const follower = await openFollower(context, db, { own })
    const id = await follower.follow(publisher.folder)
    assert.deepEqual(await follower.take(id), current)
    // They do not know yet that these are others by now, and elsewhere.
    await edited(db, { kind: 'season', id: 5, movedTo: { series_id: 6, season_number: 2 } } as RecordEdit)
    await edited(db, { kind: 'season', id: 4, movedTo: { series_id: 6, season_number: 1 } } as RecordEdit)
    await publisher.packet(lines(told))
    assert.deepEqual(await follower.take(id), current)
    assert.deepEqual(await placesOf(db), ['season 4: 6 1  Of theirs.', 'season 5: 6 2', 'episode 14: 6 1 1 Of theirs.'])
    assert.equal((await follower.found(id))?.counts.refused, 0)
    assert.deepEqual(follower.faults, [])
  })
})
