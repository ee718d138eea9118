import { authenticate, type ProvenPassword } from '#src/accounts/accounts.ts'
import { checkSecondFactor } from '#src/accounts/factors/check.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { maxPasswordLength } from '#src/credentials/rules.ts'
import { codeField } from '../account/code.ts'
import { errorSummary, type Filled, form, submit, textField } from '../components/form.ts'
import { waiting } from '../components/wait-page.ts'
import { type Html, html } from '../html.ts'
import type { Answer, PageContext, PageView, RenderContext } from '../page.ts'
import type { Viewer } from '../viewer.ts'
import { settingsPage } from './frame.ts'

/**
 * The field for the current password, for what nobody else at an open browser should be able to do, and the field for a
 * code if one signs in with it. Forms with it have the fields `present` and `code`.
 */
export const currentPassword = (context: RenderContext, filled: Filled): Html => html`
${textField(context, filled, {
  name: 'present',
  type: 'password',
  label: context.texts.settings.present,
  autocomplete: 'current-password',
  maxLength: maxPasswordLength,
  isRequired: true,
})}
${context.viewer?.has_codes && codeField(context, filled, context.texts.factors.codeHint)}`

type Context = PageContext<string, string, string, Viewer>

/**
 * Does what needs the current password, and a code if one signs in with it. If either is wrong, or the password has
 * changed meanwhile, the answer is the form again, or the page that says how long to wait. Wrong guesses count like
 * those on the sign-in page.
 */
export async function withPassword(
  context: Context,
  { present: password, code }: { present: string; code: string },
  wrong: (errors: Filled['errors']) => PageView,
  work: (proven: ProvenPassword) => Promise<Answer>,
): Promise<Answer> {
  const { write, viewer, clientAddress, texts } = context
  const { remembered } = context.signingIn
  if (password === '') return wrong({ present: texts.settings.presentMissing })
  try {
    const from = { clientAddress, remembered }
    const proven = await write(authenticate, { username: viewer.username, password, ...from })
    if (viewer.has_codes && !(await write(checkSecondFactor, { account_id: viewer.id, code, ...from })))
      return wrong({ code: texts.factors.wrongCode })
    return await work(proven)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.retryAfterSeconds !== undefined) return waiting(context, error.retryAfterSeconds)
    if (error.status === 'invalid_credentials') return wrong({ present: texts.settings.presentWrong })
    throw error
  }
}

/** A form about signing in, on a page of its own below the settings. */
export function signInForm(
  context: Context,
  filled: Filled,
  { path, heading, lead, fields }: { path: `/settings/account/${string}`; heading: string; lead: string; fields: Html },
): PageView {
  const content = html`
<p>${lead}</p>
${errorSummary(context, filled)}
${form(context, path, html`${fields}${submit(heading)}`)}`
  return settingsPage(context, 'account', content, heading)
}
