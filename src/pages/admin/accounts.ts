import { type Listed, maxAccountSearchLength, searchAccounts } from '#src/accounts/administration.ts'
import { emptyState, nextStep } from '../components/lists.ts'
import { type Html, html } from '../html.ts'
import { type PageContext, page } from '../page.ts'
import { rowId } from '../row-id.ts'
import { addAddress } from './add-account.ts'
import { adminPage } from './frame.ts'

export const accounts = page('GET /admin/accounts', {
  access: 'administrator',
  query: ['search', 'before'],
  async handle(context) {
    const { db, query, texts } = context
    const { admin } = texts
    const text = query.search.slice(0, maxAccountSearchLength)
    const { accounts, next } = await searchAccounts(db, { text, before: rowId(query.before) })
    const toAll = nextStep('/admin/accounts', admin.allAccounts)
    const content = html`
<p><a class="button" href="${addAddress}">${admin.add.title}</a></p>
${search(context, text)}
${accounts.length === 0 ? emptyState(admin.noneTitle, admin.noneText, toAll) : table(context, accounts)}
${next !== undefined && html`<p><a class="button" rel="next" href="${pageAfter(text, next)}">${admin.next}</a></p>`}`
    return adminPage(context, 'accounts', admin.places.accounts, content)
  },
})

const pageAfter = (search: string, before: number) =>
  `/admin/accounts?${new URLSearchParams({ search, before: String(before) })}`

const search = ({ texts: { admin, common } }: PageContext, text: string): Html => html`
<form class="search-form" role="search" aria-label="${admin.search}" action="/admin/accounts">
<label for="search">${admin.search}</label>
<div class="search-line">
<input type="search" id="search" name="search" value="${text}" maxlength="${maxAccountSearchLength}">
<button class="button">${common.search}</button></div>
</form>`

const table = ({ texts: { admin }, format }: PageContext, accounts: readonly Listed[]): Html => html`
<div class="wide-table" role="region" aria-label="${admin.places.accounts}" tabindex="0">
<table class="all-accounts">
<thead><tr>${[admin.account, admin.state, admin.email, admin.role, admin.created].map(
  (title) => html`<th scope="col">${title}</th>`,
)}</tr></thead>
<tbody>
${accounts.map(
  (account) => html`
<tr>
<th scope="row"><a href="/admin/accounts/${account.id}">${account.username}</a>${
    account.name !== '' && html`<br><span class="hint">${account.name}</span>`
  }</th>
<td>${stateOf({ admin }, account)}</td>
<td>${account.email || '–'}</td>
<td>${admin.roles[account.role].name}</td>
<td>${format.date(account.created_at)}</td>
</tr>`,
)}
</tbody>
</table>
</div>`

/** Whether an account can be used, as a badge with words. */
export function stateOf(
  { admin }: Pick<PageContext['texts'], 'admin'>,
  account: Pick<Listed, 'disabled_at' | 'email_verified_at'>,
): Html {
  if (account.disabled_at !== null) return html`<span class="tag bad">${admin.suspended}</span>`
  if (account.email_verified_at === null) return html`<span class="tag">${admin.unverified}</span>`
  return html`<span class="tag good">${admin.active}</span>`
}
