import { findAccount, findByEmail } from '#src/accounts/accounts.ts'
import { addAccount } from '#src/accounts/household/add-account.ts'
import { roles } from '#src/contract/access.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { maxEmailLength } from '#src/credentials/email.ts'
import {
  emailFault,
  maxNameLength,
  maxPasswordLength,
  maxUsernameLength,
  nameFault,
  usernameFault,
} from '#src/credentials/rules.ts'
import { errorSummary, type Filled, form, radios, submit, textField } from '../components/form.ts'
import { passwordFaults } from '../components/new-password.ts'
import { type Html, html } from '../html.ts'
import { type PageContext, type PageView, page, redirect } from '../page.ts'
import { adminPage } from './frame.ts'

export const addAddress = '/admin/accounts/add'

const fields = ['username', 'name', 'email', 'role', 'password', 'repeat'] as const
type Context = PageContext<never, never, (typeof fields)[number]>

export const addForm = page(`GET ${addAddress}`, {
  access: 'administrator',
  handle: async (context) => view(context, { values: { role: 'member' }, errors: {} }),
})

/** Adds an account for somebody who chooses a password with a link, or is told one. */
export const addHere = page(`POST ${addAddress}`, {
  access: 'administrator',
  form: fields,
  async handle(context) {
    const { form: values, write, texts } = context
    const role = roles.find((each) => each === values.role)
    if (!role) throw new ApiError('invalid_input')
    const wrong = (errors: Filled['errors']) => ({ ...view(context, { values, errors }), http: 422 })
    const errors = await faultsOf(context)
    if (Object.keys(errors).length > 0) return wrong(errors)
    const { username, email } = values
    const password = values.password === '' ? undefined : values.password
    const added = await write(addAccount, { username, name: values.name.trim(), email, role, password })
    if ('taken' in added) return wrong({ [added.taken]: takenText(texts, added.taken) })
    if (added.secret !== undefined) context.rememberKey(added.secret)
    return redirect(`/admin/accounts/${added.id}`, 'admin.accountAdded')
  },
})

const takenText = ({ account, admin }: Context['texts'], what: 'username' | 'email') =>
  what === 'username' ? account.signUp.taken : admin.add.emailTaken

async function faultsOf({ form: { username, name, email, password, repeat }, texts, db }: Context) {
  const { faults } = texts.account
  const errors: Record<string, string> = {}
  if (usernameFault(username)) errors.username = faults.username
  else if (await findAccount(db, username)) errors.username = takenText(texts, 'username')
  if (nameFault(name)) errors.name = faults.name
  if (email !== '' && emailFault(email)) errors.email = faults.email
  else if (email !== '' && (await findByEmail(db, email))) errors.email = takenText(texts, 'email')
  if (password !== '' || repeat !== '')
    Object.assign(errors, await passwordFaults({ texts }, { password, repeat }, [username, email]))
  return errors
}

function view(context: PageContext, filled: Filled): PageView {
  const { admin } = context.texts
  const fields = html`${details(context, filled)}${firstPassword(context, filled)}${submit(admin.add.submit)}`
  const content = html`
<p><a href="/admin/accounts">${admin.back}</a></p>
<p>${admin.add.lead}</p>
${errorSummary(context, filled)}
${form(context, addAddress, fields)}`
  return adminPage(context, 'accounts', admin.add.title, content)
}

function details(context: PageContext, filled: Filled): Html {
  const { admin, account } = context.texts
  const { signUp } = account
  const username = { label: signUp.username, hint: signUp.usernameHint, autocomplete: 'off' }
  const name = { label: admin.name, hint: admin.add.nameHint, autocomplete: 'off' }
  const email = { label: signUp.email, hint: admin.add.emailHint, autocomplete: 'off' }
  return html`
${textField(context, filled, { name: 'username', ...username, maxLength: maxUsernameLength, isRequired: true })}
${textField(context, filled, { name: 'name', ...name, maxLength: maxNameLength })}
${textField(context, filled, { name: 'email', type: 'email', ...email, maxLength: maxEmailLength })}
${radios(context, filled, {
  name: 'role',
  label: admin.may,
  options: roles.map((role) => [role, admin.roles[role].name, admin.roles[role].meaning] as const),
})}`
}

function firstPassword(context: PageContext, filled: Filled): Html {
  const { admin, account } = context.texts
  const common = { type: 'password', autocomplete: 'new-password', maxLength: maxPasswordLength } as const
  const [password, repeat] = [admin.add.password, account.signUp.repeat]
  return html`
${textField(context, filled, { ...common, name: 'password', label: password, hint: admin.add.passwordHint })}
${textField(context, filled, { ...common, name: 'repeat', label: repeat })}`
}
