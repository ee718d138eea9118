import { findAccount } from '#src/accounts/accounts.ts'
import { isInvitation } from '#src/accounts/invitations.ts'
import { askForName, signUp } from '#src/accounts/sign-up.ts'
import { maxEmailLength } from '#src/credentials/email.ts'
import { type AccountFault, emailFault, maxUsernameLength, usernameFault } from '#src/credentials/rules.ts'
import { blank, errorSummary, type Filled, form, submit, textField } from '../components/form.ts'
import { passwordFaults, passwordFields } from '../components/new-password.ts'
import { setUpAddress } from '../components/page-addresses.ts'
import { orWait } from '../components/wait-page.ts'
import { html } from '../html.ts'
import { localAddress, withNext } from '../local-address.ts'
import { type PageContext, type PageView, page, type RenderContext, redirect } from '../page.ts'
import { mailedNext } from './verify.ts'

export const signUpForm = page('GET /signup', {
  access: 'anyone',
  isForStrangers: true,
  query: ['invitation', 'next'],
  async handle(context) {
    const { viewer, query } = context
    const next = localAddress(query.next)
    if (viewer) return redirect(next)
    if (!(await mayJoin(context, query.invitation))) return notOpen(context, next)
    return view(context, { ...blank, values: { invitation: query.invitation, next } })
  },
})

const fields = ['username', 'email', 'password', 'repeat', 'invitation', 'next'] as const

/** Whether somebody may sign up: everybody, or whoever has an invitation that works. */
const mayJoin = async ({ db, now, signUps }: PageContext, invitation: string): Promise<boolean> =>
  signUps === 'open' || (signUps === 'invitation' && invitation !== '' && (await isInvitation(db, invitation, now)))

function notOpen({ texts: { common, account, server }, signUps, isNew }: RenderContext, next: string): PageView {
  const { signUp } = account
  return {
    title: signUp.title,
    http: 403,
    main: html`
<h1>${signUp.title}</h1>
<p class="lead">${signUps === 'invitation' ? signUp.byInvitation : signUp.closed}</p>
${
  isNew
    ? html`<p>${server.setUp.noAccount} <a href="${setUpAddress}">${server.setUp.title}</a></p>`
    : html`<p>${signUp.haveAccount} <a href="${withNext('/login', next)}">${common.signIn}</a></p>`
}`,
  }
}

export const signUpHere = page('POST /signup', {
  access: 'anyone',
  isForStrangers: true,
  form: fields,
  async handle(context) {
    const { form: values, write, signingIn, language, texts, clientAddress } = context
    const { username, email, password } = values
    const next = localAddress(values.next)
    if (!(await mayJoin(context, values.invitation))) return notOpen(context, next)
    // The answer says whether a name is taken.
    const asked = await write(askForName, clientAddress).catch(orWait(context))
    if (asked) return asked
    const errors = await faultsOf(context)
    if (Object.keys(errors).length > 0) return { ...view(context, { values, errors }), http: 422 }
    const invitation = context.signUps === 'invitation' ? { invitation: values.invitation } : {}
    const made = await write(signUp, {
      ...{ username, email, password, language, clientAddress, next: mailedNext(next) },
      ...invitation,
    }).catch(orWait(context))
    if (made === 'uninvited') return notOpen(context, next)
    // Somebody else has just taken the name.
    if (!made) return { ...view(context, { values, errors: { username: texts.account.signUp.taken } }), http: 422 }
    if ('main' in made) return made
    context.sendMails()
    await signingIn.beginSession(made)
    return redirect(withNext('/verify', next))
  },
})

type SignUp = PageContext<never, never, (typeof fields)[number]>

async function faultsOf({ form: { username, email, password, repeat }, texts, db, signUps }: SignUp) {
  const { signUp, faults } = texts.account
  const errors: Record<string, string> = {}
  const add = (name: string, fault: AccountFault | undefined) => {
    if (fault) errors[name] = faults[fault]
  }
  add('username', usernameFault(username))
  if (!errors.username && (await findAccount(db, username))) errors.username = signUp.taken
  if (email !== '' || signUps === 'open') add('email', emailFault(email))
  Object.assign(errors, await passwordFaults({ texts }, { password, repeat }, [username, email]))
  return errors
}

function view(context: PageContext, filled: Filled): PageView {
  const { texts, config, isNew, signUps } = context
  const { common, account, server } = texts
  const { signUp } = account
  const hint = config.smtp === '' ? signUp.emailHintUnsent : signUp.emailHint
  const isInvited = signUps !== 'open'
  const next = localAddress(filled.values.next ?? '')
  return {
    title: signUp.title,
    hasSecretAddress: Boolean(filled.values.invitation),
    main: html`
<h1>${signUp.title}</h1>
${isNew && html`<p class="banner">${server.setUp.noAccount} <a href="${setUpAddress}">${server.setUp.title}</a></p>`}
<p class="lead">${isInvited ? signUp.invited(config.siteName) : signUp.lead}</p>
${config.editsOfNewMembers > 0 && html`<p>${signUp.firstEdits}</p>`}
${errorSummary(context, filled)}
${form(
  context,
  '/signup',
  html`
<input type="hidden" name="invitation" value="${filled.values.invitation ?? ''}">
<input type="hidden" name="next" value="${next}">
${textField(context, filled, {
  name: 'username',
  label: signUp.username,
  hint: signUp.usernameHint,
  autocomplete: 'username',
  maxLength: maxUsernameLength,
  isRequired: true,
})}
${textField(context, filled, {
  name: 'email',
  type: 'email',
  label: signUp.email,
  hint: isInvited ? `${signUp.emailOptional} ${hint}` : hint,
  autocomplete: 'email',
  maxLength: maxEmailLength,
  isRequired: !isInvited,
})}
${passwordFields(context, filled, { isFirst: true })}
${submit(signUp.submit)}`,
)}
<p>${signUp.haveAccount} <a href="${withNext('/login', next)}">${common.signIn}</a></p>`,
  }
}
