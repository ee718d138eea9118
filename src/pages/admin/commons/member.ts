import type { Following } from '#src/commons/following/followings.ts'
import { findMember, type Member, maxSiteLength, maxTokenLength, siteOf } from '#src/commons/offering/members.ts'
import { countOpenOffers } from '#src/commons/returning/offers.ts'
import { memberProblems } from '#src/contract/offering.ts'
import { buttonForm, errorSummary, type Filled, form, submit, textField } from '../../components/form.ts'
import { type Html, html } from '../../html.ts'
import type { PageContext } from '../../page.ts'
import { correctionsAddress } from './addresses.ts'

/** On the page of a followed catalogue: what is on its way back, and the way to send more. */
export async function backSection(context: PageContext, { id, name }: Following): Promise<Html> {
  const { db, texts, format } = context
  const { offered } = texts
  const [member, open] = [await findMember(db, id), await countOpenOffers(db, id)]
  return html`
<section class="part"><h2>${offered.heading}</h2>
<p>${offered.lead(name)}</p>
${memberFacts(context, member)}
<p>${open > 0 && html`${offered.counts(format.number(open))} · `}<a href="${correctionsAddress(id)}">${
    offered.toCorrections
  }</a></p></section>`
}

/** In whose name is sent, and what is wrong with it. */
export function memberFacts({ texts: { offered } }: PageContext, member: Member | undefined): Html {
  if (!member) return html`<p class="hint">${offered.noToken}</p>`
  const { username, last_four, address, problem } = member
  return html`
<dl class="facts"><div><dt>${offered.member}</dt><dd><bdi>${offered.memberOf(username, last_four)}</bdi></dd></div>
<div><dt>${offered.site}</dt><dd><span class="path"><bdi>${address}</bdi></span></dd></div></dl>
${
  problem &&
  html`<p class="warning">${offered.problems[problem.is]}${
    !memberProblems[problem.is].isRefused && html` ${offered.retried}`
  }</p>
${problem.detail !== '' && html`<p class="hint"><bdi>${problem.detail}</bdi></p>`}`
}`
}

/** The form for a token, and the way to take it away. */
export function memberForm(context: PageContext, following: Following, member: Member | undefined, filled: Filled) {
  const { offered } = context.texts
  const at = `${correctionsAddress(following.id)}/token`
  const values = { site: member?.address ?? siteOf(following.address), ...filled.values }
  const all = { ...filled, values }
  const site = { name: 'site', label: offered.siteLabel, hint: offered.siteHint, maxLength: maxSiteLength }
  const token = { name: 'token', label: offered.token, hint: offered.tokenHint, maxLength: maxTokenLength }
  return html`
${errorSummary(context, all)}
${form(
  context,
  at,
  html`${textField(context, all, { ...site, type: 'url', isRequired: true })}
${textField(context, all, { ...token, type: 'password', autocomplete: 'off', isRequired: true })}
${submit(member ? offered.another : offered.give)}`,
)}
${member && buttonForm(context, `${at}/remove`, offered.forget)}`
}
