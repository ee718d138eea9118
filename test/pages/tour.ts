import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Page } from 'playwright-core'
import { findAccount } from '#src/accounts/accounts.ts'
import { beginBrowserSession } from '#src/accounts/browser-sessions.ts'
import { readConfig } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { openSqlite } from '#src/database/sqlite.ts'
import { buildServer } from '#src/server.ts'
import { loadWorld, testDay } from '../world.ts'
import { openBrowser, type Tab } from './browser.ts'
import { faultsInLooks } from './looks.ts'

/** A server over the world on a port of its own, and a browser in which people look at its pages. */
export type Tour = {
  app: FastifyInstance
  db: Database
  address: string
  newTab(): Promise<Tab>
  /** Makes the browser that of a person; of nobody without a name. */
  become(username?: string): Promise<void>
  close(): Promise<void>
}

/** Settings are given as they stand on the command line. */
export async function startTour(options: Record<string, string> = {}): Promise<Tour> {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-tour-'))
  const db = await openSqlite(join(folder, 'catalogue.sqlite'), { writes: 'inline' })
  await loadWorld(db)
  const app = buildServer({ db, config: readConfig(options, {}).config, clock: () => new Date(testDay) })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const browser = await openBrowser()
  const { page } = await browser.newTab()
  return {
    app,
    db,
    address,
    newTab: () => browser.newTab(),
    async become(username) {
      await page.context().clearCookies()
      if (username === undefined) return
      const account = await findAccount(db, username)
      assert.ok(account, `there is no account ${username}`)
      const now = new Date(testDay)
      const value = await beginBrowserSession(db, { account_id: account.id, browser: 'a tour', now })
      await page
        .context()
        .addCookies([{ name: 'reelcommons_session', value, url: address, httpOnly: true, sameSite: 'Lax' }])
    },
    async close() {
      await browser.close()
      await app.close()
      await db.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Looks at the page at hand as people do, and finds nothing wrong. */
export const inspect = async (page: Page, name: string) => assert.deepEqual(await faultsInLooks(page, name), [])

/** Whatever was done in a tab, it asked nobody else for anything and nothing complained. */
export async function leave({ page, requests, complaints }: Tab, address: string, expected: string[] = []) {
  const isOwn = (request: string) => request.replace(/^\w+ /, '').startsWith(`${address}/`)
  const elsewhere = requests.filter((request) => !isOwn(request))
  assert.deepEqual([elsewhere, complaints], [[], expected])
  await page.close()
}
