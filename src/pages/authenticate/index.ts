import { allowApplication, denyApplication, findApplication } from '#src/accounts/request-tokens.ts'
import {
  type Scope,
  scopeOfRoles,
  scopesAmong,
  scopesOfSession,
  scopesText,
  scopesToGive,
} from '#src/contract/scopes.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { form } from '../components/form.ts'
import { type Html, html } from '../html.ts'
import { type Page, type PageContext, type PageView, page, Redirect, redirect } from '../page.ts'
import type { Viewer } from '../viewer.ts'
import { formTargetOf, placeOf, returnAddress, withAnswer } from './return-address.ts'

/**
 * What an application asks for: what every session may do, and more where the address or the form names it and the
 * person can give it.
 */
const scopesAsked = (words: string, viewer: Viewer): Scope[] => {
  const asked = scopesAmong([...scopesOfSession, ...words.split(/[ ,]/)])
  return scopesToGive(viewer).filter((scope) => asked.includes(scope))
}

/** Where a person allows an application to act for them, or denies it; the request token identifies the question. */
const path = '/authenticate/{request_token}'

type Context = PageContext<'request_token', string, string, Viewer>

const ask = page(`GET ${path}`, {
  access: 'account',
  query: ['redirect_to', 'scope'],
  async handle(context) {
    const { redirect_to, scope } = context.query
    const address = returnAddress(redirect_to)
    if (redirect_to !== '' && !address) return refusal(context, 'wrongAddress', 400)
    return question(context, address, scopesAsked(scope, context.viewer))
  },
})

const answer = page(`POST ${path}`, {
  access: 'account',
  form: ['answer', 'redirect_to', 'scope'],
  async handle(context) {
    const { write, viewer, params, form } = context
    const { request_token } = params
    const address = returnAddress(form.redirect_to)
    if (form.redirect_to !== '' && !address) return refusal(context, 'wrongAddress', 400)
    if (form.answer !== 'allow' && form.answer !== 'deny') throw new ApiError('invalid_input')
    if (viewer.email_verified_at === null) return refusal(context, 'unverified', 403)
    const isAllowed = form.answer === 'allow'
    const isAnswered = isAllowed
      ? await write(allowApplication, { request_token, scopes: scopesAsked(form.scope, viewer) })
      : await write(denyApplication, request_token)
    if (!isAnswered) return refusal(context, 'over', 404)
    const word = isAllowed ? 'approved' : 'denied'
    return address ? new Redirect(withAnswer(address, request_token, word)) : redirect(`/authenticate/${word}`)
  },
})

async function question(context: Context, address: URL | undefined, scopes: readonly Scope[]): Promise<PageView> {
  const { db, now, viewer, params, texts, format } = context
  const { request_token } = params
  const application = await findApplication(db, { request_token, now })
  if (!application) return refusal(context, 'over', 404)
  if (viewer.email_verified_at === null) return refusal(context, 'unverified', 403)
  const { ask } = texts.applications
  const { name, address: home, expires_at } = application
  const list = (items: readonly string[]) => html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`
  const main = html`
<section class="narrow card">
<h1>${ask.title(name)}</h1>
${home !== '' && html`<p class="lead">${home}</p>`}
<p>${texts.common.signedInAs(viewer.displayName)}</p>
<h2>${ask.may}</h2>
${list([
  ...ask.permissions,
  ...(scopes.includes('edit') ? [ask.editing] : []),
  ...(scopes.includes(scopeOfRoles) ? [ask.moderating] : []),
])}
<h2>${ask.mayNot}</h2>
${list([
  ...ask.refusals,
  ...(scopesToGive(viewer).includes(scopeOfRoles) && !scopes.includes(scopeOfRoles) ? [ask.moderating] : []),
])}
<p class="hint">${ask.revocable}</p>
<p>${address ? ask.leads(placeOf(address)) : ask.stays} ${ask.ends(format.time(expires_at))}</p>
${form(context, `/authenticate/${encodeURIComponent(request_token)}`, answers(context, address, scopes))}
</section>`
  const formTargets = address ? [formTargetOf(address)] : []
  return { title: ask.title(name), main, isPrivate: true, formTargets }
}

const answers = (
  { texts: { applications } }: Context,
  address: URL | undefined,
  scopes: readonly Scope[],
): Html => html`
<input type="hidden" name="redirect_to" value="${address?.href ?? ''}">
<input type="hidden" name="scope" value="${scopesText(scopes)}">
<p class="actions">
<button class="button primary" name="answer" value="allow">${applications.ask.allow}</button>
<button class="button" name="answer" value="deny">${applications.ask.deny}</button>
</p>`

/** Why there is nothing to answer. */
function refusal({ texts }: PageContext, why: 'over' | 'unverified' | 'wrongAddress', http: number): PageView {
  const { title, text } = texts.applications[why]
  return { ...message(title, text, html`<p><a class="button" href="/">${texts.common.errors.home}</a></p>`), http }
}

const message = (title: string, text: string, action: Html): PageView => ({
  title,
  isPrivate: true,
  main: html`
<section class="status-page">
<h1>${title}</h1>
<p>${text}</p>
${action}
</section>`,
})

/** If the application gave no address, the person returns by hand. */
const answered = (word: 'approved' | 'denied') =>
  page(`GET /authenticate/${word}`, {
    access: 'account',
    async handle({ texts: { applications } }) {
      const { title, text } = applications[word]
      return message(title, text, html`<p><a href="/settings/applications">${applications.title}</a></p>`)
    },
  })

export const authenticate: readonly Page[] = [ask, answer, answered('approved'), answered('denied')]
