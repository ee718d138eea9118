import { isWebAddress } from '#src/contract/web-address.ts'
import { maxReasonLength } from '#src/contributions/moderation.ts'
import {
  type AnyKey,
  keysOnPage,
  maxKeySearchLength,
  restoreAnyKey,
  revokeAnyKey,
  searchKeys,
  suspendAnyKey,
} from '#src/keys/all-keys.ts'
import type { KindOfUse } from '#src/keys/key-application.ts'
import type { NoticeName } from '#src/texts/index.ts'
import { adminPage } from '../admin/frame.ts'
import { form as formOf } from '../components/form.ts'
import { emptyState, nextStep, pagination } from '../components/lists.ts'
import { reasonIn } from '../components/reason.ts'
import { type Html, html } from '../html.ts'
import { localAddress } from '../local-address.ts'
import { type Page, type PageContext, page, redirect } from '../page.ts'
import { pageNumber } from './notifications.ts'
import { limitText } from './overview.ts'
import { languagesText } from './shown-languages.ts'

const address = '/admin/keys'
const addressOf = (query: string, number: number) =>
  `${address}?${new URLSearchParams({ ...(query && { query }), ...(number > 1 && { page: String(number) }) })}`

export const allKeys = page('GET /admin/keys', {
  access: 'administrator',
  query: ['query', 'page'],
  async handle(context) {
    const { db, query: given, texts, format, now } = context
    const { keys: words } = texts
    const query = given.query.slice(0, maxKeySearchLength).trim()
    const number = pageNumber(given.page)
    const { keys, total } = await searchKeys(db, query, number)
    const pages = { page: number, total_pages: Math.ceil(total / keysOnPage) }
    return adminPage(
      context,
      'keys',
      words.allTitle,
      html`
<form class="search-form" action="${address}" role="search" aria-label="${words.searchKeys}">
<label for="query">${words.searchKeys}</label>
<p class="hint" id="query-hint">${words.searchHint}</p>
<div class="search-line">
<input type="search" id="query" name="query" value="${query}" maxlength="${maxKeySearchLength}"
aria-describedby="query-hint">
<button class="button">${words.search}</button></div>
</form>
${
  total === 0
    ? emptyState(words.noneFound, words.noneFoundText, nextStep(address, words.allKeys))
    : html`<p>${words.found(format.number(total))}</p>`
}
${keys.length > 0 && table(context, keys, now, addressOf(query, number))}
${pagination(context, pages, (to) => addressOf(query, to))}`,
    )
  },
})

function table(context: PageContext, keys: readonly AnyKey[], now: Date, back: string): Html {
  const { keys: words } = context.texts
  const titles = [words.application, words.holder, words.key, words.plan, words.lastUsed, words.state, words.actions]
  return html`
<div class="wide-table" tabindex="0" role="region" aria-label="${words.allTitle}">
<table class="all-keys">
<thead><tr>${titles.map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>
<tbody>${keys.map((key) => row(context, key, now, back))}</tbody>
</table>
</div>`
}

function row(context: PageContext, key: AnyKey, now: Date, back: string): Html {
  const { texts, format, config } = context
  const { keys: words } = texts
  const { name, application_address, kind_of_use, summary, contact, username, last_four, plan, dialect } = key
  const languages = languagesText(context, key)
  const state = stateOf(key, now)
  const isPlex = key.use === 'plex'
  return html`
<tr>
<th scope="row">${name}
${
  kind_of_use !== '' &&
  html`<details><summary>${words.kindsOfUse[kind_of_use as KindOfUse]}</summary>
${
  isWebAddress(application_address) &&
  html`<p><a href="${application_address}" rel="noreferrer nofollow">${application_address}</a></p>`
}
<p>${summary}</p><p>${contact}</p></details>`
}</th>
<td>${username ?? words.ofCommandLine}
${key.is_holder_suspended && html`<br><span class="state-suspended">${words.holderSuspended}</span>`}</td>
<td><code>${last_four}</code><br><span class="hint">${format.time(key.created_at)}</span></td>
<td>${isPlex ? words.opensPlex : words.plans[plan]}<br><span class="hint">${limitText(context, key)}
${!isPlex && html`<br>${words.dialectLabel}: ${words.dialects[dialect ?? config.dialect]}`}${
  languages !== '' &&
  html`<br>
${words.languagesLabel}: ${languages}`
}</span></td>
<td>${key.last_used_at === null ? words.neverUsed : format.time(key.last_used_at)}</td>
<td><span class="state state-${state}">${words.states[state]}</span></td>
<td>${actions(context, key, state, back)}</td>
</tr>`
}

type State = 'valid' | 'suspended' | 'revoked' | 'replaced' | 'ended'

function stateOf({ revoked_at, suspended_at, ends_at }: AnyKey, now: Date): State {
  if (revoked_at !== null) return 'revoked'
  if (ends_at !== null && ends_at <= now.toISOString()) return 'ended'
  if (suspended_at !== null) return 'suspended'
  return ends_at === null ? 'valid' : 'replaced'
}

function actions(context: PageContext, { id, name, last_four }: AnyKey, state: State, back: string): Html {
  const { keys: words, audit } = context.texts
  if (state === 'revoked' || state === 'ended') return html`–`
  const action = (path: string, label: string, button: string, text: Html | false) => html`
<details><summary>${label}<span class="unseen"> ${words.forKey(name, last_four)}</span></summary>${text}
${formOf(
  context,
  `${address}/${id}/${path}`,
  html`
<input type="hidden" name="next" value="${back}">
<label>${audit.reason}<span class="hint">${audit.reasonHint}</span>
<input name="reason" maxlength="${maxReasonLength}"></label>
<button class="button danger">${button}</button>`,
  'row-form',
)}</details>`
  const other =
    state === 'suspended'
      ? action('restore', words.restore, words.restore, false)
      : action('suspend', words.suspend, words.suspend, false)
  return html`<div class="row-actions">${other}
${action('revoke', words.revoke, words.revokeNow, html`<p>${words.revokeText}</p>`)}</div>`
}

/** An action of an administrator on a key, and the notice that follows it. */
const doing = (path: string, act: typeof suspendAnyKey, notice: NoticeName): Page =>
  page(`POST /admin/keys/{key_id}/${path}`, {
    access: 'administrator',
    form: ['next', 'reason'],
    async handle({ params, form, write }) {
      if (!/^[1-9]\d{0,14}$/.test(params.key_id)) return undefined
      const isDone = await write(act, { id: Number(params.key_id), reason: reasonIn(form.reason) })
      return redirect(localAddress(form.next || address), isDone ? notice : 'keys.unchanged')
    },
  })

export const suspendKey = doing('suspend', suspendAnyKey, 'keys.suspended')
export const restoreKey = doing('restore', restoreAnyKey, 'keys.restored')
export const revokeKeyOfOther = doing('revoke', revokeAnyKey, 'keys.revoked')
