import { listApplications, revokeApplication } from '#src/accounts/applications.ts'
import { buttonForm } from '../components/form.ts'
import { emptyState, nextStep } from '../components/lists.ts'
import { type Html, html } from '../html.ts'
import { type PageContext, page, redirect } from '../page.ts'
import { rowId } from '../row-id.ts'
import { settingsPage } from './frame.ts'

export const applications = page('GET /settings/applications', {
  access: 'account',
  async handle(context) {
    const { config, db, viewer, texts, now } = context
    const { lead, expiry, noneTitle, noneText } = texts.applications
    const listed = await listApplications(db, viewer.id, { now, sessionDays: config.sessionDays })
    const content =
      listed.length === 0
        ? emptyState(noneTitle, noneText, nextStep('/connect', texts.connect.title))
        : html`
<p>${lead} ${expiry(config.sessionDays)}</p>
<ul class="rows">${listed.map((application) => row(context, application))}</ul>`
    return settingsPage(context, 'applications', content)
  },
})

type Application = Awaited<ReturnType<typeof listApplications>>[number]

function row(
  context: PageContext,
  { key_id, name, address, sessions, first_at, last_at, last_used_on }: Application,
): Html {
  const { texts, format } = context
  const words = texts.applications
  return html`
<li>
<div>
<strong>${name}</strong>${address !== '' && html`<br>${address}`}
<p class="hint">${
    sessions === 1
      ? words.allowed(format.time(last_at))
      : words.allowedOften(sessions, format.time(first_at), format.time(last_at))
  } ${words.lastUsed(format.date(last_used_on))}</p>
</div>
${buttonForm(context, '/settings/applications/revoke', html`${words.revoke}<span class="unseen"> ${name}</span>`, {
  fields: { key_id },
  className: 'button danger',
})}
</li>`
}

export const revoke = page('POST /settings/applications/revoke', {
  access: 'account',
  form: ['key_id'],
  async handle({ write, form }) {
    const key_id = rowId(form.key_id)
    if (key_id === undefined || !(await write(revokeApplication, key_id))) return undefined
    return redirect('/settings/applications', 'applications.revoked')
  },
})
