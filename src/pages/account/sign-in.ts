import { authenticate } from '#src/accounts/accounts.ts'
import { hasCodes } from '#src/accounts/has-codes.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { maxEmailLength } from '#src/credentials/email.ts'
import { maxPasswordLength } from '#src/credentials/rules.ts'
import { blank, errorSummary, type Filled, form, submit, textField } from '../components/form.ts'
import { setUpAddress } from '../components/page-addresses.ts'
import { waiting } from '../components/wait-page.ts'
import { html } from '../html.ts'
import { localAddress, withNext } from '../local-address.ts'
import { type PageContext, type PageView, page, type RenderContext, redirect } from '../page.ts'
import { afterSignIn } from './after-sign-in.ts'
import { codeAddress } from './code.ts'
import { forgottenAddress } from './forgotten-password.ts'
import { passkeyScript, signInButton } from './passkey.ts'

export const signInForm = page('GET /login', {
  access: 'anyone',
  isForStrangers: true,
  query: ['next'],
  async handle(context) {
    const next = localAddress(context.query.next)
    return context.viewer ? redirect(next) : view(context, blank, next)
  },
})

export const signInHere = page('POST /login', {
  access: 'anyone',
  isForStrangers: true,
  form: ['name', 'password', 'next'],
  async handle(context) {
    const { form: values, db, signingIn, texts, clientAddress } = context
    const { signIn } = texts.account
    const next = localAddress(values.next)
    const wrong = (errors: Filled['errors']) => ({ ...view(context, { values, errors }, next), http: 422 })
    const { name, password } = values
    if (name === '') return wrong({ name: signIn.missingName })
    if (password === '') return wrong({ password: signIn.missingPassword })
    try {
      const credentials = { username: name, password, clientAddress, remembered: signingIn.remembered }
      const account = await context.write(authenticate, credentials)
      if (await hasCodes(db, account.id)) {
        await signingIn.beginStep(account)
        return redirect(withNext(codeAddress, next))
      }
      await signingIn.beginSession(account)
      return redirect(await afterSignIn(context, account.id, next), 'account.signedIn')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.retryAfterSeconds !== undefined) {
        return waiting(context, error.retryAfterSeconds, withNext('/login', next), byMail(context, next))
      }
      if (error.status === 'invalid_credentials') return wrong({ name: signIn.wrong })
      if (error.status === 'account_disabled') return wrong({ name: signIn.disabled })
      throw error
    }
  },
})

export const signOut = page('POST /logout', {
  access: 'anyone',
  isForStrangers: true,
  async handle({ signingIn }) {
    await signingIn.endSession()
    return redirect('/', 'account.signedOut')
  },
})

/** Whoever others keep out by guessing gets in by a link, after which this place is known. */
const byMail = ({ texts: { account } }: RenderContext, next: string) =>
  html`<p>${account.orByMail} <a href="${withNext(forgottenAddress, next)}">${account.sendLink}</a></p>`

function view(context: PageContext, filled: Filled, next: string): PageView {
  const { common, account, server } = context.texts
  const { signIn } = account
  const toSetUp = html`
<p class="banner">${server.setUp.noAccount} <a href="${setUpAddress}">${server.setUp.title}</a></p>`
  const toSignUp = html`<p>${signIn.noAccount} <a href="${withNext('/signup', next)}">${common.signUp}</a></p>`
  return {
    title: signIn.title,
    ...(context.signingIn.passkeySite && { scripts: [passkeyScript] }),
    main: html`
<h1>${signIn.title}</h1>
${context.isNew && toSetUp}
${errorSummary(context, filled)}
${form(
  context,
  '/login',
  html`
<input type="hidden" name="next" value="${next}">
${textField(context, filled, {
  name: 'name',
  label: signIn.name,
  autocomplete: 'username',
  maxLength: maxEmailLength,
  isRequired: true,
})}
${textField(context, filled, {
  name: 'password',
  type: 'password',
  label: signIn.password,
  autocomplete: 'current-password',
  maxLength: maxPasswordLength,
  isRequired: true,
})}
${submit(signIn.submit)}`,
)}
${context.signingIn.passkeySite && signInButton(context, next)}
<p><a href="${withNext(forgottenAddress, next)}">${signIn.forgotten}</a></p>
${context.signUps === 'open' && !context.isNew && toSignUp}`,
  }
}
