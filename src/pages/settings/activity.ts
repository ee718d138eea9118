import { EVENT_DAYS, type ListedEvent, listEvents } from '#src/audit/security-events.ts'
import type { SecurityEventKind } from '#src/contract/security-events.ts'
import { emptyState } from '../components/lists.ts'
import { type Html, html } from '../html.ts'
import { type PageContext, page } from '../page.ts'
import { browserName } from './browser-name.ts'
import { settingsPage } from './frame.ts'

/** How the account was signed in to, and what was changed about that. */
export const activity = page('GET /settings/activity', {
  access: 'account',
  async handle(context) {
    const { db, viewer, texts } = context
    const { lead, noneTitle, noneText } = texts.audit.activity
    const events = await listEvents(db, viewer.id)
    const content =
      events.length === 0
        ? emptyState(noneTitle, noneText)
        : html`<p>${lead(EVENT_DAYS)}</p><ul class="rows">${events.map((event) => row(context, event))}</ul>`
    return settingsPage(context, 'activity', content)
  },
})

/** Events whose key is that of an application with which somebody signs in. */
const ofApplications: readonly SecurityEventKind[] = ['session_made', 'sign_in_failed', 'signed_in', 'login_refused']

function row({ texts, format }: PageContext, { what, at, network, browser, key_name }: ListedEvent): Html {
  const { activity, events } = texts.audit
  const isApplication = ofApplications.includes(what)
  const facts = [
    ...(key_name === null ? [] : [isApplication ? activity.application(key_name) : activity.key(key_name)]),
    ...(browser === '' ? [] : [texts.settings.sessions.browser(browserName(browser))]),
    ...(network === '' ? [] : [activity.network(network)]),
  ]
  return html`
<li>
<div>
<strong>${events[what]}</strong>
<p class="hint">${[format.time(at), ...facts].join(' · ')}</p>
</div>
</li>`
}
