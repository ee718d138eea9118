import { findMember, type Member, trustMember } from '#src/contributions/trusted-members.ts'
import { blank, errorSummary, type Filled, form } from '../components/form.ts'
import { reasonField, requiredReason } from '../components/reason.ts'
import { type Html, html } from '../html.ts'
import { type PageContext, type PageView, page, redirect } from '../page.ts'
import { facts } from '../records/cards.ts'
import type { Viewer } from '../viewer.ts'

const address = '/moderation/member'
export const memberAddress = (username: string): string => `${address}/${username}`

type Context = PageContext<'name', string, string, Viewer>

/** What moderators see of a member, and whether the member is trusted. */
export const member = page(`GET ${address}/{name}`, {
  access: 'moderator',
  async handle(context) {
    const found = await findMember(context.db, context.params.name)
    return found && view(context, found, blank)
  },
})

export const trust = page(`POST ${address}/{name}`, {
  access: 'moderator',
  form: ['trust', 'reason'],
  async handle(context) {
    const { db, writable, viewer, now, params, form: values } = context
    const found = await findMember(db, params.name)
    if (!found) return undefined
    const { reason, errors } = requiredReason(context, values.reason)
    if (errors) return { ...view(context, found, { values, errors }), http: 422 }
    const isTrusted = values.trust === 'yes'
    const isDone = await trustMember(writable, found.id, isTrusted, { by: viewer.id, reason, now })
    const notice = isTrusted ? 'moderation.trusted' : 'moderation.untrusted'
    return redirect(memberAddress(found.username), isDone ? notice : 'moderation.unchanged')
  },
})

function view(context: Context, found: Member, filled: Filled): PageView {
  const { texts, format, viewer } = context
  const { moderation, admin } = texts
  const { id, username, role, trusted_at, disabled_at, waiting, accepted, refused } = found
  const state = disabled_at !== null ? admin.suspended : trusted_at !== null ? moderation.isTrusted : ''
  return {
    title: username,
    isPrivate: true,
    main: html`
<h1>${username}</h1>
${errorSummary(context, filled)}
${facts([
  [admin.role, `${admin.roles[role].name}${state && ` · ${state}`}`],
  [admin.created, format.date(found.created_at)],
  [moderation.edits, moderation.counts(format.number(accepted), format.number(refused), format.number(waiting))],
])}
${memberLinks(context, found)}
${role === 'member' && id !== viewer.id && trustForm(context, found, filled)}
${undoMember(context, found)}`,
  }
}

/** Everything of a member that may have to be looked at. */
export const memberLinks = (
  { texts: { moderation } }: PageContext,
  { username, disabled_at }: Pick<Member, 'username' | 'disabled_at'>,
): Html => html`
${disabled_at !== null && html`<p>${moderation.afterSuspension}</p>`}
<p class="actions"><a class="button" href="/queue?of=${username}">${moderation.toWaiting}</a>
<a class="button" href="/edits?person=${username}">${moderation.toEdits}</a></p>`

/** The way to undo everything that a member did: the last thing on a page, apart from what does no harm. */
export const undoMember = (
  { texts: { moderation } }: PageContext,
  { username }: Pick<Member, 'username'>,
): Html => html`
<section class="card"><h2>${moderation.undoTitle}</h2><p>${moderation.undoText}</p>
<p class="actions"><a class="button danger" href="/edits/undo?person=${username}">${moderation.undoAll}</a></p>
</section>`

function trustForm(context: Context, { username, trusted_at }: Member, filled: Filled): Html {
  const { moderation } = context.texts
  const isTrusted = trusted_at !== null
  return html`
<section class="card"><h2>${isTrusted ? moderation.untrust : moderation.trust}</h2><p>${moderation.trustText}</p>
${form(
  context,
  memberAddress(username),
  html`
<input type="hidden" name="trust" value="${isTrusted ? 'no' : 'yes'}">
${reasonField(context, filled, moderation.trustReasonHint)}
<p class="actions"><button class="${isTrusted ? 'button danger' : 'button primary'}">${
    isTrusted ? moderation.untrust : moderation.trust
  }</button></p>`,
)}</section>`
}
