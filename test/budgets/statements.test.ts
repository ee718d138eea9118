import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { peopleSource } from '#src/catalogue/sources.ts'
import { makeWebhook } from '#src/commons/webhooks/writes.ts'
import { readConfig } from '#src/config.ts'
import { needsSession } from '#src/contract/access.ts'
import type { Operation } from '#src/contract/operation.ts'
import { addPending } from '#src/contributions/editing/pending.ts'
import { firstState, undoEditsJob } from '#src/contributions/undo-job.ts'
import { sql } from '#src/database/sql.ts'
import { buildServer } from '#src/http/server.ts'
import { allOperations } from '#src/interface.ts'
import { startJob } from '#src/jobs/jobs.ts'
import { packageRoot } from '#src/package-root.ts'
import { writingOf } from '../support/accounts.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { send } from '../support/scenarios.ts'
import type { Schema } from '../support/shape.ts'
import { appendable, pathsOf, queriesOf, spread } from '../support/walk.ts'
import { filledIn, places } from '../support/world/own-requests.ts'
import { loadWorld, testDay } from '../support/world.ts'
import { hearing } from './hearing.ts'

/**
 * How many statements each read sends to the database, held in a table. A statement more is a way to the database more
 * for every client, and on PostgreSQL a way over the network: whoever adds one changes the table, and says why.
 */

const file = 'test/budgets/statements.tsv'
const rewrite = 'WRITE_STATEMENTS=1'
const isWritten = process.env.WRITE_STATEMENTS === '1'

const engineNames = ['SQLite', 'PostgreSQL'] as const
type Column = (typeof engineNames)[number]
type Counts = Map<string, number>

/** Records that each operation is asked about; the one that needs the most statements counts. */
const RECORDS = 6

/** They answer to GET, and are no reads: they make something that is used once. */
const writesByGet = ['authentication.validate_with_login_by_get', 'authentication.create_session_by_get']
const reads = allOperations.filter(({ id, method }) => method === 'GET' && !writesByGet.includes(id))

/** What has to be asked for about a record of the world. No revision is so late: both are the record as it is. */
const queries: Readonly<Record<string, string>> = {
  'edits.record': 'kind=movie&id=501',
  'edits.comparison': 'kind=movie&id=501&from=1000000&to=2000000',
  'edits.dependents': 'kind=series&id=601',
  'locks.list': 'kind=movie&id=501',
}
/** Records below another one that can be appended to it. */
const partsBelow: Readonly<Record<string, readonly string[]>> = {
  'series.details': ['season/1', 'season/1/credits', 'season/1/episode/1', 'season/1/episode/1/images'],
}

/** The columns of the table by engine. */
function readTable(): Record<Column, Counts> {
  const text = existsSync(join(packageRoot, file)) ? readFileSync(join(packageRoot, file), 'utf8') : ''
  const rows = text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t') as [read: string, ...counts: string[]])
  const column = (at: number) => new Map(rows.map(([read, ...counts]) => [read, Number(counts[at])]))
  return { SQLite: column(0), PostgreSQL: column(1) }
}

function writeColumn(name: Column, counted: Counts) {
  const table = { ...readTable(), [name]: counted }
  const rows = [...counted.keys()].map((read) => [read, ...engineNames.map((engine) => table[engine].get(read) ?? '')])
  const lines = [['read', ...engineNames], ...rows].map((cells) => `${cells.join('\t')}\n`)
  writeFileSync(join(packageRoot, file), lines.join(''))
}

/** A server that knows its keys and keeps no reply, and how many statements were sent by now. */
async function open(engine: TestEngine) {
  const db = await engine.open()
  await db.run(sql`update account set role = 'administrator' where username = 'ada'`)
  const input = { scope: { of: 'account', account_id: 1 }, note: '', source_id: peopleSource } as const
  const job = { account_id: 1, input, state: firstState, phase: 'bring_back', now: new Date(testDay) }
  await startJob(db, undoEditsJob, job)
  const waiting = { note: '', source_url: '', at: new Date(testDay), records: [], changes: [] }
  await addPending(db, { account_id: 1, source_id: peopleSource, ...waiting })
  const hook = {
    name: '',
    address: 'https://home.example/',
    types: ['movie.changed' as const],
    filter: { lists: true },
  }
  await makeWebhook.handle(writingOf(db, 1), { owned: { owner: 'member', account_id: 1 }, ...hook })
  const sent = { statements: 0 }
  const send = (statements: number) => {
    sent.statements += statements
  }
  // A transaction is begun and ended.
  const heard = hearing(db, { statement: () => send(1), transaction: () => send(2) })
  const { config } = readConfig({ site: 'https://reelcommons.example', 'reply-cache-bytes': '0' }, {})
  const app = buildServer({ db: heard, config, clock: () => new Date(testDay), now: () => 0 })
  const close = async () => {
    await app.close()
    await db.close()
  }
  return { db, app, sent, close }
}

type Server = Awaited<ReturnType<typeof open>>

const pathsFor = async ({ db }: Server, operation: Operation) =>
  !operation.params.some((name) => ['job_id', 'waiting_id', 'webhook_id'].includes(name)) &&
  operation.params.every((name) => name in places)
    ? filledIn(operation.path)
    : pathsOf(db, operation)

/** Most statements that a reply takes which is made again: what a server learns once and remembers is none of it. */
async function mostOf(server: Server, operation: Operation, query: string): Promise<number> {
  const isAboutCaller = needsSession(operation.access) || query.includes('account_states')
  const asking = isAboutCaller ? { session: 'ada' } : {}
  const counts: number[] = []
  for (const path of spread(await pathsFor(server, operation), RECORDS)) {
    const request = `GET ${path}${query && `?${query}`}`
    await send(server.app, request, asking)
    const before = server.sent.statements
    const { statusCode } = await send(server.app, request, asking)
    if (statusCode === 200) counts.push(server.sent.statements - before)
  }
  assert.notEqual(counts.length, 0, `${operation.id} finds nothing in the world`)
  return Math.max(...counts)
}

const partsOf = ({ id, query, reply }: Operation): readonly string[] => {
  if (!('append_to_response' in query.properties)) return []
  // It is a field that comes with `include_text_languages`.
  const parts = appendable(reply as Schema).filter((name) => name !== 'text_languages')
  return [...parts, ...(partsBelow[id] ?? [])]
}

async function countAll(server: Server): Promise<Counts> {
  const counts: Counts = new Map()
  for (const operation of reads) {
    const plain = queries[operation.id] ?? queriesOf(operation)[0] ?? ''
    counts.set(operation.id, await mostOf(server, operation, plain))
    for (const part of partsOf(operation))
      counts.set(`${operation.id} + ${part}`, await mostOf(server, operation, `append_to_response=${part}`))
  }
  return counts
}

forEachEngine(loadWorld, (engine) => {
  test('each read sends as many statements as the table says', async (t) => {
    const server = await open(engine)
    t.after(server.close)
    const counted = await countAll(server)
    if (isWritten) writeColumn(engine.name, counted)
    const stated = readTable()[engine.name]
    const differences = [...new Set([...counted.keys(), ...stated.keys()])]
      .filter((read) => counted.get(read) !== stated.get(read))
      .map((read) => `${read}: ${counted.get(read) ?? 'no'} statements, ${stated.get(read) ?? 'none'} in the table`)
    const remedy = `If that is meant, run this file with ${rewrite} and say in the commit why`
    assert.deepEqual(differences, [], `${file} differs. ${remedy}:\n${differences.join('\n')}`)
  })
})
