import assert from 'node:assert/strict'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import { StatementError } from '#src/catalogue/statements/check.ts'
import { sql } from '#src/database/sql.ts'
import { edit } from '../arbitrary/edits.ts'
import type { Event, History, Name } from '../arbitrary/servers.ts'
import { emptyCatalogue, exportOf, importInto } from '../catalogue.ts'
import { forEachEngine, type TestEngine } from '../engines.ts'
import { shared } from '../run/template.ts'
import { handMade, loadedAt } from '../world.ts'
import { assertMirrored } from './compared.ts'
import { openClock, openServer, pass, type Server } from './servers.ts'

/**
 * Three servers: the second follows the first and hands on what it has, the third follows the second, and the first
 * follows the second, too. Whatever happens to all of them, when all is quiet each has what the other publishes.
 */

export const atFirst = shared('hand_made', async (db) => {
  await emptyCatalogue(db)
  const { refused } = await importInto(db, handMade, { now: () => new Date(loadedAt) })
  assert.deepEqual(refused, [])
})

const empties = new Map<string, TestEngine>()
forEachEngine(emptyCatalogue, (engine) => void empties.set(engine.name, engine))

type Servers = Record<Name, Server>
/** Whom each one follows. */
const followed: Record<Name, Name> = { first: 'second', second: 'first', third: 'second' }
const roundsUntilQuiet = 8

async function happen(servers: Servers, event: Event, hasPictures: boolean) {
  if ('publishes' in event) await servers[event.publishes].publish(event.killedAfter)
  else if ('takes' in event) await servers[event.takes].take(servers[followed[event.takes]], event.fate)
  else if ('hears' in event) await servers[event.hears].hear(servers[followed[event.hears]], event.fate)
  else if ('wantsWhole' in event)
    await servers[event.wantsWhole].wantWhole(await servers[followed[event.wantsWhole]].id())
  else if ('picture' in event) await servers.first.addPicture(event.of, event.id, event.picture, hasPictures)
  else if ('undo' in event) await servers[event.on].undo(event.undo)
  else if ('edit' in event) await edit(servers[event.on].db, event.edit)
  else {
    const { kind, id, into } = event.merge
    const record = { kind, id, mergedInto: { id: into } } as RecordEdit
    const at = new Date(loadedAt)
    await applyEdit(servers[event.on].db, { account_id: null, at, records: [record] }).catch((error) => {
      if (!(error instanceof StatementError)) throw error
    })
  }
}

/** Publishes and takes in until nothing is new any more. */
async function quiet({ first, second, third }: Servers) {
  const positions = async () => JSON.stringify([await first.position(), await second.position()])
  for (let round = 0; round < roundsUntilQuiet; round++) {
    const before = await positions()
    await first.publish()
    await second.take(first, { is: 'whole' })
    await second.publish()
    await third.take(second, { is: 'whole' })
    await first.take(second, { is: 'whole' })
    if (round > 0 && (await positions()) === before) return
  }
  assert.fail(`there is something new after ${roundsUntilQuiet} rounds: ${await positions()}`)
}

/** What a server has of its own comes back from nowhere. */
async function assertNoCircle({ first, second, third }: Servers) {
  for (const server of [first, second]) {
    const own = (await server.id()).slice(0, 16)
    assert.equal((await exportOf(server.db)).includes(`"${own}:`), false)
  }
  // The third has what the first stated under the name of the first alone.
  const [one, other] = [(await first.id()).slice(0, 16), (await second.id()).slice(0, 16)]
  assert.equal((await exportOf(third.db)).includes(`"${other}:${one}`), false)
}

export async function live(engine: TestEngine, { events, hasPrivate, hasPictures }: History) {
  const ends: (() => unknown)[] = []
  const ending = { after: (end: () => unknown) => void ends.push(end) }
  const empty = empties.get(engine.name) as TestEngine
  const clock = openClock()
  try {
    const first = await openServer(ending, await engine.open({ writes: 'inline' }), { clock, republishes: false })
    const second = await openServer(ending, await empty.open({ writes: 'inline' }), { clock, republishes: true })
    const third = await openServer(ending, await empty.open({ writes: 'inline' }), { clock, republishes: true })
    const servers = { first, second, third }
    await first.db.run(sql`update source set redistributable = ${!hasPrivate} where id = 'rumour'`)
    await first.publish()
    await second.follow(first, hasPictures)
    await second.take(first, { is: 'whole' })
    await second.publish()
    await third.follow(second, hasPictures)
    await third.take(second, { is: 'whole' })
    await first.follow(second, hasPictures)
    for (const event of events) {
      pass(clock, 1)
      await happen(servers, event, hasPictures)
    }
    pass(clock, 1)
    await quiet(servers)
    await assertNoCircle(servers)
    const ids = [await first.id(), await second.id()]
    const own = (line: object) => JSON.stringify(line).includes(`"${ids[0]?.slice(0, 16)}:`)
    assert.ok((await assertMirrored({ from: first, to: second, followed: ids, hasPictures })) > 0)
    assert.ok((await assertMirrored({ from: second, to: third, followed: ids, hasPictures })) > 0)
    await assertMirrored({ from: second, to: first, followed: ids, hasPictures, isLeftOut: own })
    for (const { follower } of [first, second, third]) assert.deepEqual(follower.faults, [])
  } finally {
    for (const end of ends.reverse()) await end()
  }
}
