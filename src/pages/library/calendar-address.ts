import { makeCalendarAddress } from '#src/contributions/calendar-address.ts'
import { calendarText, calendarType } from '#src/feeds/calendar.ts'
import { airingOf } from '#src/kept/airing.ts'
import { calendarAddressOf, ownerOfCalendar, removeCalendarAddress } from '#src/kept/calendar-address.ts'
import { dayMs } from '#src/reference/days.ts'
import { texts as allTexts, isLanguage, type Language } from '#src/texts/index.ts'
import { copyable, copyScript } from '../components/copyable.ts'
import { buttonForm } from '../components/form.ts'
import { languageOf } from '../components/languages.ts'
import { verifyFirst } from '../components/unverified.ts'
import { type Html, html } from '../html.ts'
import { type PageContext, page, redirect, SecretDocument } from '../page.ts'
import type { Viewer } from '../viewer.ts'
import { namesOfAiring } from './airing-names.ts'
import { todayOf } from './days.ts'

/** Days before and after the current one that a calendar has. */
export const calendarDays = { before: 30, after: 365 } as const

const place = '/library/calendar-address'

/** What a person can do with the address of their calendar, below the calendar. */
export async function addressSection(context: PageContext<string, string, string, Viewer>): Promise<Html> {
  const { db, viewer, texts, format } = context
  const { calendarAddress: words } = texts.library
  const made = await calendarAddressOf(db, viewer.id)
  return html`<section class="part on-screen"><h2>${words.title}</h2>
<p>${words.text}</p>
${
  made === undefined
    ? viewer.email_verified_at === null
      ? html`<p class="hint">${texts.access.unverifiedText}</p>`
      : html`<div class="actions">${buttonForm(context, place, words.make)}</div>`
    : html`<p class="note">${words.madeOn(format.date(made))}</p>
<div class="actions">${buttonForm(context, place, words.replace)}
${buttonForm(context, `${place}/remove`, words.remove, { className: 'button danger' })}</div>
<p class="hint">${words.replaceHint}</p>`
}</section>`
}

/** Gives the calendar an address, in place of the one before. It is shown only now: it is not stored. */
export const makeAddress = page('POST /library/calendar-address', {
  access: 'account',
  async handle(context) {
    const { viewer, texts, site } = context
    const { calendarAddress: words } = texts.library
    if (viewer.email_verified_at === null)
      return {
        title: words.title,
        isPrivate: true,
        http: 403,
        main: html`<h1>${words.title}</h1>${verifyFirst(context)}`,
      }
    const secret = await context.write(makeCalendarAddress, undefined)
    return {
      title: words.shownTitle,
      isPrivate: true,
      scripts: [copyScript],
      main: html`
<h1>${words.shownTitle}</h1>
<p>${words.shownText}</p>
${copyable(context, `${site}/calendar/${secret}.ics`)}
<p class="actions"><a class="button primary" href="/library/calendar">${words.toCalendar}</a></p>`,
    }
  },
})

export const removeAddress = page('POST /library/calendar-address/remove', {
  access: 'account',
  async handle({ writable, viewer }) {
    await removeCalendarAddress(writable, viewer.id)
    return redirect('/library/calendar', 'library.addressRemoved')
  },
})

/** What airs of what somebody follows, for whoever has the address, in the language of the account. */
export const calendarFile = page('GET /calendar/{secret}', {
  access: 'anyone',
  isForStrangers: true,
  async handle({ db, params, now, site }) {
    const [, secret] = /^([0-9a-f]+)\.ics$/.exec(params.secret) ?? []
    const owner = secret === undefined ? undefined : await ownerOfCalendar(db, secret)
    if (!owner) return undefined
    const language: Language = isLanguage(owner.iso_639_1) ? owner.iso_639_1 : 'en'
    const texts = allTexts[language]
    const tongue = languageOf({ viewer: undefined, language })
    const isOwn = owner.iso_639_1 === language && owner.iso_3166_1 !== ''
    const dayAt = (days: number) => todayOf(new Date(now.getTime() + days * dayMs))
    const airing = await airingOf(db, owner.id, {
      first: dayAt(-calendarDays.before),
      last: dayAt(calendarDays.after),
    })
    const named = await namesOfAiring(
      db,
      { texts },
      isOwn ? { ...tongue, iso_3166_1: owner.iso_3166_1 } : tongue,
      airing,
    )
    const { hostname } = new URL(site)
    const events = [...named].map(([{ kind, id, day }, { name, note, address }]) => ({
      id: `${kind}-${id}@${hostname}`,
      day,
      summary: `${name}: ${note}`,
      page: `${site}${address}`,
    }))
    const { calendarAddress: words } = texts.library
    return new SecretDocument(calendarType, calendarText({ name: words.name, madeAt: now, events }))
  },
})
