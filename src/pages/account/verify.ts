import { sendVerificationAgain, verifyAddress } from '#src/accounts/sign-up.ts'
import { kindPlaces } from '#src/catalogue/own-kinds.ts'
import { findLink } from '#src/mail/links.ts'
import { buttonForm } from '../components/form.ts'
import { heading } from '../components/marked.ts'
import { orWait } from '../components/wait-page.ts'
import { type Html, html } from '../html.ts'
import { localAddress, withNext } from '../local-address.ts'
import { type PageContext, type PageView, page, type RenderContext, redirect } from '../page.ts'
import { nextSteps } from './welcome.ts'

const mailedForm = new RegExp(`^/(${Object.values(kindPlaces).join('|')})/`)
/** The longest address that a mail leads on to. */
export const maxMailedNext = 500

/**
 * The page that the link in a mail leads on to, so that it does in every browser: one of the catalogue. Mails wait in
 * the database, and addresses of other pages may be secrets.
 */
export const mailedNext = (next: string): string | undefined =>
  mailedForm.test(next) && next.length <= maxMailedNext ? next : undefined

/** Where a new account waits for its mail. */
export const verification = page('GET /verify', {
  access: 'account',
  query: ['next'],
  async handle(context) {
    const { viewer, texts, query, config } = context
    const { verify } = texts.account
    const next = localAddress(query.next)
    const title = verify.title
    if (viewer.email_verified_at !== null) {
      const text = viewer.email === '' ? verify.isReady(viewer.username) : verify.isVerified(viewer.email)
      return {
        title: verify.doneTitle,
        isPrivate: true,
        main: html`
<h1>${verify.doneTitle}</h1>
<p class="lead">${text}</p>
${waysOn(context, next)}
<h2>${texts.server.welcome.title}</h2>
${nextSteps(context)}`,
      }
    }
    const isSent = config.smtp !== ''
    return {
      title,
      isPrivate: true,
      main: html`
<h1>${heading(title)}</h1>
<p class="lead">${isSent ? verify.sent(viewer.email) : verify.notSent(viewer.email)}</p>
<p>${isSent ? verify.nothingArrived : verify.newLinkText}</p>
${buttonForm(context, '/verify', isSent ? verify.again : verify.newLink, { fields: { next } })}
<h2>${verify.meanwhile}</h2>
<p>${verify.meanwhileText}</p>
${waysOn(context, next)}`,
    }
  },
})

/** Where somebody wanted to go, and where one may begin: a key takes a verified address, and few at home want one. */
function waysOn({ texts, viewer, signUps }: RenderContext, next: string): Html {
  const { verify } = texts.account
  const isVerified = viewer?.email_verified_at !== null
  const further: readonly [string, string] =
    isVerified && signUps === 'open' ? ['/settings/api', verify.toKeys] : ['/settings', verify.toSettings]
  const isLed = next !== '/'
  return html`
<p class="actions">${isLed && html`<a class="button primary" href="${next}">${verify.goOn}</a>`}
<a class="${isLed ? 'button' : 'button primary'}" href="/">${verify.toCatalogue}</a>
<a class="button" href="${further[0]}">${further[1]}</a></p>`
}

export const sendAgain = page('POST /verify', {
  access: 'account',
  form: ['next'],
  async handle(context) {
    const { viewer, language, clientAddress, form, config } = context
    const next = localAddress(form.next)
    const here = withNext('/verify', next)
    if (viewer.email_verified_at !== null) return redirect(here)
    const { id, username, email } = viewer
    const mail = { id, username, email, language, clientAddress, next: mailedNext(next) }
    const refused = await context.write(sendVerificationAgain, mail).catch(orWait(context))
    if (refused) return refused
    context.sendMails()
    return redirect(here, config.smtp === '' ? 'account.linkMade' : 'account.mailSent')
  },
})

/** The link in the mail. Mail scanners follow links too, so only the button uses it up. */
export const verifyLink = page('GET /verify/{secret}', {
  access: 'anyone',
  isForStrangers: true,
  query: ['next'],
  async handle(context) {
    const { db, now, params, texts, query } = context
    const { verify } = texts.account
    const link = await findLink(db, { purpose: 'verify', secret: params.secret, now })
    if (!link) return over(context)
    const here = withNext(`/verify/${encodeURIComponent(params.secret)}`, localAddress(query.next))
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
  query: ['next'],
  async handle(context) {
    const { params, viewer, texts, query } = context
    const next = localAddress(query.next)
    const outcome = await context.write(verifyAddress, params.secret)
    if (outcome === 'verified')
      return redirect(viewer ? (next === '/' ? '/verify' : next) : withNext('/login', next), 'account.verified')
    if (outcome === 'over') return over(context)
    const { takenTitle, takenText } = texts.account.verify
    const main = html`<h1>${takenTitle}</h1><p class="lead">${takenText}</p>`
    return { title: takenTitle, http: 422, isPrivate: true, main }
  },
})

function over({ texts, config }: PageContext): PageView {
  const { overTitle, overText, again, newLink } = texts.account.verify
  return {
    title: overTitle,
    http: 404,
    isPrivate: true,
    main: html`
<h1>${overTitle}</h1>
<p class="lead">${overText}</p>
<p><a class="button" href="/verify">${config.smtp === '' ? newLink : again}</a></p>`,
  }
}
