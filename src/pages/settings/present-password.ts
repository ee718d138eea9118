import { authenticate } from '#src/accounts/accounts.ts'
import { maxPasswordLength } from '#src/accounts/rules.ts'
import { ApiError } from '#src/errors.ts'
import { waiting } from '../account/waiting.ts'
import type { Html } from '../html.ts'
import type { PageContext, Setting, Shown } from '../page.ts'
import { type Filled, textField } from '../parts/form.ts'
import type { Viewer } from '../viewer.ts'

/** The field for the password that a person has, for what nobody else at an open browser should be able to do. */
export const presentPassword = (setting: Setting, filled: Filled): Html =>
  textField(setting, filled, {
    name: 'present',
    type: 'password',
    label: setting.texts.settings.present,
    autocomplete: 'current-password',
    maxLength: maxPasswordLength,
    isRequired: true,
  })

/**
 * Nothing where it is the person's password; otherwise what is wrong with it, or the page that says how long to wait.
 * Guesses count like those at the door.
 */
export async function confirmPassword(
  context: PageContext<string, string, string, Viewer>,
  password: string,
): Promise<string | Shown | undefined> {
  const { db, passwords, viewer, clientAddress, now, texts } = context
  if (password === '') return texts.settings.presentMissing
  try {
    await authenticate(db, passwords, { username: viewer.username, password, clientAddress, now })
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.retryAfterSeconds !== undefined) return waiting(context, error.retryAfterSeconds)
    if (error.status === 'invalid_credentials') return texts.settings.presentWrong
    throw error
  }
}
