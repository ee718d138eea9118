import { endBrowserSessions, endSessionOfAccount, listBrowserSessions } from '#src/accounts/browser-sessions.ts'
import { buttonForm } from '../components/form.ts'
import { type Html, html } from '../html.ts'
import { type PageContext, page, redirect } from '../page.ts'
import { rowId } from '../row-id.ts'
import { browserName } from './browser-name.ts'
import { settingsPage } from './frame.ts'

export const sessions = page('GET /settings/sessions', {
  access: 'account',
  async handle(context) {
    const { db, viewer, now, texts } = context
    const words = texts.settings.sessions
    const listed = await listBrowserSessions(db, viewer.id, now)
    return settingsPage(
      context,
      'sessions',
      html`
<p>${words.lead}</p>
<ul class="rows">${listed.map((session) => row(context, session, session.id === viewer.session_id))}</ul>
${
  listed.length > 1 &&
  buttonForm(context, '/settings/sessions/end-others', words.endOthers, { className: 'button danger' })
}`,
    )
  },
})

type Session = Awaited<ReturnType<typeof listBrowserSessions>>[number]

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
  async handle({ db, viewer, form }) {
    const id = rowId(form.id)
    if (id === undefined || !(await endSessionOfAccount(db, viewer.id, id))) return undefined
    return redirect('/settings/sessions', 'settings.sessionEnded')
  },
})

export const endOtherSessions = page('POST /settings/sessions/end-others', {
  access: 'account',
  async handle({ db, viewer }) {
    await endBrowserSessions(db, viewer.id, viewer.session_id)
    return redirect('/settings/sessions', 'settings.sessionsEnded')
  },
})
