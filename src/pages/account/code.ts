import { checkSecondFactor } from '#src/accounts/factors/check.ts'
import { findStep } from '#src/accounts/factors/sign-in-step.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { maxCodeLength } from '#src/credentials/one-time-codes.ts'
import { blank, errorSummary, type Filled, form, submit, textField } from '../components/form.ts'
import { waiting } from '../components/wait-page.ts'
import { type Html, html } from '../html.ts'
import { localAddress, withNext } from '../local-address.ts'
import { type PageContext, type PageView, page, type RenderContext, redirect } from '../page.ts'
import { afterSignIn } from './after-sign-in.ts'

/** The second step of signing in: whoever typed the right password enters a code. */
export const codeAddress = '/login/code'

/** The field for a code by time, or a recovery code. What was typed is not shown again. */
export const codeField = (context: RenderContext, filled: Filled, hint: string): Html =>
  textField(
    context,
    { ...filled, values: {} },
    {
      name: 'code',
      label: context.texts.factors.code,
      hint,
      autocomplete: 'one-time-code',
      maxLength: maxCodeLength,
      isRequired: true,
    },
  )

export const codeForm = page(`GET ${codeAddress}`, {
  access: 'anyone',
  isForStrangers: true,
  query: ['next'],
  async handle(context) {
    const next = localAddress(context.query.next)
    if (context.viewer) return redirect(next)
    const step = await stepOf(context)
    return step ? view(context, blank, next, step.username) : redirect(withNext('/login', next))
  },
})

export const enterCode = page(`POST ${codeAddress}`, {
  access: 'anyone',
  isForStrangers: true,
  form: ['code', 'next'],
  async handle(context) {
    const { form: values, texts, clientAddress, signingIn } = context
    const next = localAddress(values.next)
    const again = () => redirect(withNext('/login', next), 'account.stepExpired')
    const step = await stepOf(context)
    if (!step || signingIn.step === undefined) return again()
    const { account_id, username } = step
    try {
      const second = { account_id, code: values.code, clientAddress, remembered: signingIn.remembered }
      if (!(await context.write(checkSecondFactor, second))) {
        const errors = { code: texts.factors.wrongCode }
        return { ...view(context, { values: {}, errors }, next, username), http: 422 }
      }
      context.sendMails()
      await signingIn.beginSession({ id: account_id, step: signingIn.step })
      return redirect(await afterSignIn(context, account_id, next), 'account.signedIn')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.retryAfterSeconds !== undefined)
        return waiting(context, error.retryAfterSeconds, withNext(codeAddress, next))
      if (error.status === 'invalid_credentials') return again()
      throw error
    }
  },
})

const stepOf = async ({ signingIn: { step }, db, now }: PageContext) =>
  step === undefined ? undefined : findStep(db, step, now)

function view(context: RenderContext, filled: Filled, next: string, username: string): PageView {
  const { step, signInHint } = context.texts.factors
  return {
    title: step.title,
    isPrivate: true,
    main: html`
<h1>${step.title}</h1>
<p class="lead">${step.lead(username)}</p>
${errorSummary(context, filled)}
${form(
  context,
  codeAddress,
  html`
<input type="hidden" name="next" value="${next}">
${codeField(context, filled, signInHint)}
${submit(context.texts.account.signIn.submit)}`,
)}
<h2>${step.lostTitle}</h2>
<p>${step.lost}</p>`,
  }
}
