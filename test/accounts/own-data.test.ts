import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { admitsGuests, needsSession } from '#src/contract/access.ts'
import type { Operation } from '#src/contract/operation.ts'
import type { Database } from '#src/database/database.ts'
import { raw } from '#src/database/sql.ts'
import { allOperations } from '#src/interface.ts'
import { pages } from '#src/pages/index.ts'
import { sqliteEngine } from '../support/engines.ts'
import { openVisitor, type PagesServer, signedIn, startPages, tokenIn, type Visitor } from '../support/pages/visitor.ts'
import { send } from '../support/scenarios.ts'
import { addOwn, addShown, owner } from '../support/world/own.ts'
import { bodyOf, filledIn, formsOf } from '../support/world/own-requests.ts'
import {
  type Asking,
  asked,
  look,
  others,
  owners,
  plain,
  questionsOf,
  read,
  type Shown,
} from '../support/world/own-walk.ts'
import { loadWorld } from '../support/world.ts'

/**
 * Own data are only their owner's. Every operation and every page is asked by others, over two worlds that differ in
 * nothing but what one account and one guest have of their own: what others get must be the same in both. Then others
 * write wherever something can be written, about what belongs to the account: none of its rows may change.
 *
 * The lists of operations, pages and tables are those of the program, so that nothing new can be forgotten.
 */

/** Pages that need an account and show nothing of what it keeps or has set, whoever looks. */
const saysNothing: readonly string[] = [
  '/welcome',
  '/tv/{title}/review',
  '/review/{review}/delete',
  '/watchlist',
  '/settings/connect/apps/{app}',
  '/settings/connect/made',
  '/settings/connect/authority.crt',
  '/movie/new',
  '/tv/new',
  '/person/new',
  '/company/new',
  '/network/new',
  '/collection/new',
  // Chance chooses the same series all the same. What lies in the house belongs to nobody.
  '/library/watchlist/tv/random',
  '/library/owned/movie',
  '/library/owned/movie/random',
  '/library/owned/tv',
  '/library/owned/tv/random',
  '/library/calendar',
  '/library/diary',
  '/library/diary/{year}/{month}',
  '/members',
  '/members/followed',
  '/report',
  ...['movie', 'person', 'company', 'network'].map((of) => `/${of}/{${of}}/images/add`),
  '/authenticate/{request_token}',
  '/authenticate/approved',
  '/authenticate/denied',
  '/settings',
  '/settings/profile/picture',
  '/settings/account/passkeys',
  '/settings/sessions',
  '/settings/tokens/made',
  '/settings/data',
  '/edit/{edit}/undo',
  '/edits/undo',
  '/movie/{movie}/merge',
  '/person/{person}/merge',
  '/company/{company}/merge',
  '/network/{network}/merge',
  '/person/{person}/delete',
  '/company/{company}/delete',
  '/network/{network}/delete',
  '/settings/api/made',
]

const Column = Type.Object({ table: Type.String(), column: Type.String() })
const Row = Type.Object({ table: Type.String(), row: Type.String() })

/** What says of a row whose it is, by the column that its table has. */
const owned = [
  ['account_id', `account_id = ${owner.id}`],
  ['import_id', `import_id in (select id from kept_import where account_id = ${owner.id})`],
  ['list_id', `list_id in (select id from user_list where account_id = ${owner.id})`],
  ['guest_id', `guest_id in (select id from guest_session where network = 'own')`],
] as const

/** One statement for the rows of all tables that have something of the owner, and the names of these tables. */
type OwnRows = { tables: readonly string[]; statement: string }

async function ownRowsIn(db: Database): Promise<OwnRows> {
  const columns = await db.all(
    Column,
    raw(`
      select t.name as "table", c.name as "column" from sqlite_master t, pragma_table_info(t.name) c
      where t.type = 'table' order by 1, 2`),
  )
  const tables = [...Map.groupBy(columns, ({ table }) => table)]
    .map(([table, columns]) => ({ table, columns: columns.map(({ column }) => column) }))
    .filter(({ table, columns }) => table === 'account' || owned.some(([column]) => columns.includes(column)))
  const selects = tables.map(({ table, columns }) => {
    const isOwn = table === 'account' ? `id = ${owner.id}` : owned.find(([column]) => columns.includes(column))?.[1]
    const values = columns.filter((name) => name !== 'number').flatMap((name) => [`'${name}'`, `"${name}"`])
    return `select '${table}' as "table", json_object(${values.join()}) as row from ${table} where ${isOwn}`
  })
  return { tables: tables.map(({ table }) => table), statement: `${selects.join(' union all ')} order by 1, 2` }
}

/** All worlds have the same tables. */
let ownRows: Promise<OwnRows> | undefined

/** Everything that is stored about the owner, in the order of its tables. */
async function stored(db: Database): Promise<Record<string, string[]>> {
  ownRows ??= ownRowsIn(db)
  const { tables, statement } = await ownRows
  const rows = Map.groupBy(await db.all(Row, raw(statement)), ({ table }) => table)
  return Object.fromEntries(tables.map((table) => [table, rows.get(table)?.map(({ row }) => row) ?? []]))
}

const engine = sqliteEngine(loadWorld)

type World = PagesServer & { visitors: Readonly<Record<'nobody' | 'another' | 'owner', Visitor>> }

async function open(hasOwn: boolean): Promise<World> {
  const server = await startPages(engine, { 'reply-cache-bytes': '0' })
  await addShown(server.db)
  const visitors = {
    nobody: openVisitor(server.app),
    another: await signedIn(server, 'bo'),
    owner: await signedIn(server, owner.username),
  }
  if (hasOwn) await addOwn(server.db)
  return { ...server, visitors }
}

/** A reply to a write without the ids and secrets that were made at random. */
const unchosen = (text: string) =>
  text
    .replaceAll(/[0-9a-f]{24,}|whsec_[^"<]+/g, 'random')
    .replaceAll(/("id":)\d+(?=,"secret")|(\/webhooks\/)\d+/g, '$1$2random')

const reads = allOperations.filter(({ method }) => method === 'GET')
const writes = allOperations.filter(({ method }) => method !== 'GET')

test('no reply depends on what another account or guest has of its own', async (t) => {
  const servers = [await open(false), await open(true)] as const
  t.after(() => Promise.all(servers.map((server) => server.close())))
  for (const operation of reads) {
    let isSeenByOwner = false
    for (const path of await questionsOf(servers[1].db, operation)) {
      for (const [who, asking] of Object.entries(others)) {
        const [bare, full] = [await read(servers[0], path, asking), await read(servers[1], path, asking)]
        assert.deepEqual(full, bare, `${operation.id} tells ${who} what is another’s: ${path}`)
      }
      if (!needsSession(operation.access)) continue
      const refused = await read(servers[1], path, { key: 'first' })
      assert.equal(refused.status, 401, `${operation.id} needs no session: ${path}`)
      for (const asking of admitsGuests(operation.access) ? owners : owners.slice(0, 1)) {
        const [bare, full] = [await read(servers[0], path, asking), await read(servers[1], path, asking)]
        if (bare.body !== full.body) isSeenByOwner = true
      }
    }
    if (needsSession(operation.access))
      assert.ok(isSeenByOwner, `${operation.id}: test/support/world/own.ts has nothing that its owner sees`)
  }
})

test('no page depends on what another account has of its own', async (t) => {
  const servers = [await open(false), await open(true)] as const
  t.after(() => Promise.all(servers.map((server) => server.close())))
  const silent: string[] = []
  for (const { method, path: pattern, access } of pages) {
    if (method !== 'GET') continue
    let isSeenByOwner = false
    for (const path of filledIn(pattern)) {
      for (const who of ['nobody', 'another'] as const) {
        const [bare, full] = [await look(servers[0].visitors[who], path), await look(servers[1].visitors[who], path)]
        assert.deepEqual(full, bare, `${path} tells ${who} what is another’s`)
        if (who === 'nobody' && access !== 'anyone') assert.equal(full.status, 303, `${path} needs no account`)
        if (who === 'another' && access !== 'anyone' && access !== 'account')
          assert.equal(full.status, 403, `${path} is for everybody who is signed in`)
      }
      if (access !== 'account') continue
      const [bare, full] = [await look(servers[0].visitors.owner, path), await look(servers[1].visitors.owner, path)]
      if (bare.status !== full.status || bare.body !== full.body) isSeenByOwner = true
    }
    if (access === 'account' && !isSeenByOwner) silent.push(pattern)
  }
  assert.deepEqual(silent, saysNothing, 'test/support/world/own.ts has nothing that its owner sees there')
})

const write = (app: FastifyInstance, operation: Operation, path: string, { key, session, guest }: Asking) =>
  send(app, `${operation.method} ${asked(path, { confirm: 'true', session_id: session, guest_session_id: guest })}`, {
    ...(key !== undefined && { key }),
    body: bodyOf(operation),
  })

test('nobody can write what belongs to another account or guest, or learn of it by trying', async (t) => {
  const [bare, server] = [await open(false), await open(true)]
  t.after(() => Promise.all([bare.close(), server.close()]))
  const { db } = server
  const before = await stored(db)
  const empty = Object.keys(before).filter((table) => before[table]?.length === 0)
  assert.deepEqual(empty, [], 'test/support/world/own.ts has no row in these tables')

  for (const operation of writes)
    for (const path of filledIn(operation.path))
      for (const [who, asking] of Object.entries(others)) {
        const replies: Shown[] = []
        for (const { app } of [bare, server]) {
          const { statusCode, body } = await write(app, operation, path, asking)
          replies.push({ status: statusCode, body: unchosen(plain(body)) })
        }
        assert.deepEqual(replies[1], replies[0], `${operation.method} ${path} tells ${who} what is another’s`)
        assert.deepEqual(await stored(db), before, `${operation.method} ${path}: ${who} has changed what is another’s`)
      }

  for (const page of pages) {
    if (page.method !== 'POST' || page.takesFile) continue
    for (const path of filledIn(page.path))
      for (const form of formsOf(page))
        for (const username of [undefined, 'bo']) {
          const replies: Shown[] = []
          for (const world of [bare, server]) {
            const visitor = username === undefined ? openVisitor(world.app) : await signedIn(world, username)
            const token = tokenIn((await visitor.get(username === undefined ? '/login' : '/')).body)
            const { status, body, location } = await visitor.post(path, form, { token })
            replies.push({ status, body: `${unchosen(location ?? '')} ${unchosen(plain(body))}` })
          }
          assert.deepEqual(replies[1], replies[0], `${path} tells ${username ?? 'nobody'} what is another’s`)
          assert.deepEqual(await stored(db), before, `${path}: ${username ?? 'nobody'} has changed what is another’s`)
        }
  }
})

test('the same is written when its owner asks for it', async (t) => {
  // Members may lock nothing, and may not undo what has made the world.
  const ofMembers = writes.filter(({ access, id }) => needsSession(access) && !/^locks\.|^edits\.undo$/.test(id))
  for (const operation of ofMembers) {
    const { app, db, close } = await open(true)
    t.after(close)
    const { hourly_use: _, ...before } = await stored(db)
    for (const path of filledIn(operation.path)) await write(app, operation, path, owners[0] as Asking)
    const { hourly_use: __, ...after } = await stored(db)
    assert.notDeepEqual(after, before, `${operation.id} changes nothing: its body in this test is wrong`)
  }
})
