import { authenticate, type ProvenPassword } from '#src/accounts/accounts.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { maxPasswordLength } from '#src/credentials/rules.ts'
import { waiting } from '../account/waiting.ts'
import { errorSummary, type Filled, form, submit, textField } from '../components/form.ts'
import { type Html, html } from '../html.ts'
import type { Answer, PageContext, PageView, RenderContext } from '../page.ts'
import type { Viewer } from '../viewer.ts'
import { settingsPage } from './frame.ts'

/** The field for the current password, for what nobody else at an open browser should be able to do. */
export const presentPassword = (context: RenderContext, filled: Filled): Html =>
  textField(context, filled, {
    name: 'present',
    type: 'password',
    label: context.texts.settings.present,
    autocomplete: 'current-password',
    maxLength: maxPasswordLength,
    isRequired: true,
  })

type Context = PageContext<string, string, string, Viewer>

/**
 * Does what needs the current password. If it is wrong, or has changed meanwhile, the answer is the form again, or the
 * page that says how long to wait. Wrong guesses count like those on the sign-in page.
 */
export async function withPassword(
  context: Context,
  password: string,
  wrong: (errors: Filled['errors']) => PageView,
  work: (proven: ProvenPassword) => Promise<Answer>,
): Promise<Answer> {
  const { db, passwords, viewer, clientAddress, remembered, noteEvent, now, texts } = context
  if (password === '') return wrong({ present: texts.settings.presentMissing })
  try {
    const { username } = viewer
    const credentials = { username, password, clientAddress, remembered, noteEvent, now }
    return await work(await authenticate(db, passwords, credentials))
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
