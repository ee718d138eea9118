import { askForReset, findReset, resetPassword, sendReset } from '#src/accounts/recovery.ts'
import { maxEmailLength } from '#src/credentials/email.ts'
import { emailFault } from '#src/credentials/rules.ts'
import type { NoticeName } from '#src/texts/index.ts'
import { blank, errorSummary, type Filled, form, submit, textField } from '../components/form.ts'
import { marked } from '../components/marked.ts'
import { passwordFaults, passwordFields } from '../components/new-password.ts'
import { orWait } from '../components/wait-page.ts'
import { html } from '../html.ts'
import { localAddress, withNext } from '../local-address.ts'
import { type PageContext, type PageView, page, redirect } from '../page.ts'
import { mailedNext } from './verify.ts'

export const forgottenAddress = '/password/forgotten'

export const forgottenForm = page(`GET ${forgottenAddress}`, {
  access: 'anyone',
  isForStrangers: true,
  query: ['next'],
  handle: async (context) => askForEmail(context, blank, localAddress(context.query.next)),
})

export const sendResetLink = page(`POST ${forgottenAddress}`, {
  access: 'anyone',
  isForStrangers: true,
  form: ['email', 'next'],
  async handle(context) {
    const { form: values, write, language, texts, clientAddress } = context
    const { email } = values
    const next = localAddress(values.next)
    const fault = emailFault(email)
    const wrong = fault && { values, errors: { email: texts.account.faults[fault] } }
    if (wrong) return { ...askForEmail(context, wrong, next), http: 422 }
    const asked = await write(askForReset, { email, clientAddress }).catch(
      orWait(context, withNext(forgottenAddress, next)),
    )
    if (asked) return asked
    // In the background, so that the response time does not tell whether there is such an account.
    context.inBackground(async () => {
      if (await write(sendReset, { email, language, next: mailedNext(next) })) context.sendMails()
    })
    // Also where the mail cannot lead, this tab does.
    return redirect(withNext('/login', next), context.config.smtp === '' ? 'account.resetMade' : 'account.resetSent')
  },
})

export const resetForm = page('GET /password/reset/{secret}', {
  access: 'anyone',
  isForStrangers: true,
  query: ['next'],
  async handle(context) {
    const owner = await findReset(context.db, context.params.secret, context.now)
    return owner ? askForPassword(context, blank, owner) : over(context)
  },
})

export const resetHere = page('POST /password/reset/{secret}', {
  access: 'anyone',
  isForStrangers: true,
  query: ['next'],
  form: ['password', 'repeat'],
  async handle(context) {
    const { form: values, db, signingIn, now, params, clientAddress } = context
    const { secret } = params
    const owner = await findReset(db, secret, now)
    if (!owner) return over(context)
    const errors = await passwordFaults(context, values, [owner.username, owner.email])
    if (Object.keys(errors).length > 0) return { ...askForPassword(context, { values: {}, errors }, owner), http: 422 }
    const link = { secret, password: values.password, clientAddress, remembered: signingIn.remembered }
    if ((await context.write(resetPassword, link)) === undefined) return over(context)
    await signingIn.endSession()
    return redirect(withNext('/login', localAddress(context.query.next)), noticeFor(owner))
  },
})

type Owner = NonNullable<Awaited<ReturnType<typeof findReset>>>

function noticeFor({ is_first, isHanded, email_verified_at }: Owner): NoticeName {
  if (is_first) return 'account.passwordChosen'
  return email_verified_at === null && !isHanded ? 'account.firstReset' : 'account.passwordReset'
}

function askForEmail(context: PageContext, filled: Filled, next: string): PageView {
  const { forgotten } = context.texts.account
  const isSent = context.config.smtp !== ''
  return {
    title: forgotten.title,
    main: html`
<h1>${forgotten.title}</h1>
<p class="lead">${isSent ? forgotten.lead : forgotten.unsent}</p>
${errorSummary(context, filled)}
${form(
  context,
  forgottenAddress,
  html`
<input type="hidden" name="next" value="${next}">
${textField(context, filled, {
  name: 'email',
  type: 'email',
  label: forgotten.email,
  autocomplete: 'email',
  maxLength: maxEmailLength,
  isRequired: true,
})}
${submit(isSent ? forgotten.submit : forgotten.submitUnsent)}`,
)}
<h2>${forgotten.noEmailTitle}</h2>
<p>${forgotten.noEmail}</p>
<p>${marked(forgotten.administrators)}</p>`,
  }
}

function askForPassword(context: PageContext<'secret', 'next'>, filled: Filled, owner: Owner): PageView {
  const { reset } = context.texts.account
  const { username, is_first: isFirst } = owner
  const title = isFirst ? reset.firstTitle : reset.title
  return {
    title,
    isPrivate: true,
    hasSecretAddress: true,
    main: html`
<h1>${title}</h1>
<p class="lead">${isFirst ? reset.firstLead(username) : reset.lead(username)}</p>
${errorSummary(context, filled)}
${form(
  context,
  withNext(`/password/reset/${encodeURIComponent(context.params.secret)}`, localAddress(context.query.next)),
  html`${passwordFields(context, filled, { isFirst })}${submit(reset.submit)}`,
)}`,
  }
}

function over({ texts, query }: PageContext<string, 'next'>): PageView {
  const { overTitle, overText, again } = texts.account.reset
  return {
    title: overTitle,
    http: 404,
    isPrivate: true,
    main: html`
<h1>${overTitle}</h1>
<p class="lead">${overText}</p>
<p><a class="button" href="${withNext(forgottenAddress, localAddress(query.next))}">${again}</a></p>`,
  }
}
