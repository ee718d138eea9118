import { findAccount } from '#src/accounts/accounts.ts'
import { ACT_DAYS, type Act, type ActKind, actKinds, listActs } from '#src/audit/acts.ts'
import { roles } from '#src/contract/access.ts'
import { maxUsernameLength } from '#src/credentials/rules.ts'
import { wordTable } from '#src/reference/word-table.ts'
import { type Filled, selectField, submit, textField } from '../components/form.ts'
import { emptyState, nextStep } from '../components/lists.ts'
import { editAddress } from '../history/edits.ts'
import { type Html, html, nothing } from '../html.ts'
import { type PageContext, page } from '../page.ts'
import { rowId } from '../row-id.ts'
import { adminPage } from './frame.ts'

const address = '/admin/audit-log'

export const auditLog = page(`GET ${address}`, {
  access: 'administrator',
  query: ['action', 'person', 'before'],
  async handle(context) {
    const { db, query, texts } = context
    const { audit } = texts
    const what = actKinds.find((kind) => kind === query.action)
    const username = query.person.trim()
    const person = username === '' ? undefined : ((await findAccount(db, username))?.id ?? nobody)
    const { acts, next } = await listActs(db, { what, person, before: rowId(query.before) })
    const older =
      next !== undefined && `${address}?${new URLSearchParams({ ...chosen(what, username), before: `${next}` })}`
    const toAll = nextStep(address, audit.wholeLog)
    const content = html`
<p>${audit.lead(ACT_DAYS)}</p>
${filterForm(context, what, username)}
${acts.length === 0 ? emptyState(audit.noneTitle, audit.noneText, toAll) : actTable(context, acts)}
${older && html`<p><a class="button" rel="next" href="${older}">${audit.older}</a></p>`}`
    return adminPage(context, 'audit-log', audit.title, content)
  },
})

/** The id of no account. */
const nobody = 0

const chosen = (what: ActKind | undefined, person: string) => ({
  ...(what && { action: what }),
  ...(person !== '' && { person }),
})

function filterForm(context: PageContext, what: ActKind | undefined, person: string): Html {
  const { audit } = context.texts
  const filled: Filled = { values: { action: what ?? '', person }, errors: {} }
  const kinds = actKinds.map((kind) => [kind, audit.acts[kind]] as const)
  return html`
<form class="form audit-filter" role="search" aria-label="${audit.filter}" action="${address}">
${selectField(context, filled, { name: 'action', label: audit.kind, options: [['', audit.anyKind], ...kinds] })}
${textField(context, filled, {
  name: 'person',
  label: audit.person,
  hint: audit.personHint,
  type: 'search',
  maxLength: maxUsernameLength,
})}
${submit(audit.show)}
</form>`
}

export const actTable = (context: PageContext, acts: readonly Act[]): Html => {
  const { audit } = context.texts
  return html`
<div class="wide-table" role="region" aria-label="${audit.title}" tabindex="0">
<table class="all-acts">
<thead><tr>${[audit.kind, audit.details, audit.actor, audit.time].map(
    (title) => html`<th scope="col">${title}</th>`,
  )}</tr></thead>
<tbody>${acts.map((act) => row(context, act))}</tbody>
</table>
</div>`
}

function row(context: PageContext, act: Act): Html {
  const { texts, format } = context
  const { audit } = texts
  const reason = act.reason !== '' && html`<p class="hint">${audit.reason}: ${act.reason}</p>`
  return html`
<tr>
<th scope="row">${audit.acts[act.what]}</th>
<td>${detailsOf(context, act).map((detail) => html`<p>${detail}</p>`)}${reason}</td>
<td>${act.actor_id === null ? audit.commandLine : person(context, act.actor_id, act.actor, act.is_actor_deleted)}</td>
<td>${format.time(act.at)}</td>
</tr>`
}

/** A link to an account; the deleted have neither a name nor a page. */
function person({ texts: { audit }, viewer }: PageContext, id: number, name: string | null, isDeleted: boolean): Html {
  if (isDeleted) return html`${audit.deletedAccount}`
  const address = viewer?.role === 'administrator' ? `/admin/accounts/${id}` : `/moderation/member/${name}`
  return html`<a href="${address}">${name ?? ''}</a>`
}

const paths: Readonly<Record<string, string>> = wordTable({
  movie: 'movie',
  series: 'tv',
  person: 'person',
  list: 'list',
})

/** A setting of the server, and what it is now. */
function settingOf({ texts: { server } }: PageContext, { setting, value }: Act['about']): string {
  const names: Readonly<Record<string, string>> = server.names
  const values: Readonly<Record<string, string>> =
    setting === 'signups' ? server.signups : setting === 'private' ? server.visibility : {}
  return `${names[String(setting)] ?? setting}: ${values[String(value)] ?? value}`
}

/** Whom or what an act concerns. */
function detailsOf(context: PageContext, act: Act): Html[] {
  const { admin, audit, history } = context.texts
  const { account_id, key_name, last_four, about } = act
  const roleName = (name: unknown) => admin.roles[roles.find((role) => role === name) ?? 'member'].name
  const edit = typeof about.edit_id === 'number' ? about.edit_id : undefined
  // What is gone has no page, but the edit that has removed it has one.
  const path = edit === undefined ? paths[String(about.kind)] : undefined
  const isNamed = path === undefined && edit === undefined && about.title !== undefined
  const title = String(about.title ?? audit.record)
  return [
    account_id === null ? nothing : person(context, account_id, act.account, act.is_account_deleted),
    key_name === null ? nothing : html`${audit.key(key_name, last_four ?? '')}`,
    about.role === undefined
      ? nothing
      : html`${audit.role(about.before === undefined ? undefined : roleName(about.before), roleName(about.role))}`,
    about.setting === undefined ? nothing : html`${settingOf(context, about)}`,
    isNamed ? html`${title}` : nothing,
    edit === undefined
      ? nothing
      : html`<a href="${editAddress(edit)}">${about.title === undefined ? history.edit(edit) : title}</a>`,
    path === undefined ? nothing : html`<a href="/${path}/${about.entity_id ?? ''}">${title}</a>`,
  ].filter((detail) => detail !== nothing)
}
