import {
  type Invitation,
  invitationDays,
  invite,
  isInvitation,
  openInvitations,
  revokeInvitation,
} from '#src/accounts/invitations.ts'
import { forThisServer } from '#src/installation/for-this-server.ts'
import { buttonForm } from '../components/form.ts'
import { marked } from '../components/marked.ts'
import { type Html, html } from '../html.ts'
import { type PageContext, page, redirect } from '../page.ts'
import { rowId } from '../row-id.ts'
import { adminPage } from './frame.ts'
import { handedLink } from './handed-link.ts'
import { settingsGuide } from './setup.ts'

const address = '/admin/invitations'

export const invitations = page(`GET ${address}`, {
  access: 'administrator',
  async handle(context) {
    const { db, now, texts, signUps, takeKey } = context
    const { admin } = texts
    const secret = takeKey()
    const made = secret !== undefined && (await isInvitation(db, secret, now)) && link(context, secret)
    const open = await openInvitations(db, now)
    const content = html`
${signUps === 'invitation' ? html`<p>${admin.signUps.invitation}</p>` : howToInvite(context)}
${made}
${signUps === 'invitation' && buttonForm(context, address, admin.invite, { className: 'button primary' })}
${open.length > 0 && list(context, open)}`
    return adminPage(context, 'invitations', admin.places.invitations, content)
  },
})

/** Nobody can be invited yet: what the settings are, and which one changes that. */
function howToInvite({ config, signUps, texts: { admin } }: PageContext): Html {
  const { signUps: words } = admin
  const now = signUps === 'open' ? words.open : words.closed
  const here = html`
<p>${marked(words.inviteHere)} ${words.inviteMeaning(invitationDays)}</p>
<p><a class="button" href="/admin/server">${admin.places.server}</a></p>`
  const atStart = html`
<p>${marked(forThisServer(words.invite, config))}</p>
<p>${words.inviteMeaning(invitationDays)}</p>
<p><a href="${settingsGuide}">${admin.setup.allSettings}</a></p>`
  return html`
<p class="lead">${marked(forThisServer(now, config))}</p>
<section class="card">
<h2>${words.inviteTitle}</h2>
${config.given.includes('signups') ? atStart : here}
</section>`
}

/** The link is shown once: only its digest is kept. */
const link = (context: PageContext, secret: string): Html => {
  const { admin } = context.texts
  return html`
<div class="card new-key">
<h2>${admin.invitationMade}</h2>
<p class="warning">${admin.invitationOnce(invitationDays)}</p>
${handedLink(context, `/signup?invitation=${secret}`)}
</div>`
}

function list(context: PageContext, open: readonly Invitation[]): Html {
  const { format, texts } = context
  const { admin } = texts
  return html`
<h2>${admin.openInvitations}</h2>
<ul class="rows">
${open.map(
  ({ id, username, expires_at }) => html`
<li>${admin.invitationOf(username, format.time(expires_at))}
${buttonForm(context, `${address}/${id}/revoke`, admin.revokeInvitation, { className: 'button' })}</li>`,
)}
</ul>`
}

export const makeInvitation = page(`POST ${address}`, {
  access: 'administrator',
  async handle({ write, signUps, rememberKey }) {
    if (signUps !== 'invitation') return redirect(address)
    const secret = await write(invite, undefined)
    if (secret === undefined) return redirect(address, 'admin.tooManyInvitations')
    rememberKey(secret)
    return redirect(address)
  },
})

export const removeInvitation = page(`POST ${address}/{invitation}/revoke`, {
  access: 'administrator',
  async handle({ write, params }) {
    const id = rowId(params.invitation)
    if (id !== undefined) await write(revokeInvitation, id)
    return redirect(address, 'admin.invitationRevoked')
  },
})
