import { changePassword } from '#src/accounts/password-change.ts'
import { blank, type Filled } from '../components/form.ts'
import { passwordFaults, passwordFields } from '../components/new-password.ts'
import { accessAddress } from '../components/page-addresses.ts'
import { html } from '../html.ts'
import { type PageContext, type PageView, page, redirect } from '../page.ts'
import type { Viewer } from '../viewer.ts'
import { currentPassword, signInForm, withPassword } from './current-password.ts'

type Context = PageContext<string, string, string, Viewer>

export const password = page('GET /settings/account/password', {
  access: 'account',
  handle: async (context) => view(context, blank),
})

export const savePassword = page('POST /settings/account/password', {
  access: 'account',
  form: ['present', 'code', 'password', 'repeat'],
  async handle(context) {
    const { form: values, write, signingIn, viewer, language } = context
    const wrong = (errors: Filled['errors']) => ({ ...view(context, { values: {}, errors }), http: 422 })
    const errors = await passwordFaults(context, values, [viewer.username, viewer.email])
    if (Object.keys(errors).length > 0) return wrong(errors)
    return withPassword(context, values, wrong, async (proven) => {
      const change = { holder: viewer, proven, password: values.password, language }
      const password = await write(changePassword, change)
      context.sendMails()
      await signingIn.beginSession({ id: viewer.id, password })
      return redirect(accessAddress, 'access.passwordChanged')
    })
  },
})

function view(context: Context, filled: Filled): PageView {
  const { changePassword: heading, passwordLead: lead } = context.texts.settings.account
  const fields = html`${currentPassword(context, filled)}${passwordFields(context, filled)}`
  return signInForm(context, filled, { path: '/settings/account/password', heading, lead, fields })
}
