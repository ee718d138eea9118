import assert from 'node:assert/strict'
import { test } from 'node:test'
import { packetPath } from '#src/commons/format/names.ts'
import { digestOf } from '#src/commons/format/read.ts'
import { emptyCatalogue, exportOf, linesOf, openFor } from '../../support/catalogue.ts'
import { club, film, openPair } from '../../support/commons/spoilt.ts'
import { forEachEngine } from '../../support/engines.ts'
import { movie, person } from '../../support/import-lines.ts'

const current = { outcome: 'current', problem: null, detail: '' }

forEachEngine(emptyCatalogue, (engine) => {
  test('numbers that come again with something else lead to a whole dump, once it is not older', async (context) => {
    const db = await openFor(context, engine)
    const { publisher, follower, id } = await openPair(context, db)
    const old = structuredClone(publisher.state)
    await publisher.packet([film('Lost'), person(2, club)])
    assert.deepEqual(await follower.take(id), current)
    // A copy of the files was put back: nothing tells that but the packets themselves.
    publisher.putBack(old)
    await publisher.sign()
    assert.equal((await follower.take(id)).problem, 'rolled_back')
    await publisher.packet([film('Other')])
    publisher.state.position += 10
    await publisher.whole([film('Other'), person(1, club)])
    assert.deepEqual(await follower.take(id), current)
    const titles = async () =>
      (await linesOf(db))
        .filter(({ kind }) => kind !== 'gone')
        .map(({ kind, title, name }) => `${kind} ${title ?? name}`)
    assert.deepEqual(await titles(), ['person P1', 'movie Other'])
    const following = await follower.found(id)
    assert.equal(following?.counts.dumps, 2)
    await publisher.packet([film('Next')])
    assert.deepEqual(await follower.take(id), current)
    assert.deepEqual(await titles(), ['person P1', 'movie Next'])
    assert.equal((await follower.found(id))?.counts.dumps, 2)
    assert.deepEqual(follower.faults, [])
  })

  test('a packet that follows another one than the known one is told, and a whole dump comes next', async (context) => {
    const db = await openFor(context, engine)
    const { publisher, follower, id } = await openPair(context, db)
    await publisher.packet([film('Two')])
    assert.deepEqual(await follower.take(id), current)
    const before = await exportOf(db)
    await publisher.packet([film('Three')])
    // The manifest says no more which packet came before.
    const [, second] = publisher.state.packets
    assert.ok(second)
    const head = {
      ...{ kind: 'packet', number: 2, position: second.position, incarnation: publisher.state.incarnation },
      before: { number: 1, position: second.position - 10, sha256: 'a'.repeat(64) },
    }
    const bytes = publisher.packed([head, film('Three')])
    await publisher.put(packetPath(2), bytes)
    Object.assign(second, { bytes: bytes.length, sha256: digestOf(bytes) })
    await publisher.sign()
    const told = await follower.take(id)
    assert.deepEqual([told.outcome, told.problem], ['failed', 'order'])
    assert.match(told.detail, /follows another packet/)
    assert.equal(await exportOf(db), before)
    await publisher.whole([film('Three')])
    assert.deepEqual(await follower.take(id), current)
    assert.equal((await linesOf(db)).find(({ kind }) => kind === 'movie')?.title, 'Three')
    assert.deepEqual(follower.faults, [])
  })

  test('numbers beyond those of any record are refused with their line, or left out of it', async (context) => {
    const db = await openFor(context, engine)
    const { publisher, follower, id } = await openPair(context, db)
    const far = [2 ** 31, 2 ** 32 + 1, 2 ** 53, 1e300, -1]
    await publisher.packet([
      ...far.flatMap((number) => [
        person(number, club),
        { kind: 'keyword', id: number, name: `far ${number}`, ...club },
        { kind: 'episode', id: 5, series_id: number, season_number: 1, episode_number: 1, ...club },
        { kind: 'gone', of: 'movie', id: number },
        { kind: 'gone', of: 'person', id: 1, into: number },
      ]),
      ...far.map((number, at) =>
        movie({
          ...{ ...club, id: 100 + at, title: `Film ${at}` },
          belongs_to_collection: { id: number },
          genres: [{ id: number }, { id: 18 }],
          keywords: { keywords: [{ id: number }] },
          credits: {
            cast: [
              { id: number, character: 'Far' },
              { id: 1, character: 'Near' },
            ],
            crew: [],
          },
        }),
      ),
      film('Two'),
    ])
    assert.deepEqual(await follower.take(id), current)
    const lines = (await linesOf(db)).filter(({ kind }) => kind !== 'gone')
    assert.equal(lines.find((line) => line.kind === 'person' && line.id === 1)?.name, 'P1')
    const films = lines.filter(({ kind }) => kind === 'movie')
    assert.ok(films.some(({ title }) => title === 'Two'))
    for (const { credits, keywords, belongs_to_collection } of films) {
      assert.deepEqual(keywords, undefined)
      assert.deepEqual(belongs_to_collection, undefined)
      for (const { character } of credits?.cast ?? []) assert.equal(character, 'Near')
    }
    assert.ok(((await follower.found(id))?.counts.refused ?? 0) >= far.length * 3)
    assert.deepEqual(follower.faults, [])
  })
})
