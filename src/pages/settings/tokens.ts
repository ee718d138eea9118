import { scopes, scopesToGive } from '#src/contract/scopes.ts'
import {
  type ListedToken,
  makeToken,
  maxTokenNameLength,
  maxTokensOfAccount,
  revokeToken,
  TokensFullError,
  tokenLifetimesDays,
  tokenOfAccountBySecret,
  tokensOfAccount,
} from '#src/keys/access-tokens.ts'
import { type AccountKey, keysOfAccount } from '#src/keys/account-keys.ts'
import { hiddenIn } from '#src/reference/hidden.ts'
import { copyable } from '../components/copyable.ts'
import {
  buttonForm,
  checkboxes,
  errorSummary,
  type Filled,
  form,
  selectField,
  submit,
  textField,
} from '../components/form.ts'
import { emptyState } from '../components/lists.ts'
import { verifyFirst } from '../components/unverified.ts'
import { orWait } from '../components/wait-page.ts'
import { type Html, html } from '../html.ts'
import { type PageContext, type PageView, page, redirect } from '../page.ts'
import { rowId } from '../row-id.ts'
import type { Viewer } from '../viewer.ts'
import { settingsPage } from './frame.ts'

const address = '/settings/tokens'
const madeAddress = `${address}/made`
const keysAddress = '/settings/api'

type Context = PageContext<string, string, string, Viewer>

export const tokens = page('GET /settings/tokens', {
  access: 'account',
  handle: (context) =>
    view(context, { values: { scope_read: 'on', lifetime: String(tokenLifetimesDays[1]) }, errors: {} }),
})

export const createToken = page('POST /settings/tokens', {
  access: 'account',
  form: ['name', 'key_id', 'lifetime', ...scopes.map((scope) => `scope_${scope}` as const)],
  async handle(context) {
    const { form: values, viewer, texts } = context
    const { wrong, full } = texts.tokens
    if (viewer.email_verified_at === null) return { ...(await view(context, { values, errors: {} })), http: 403 }
    const refused = async (errors: Filled['errors']) => ({ ...(await view(context, { values, errors })), http: 422 })
    const name = values.name.trim()
    const key_id = rowId(values.key_id)
    const chosen = scopesToGive(viewer).filter((scope) => values[`scope_${scope}`] !== '')
    const lifetimeDays = tokenLifetimesDays.find((days) => String(days) === values.lifetime)
    const errors: Record<string, string> = {}
    if (name === '' || name.length > maxTokenNameLength || hiddenIn(name)) errors.name = wrong.name(maxTokenNameLength)
    if (key_id === undefined) errors.key_id = wrong.key
    if (chosen.length === 0) errors.scopes = wrong.scopes
    if (lifetimeDays === undefined) errors.lifetime = wrong.lifetime
    if (key_id === undefined || lifetimeDays === undefined || Object.keys(errors).length > 0) return refused(errors)
    const making = context.write(makeToken, { key_id, name, scopes: chosen, lifetimeDays })
    return making.then(
      async (made) => {
        if (!made) return refused({ key_id: wrong.key })
        context.sendMails()
        await context.noteEvent('token_made', viewer.id, key_id)
        context.rememberKey(made.secret)
        return redirect(madeAddress)
      },
      (error) =>
        error instanceof TokensFullError ? refused({ name: full(maxTokensOfAccount) }) : orWait(context)(error),
    )
  },
})

/** Shows a token in full, once, in the way of a new key. */
export const madeToken = page(`GET ${madeAddress}`, {
  access: 'account',
  async handle(context) {
    const { db, viewer, site, takeKey } = context
    const words = context.texts.tokens
    const secret = takeKey()
    const token = secret && (await tokenOfAccountBySecret(db, { account_id: viewer.id, secret }))
    const toTokens = html`<p class="actions"><a class="button" href="${address}">${words.toTokens}</a></p>`
    if (!token) return settingsPage(context, 'tokens', html`<p>${words.shownAlready}</p>${toTokens}`, words.madeTitle)
    const content = html`
<div class="card new-key">
<h3>${words.madeFor(token.name)}</h3>
<p class="warning">${words.madeOnce}</p>
${copyable(context, secret, 'new-token')}
<h3>${words.tryIt}</h3>
<p>${words.tryItText}</p>
<pre tabindex="0"><code>curl -H 'Authorization: Bearer ${secret}' '${site}/3/account'</code></pre>
</div>
${toTokens}`
    return settingsPage(context, 'tokens', content, words.madeTitle)
  },
})

export const endToken = page('POST /settings/tokens/revoke', {
  access: 'account',
  form: ['id'],
  async handle({ write, form }) {
    const id = rowId(form.id)
    if (id === undefined || !(await write(revokeToken, id))) return undefined
    return redirect(address, 'tokens.revoked')
  },
})

async function view(context: Context, filled: Filled): Promise<PageView> {
  const { db, viewer, now, texts } = context
  const words = texts.tokens
  const [listed, { active }] = await Promise.all([
    tokensOfAccount(db, viewer.id, now),
    keysOfAccount(db, viewer.id, now),
  ])
  const keys = active.filter(({ ends_at, suspended_at }) => ends_at === null && suspended_at === null)
  const isVerified = viewer.email_verified_at !== null
  const mayMake = isVerified && keys.length > 0
  const toKeys = html`<p class="actions"><a class="button" href="${keysAddress}">${words.toKeys}</a></p>`
  const content = html`
<p class="lead">${words.lead}</p>
${listed.length > 0 && html`<ul class="rows">${listed.map((token) => row(context, token))}</ul>`}
${listed.length === 0 && mayMake && emptyState(words.none, words.noneText)}
${!isVerified && verifyFirst(context)}
${isVerified && keys.length === 0 && emptyState(words.noKey, words.noKeyText, toKeys)}
${mayMake && listed.length >= maxTokensOfAccount && html`<p>${words.full(maxTokensOfAccount)}</p>`}
${mayMake && listed.length < maxTokensOfAccount && newToken(context, keys, filled)}`
  return settingsPage(context, 'tokens', content)
}

function row(context: Context, token: ListedToken): Html {
  const { texts, format } = context
  const words = texts.tokens
  const { id, name, last_four: lastFour, key_name: keyName, scopes, created_at, ends_at, last_used_on } = token
  const about = { name, lastFour, keyName }
  const end = ends_at === null ? words.neverExpires : token.isExpired ? '' : words.expires(format.time(ends_at))
  const use = last_used_on === null ? words.neverUsed : words.lastUsed(format.date(last_used_on))
  return html`
<li>
<div>
<strong>${name}</strong> ${scopes.map((scope) => html`<span class="tag">${words.scopes[scope]}</span> `)}
${token.isExpired && ends_at !== null && html`<p class="warning">${words.expired(format.time(ends_at))}</p>`}
${!token.is_key_active && html`<p class="warning">${words.keyInactive}</p>`}
<p class="hint">${words.facts(about)}</p>
<p class="hint">${words.created(format.time(created_at))} ${end} ${use}</p>
</div>
${buttonForm(context, `${address}/revoke`, html`${words.revoke}<span class="unseen"> ${words.token(about)}</span>`, {
  fields: { id },
  className: 'button danger',
})}
</li>`
}

function newToken(context: Context, keys: readonly AccountKey[], filled: Filled): Html {
  const words = context.texts.tokens
  const keyOptions = keys.map(({ id, name, last_four }) => [String(id), `${name} (…${last_four})`] as const)
  const scopeOptions = scopesToGive(context.viewer).map(
    (scope) => [`scope_${scope}`, words.scopes[scope], words.scopeHints[scope]] as const,
  )
  const lifetimes = tokenLifetimesDays.map((days) => [String(days), words.lifetimeDays(days)] as const)
  return html`
<h2 id="new">${words.newTitle}</h2>
${errorSummary(context, filled)}
${form(
  context,
  address,
  html`
${textField(context, filled, { name: 'name', label: words.name, hint: words.nameHint, maxLength: maxTokenNameLength })}
${selectField(context, filled, { name: 'key_id', label: words.key, options: keyOptions })}
${checkboxes(context, filled, { name: 'scopes', label: words.scopesLabel, options: scopeOptions })}
${selectField(context, filled, { name: 'lifetime', label: words.lifetime, options: lifetimes })}
${submit(words.create)}`,
)}`
}
