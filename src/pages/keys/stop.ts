import {
  type AccountKey,
  KeysFullError,
  KeyTakenError,
  keyOfAccount,
  maxKeysOfAccount,
  maxOverlapDays,
  replaceKey,
  revokeKeyOfAccount,
} from '#src/keys/account-keys.ts'
import { errorSummary, type Filled, form, selectField } from '../components/form.ts'
import { html } from '../html.ts'
import { type PageContext, type PageView, page, redirect } from '../page.ts'
import { settingsPage } from '../settings/frame.ts'
import type { Viewer } from '../viewer.ts'
import { keysAddress, madeAddress } from './overview.ts'
import { ownValueField, ownValueIn } from './own-value.ts'

/** What ends a key: replacing or revoking it. Each has a page of its own. */

export type KeyContext = PageContext<'key_id'> & { viewer: Viewer }

/** The key that an address names, if it is an active one of the viewer's. */
export async function keyOf({ params, db, viewer, now }: KeyContext): Promise<AccountKey | undefined> {
  if (!/^[1-9]\d{0,14}$/.test(params.key_id)) return undefined
  return await keyOfAccount(db, { account_id: viewer.id, id: Number(params.key_id), now })
}

export const replacement = page('GET /settings/api/{key_id}/replace', {
  access: 'account',
  async handle(context) {
    const key = await keyOf(context)
    if (!key || key.ends_at !== null || key.suspended_at !== null) return undefined
    return replacing(context, key, { values: { overlap: String(maxOverlapDays) }, errors: {} })
  },
})

export const replace = page('POST /settings/api/{key_id}/replace', {
  access: 'account',
  form: ['overlap', 'value'],
  async handle(context) {
    const { form: values, viewer, write, texts } = context
    const { keys } = texts
    const key = await keyOf(context)
    if (!key) return undefined
    const refused = (errors: Filled['errors']) => ({ ...replacing(context, key, { values, errors }), http: 422 })
    const overlapDays = /^\d$/.test(values.overlap) ? Number(values.overlap) : maxOverlapDays + 1
    if (overlapDays > maxOverlapDays) return refused({ overlap: keys.wrong.overlap(maxOverlapDays) })
    const own = mayBring(key, viewer) ? ownValueIn(context, { value: values.value, limit: '' }) : nothingBrought
    if (Object.keys(own.errors).length > 0) return refused(own.errors)
    const secret = own.brought?.secret
    let made: Awaited<ReturnType<typeof replaceKey.handle>>
    try {
      made = await write(replaceKey, { id: key.id, overlapDays, secret })
    } catch (error) {
      if (error instanceof KeysFullError) return refused({ overlap: keys.wrong.overlapFull(maxKeysOfAccount) })
      if (error instanceof KeyTakenError) return refused({ value: texts.connect.ownValueTaken })
      throw error
    }
    if (!made) return redirect(keysAddress, 'keys.gone')
    context.sendMails()
    // Who has pasted a value knows it.
    if (secret !== undefined) return redirect(keysAddress, 'connect.made')
    context.rememberKey(made.secret)
    return redirect(madeAddress)
  },
})

const nothingBrought = { brought: undefined, errors: {} }

/** Whoever may make a key with the value that an app has may give it another one. */
const mayBring = ({ use }: AccountKey, viewer: Viewer | undefined): boolean =>
  use === 'interface' && viewer?.role === 'administrator'

function replacing(context: PageContext, key: AccountKey, filled: Filled): PageView {
  const { keys } = context.texts
  const { id, name, last_four } = key
  const options = Array.from(
    { length: maxOverlapDays + 1 },
    (_, days) => [String(days), keys.overlapDays(days)] as const,
  )
  const content = html`
<p>${keys.forKey(name, last_four)}</p>
<p>${keys.replaceText}</p>
${errorSummary(context, filled)}
${form(
  context,
  `${keysAddress}/${id}/replace`,
  html`
${selectField(context, filled, { name: 'overlap', label: keys.overlap, hint: keys.overlapHint, options })}
${mayBring(key, context.viewer) && ownValueField(context, filled)}
<p class="actions"><button class="button primary">${keys.replaceNow}</button>
<a class="button" href="${keysAddress}">${keys.cancel}</a></p>`,
)}`
  return settingsPage(context, 'api', content, keys.replaceTitle(name))
}

export const revocation = page('GET /settings/api/{key_id}/revoke', {
  access: 'account',
  async handle(context) {
    const { keys } = context.texts
    const key = await keyOf(context)
    if (!key) return undefined
    const { id, name, last_four } = key
    const content = html`
<p>${keys.forKey(name, last_four)}</p>
<p>${keys.revokeText}</p>
${form(
  context,
  `${keysAddress}/${id}/revoke`,
  html`<p class="actions"><button class="button danger">${keys.revokeNow}</button>
<a class="button" href="${keysAddress}">${keys.cancel}</a></p>`,
)}`
    return settingsPage(context, 'api', content, keys.revokeTitle(name))
  },
})

export const revoke = page('POST /settings/api/{key_id}/revoke', {
  access: 'account',
  async handle(context) {
    const key = await keyOf(context)
    if (!key) return undefined
    const isRevoked = await context.write(revokeKeyOfAccount, key.id)
    return redirect(keysAddress, isRevoked ? 'keys.revoked' : 'keys.gone')
  },
})
