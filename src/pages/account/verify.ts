import { clientOf, takeAttempt } from '#src/accounts/attempts.ts'
import { sendVerification, verifyAddress } from '#src/accounts/sign-up.ts'
import { mailboxOf } from '#src/credentials/email.ts'
import { findLink } from '#src/mail/links.ts'
import { buttonForm } from '../components/form.ts'
import { html } from '../html.ts'
import { type PageView, page, type RenderContext, redirect } from '../page.ts'
import { waiting } from './waiting.ts'

/** Where a new account waits for its mail. */
export const verification = page('GET /verify', {
  access: 'account',
  async handle(context) {
    const { viewer, texts } = context
    const { verify } = texts.account
    const title = verify.title
    if (viewer.email_verified_at !== null) {
      const text = verify.isVerified(viewer.email || viewer.username)
      return {
        title: verify.doneTitle,
        isPrivate: true,
        main: html`
<h1>${verify.doneTitle}</h1>
<p class="lead">${text}</p>
<p class="actions"><a class="button" href="/settings/api">${verify.toKeys}</a>
<a class="button" href="/">${verify.toCatalogue}</a></p>`,
      }
    }
    return {
      title,
      isPrivate: true,
      main: html`
<h1>${title}</h1>
<p class="lead">${verify.sent(viewer.email)}</p>
<p>${verify.nothingArrived}</p>
${buttonForm(context, '/verify', verify.again)}`,
    }
  },
})

export const sendAgain = page('POST /verify', {
  access: 'account',
  async handle(context) {
    const { viewer, db, now, language, clientAddress } = context
    if (viewer.email_verified_at !== null) return redirect('/verify')
    const waitSeconds = await takeAttempt(
      db,
      [
        ['mail_from_address', clientOf(clientAddress)],
        ['mail_to_address', mailboxOf(viewer.email)],
      ],
      now,
    )
    if (waitSeconds > 0) return waiting(context, waitSeconds)
    await db.transaction((tx) => sendVerification(tx, { ...viewer, language }, now))
    context.sendMails()
    return redirect('/verify', 'account.mailSent')
  },
})

/** The link in the mail. Mail scanners follow links too, so only the button uses it up. */
export const verifyLink = page('GET /verify/{secret}', {
  access: 'anyone',
  isForStrangers: true,
  async handle(context) {
    const { db, now, params, texts } = context
    const { verify } = texts.account
    const link = await findLink(db, { purpose: 'verify', secret: params.secret, now })
    if (!link) return over(context)
    const here = `/verify/${encodeURIComponent(params.secret)}`
    return {
      title: verify.confirmTitle,
      isPrivate: true,
      main: html`
<h1>${verify.confirmTitle}</h1>
<p class="lead">${verify.confirmText}</p>
<p><strong>${link.email}</strong></p>
${buttonForm(context, here, verify.confirm, { className: 'button primary' })}`,
    }
  },
})

export const verifyHere = page('POST /verify/{secret}', {
  access: 'anyone',
  isForStrangers: true,
  async handle(context) {
    const { db, now, params, viewer, texts } = context
    const outcome = await verifyAddress(db, params.secret, now)
    if (outcome === 'verified') return redirect(viewer ? '/verify' : '/login', 'account.verified')
    if (outcome === 'over') return over(context)
    const { takenTitle, takenText } = texts.account.verify
    const main = html`<h1>${takenTitle}</h1><p class="lead">${takenText}</p>`
    return { title: takenTitle, http: 422, isPrivate: true, main }
  },
})

function over({ texts }: RenderContext): PageView {
  const { overTitle, overText } = texts.account.verify
  return {
    title: overTitle,
    http: 404,
    isPrivate: true,
    main: html`
<h1>${overTitle}</h1>
<p class="lead">${overText}</p>
<p><a class="button" href="/verify">${texts.account.verify.again}</a></p>`,
  }
}
