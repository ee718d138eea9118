import {
  markVerified,
  type Outcome,
  restoreAccount,
  seeAccount,
  setRole,
  suspendAccount,
} from '#src/accounts/administration.ts'
import { roles } from '#src/contract/access.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { maxReasonLength } from '#src/contributions/moderation.ts'
import { mailFolder } from '#src/mail/transport.ts'
import type { NoticeName } from '#src/texts/index.ts'
import { avatar } from '../components/avatar.ts'
import { blank, buttonForm, errorSummary, type Filled, form, radios, submit, textField } from '../components/form.ts'
import { reasonIn } from '../components/reason.ts'
import { type Html, html } from '../html.ts'
import { memberLinks, undoMember } from '../moderation/member.ts'
import { type Answer, type PageContext, page, type RenderContext, redirect } from '../page.ts'
import { rowId } from '../row-id.ts'
import { stateOf } from './accounts.ts'
import { adminPage } from './frame.ts'
import { linkJustMade, passwordLinkCard } from './password-link.ts'

type Context = PageContext<'id'>

export const account = page('GET /admin/accounts/{id}', {
  access: 'administrator',
  handle: (context) => view(context, blank),
})

export const suspend = page('POST /admin/accounts/{id}/suspend', {
  access: 'administrator',
  form: ['reason'],
  handle: (context) =>
    act(context, context.form.reason, (acted) => context.write(suspendAccount, acted), 'admin.suspended'),
})

export const restore = page('POST /admin/accounts/{id}/restore', {
  access: 'administrator',
  form: ['reason'],
  handle: (context) =>
    act(context, context.form.reason, (acted) => context.write(restoreAccount, acted), 'admin.restored'),
})

export const changeRole = page('POST /admin/accounts/{id}/role', {
  access: 'administrator',
  form: ['role', 'role_reason'],
  handle: (context) => {
    const role = roles.find((role) => role === context.form.role)
    if (!role) throw new ApiError('invalid_input')
    const change = (acted: Acted) => context.write(setRole, { ...acted, role })
    return act(context, context.form.role_reason, change, 'common.saved')
  },
})

export const verify = page('POST /admin/accounts/{id}/verify', {
  access: 'administrator',
  handle: (context) => act(context, '', (acted) => context.write(markVerified, acted), 'admin.verified'),
})

/** A refusal is shown at the address of its form; opening that address leads to the account. */
export const again = (['suspend', 'restore', 'role', 'verify', 'password'] as const).map((form) =>
  page(`GET /admin/accounts/{id}/${form}`, {
    access: 'administrator',
    handle: async ({ params }) => redirect(`/admin/accounts/${encodeURIComponent(params.id)}`),
  }),
)

type Acted = { id: number; reason: string }

/** Changes the account that the address names, and reports the outcome. */
async function act(
  context: Context,
  given: string,
  change: (acted: Acted) => Promise<Outcome>,
  notice: NoticeName,
): Promise<Answer> {
  const id = rowId(context.params.id)
  const outcome = id === undefined ? 'unknown' : await change({ id, reason: reasonIn(given) })
  if (outcome === 'unknown') return undefined
  if (outcome !== 'last_administrator' && outcome !== 'taken') return redirect(`/admin/accounts/${id}`, notice)
  const { lastAdministrator, verifyTaken } = context.texts.admin
  const errors = outcome === 'taken' ? { verify: verifyTaken } : { role: lastAdministrator }
  const again = await view(context, { values: {}, errors })
  return again && { ...again, http: 422 }
}

async function view(context: Context, filled: Filled) {
  const { db, params, texts } = context
  const id = rowId(params.id)
  const account = id === undefined ? undefined : await seeAccount(db, id)
  if (!account) return undefined
  const { admin } = texts
  const content = html`
<p><a href="/admin/accounts">${admin.back}</a></p>
${errorSummary(context, filled)}
${await linkJustMade(context, account)}
${facts(context, account)}
${account.email_verified_at === null && verification(context, account.id)}
${passwordLinkCard(context, account)}
${memberLinks(context, account)}
<section class="card">
<h2>${admin.role}</h2>
${form(
  context,
  `/admin/accounts/${account.id}/role`,
  html`
${radios(
  context,
  { ...filled, values: { role: account.role } },
  {
    name: 'role',
    label: admin.may,
    options: roles.map((role) => [role, admin.roles[role].name, admin.roles[role].meaning] as const),
  },
)}
${reasonField(context, 'role_reason')}
${submit(admin.saveRole)}`,
)}
</section>
${account.disabled_at === null ? suspension(context, account.id) : restoration(context, account.id)}
${undoMember(context, account)}`
  return adminPage(context, 'accounts', account.username, content)
}

/** Where mails lie on a server that sends none; undefined on others. */
const unsentMails = ({ config }: PageContext) => (config.smtp === '' ? mailFolder(config) : undefined)

/** For somebody who cannot follow the link, or got none. */
function verification(context: Context, id: number): Html {
  const { admin } = context.texts
  const folder = unsentMails(context)
  return html`
<section class="card">
<h2>${admin.verifyTitle}</h2>
${folder !== undefined && html`<p>${admin.verifyUnsent(folder)}</p>`}
<p>${admin.verifyText}</p>
${buttonForm(context, `/admin/accounts/${id}/verify`, admin.verify, { id: 'verify', className: 'button primary' })}
</section>`
}

function suspension(context: Context, id: number): Html {
  const { admin } = context.texts
  return html`
<section class="card">
<h2>${admin.suspendTitle}</h2>
<p>${admin.suspendText}</p>
${form(
  context,
  `/admin/accounts/${id}/suspend`,
  html`${reasonField(context, 'reason')}
<p class="actions"><button class="button danger">${admin.suspend}</button></p>`,
)}
</section>`
}

function restoration(context: Context, id: number): Html {
  const { admin } = context.texts
  return html`
<section class="card">
<h2>${admin.restoreTitle}</h2>
<p>${admin.restoreText}</p>
${form(context, `/admin/accounts/${id}/restore`, html`${reasonField(context, 'reason')}${submit(admin.restore)}`)}
</section>`
}

/** Why an account is changed, for the audit log. */
const reasonField = (context: RenderContext, name: string): Html =>
  textField(context, blank, {
    name,
    label: context.texts.admin.reason,
    hint: context.texts.audit.reasonHint,
    maxLength: maxReasonLength,
  })

type AdministeredAccount = NonNullable<Awaited<ReturnType<typeof seeAccount>>>

function facts({ texts, format }: Context, account: AdministeredAccount): Html {
  const { admin } = texts
  const noPassword = !account.has_password && html` <span class="tag">${admin.noPassword}</span>`
  const rows: (readonly [label: string, value: Html | string])[] = [
    [admin.name, account.name || '–'],
    [admin.email, account.email || '–'],
    [admin.state, html`${stateOf({ admin }, account)}${noPassword}`],
    [admin.created, format.date(account.created_at)],
    ...(account.disabled_at === null ? [] : [[admin.suspendedAt, format.time(account.disabled_at)] as const]),
    [admin.browsers, format.number(account.browsers)],
    [admin.applications, format.number(account.applications)],
    [admin.keys, format.number(account.keys)],
    [admin.reviews, format.number(account.reviews)],
  ]
  const person = { id: account.id, displayName: account.name || account.username }
  return html`
<div class="person">${avatar(person, 72)}<p><strong>${person.displayName}</strong></p></div>
<dl class="facts facts-of-account">${rows.map(
    ([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`,
  )}</dl>`
}
