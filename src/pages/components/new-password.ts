import { isCommonPassword } from '#src/credentials/common-passwords.ts'
import { maxPasswordLength, passwordLengthFault } from '#src/credentials/rules.ts'
import { type Html, html } from '../html.ts'
import type { RenderContext } from '../page.ts'
import { type Filled, textField } from './form.ts'

/** What is wrong with a new password; `personalWords` are details of the person, which make no password. */
export async function passwordFaults(
  { texts }: Pick<RenderContext, 'texts'>,
  { password, repeat }: { password: string; repeat: string },
  personalWords: readonly string[],
): Promise<Record<string, string>> {
  const { signUp, faults } = texts.account
  const lengthFault = passwordLengthFault(password)
  if (lengthFault) return { password: faults[lengthFault] }
  if (await isCommonPassword(password, personalWords)) return { password: faults.passwordCommon }
  return password === repeat ? {} : { repeat: signUp.different }
}

/** The two fields for a password: the first of an account, or a new one in place of another. */
export function passwordFields(context: RenderContext, filled: Filled, { isFirst = false } = {}): Html {
  const { signUp } = context.texts.account
  const common = {
    type: 'password',
    autocomplete: 'new-password',
    maxLength: maxPasswordLength,
    isRequired: true,
  } as const
  const label = isFirst ? signUp.password : signUp.newPassword
  return html`
${textField(context, filled, { ...common, name: 'password', label, hint: signUp.passwordHint })}
${textField(context, filled, { ...common, name: 'repeat', label: signUp.repeat })}`
}
