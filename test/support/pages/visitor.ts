import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { findAccount } from '#src/accounts/accounts.ts'
import { beginBrowserSession } from '#src/accounts/browser-sessions.ts'
import { type Config, readConfig } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { buildServer } from '#src/http/server.ts'
import { openUsage, type Usage } from '#src/keys/usage.ts'
import type { LogOptions } from '#src/log.ts'
import type { TestEngine } from '../engines.ts'
import { testDay } from '../world.ts'

/** An application over a copy of an engine's database, and what a test of pages does with it. */
export type PagesServer = {
  app: FastifyInstance
  db: Database
  config: Config
  /** What keys were used for; nothing writes it by itself. */
  usage: Usage
  setTime(now: string): void
  close(): Promise<void>
}

export type Reply = { status: number; headers: Record<string, unknown>; body: string; location: string | undefined }

/** A browser as far as cookies and forms go. */
export type Visitor = {
  cookies: Map<string, string>
  get(path: string, headers?: Record<string, string>): Promise<Reply>
  /** Sends a form. Its token is read from the page `from`, which is at the same address unless it is named. */
  post(path: string, fields: Record<string, string>, how?: { from?: string; token?: string }): Promise<Reply>
  /** Sends the fields of a form as they are; several may have the same name. */
  send(path: string, fields: readonly (readonly [string, string])[], headers?: Record<string, string>): Promise<Reply>
  /** Sends a form with a file behind its fields. */
  upload(
    path: string,
    fields: Record<string, string>,
    file: Buffer,
    how?: { token?: string; name?: string },
  ): Promise<Reply>
  /** Looks at where a reply leads to. */
  follow(reply: Reply): Promise<Reply>
}

/** A machine that is busy with other tests may be slow to draw, and to answer. */
export const patience = { 'image-timeout-ms': '60000', 'handler-timeout-ms': '60000' }

/** Settings are given as they stand on the command line. */
export async function startPages(
  engine: TestEngine,
  options: Record<string, string | boolean> = {},
  logger?: LogOptions,
) {
  const db = await engine.open()
  let now = testDay
  const data = await mkdtemp(join(tmpdir(), 'reelcommons-pages-'))
  const { config } = readConfig(
    { site: 'http://reelcommons.example', data, 'edits-of-new-members': '0', ...patience, ...options },
    {},
  )
  const clock = () => new Date(now)
  const usage = openUsage(db, clock)
  const app = buildServer({ db, config, clock, usage, ...(logger && { logger }) })
  const server: PagesServer = {
    app,
    db,
    config,
    usage,
    setTime(time) {
      now = time
    },
    async close() {
      await app.close()
      await db.close()
      await rm(data, { recursive: true, force: true })
    },
  }
  return server
}

const htmlAccepted = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-language': 'en-GB,en;q=0.9' }

type Sent = { status: number; headers: Record<string, unknown>; body: string; location: string | undefined }
type Cookie = { name: string; value: string }
/** One request, and the cookies that its answer sets. */
type Exchange = (
  method: 'GET' | 'POST',
  url: string,
  headers: Record<string, string>,
  payload?: string | Buffer,
) => Promise<Sent & { cookies: readonly Cookie[] }>

/** A visitor of an application of this process. */
export const openVisitor = (app: FastifyInstance, remoteAddress = '192.0.2.1'): Visitor =>
  visitorBy(async (method, url, headers, payload) => {
    const sent = payload === undefined ? {} : { payload }
    const { statusCode: status, ...reply } = await app.inject({ method, url, remoteAddress, headers, ...sent })
    const { headers: answered, body, cookies } = reply
    return { status, headers: answered, body, location: answered.location, cookies }
  })

/** A visitor of a server at an address. */
export const visitorAt = (site: string): Visitor =>
  visitorBy(async (method, url, headers, payload) => {
    const body = payload === undefined ? {} : { body: payload as string }
    const reply = await fetch(`${site}${url}`, { method, headers, redirect: 'manual', ...body })
    const cookies = reply.headers.getSetCookie().map((line) => {
      const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(line) ?? []
      return { name, value }
    })
    const location = reply.headers.get('location') ?? undefined
    return { status: reply.status, headers: {}, body: await reply.text(), location, cookies }
  })

function visitorBy(exchange: Exchange): Visitor {
  const cookies = new Map<string, string>()

  async function send(method: 'GET' | 'POST', url: string, headers: Record<string, string>, payload?: string | Buffer) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const all = { ...htmlAccepted, ...(cookie && { cookie }), ...headers }
    const { cookies: set, ...reply } = await exchange(method, url, all, payload)
    for (const { name, value } of set) {
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return reply
  }

  const visitor: Visitor = {
    cookies,
    get: (path, headers = {}) => send('GET', path, headers),
    async post(path, fields, { from = path, token } = {}) {
      const form_token = token ?? tokenIn((await visitor.get(from)).body)
      const payload = new URLSearchParams({ form_token, ...fields }).toString()
      return send('POST', path, { 'content-type': 'application/x-www-form-urlencoded' }, payload)
    },
    send: (path, fields, headers = {}) =>
      send(
        'POST',
        path,
        { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])).toString(),
      ),
    async upload(path, fields, file, { token, name = 'x.exe' } = {}) {
      const form_token = token ?? tokenIn((await visitor.get('/')).body)
      const boundary = 'a-boundary-of-the-test'
      const parts = Object.entries({ form_token, ...fields }).map(
        ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      )
      // What the browser says of the file is not asked.
      const said = `content-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/html`
      const head = Buffer.from(`${parts.join('')}--${boundary}\r\n${said}\r\n\r\n`)
      const payload = Buffer.concat([head, file, Buffer.from(`\r\n--${boundary}--\r\n`)])
      return send('POST', path, { 'content-type': `multipart/form-data; boundary=${boundary}` }, payload)
    },
    follow({ status, location = '' }) {
      assert.ok(location.startsWith('/'), `${status} leads to ${location}`)
      return visitor.get(location)
    },
  }
  return visitor
}

/** The token in the forms of a page. */
export function tokenIn(body: string): string {
  const [, token] = /name="form_token" value="([\w-]+)"/.exec(body) ?? []
  assert.ok(token, `there is no form in ${body}`)
  return token
}

/** A visitor who is signed in to an account. The session is made as the server makes it, without the form. */
export async function signedIn({ app, db }: Pick<PagesServer, 'app' | 'db'>, username: string): Promise<Visitor> {
  const account = await findAccount(db, username)
  assert.ok(account, `there is no account ${username}`)
  const visitor = openVisitor(app)
  const now = new Date(testDay)
  const secret = await beginBrowserSession(db, { account_id: account.id, browser: 'test', now })
  visitor.cookies.set('reelcommons_session', secret)
  return visitor
}

/** What a page says in its main part, without markup and with single blanks. */
export function textOf({ body }: Reply): string {
  const [, main = ''] = /<main[^>]*>([\s\S]*)<\/main>/.exec(body) ?? []
  return unescaped(main.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')).trim()
}

const unescaped = (text: string) => text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
