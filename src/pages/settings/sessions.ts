import {
  endOtherSessions as endOthers,
  endSessionOfAccount,
  type listBrowserSessions,
} from '#src/accounts/browser-sessions.ts'
import { buttonForm } from '../components/form.ts'
import { type Html, html } from '../html.ts'
import { type PageContext, page, Redirect, redirect } from '../page.ts'
import { rowId } from '../row-id.ts'
import type { Viewer } from '../viewer.ts'
import { browserName } from './browser-name.ts'

/** Where the list of devices stands. */
const place = '/settings/account#devices'

type Session = Awaited<ReturnType<typeof listBrowserSessions>>[number]
type Context = PageContext<string, string, string, Viewer>

/** The devices on which one is signed in, a section of the page about signing in. */
export function devices(context: Context, listed: readonly Session[]): Html {
  const { texts, viewer } = context
  const words = texts.settings.sessions
  return html`
<section class="card" id="devices">
<h2>${texts.settings.places.sessions}</h2>
<p>${words.lead}</p>
<ul class="rows">${listed.map((session) => row(context, session, session.id === viewer.session_id))}</ul>
${
  listed.length > 1 &&
  buttonForm(context, '/settings/sessions/end-others', words.endOthers, { className: 'button danger' })
}
</section>`
}

/** The address that the list had of its own, which people have kept. */
export const sessions = page('GET /settings/sessions', {
  access: 'account',
  handle: async () => new Redirect(place, undefined, 301),
})

function row(context: PageContext, { id, browser, created_at, last_used_at }: Session, isThis: boolean): Html {
  const { texts, format } = context
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
    fields: { id },
  })
}
</li>`
}

export const endSession = page('POST /settings/sessions/end', {
  access: 'account',
  form: ['id'],
  async handle({ write, form }) {
    const id = rowId(form.id)
    if (id === undefined || !(await write(endSessionOfAccount, id))) return undefined
    return redirect(place, 'settings.sessionEnded')
  },
})

export const endOtherSessions = page('POST /settings/sessions/end-others', {
  access: 'account',
  async handle({ write, viewer }) {
    await write(endOthers, viewer.session_id)
    return redirect(place, 'settings.sessionsEnded')
  },
})
