import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { findAccount } from '#src/accounts/accounts.ts'
import { beginBrowserSession } from '#src/accounts/browser-sessions.ts'
import { testDay } from '../world.ts'
import { openBrowser, type Tab } from './browser.ts'
import { faultsInLooks } from './looks.ts'
import { openSite, type Site } from './site.ts'

/** A server over the world on a port of its own, and a browser in which people look at its pages. */
export type Tour = Site & {
  newTab(): Promise<Tab>
  /** Makes the browser that of a person; of nobody without a name. */
  become(username?: string): Promise<void>
}

/** Settings are given as they stand on the command line. */
export async function startTour(options: Record<string, string> = {}, how = { isScripted: true }): Promise<Tour> {
  const site = await openSite({ options })
  const browser = await openBrowser(how)
  const { page } = await browser.newTab()
  return {
    ...site,
    newTab: () => browser.newTab(),
    async become(username) {
      await page.context().clearCookies()
      if (username === undefined) return
      const account = await findAccount(site.db, username)
      assert.ok(account, `there is no account ${username}`)
      const now = new Date(testDay)
      const value = await beginBrowserSession(site.db, { account_id: account.id, browser: 'a tour', now })
      await page
        .context()
        .addCookies([{ name: 'reelcommons_session', value, url: site.address, httpOnly: true, sameSite: 'Lax' }])
    },
    async close() {
      await browser.close()
      await site.close()
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
