import { isProfilePublic, profileOf } from '#src/contributions/profiles.ts'
import { yearsOf } from '#src/kept/diary/days.ts'
import { choiceLinks } from '../components/lists.ts'
import { type Html, html } from '../html.ts'
import { libraryPage } from '../library/frame.ts'
import { type PageContext, type PageView, page } from '../page.ts'
import { profileAddress } from '../records/profile-address.ts'
import { sharePage } from '../sharing/share.ts'
import type { Viewer } from '../viewer.ts'
import { yearContent } from './year.ts'

type Context = PageContext<string, string, string, Viewer>

const statisticsAddress = '/library/statistics'
const addressOfYear = (year: string): string => `/library/diary/${year}`

/** Where others see a year, or all years, of somebody who shows them. */
export const sharedAddress = (username: string, year: string | undefined): string =>
  `${profileAddress(username)}/statistics${year === undefined ? '' : `/${year}`}`

/** The years of a diary to choose from, and all of them together. */
export async function yearsNavigation(
  { db, texts: { diary } }: PageContext,
  account_id: number,
  here: string | undefined,
  addressOf: (year: string | undefined) => string,
): Promise<Html> {
  const years = await yearsOf(db, account_id)
  const choices = [undefined, ...years].map((year) => ({
    address: addressOf(year),
    label: year ?? diary.allTime,
    isCurrent: year === here,
  }))
  return choiceLinks(diary.years, choices)
}

/** The page of a year of one's own diary, or of all of it. */
export async function ownYear(context: Context, year: string | undefined): Promise<PageView> {
  const { viewer, texts } = context
  const { diary } = texts
  const title = year === undefined ? diary.statistics : diary.yearTitle(year)
  const years = await yearsNavigation(context, viewer.id, year, (to) =>
    to === undefined ? statisticsAddress : addressOfYear(to),
  )
  const content = html`${years}
${await yearContent(context, {
  account_id: viewer.id,
  year,
  showsRatings: true,
  month: (month) => `/library/diary/${month}`,
})}
${await sharing(context, year, title)}`
  return libraryPage(context, '/library/diary', title, content)
}

/** The address for others, or what has to be shown for there to be one. */
async function sharing(context: Context, year: string | undefined, title: string): Promise<Html> {
  const { db, viewer, texts } = context
  const { diary, profiles } = texts
  const profile = await profileOf(db, viewer.id)
  if (!profile || !isProfilePublic(profile) || !profile.shows_diary)
    return html`<p class="hint on-screen">${diary.notShared} <a href="/settings/privacy">${profiles.toPrivacy}</a></p>`
  return html`<p class="hint on-screen">${diary.isShared}</p>
${sharePage(context, sharedAddress(viewer.username, year), title)}`
}

export const statistics = page('GET /library/statistics', {
  access: 'account',
  handle: (context) => ownYear(context, undefined),
})
