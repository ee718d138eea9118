import { type KeyedClient, otherClient } from '#src/connect/clients.ts'
import type { BroughtKey } from '#src/keys/account-keys.ts'
import { maxLimitPerSecond } from '#src/keys/keys.ts'
import { isKeyOfApp, leastTokenLength, maxTokenLength } from '#src/keys/keys-of-apps.ts'
import { type Filled, textField } from '../components/form.ts'
import { type Html, html } from '../html.ts'
import type { RenderContext } from '../page.ts'
import type { Viewer } from '../viewer.ts'

/** The fields of a form for the key that an app has of its own. */
export const ownValueFields = ['value', 'limit'] as const
type Sent = Readonly<Record<(typeof ownValueFields)[number], string>>

/** Whoever has the app can read its key, so only those who run the server open it to such a key. */
export const takesOwnValue = ({ way, id }: KeyedClient, viewer: Viewer | undefined): boolean =>
  viewer?.role === 'administrator' && (way === 'fixed' || id === otherClient)

export function ownValueField(context: RenderContext, filled: Filled): Html {
  const { connect } = context.texts
  const value = { name: 'value', label: connect.ownValue, hint: connect.ownValueHint, maxLength: maxTokenLength }
  // A value that was refused may be a key all the same, and is not shown again.
  const unsaid = { ...filled, values: { ...filled.values, value: '' } }
  return textField(context, unsaid, { ...value, autocomplete: 'off' })
}

export function ownValueControls(context: RenderContext, filled: Filled): Html {
  const { connect } = context.texts
  const limit = { name: 'limit', label: connect.ownLimit, hint: connect.ownLimitHint, maxLength: 7 }
  return html`
${ownValueField(context, filled)}
${textField(context, filled, limit)}`
}

/** The key that was pasted, with its limit; undefined if there is none, or what is wrong. */
export function ownValueIn(
  { texts: { connect } }: RenderContext,
  sent: Sent,
): { brought: BroughtKey | undefined; errors: Filled['errors'] } {
  const [secret, limit] = [sent.value.trim(), sent.limit.trim()]
  const isLimit = limit === '' || (/^[1-9]\d{0,6}$/.test(limit) && Number(limit) <= maxLimitPerSecond)
  const errors = {
    ...(secret !== '' && !isKeyOfApp(secret) && { value: connect.ownValueWrong(leastTokenLength, maxTokenLength) }),
    ...(secret === '' && limit !== '' && { value: connect.ownValueMissing }),
    ...(!isLimit && { limit: connect.ownLimitWrong(maxLimitPerSecond) }),
  }
  if (secret === '' || Object.keys(errors).length > 0) return { brought: undefined, errors }
  return { brought: { secret, limit_per_second: limit === '' ? null : Number(limit) }, errors }
}
