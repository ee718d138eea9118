import { sharedAddress, yearsNavigation } from '../diary/own-years.ts'
import { isYear, yearContent } from '../diary/year.ts'
import { html } from '../html.ts'
import { page } from '../page.ts'
import { type Context, type Seen, show } from './frame.ts'

/** What others see of a year of a diary, or of all of it, where its owner shows that. */
const shown = async (context: Context, { profile, showsRatings }: Seen, year: string | undefined) => {
  const { diary } = context.texts
  const name = profile.name || profile.username
  const heading = year === undefined ? diary.statisticsOf(name) : diary.yearOf(name, year)
  const addressOf = (to: string | undefined) => sharedAddress(profile.username, to)
  return html`<h2>${heading}</h2>
${await yearsNavigation(context, profile.id, year, addressOf)}
${await yearContent(context, { account_id: profile.id, year, showsRatings })}`
}

export const statisticsPage = page('GET /@{name}/statistics', {
  access: 'anyone',
  query: ['page', 'kind'],
  handle: (context) => show(context, 'statistics', (seen) => shown(context, seen, undefined)),
})

export const yearPage = page('GET /@{name}/statistics/{year}', {
  access: 'anyone',
  query: ['page', 'kind'],
  async handle(context) {
    const { year } = context.params
    return isYear(year) ? show(context, 'statistics', (seen) => shown(context, seen, year), year) : undefined
  },
})
