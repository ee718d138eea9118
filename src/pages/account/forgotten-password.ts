import { clientOf, takeAttempt } from '#src/accounts/attempts.ts'
import { findReset, resetPassword, sendReset } from '#src/accounts/recovery.ts'
import { mailboxOf, maxEmailLength } from '#src/credentials/email.ts'
import { emailFault } from '#src/credentials/rules.ts'
import { blank, errorSummary, type Filled, form, submit, textField } from '../components/form.ts'
import { html } from '../html.ts'
import { type PageView, page, type RenderContext, redirect } from '../page.ts'
import { passwordFaults, passwordFields } from './sign-up.ts'
import { waiting } from './waiting.ts'

export const forgottenForm = page('GET /password/forgotten', {
  access: 'anyone',
  isForStrangers: true,
  handle: async (context) => askForEmail(context, blank),
})

export const sendResetLink = page('POST /password/forgotten', {
  access: 'anyone',
  isForStrangers: true,
  form: ['email'],
  async handle(context) {
    const { form: values, db, now, language, texts, clientAddress } = context
    const { email } = values
    const fault = emailFault(email)
    if (fault) return { ...askForEmail(context, { values, errors: { email: texts.account.faults[fault] } }), http: 422 }
    const waitSeconds = await takeAttempt(
      db,
      [
        ['mail_from_address', clientOf(clientAddress)],
        ['mail_to_address', mailboxOf(email)],
      ],
      now,
    )
    if (waitSeconds > 0) return waiting(context, waitSeconds)
    // In the background, so that the response time does not tell whether there is such an account.
    context.inBackground(async () => {
      if (await sendReset(db, email, language, now)) context.sendMails()
    })
    return redirect('/login', 'account.resetSent')
  },
})

export const resetForm = page('GET /password/reset/{secret}', {
  access: 'anyone',
  isForStrangers: true,
  async handle(context) {
    const owner = await findReset(context.db, context.params.secret, context.now)
    return owner ? askForPassword(context, blank, context.params.secret, owner.username) : over(context)
  },
})

export const resetHere = page('POST /password/reset/{secret}', {
  access: 'anyone',
  isForStrangers: true,
  form: ['password', 'repeat'],
  async handle(context) {
    const { form: values, db, passwords, now, params, clientAddress, remembered } = context
    const { secret } = params
    const owner = await findReset(db, secret, now)
    if (!owner) return over(context)
    const errors = await passwordFaults(context, values, [owner.username, owner.email])
    if (Object.keys(errors).length > 0)
      return { ...askForPassword(context, { values: {}, errors }, secret, owner.username), http: 422 }
    const link = { secret, password: values.password, clientAddress, remembered }
    const account_id = await resetPassword(db, passwords, link, now)
    if (account_id === undefined) return over(context)
    await context.noteEvent('password_changed', account_id)
    await context.endSession()
    return redirect('/login', 'account.passwordChanged')
  },
})

function askForEmail(context: RenderContext, filled: Filled): PageView {
  const { forgotten } = context.texts.account
  return {
    title: forgotten.title,
    main: html`
<h1>${forgotten.title}</h1>
<p class="lead">${forgotten.lead}</p>
${errorSummary(context, filled)}
${form(
  context,
  '/password/forgotten',
  html`
${textField(context, filled, {
  name: 'email',
  type: 'email',
  label: forgotten.email,
  autocomplete: 'email',
  maxLength: maxEmailLength,
  isRequired: true,
})}
${submit(forgotten.submit)}`,
)}`,
  }
}

function askForPassword(context: RenderContext, filled: Filled, secret: string, username: string): PageView {
  const { reset } = context.texts.account
  return {
    title: reset.title,
    isPrivate: true,
    main: html`
<h1>${reset.title}</h1>
<p class="lead">${reset.lead(username)}</p>
${errorSummary(context, filled)}
${form(
  context,
  `/password/reset/${encodeURIComponent(secret)}`,
  html`${passwordFields(context, filled)}${submit(reset.submit)}`,
)}`,
  }
}

function over({ texts }: RenderContext): PageView {
  const { overTitle, overText, again } = texts.account.reset
  return {
    title: overTitle,
    http: 404,
    isPrivate: true,
    main: html`
<h1>${overTitle}</h1>
<p class="lead">${overText}</p>
<p><a class="button" href="/password/forgotten">${again}</a></p>`,
  }
}
