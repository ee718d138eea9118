import { after, before, describe, test } from 'node:test'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { tellAdditions } from '#src/contributions/following/list-additions.ts'
import { tellFollowers } from '#src/contributions/following/tell-followers.ts'
import { addItem } from '#src/contributions/lists/items.ts'
import { changeList } from '#src/contributions/lists/lists.ts'
import { sql } from '#src/database/sql.ts'
import { browserSkip } from '../support/pages/browser.ts'
import { inspect, leave, startTour, type Tour } from '../support/pages/tour.ts'
import { testDay } from '../support/world.ts'

describe('following in a browser', { skip: browserSkip }, () => {
  let tour: Tour
  before(async () => {
    tour = await startTour()
    await tour.become('eve')
  })
  after(() => tour?.close())

  test('a movie, an account and searches are followed, and what is new is read', async () => {
    const { db, address } = tour
    const now = () => new Date(testDay)
    const follower = tellFollowers(db, now)
    await follower.catchUp()
    const tab = await tour.newTab()
    const { page } = tab
    const follow = async (path: string, button = 'Follow this search') => {
      await page.goto(`${address}${path}`)
      await page.getByRole('button', { name: button, exact: true }).click()
      await page.getByText('You are following this now.').waitFor()
    }
    await follow('/movie/502', 'Follow')
    await inspect(page, 'watched-movie')
    await follow('/edits?person=bo', 'Follow these edits')
    await follow('/edits?kind=movie&language=de&field=title')
    await inspect(page, 'watched-edits')
    await follow('/search?query=glimmer&kind=movie')
    await inspect(page, 'watched-search')
    const texts = [{ iso_639_1: 'de', iso_3166_1: 'DE', texts: { title: 'Das dritte Glimmen' } }]
    for (const title of ['A third Glimmer', 'Glimmer'])
      await applyEdit(db, {
        ...{ account_id: 2, at: now() },
        records: [
          { kind: 'movie', id: 502, texts, values: { tagline: title } },
          { kind: 'movie', values: { title } },
        ],
      })
    await follower.catchUp()
    await page.goto(`${address}/notifications`)
    await page.getByText('2 new records for your search').waitFor()
    await inspect(page, 'news')
    await page.getByRole('link', { name: 'Following' }).click()
    await inspect(page, 'follows')
    await page.goto(`${address}/settings/mails`)
    await page.getByLabel('E-mail me what is new').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    await inspect(page, 'mails')
    await db.run(sql`update account set iso_639_1 = 'de' where folded_username = 'eve'`)
    for (const [path, name] of Object.entries({
      '/movie/502': 'movie',
      '/watching': 'follows',
      '/notifications': 'news',
    })) {
      await page.goto(`${address}${path}`)
      await inspect(page, `watching-${name}-de`)
    }
    await page.goto(`${address}/settings/mails`)
    await inspect(page, 'mails-de')
    await leave(tab, address)
  })

  test('a list is followed, and what is new on it is read', async () => {
    const { db, address } = tour
    const now = () => new Date(testDay)
    await db.run(sql`update account set iso_639_1 = 'en' where folded_username = 'eve'`)
    const tab = await tour.newTab()
    const { page } = tab
    await page.goto(`${address}/list/3`)
    await page.getByRole('button', { name: 'Follow', exact: true }).click()
    await page.getByText('1 follower').waitFor()
    const of = { id: 3, account_id: 2, now: now() }
    for (const [kind, entity_id] of [
      ['series', 601],
      ['series', 602],
      ['movie', 502],
      ['movie', 503],
    ] as const)
      await changeList(db, of, (tx) => addItem(tx, 3, { kind, entity_id }, now()))
    await tellAdditions(db, now())
    await inspect(page, 'followed-list')
    await page.goto(`${address}/library/followed-lists`)
    await page.getByText('4 new: ').waitFor()
    await inspect(page, 'followed-lists')
    await page.goto(`${address}/`)
    await page.getByText('4 new: ').waitFor()
    await inspect(page, 'home-with-followed-lists')
    await page.goto(`${address}/notifications`)
    await page.getByText('4 titles were added to “All the reels”').waitFor()
    await db.run(sql`update account set iso_639_1 = 'de' where folded_username = 'eve'`)
    await page.goto(`${address}/library/followed-lists`)
    await inspect(page, 'followed-lists-de')
    await leave(tab, address)
  })
})
