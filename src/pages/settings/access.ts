import { endRecovery } from '#src/accounts/recovered.ts'
import {
  endAllRemaining,
  endRemaining,
  type Remaining,
  remainingKinds,
  remainingOf,
} from '#src/accounts/remaining-access.ts'
import { buttonForm } from '../components/form.ts'
import { emptyState } from '../components/lists.ts'
import { accessAddress } from '../components/page-addresses.ts'
import { type Html, html } from '../html.ts'
import { localAddress, withNext } from '../local-address.ts'
import { type PageContext, page, redirect } from '../page.ts'
import { rowId } from '../row-id.ts'
import type { Viewer } from '../viewer.ts'
import { settingsPage } from './frame.ts'

type Context = PageContext<string, string, string, Viewer>

/** What opens the account besides its password. Whoever got back into it comes here first. */
export const access = page(`GET ${accessAddress}`, {
  access: 'account',
  query: ['next'],
  async handle(context) {
    const { db, viewer, texts, format, now, config, query } = context
    const { access: words, factors } = texts
    const next = localAddress(query.next)
    const asked = { account_id: viewer.id, now, sessionDays: config.sessionDays }
    const { recovered_at } = viewer
    const remaining = await remainingOf(db, asked)
    const content = html`
${recovered_at !== null && html`<p class="lead">${words.recovered(format.time(recovered_at))}</p>`}
${remaining.length === 0 ? emptyState(words.none, words.noneText) : list(context, remaining, next)}
${
  viewer.has_codes &&
  html`<h3>${factors.codes.title}</h3>
<p>${words.codes}</p>
<p><a class="button" href="/settings/account/codes/off">${factors.codes.turnOff}</a></p>`
}
${(recovered_at !== null || next !== '/') && goOn(context, next, remaining.length > 0)}`
    return settingsPage(context, 'account', content, words.title)
  },
})

const list = (context: Context, remaining: readonly Remaining[], next: string): Html => {
  const { access: words } = context.texts
  return html`
<p>${words.lead}</p>
<ul class="rows">${remaining.map((each) => row(context, each, next))}</ul>
<p class="hint">${words.endAllText}</p>
${buttonForm(context, `${accessAddress}/end-all`, words.endAll, { fields: { next }, className: 'button danger' })}`
}

function row(context: Context, { what, id, name, at }: Remaining, next: string): Html {
  const { texts, format } = context
  const { access: words } = texts
  const title = what === 'calendar' || what === 'player' ? words[what] : what === 'list' ? words.list(name) : name
  return html`
<li>
<div>
<strong>${title}</strong> <span class="tag">${words.kinds[what]}</span>
<p class="hint">${words.since(format.time(at))}</p>
</div>
${buttonForm(context, `${accessAddress}/end`, html`${words.end}<span class="unseen"> ${title}</span>`, {
  fields: { what, id, next },
  className: 'button danger',
})}
</li>`
}

const goOn = (context: Context, next: string, isLeft: boolean): Html => {
  const { keep, goOn: go } = context.texts.access
  const how = { fields: { next }, className: 'button primary' }
  return html`<div class="actions">${buttonForm(context, `${accessAddress}/keep`, isLeft ? keep : go, how)}</div>`
}

export const endAccess = page(`POST ${accessAddress}/end`, {
  access: 'account',
  form: ['what', 'id', 'next'],
  async handle(context) {
    const { write, viewer: holder, language, form } = context
    const what = remainingKinds.find((kind) => kind === form.what)
    const id = what === 'calendar' || what === 'player' ? 0 : rowId(form.id)
    if (what === undefined || id === undefined || !(await write(endRemaining, { what, id, holder, language })))
      return undefined
    context.sendMails()
    return redirect(withNext(accessAddress, localAddress(form.next)), 'access.ended')
  },
})

export const endAllAccess = page(`POST ${accessAddress}/end-all`, {
  access: 'account',
  form: ['next'],
  async handle(context) {
    const { viewer, language, form } = context
    await context.write(endAllRemaining, { holder: viewer, language, session_id: viewer.session_id })
    context.sendMails()
    return redirect(withNext(accessAddress, localAddress(form.next)), 'access.allEnded')
  },
})

/** The person has looked at what is left. */
export const keepAccess = page(`POST ${accessAddress}/keep`, {
  access: 'account',
  form: ['next'],
  async handle({ write, form }) {
    await write(endRecovery, undefined)
    return redirect(localAddress(form.next))
  },
})
