import { endDigest } from '#src/contributions/following/digest.ts'
import { accountOfLink } from '#src/mail/unsubscribing.ts'
import { buttonForm } from '../components/form.ts'
import { html } from '../html.ts'
import { type PageView, page, type RenderContext } from '../page.ts'

/** The link at the end of each mail. Mail scanners follow links too, so only the button ends the mails. */
export const unsubscribeLink = page('GET /mails/stop/{secret}', {
  access: 'anyone',
  isForStrangers: true,
  async handle(context) {
    const { db, now, params, texts } = context
    if ((await accountOfLink(db, params.secret, now)) === undefined) return over(context)
    const { stopMailsTitle, stopMailsText, stopMails } = texts.following
    return {
      title: stopMailsTitle,
      isPrivate: true,
      hasSecretAddress: true,
      main: html`
<h1>${stopMailsTitle}</h1>
<p class="lead">${stopMailsText}</p>
${buttonForm(context, `/mails/stop/${encodeURIComponent(params.secret)}`, stopMails, { className: 'button primary' })}`,
    }
  },
})

/** Ends the mails, for whoever has the link, and for programs for mail that show a button for it. */
export const unsubscribe = page('POST /mails/stop/{secret}', {
  access: 'anyone',
  isForStrangers: true,
  isOneClick: true,
  async handle(context) {
    const { params, texts } = context
    if (!(await context.write(endDigest, params.secret))) return over(context)
    const { mailsEnded, mailsEndedText } = texts.following
    return said(context, mailsEnded, mailsEndedText)
  },
})

const said = ({ texts: { following } }: RenderContext, title: string, text: string): PageView => ({
  title,
  isPrivate: true,
  hasSecretAddress: true,
  main: html`
<h1>${title}</h1>
<p class="lead">${text}</p>
<p class="actions"><a class="button" href="/settings/mails">${following.toSettings}</a></p>`,
})

const over = (context: RenderContext): PageView => {
  const { linkExpired, linkExpiredText } = context.texts.following
  return { ...said(context, linkExpired, linkExpiredText), http: 404 }
}
