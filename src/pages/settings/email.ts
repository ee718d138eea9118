import { askForEmailChange, changeEmail, findEmailChange } from '#src/accounts/email-change.ts'
import { foldEmail, maxEmailLength } from '#src/credentials/email.ts'
import { emailFault } from '#src/credentials/rules.ts'
import { blank, type Filled, form, submit, textField } from '../components/form.ts'
import { type Html, html } from '../html.ts'
import { type PageContext, type PageView, page, type RenderContext, redirect } from '../page.ts'
import type { Viewer } from '../viewer.ts'
import { currentPassword, signInForm, withPassword } from './current-password.ts'

type Context = PageContext<string, string, string, Viewer>

export const email = page('GET /settings/account/email', {
  access: 'account',
  handle: async (context) => view(context, blank),
})

export const askForEmail = page('POST /settings/account/email', {
  access: 'account',
  form: ['email', 'present', 'code'],
  async handle(context) {
    const { form: values, write, viewer, texts, language, clientAddress } = context
    const wrong = (errors: Filled['errors']) => ({ ...view(context, { values, errors }), http: 422 })
    const fault = emailFault(values.email)
    if (fault) return wrong({ email: texts.account.faults[fault] })
    const isSame = viewer.email_verified_at !== null && foldEmail(values.email) === foldEmail(viewer.email)
    if (isSame) return wrong({ email: texts.settings.account.sameEmail })
    return withPassword(context, values, wrong, async (proven) => {
      await write(askForEmailChange, { holder: viewer, proven, email: values.email, language, clientAddress })
      context.sendMails()
      const notice = context.config.smtp === '' ? 'settings.emailAskedUnsent' : 'settings.emailAsked'
      return redirect('/settings/account', notice)
    })
  },
})

function view(context: Context, filled: Filled): PageView {
  const { changeEmail: heading, emailLead, emailLeadUnsent, newEmail: label } = context.texts.settings.account
  const lead = context.config.smtp === '' ? emailLeadUnsent : emailLead
  const field = { name: 'email', type: 'email', label, autocomplete: 'email', maxLength: maxEmailLength } as const
  const fields = html`
${textField(context, filled, { ...field, isRequired: true })}
${currentPassword(context, filled)}`
  return signInForm(context, filled, { path: '/settings/account/email', heading, lead, fields })
}

/** Mail scanners follow links before people do, so only the button changes anything. */
export const emailLink = page('GET /settings/email/{secret}', {
  access: 'anyone',
  isForStrangers: true,
  async handle(context) {
    const { db, params, now, texts } = context
    const link = await findEmailChange(db, params.secret, now)
    if (!link) return message(context, 'emailOver', 404)
    const { account } = texts.settings
    const action = `/settings/email/${encodeURIComponent(params.secret)}`
    const button = form(context, action, submit(account.confirmEmail))
    return { ...message(context, 'emailConfirm', 200, html`<p><strong>${link.email}</strong></p>${button}`) }
  },
})

export const confirmEmail = page('POST /settings/email/{secret}', {
  access: 'anyone',
  isForStrangers: true,
  async handle(context) {
    const changed = await context.write(changeEmail, context.params.secret)
    if (changed === 'over') return message(context, 'emailOver', 404)
    if (changed === 'taken') return message(context, 'emailTaken', 409)
    context.sendMails()
    return redirect(context.viewer ? '/settings/account' : '/login', 'settings.emailChanged')
  },
})

function message(
  { texts }: RenderContext,
  what: 'emailOver' | 'emailTaken' | 'emailConfirm',
  http: number,
  action?: Html,
): PageView {
  const { title, text } = texts.settings[what]
  const main = html`
<section class="narrow card">
<h1>${title}</h1>
<p>${text}</p>
${action}
</section>`
  return { title, main, http, isPrivate: true }
}
