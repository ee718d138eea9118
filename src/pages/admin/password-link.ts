import type { seeAccount } from '#src/accounts/administration.ts'
import { mailPasswordLink, makePasswordLink } from '#src/accounts/household/passwords.ts'
import { findReset } from '#src/accounts/recovery.ts'
import { maxReasonLength } from '#src/contributions/moderation.ts'
import { forThisServer } from '#src/installation/for-this-server.ts'
import { handedHours } from '#src/mail/links.ts'
import type { NoticeName } from '#src/texts/index.ts'
import { blank, form, textField } from '../components/form.ts'
import { marked } from '../components/marked.ts'
import { reasonIn } from '../components/reason.ts'
import { type Html, html, nothing } from '../html.ts'
import { type PageContext, page, redirect } from '../page.ts'
import { rowId } from '../row-id.ts'
import { handedLink } from './handed-link.ts'

const HOURS_OF_DAY = 24

/** Why there is no link, for who had a page open on which there could be one. */
const refusals = {
  own: 'admin.linkOwn',
  unverified: 'admin.linkUnverified',
  suspended: 'admin.linkSuspended',
  administrator: 'admin.linkAdministrator',
} as const satisfies Record<string, NoticeName>

export const makeLinkHere = page('POST /admin/accounts/{id}/password', {
  access: 'administrator',
  form: ['password_reason', 'way'],
  async handle({ params, form: { password_reason, way }, write, rememberKey, language, config, sendMails }) {
    const id = rowId(params.id)
    if (id === undefined) return undefined
    const address = `/admin/accounts/${id}`
    const acted = { id, reason: reasonIn(password_reason) }
    const isMailed = way === 'mail' && config.smtp !== ''
    const made = isMailed ? await write(mailPasswordLink, { ...acted, language }) : await write(makePasswordLink, acted)
    if (made === 'unknown') return undefined
    if (made === 'sent') {
      sendMails()
      return redirect(address, 'admin.linkMailed')
    }
    if (typeof made === 'string') return redirect(address, refusals[made])
    rememberKey(made.secret)
    return redirect(address)
  },
})

type Account = NonNullable<Awaited<ReturnType<typeof seeAccount>>>
type Context = PageContext<'id'>

/** The link that was just made for an account, which is shown once: only its digest is kept. */
export async function linkJustMade(context: Context, account: Account): Promise<Html> {
  const { db, now, texts, takeKey } = context
  const { passwordLink } = texts.admin
  const secret = takeKey()
  const owner = secret === undefined ? undefined : await findReset(db, secret, now)
  if (owner?.id !== account.id) return nothing
  return html`
<div class="card new-key">
<h2>${passwordLink.made(account.username)}</h2>
<p class="warning">${passwordLink.once(handedHours / HOURS_OF_DAY)}</p>
${handedLink(context, `/password/reset/${secret}`)}
</div>`
}

/** How this administrator helps somebody to a new password, or who does. */
export function passwordLinkCard(context: Context, account: Account): Html {
  const { texts, viewer, config } = context
  const { passwordLink: words, reason } = texts.admin
  if (account.disabled_at !== null) return nothing
  if (account.id === viewer?.id)
    return card(
      words.title,
      html`<p>${words.own}</p>
<p><a class="button" href="/settings/account/password">${texts.settings.account.changePassword}</a></p>`,
    )
  if (account.role === 'administrator' && account.has_password)
    return card(words.title, html`<p>${marked(forThisServer(words.administrator(account.username), config))}</p>`)
  const mayMail = config.smtp !== '' && account.email !== '' && account.email_verified_at !== null
  const mail = mayMail && html` <button class="button" name="way" value="mail">${words.mail}</button>`
  const buttons = html`<p class="actions"><button class="button primary">${words.make}</button>${mail}</p>`
  const why = { label: reason, hint: texts.audit.reasonHint, maxLength: maxReasonLength }
  return card(
    words.title,
    html`
<p>${account.has_password ? words.text : words.first}</p>
${form(
  context,
  `/admin/accounts/${account.id}/password`,
  html`${account.has_password && textField(context, blank, { name: 'password_reason', ...why })}${buttons}`,
)}`,
  )
}

const card = (title: string, content: Html): Html => html`
<section class="card">
<h2>${title}</h2>
${content}
</section>`
