import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { createAccount } from '#src/accounts/accounts.ts'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import { offerOnce } from '#src/commons/offering/offer-loop.ts'
import { keepToken, memberOf, type Offered, offerTo } from '#src/commons/offering/wishes.ts'
import { offersTo } from '#src/commons/returning/offers.ts'
import { acceptEdit, refuseEdit } from '#src/contributions/editing/decide.ts'
import { pendingOf } from '#src/contributions/editing/pending.ts'
import type { Database } from '#src/database/database.ts'
import { makeToken } from '#src/keys/access-tokens.ts'
import { createKey } from '#src/keys/keys.ts'
import { quickPasswords, writingOf } from '../accounts.ts'
import { type AnyLine, importInto, openFor, sources, wholeLinesOf } from '../catalogue.ts'
import type { TestEngine } from '../engines.ts'
import { serve } from '../served.ts'
import { followedAt, openFollower } from './follower.ts'
import { publishInto } from './published.ts'

const early = new Date('2026-03-01T08:00:00.000Z')
const published = sources.map((source) => ({ ...source, redistributable: true }))

async function personIn(db: Database, username: string, role: 'member' | 'moderator' = 'member') {
  const { passwords } = quickPasswords()
  const email = `${username}@example.org`
  const about = { username, name: username, email, password: 'the lamp is lit', role }
  const made = await createAccount(db, passwords, { ...about, now: early })
  assert.ok(made)
  return made.id
}

/** What stands between two servers, and behaves as a test wants it. */
export class Between {
  readonly server: Server
  /** What is done before a request goes on; it is answered here if this says so. */
  before: (asked: IncomingMessage) => Promise<{ status: number; headers?: Record<string, string> } | undefined> =
    async () => undefined
  /** The request arrives, and its answer does not come back. */
  losesAnswer = false
  readonly seen: string[] = []

  constructor(port: number) {
    this.server = createServer((asked, answer) => void this.pass(port, asked, answer))
  }

  private async pass(port: number, asked: IncomingMessage, answer: import('node:http').ServerResponse) {
    const { method = 'GET', url = '/', headers } = asked
    this.seen.push(`${method} ${url}`)
    const chunks: Buffer[] = []
    for await (const chunk of asked) chunks.push(chunk)
    const instead = await this.before(asked)
    if (instead) {
      answer.writeHead(instead.status, instead.headers).end('{"status_code":25,"status_message":"Wait."}')
      return
    }
    const onward = request({ host: '127.0.0.1', port, path: url, method, headers })
    onward.end(Buffer.concat(chunks))
    const [response] = (await once(onward, 'response')) as [IncomingMessage]
    const body: Buffer[] = []
    for await (const chunk of response) body.push(chunk)
    if (this.losesAnswer && method === 'POST') {
      answer.destroy()
      return
    }
    answer.writeHead(response.statusCode ?? 500, response.headers).end(Buffer.concat(body))
  }
}

/** A server that publishes a catalogue and has a member and a moderator. */
async function openThere(context: TestContext, engine: TestEngine, lines: readonly AnyLine[]) {
  const data = await mkdtemp(join(tmpdir(), 'reelcommons-back-'))
  context.after(() => rm(data, { recursive: true, force: true, maxRetries: 20 }))
  const folder = join(data, 'dump')
  const { db, port } = await serve(context, engine, { publish: 'true', 'publish-folder': folder, data })
  await importInto(db, [...published, ...lines], { isIdentified: true })
  const [member, moderator] = [await personIn(db, 'mia'), await personIn(db, 'max', 'moderator')]
  let minute = 0
  const publish = async () => {
    const at = new Date(followedAt.getTime() + ++minute * 60_000).toISOString()
    await publishInto(db, { data, folder, at })
  }
  await publish()
  return {
    ...{ db, port, member, moderator, publish },
    async tokenOf(account_id: number, name: string) {
      const key = await createKey(db, { name, plan: 'developer', account_id, now: early })
      const scopes = ['read', 'edit'] as const
      const wanted = { key_id: key.id, name, scopes, lifetimeDays: 0 }
      const made = await makeToken.handle(writingOf(db, account_id, early), wanted)
      assert.ok(made)
      return made
    },
    pending: () => pendingOf(db, member),
    /** What a moderator decides about the newest one that waits. */
    async decide(reason?: string) {
      const [newest] = await pendingOf(db, member)
      assert.equal(newest?.status, 'waiting')
      const decision = { id: newest.id, moderator_id: moderator, title: '', now: followedAt }
      const isDone =
        reason === undefined ? await acceptEdit(db, decision) : await refuseEdit(db, { ...decision, reason })
      assert.equal(isDone, true)
    },
  }
}

const lineIn = async (db: Database, kind: string, name: string) =>
  (await wholeLinesOf(db)).find((line) => line.kind === kind && (line.title ?? line.name) === name) as AnyLine

/** Two servers: the first publishes a catalogue and has members, the second follows it and sends corrections back. */
export async function openBoth(
  context: TestContext,
  engine: TestEngine,
  lines: readonly AnyLine[],
  own: readonly AnyLine[] = [],
) {
  const there = await openThere(context, engine, lines)
  const here = await openFor(context, engine)
  if (own.length > 0) await importInto(here, [...sources, ...own])
  const editor = await personIn(here, 'bea')
  const follower = await openFollower(context, here)
  follower.clock.now = new Date(followedAt.getTime() + 3_600_000)
  const id = await follower.follow(`http://127.0.0.1:${there.port}/`)
  const between = new Between(there.port)
  between.server.listen(0, '127.0.0.1')
  await once(between.server, 'listening')
  context.after(() => between.server.close())
  const address = `http://127.0.0.1:${(between.server.address() as AddressInfo).port}`
  const connecting = { allowsPrivate: true }
  const by = { by: null, now: follower.clock.now }
  const offering = { db: here, config: follower.config, clock: () => follower.clock.now, connecting }
  const later = (minutes: number) => {
    follower.clock.now = new Date(follower.clock.now.getTime() + minutes * 60_000)
  }
  const take = async () => assert.deepEqual(await follower.take(id), { outcome: 'current', problem: null, detail: '' })
  const give = async (token: string) => {
    const given = { following_id: id, address, token }
    await keepToken(here, { ...given, username: await memberOf(given, connecting) }, '', by)
  }
  const token = await there.tokenOf(there.member, 'back')
  await give(token.secret)
  await take()
  return {
    ...{ there, here, follower, id, between, give, token },
    /** Somebody here corrects records. */
    correct: (records: readonly RecordEdit[]) =>
      applyEdit(here, { account_id: editor, at: follower.clock.now, note: 'Seen.', records }),
    offer: (...all: Offered[]) => offerTo(here, id, all, by),
    /** Sends what is due, or asks, some time later. */
    async send(minutes = 10) {
      later(minutes)
      await offerOnce(id, { ...offering, signal: new AbortController().signal })
      return (await offersTo(here, id)).map(({ state, reason, detail }) =>
        [state, reason, detail].filter(Boolean).join(': '),
      )
    },
    async comeRound() {
      await there.publish()
      later(60)
      await take()
    },
    lineHere: (kind: string, name: string) => lineIn(here, kind, name),
    lineThere: (kind: string, name: string) => lineIn(there.db, kind, name),
  }
}
