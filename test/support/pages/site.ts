import assert from 'node:assert/strict'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type Config, readConfig } from '#src/config.ts'
import type { Migratable } from '#src/database/migratable.ts'
import { openSqlite } from '#src/database/sqlite/sqlite.ts'
import { buildServer } from '#src/http/server.ts'
import { loadWorld, password, testDay } from '../world.ts'
import { openBrowser, type Tab } from './browser.ts'
import { patience } from './visitor.ts'

/** A server with a folder and a port of its own. */
export type Site = {
  app: FastifyInstance
  db: Migratable
  config: Config
  address: string
  now(): Date
  close(): Promise<void>
}

type Opening = {
  /** Settings as they stand on the command line. */
  options?: Record<string, string>
  clock?(): Date
  /** What the catalogue has; the world unless it is given. */
  load?(db: Migratable): Promise<unknown>
  /** What the catalogue has besides that. */
  fill?(db: Migratable): Promise<unknown>
}

/** The whole server, over the world unless something else is loaded. */
export async function openSite(opening: Opening = {}): Promise<Site> {
  const { options = {}, clock = () => new Date(testDay), load, fill } = opening
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-site-'))
  const file = join(folder, 'catalogue.sqlite')
  if (!load) await copyWorld(file)
  const db = await openSqlite(file, { writes: 'thread' })
  await load?.(db)
  await fill?.(db)
  const { config } = readConfig({ data: folder, port: '0', 'edits-of-new-members': '0', ...patience, ...options }, {})
  const app = buildServer({ db, config, clock })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    ...{ app, db, config, address, now: clock },
    async close() {
      await app.close()
      await db.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A copy of the world. Only tests have templates, and `npm run looks` has no tests. */
async function copyWorld(file: string): Promise<void> {
  const { sqliteEngine } = await import('../engines.ts')
  await rename(await sqliteEngine(loadWorld).clone(), file)
}

/** What a page may complain about, and who besides the server may be asked. */
type Expected = { complaint?: RegExp; other?: RegExp }

/** A tab of a browser that nobody has used; afterwards it has asked only this server, and nothing was blocked. */
export async function visit(
  address: string,
  work: (tab: Tab) => Promise<void>,
  { complaint = /^$/, other = /^$/ }: Expected = {},
): Promise<Tab> {
  const browser = await openBrowser()
  try {
    const tab = await browser.newTab()
    await work(tab)
    const elsewhere = tab.requests.filter((request) => !request.includes(` ${address}/`) && !other.test(request))
    assert.deepEqual(elsewhere, [])
    assert.deepEqual(
      tab.complaints.filter((said) => !complaint.test(said)),
      [],
    )
    return tab
  } finally {
    await browser.close()
  }
}

/** A member of the world signs in on the page for it. */
export async function signIn({ page }: Tab, address: string) {
  await page.goto(`${address}/login`)
  await page.getByLabel('User name or e-mail address').fill('bo')
  await page.getByLabel('Password', { exact: false }).fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${address}/`)
}
