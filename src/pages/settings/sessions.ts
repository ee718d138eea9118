import {
  countBrowserSessions,
  endOtherSessions as endOthers,
  endSessionOfAccount,
  listBrowserSessions,
  sessionsOnPage,
} from '#src/accounts/browser-sessions.ts'
import { buttonForm } from '../components/form.ts'
import { pagination } from '../components/lists.ts'
import { pageIn } from '../components/page-number.ts'
import { type Html, html } from '../html.ts'
import { localAddress } from '../local-address.ts'
import { type PageContext, page, Redirect, redirect } from '../page.ts'
import { rowId } from '../row-id.ts'
import type { Viewer } from '../viewer.ts'
import { browserName } from './browser-name.ts'
import { settingsPage } from './frame.ts'

/** Where the list of devices stands, and where all of them are if they are many. */
const place = '/settings/account#devices'
const allDevices = '/settings/account/devices'

type Session = Awaited<ReturnType<typeof listBrowserSessions>>[number]
type Context = PageContext<string, string, string, Viewer>

/** The devices on which one is signed in, a section of the page about signing in: those that were used last. */
export function devices(context: Context, listed: readonly Session[]): Html {
  const { texts } = context
  const words = texts.settings.sessions
  return html`
<section class="card" id="devices">
<h2>${texts.settings.places.sessions}</h2>
<p>${words.lead}</p>
${rows(context, listed, place)}
${listed.length > sessionsOnPage && html`<p><a class="button" href="${allDevices}">${words.all}</a></p>`}
${listed.length > 1 && endOthersButton(context)}
</section>`
}

const rows = (context: Context, listed: readonly Session[], next: string): Html => html`
<ul class="rows">${listed.slice(0, sessionsOnPage).map((session) => row(context, session, next))}</ul>`

const endOthersButton = (context: Context): Html =>
  buttonForm(context, '/settings/sessions/end-others', context.texts.settings.sessions.endOthers, {
    className: 'button danger',
  })

/** All devices, in pages. */
export const everyDevice = page(`GET ${allDevices}`, {
  access: 'account',
  query: ['page'],
  async handle(context) {
    const { db, viewer, now, texts, query } = context
    const page = pageIn(query.page)
    if (page === undefined) return undefined
    const [listed, count] = await Promise.all([
      listBrowserSessions(db, viewer.id, now, page),
      countBrowserSessions(db, viewer.id, now),
    ])
    const pages = { page, total_pages: Math.ceil(count / sessionsOnPage) }
    const at = (to: number) => `${allDevices}?page=${to}`
    const content = html`
<p>${texts.settings.sessions.lead}</p>
${rows(context, listed, at(page))}
${pagination(context, pages, at)}
${count > 1 && endOthersButton(context)}`
    return settingsPage(context, 'account', content, texts.settings.places.sessions)
  },
})

/** The address that the list had of its own, which people have kept. */
export const sessions = page('GET /settings/sessions', {
  access: 'account',
  handle: async () => new Redirect(place, undefined, 301),
})

function row(context: Context, { id, browser, created_at, last_used_at }: Session, next: string): Html {
  const { texts, format, viewer } = context
  const isThis = id === viewer.session_id
  const words = texts.settings.sessions
  const name = words.browser(browserName(browser))
  return html`
<li>
<div>
<strong>${name}</strong>${isThis && html` <span class="tag">${words.isThis}</span>`}
<p class="hint">${words.since(format.time(created_at))} ${words.seen(format.time(last_used_at))}</p>
</div>
${
  !isThis &&
  buttonForm(context, '/settings/sessions/end', html`${words.end}<span class="unseen"> ${name}</span>`, {
    fields: { id, next },
  })
}
</li>`
}

export const endSession = page('POST /settings/sessions/end', {
  access: 'account',
  form: ['id', 'next'],
  async handle({ write, form }) {
    const id = rowId(form.id)
    if (id === undefined || !(await write(endSessionOfAccount, id))) return undefined
    return redirect(form.next.startsWith(allDevices) ? localAddress(form.next) : place, 'settings.sessionEnded')
  },
})

export const endOtherSessions = page('POST /settings/sessions/end-others', {
  access: 'account',
  async handle({ write, viewer }) {
    await write(endOthers, viewer.session_id)
    return redirect(place, 'settings.sessionsEnded')
  },
})
