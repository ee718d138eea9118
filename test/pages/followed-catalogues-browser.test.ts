import { after, before, describe, test } from 'node:test'
import { noteHour } from '#src/commons/following/followings.ts'
import { sql } from '#src/database/sql.ts'
import { openFollower } from '../support/commons/follower.ts'
import { openPublisher, type Publisher } from '../support/commons/publisher.ts'
import { film } from '../support/commons/spoilt.ts'
import { browserSkip } from '../support/pages/browser.ts'
import { inspect, leave, startTour, type Tour } from '../support/pages/tour.ts'
import { testDay } from '../support/world.ts'

describe('followed catalogues in a browser', { skip: browserSkip }, () => {
  let tour: Tour
  let publisher: Publisher
  const ended: (() => unknown)[] = []
  const context = { after: (done: () => unknown) => void ended.push(done) } as never
  before(async () => {
    publisher = await openPublisher(context)
    await publisher.whole([film('The Followed Film')])
    await publisher.sign((manifest) => ({ ...manifest, changes: 'https://films.example/commons/live' }))
    tour = await startTour({ 'import-folders': publisher.folder })
    await tour.db.run(sql`update account set role = 'administrator', iso_639_1 = 'en' where username in ('ada', 'eve')`)
  })
  after(async () => {
    await tour?.close()
    for (const end of ended) await end()
  })

  test('a catalogue is looked at, followed, and removed', async () => {
    const { db, address } = tour
    // It is that of its first key.
    const { id } = publisher
    await tour.become('eve')
    const tab = await tour.newTab()
    const { page } = tab
    await page.goto(`${address}/admin/following`)
    await inspect(page, 'following-none')
    await page.getByLabel('Address or folder').fill(publisher.folder)
    await page.getByRole('button', { name: 'Look at this catalogue' }).click()
    await page.getByText('Film club: CC0-1.0').waitFor()
    await inspect(page, 'following-preview')
    await page.getByRole('button', { name: 'Follow this catalogue' }).click()
    await page.waitForURL(`${address}/admin/following/${id}`)
    const follower = await openFollower(context, db)
    follower.clock.now = new Date(testDay)
    await follower.take(id)
    for (const [hours, records] of [
      [2, 14],
      [5, 120],
      [9, 31],
    ] as const)
      await noteHour(db, id, { packets: 1, records }, new Date(Date.parse(testDay) - hours * 3_600_000))
    publisher.rotate(false)
    await publisher.sign()
    await follower.take(id)
    await page.reload()
    await inspect(page, 'following-stopped')
    await page.goto(`${address}/admin/following`)
    await inspect(page, 'following-list')
    await page.goto(`${address}/admin/following/${id}/remove`)
    await inspect(page, 'following-remove')
    await page.getByRole('button', { name: 'Remove all of it' }).click()
    await page.waitForURL(`${address}/admin/following`)
    await page.locator('.hint').getByText('Being removed').waitFor()
    await leave(tab, address)
  })
})
