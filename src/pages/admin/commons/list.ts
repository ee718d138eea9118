import { type Following, listFollowings } from '#src/commons/following/followings.ts'
import { lagOf } from '#src/commons/following/waiting.ts'
import { blank, errorSummary, type Filled, form, submit, textField } from '../../components/form.ts'
import { emptyState } from '../../components/lists.ts'
import { type Html, html } from '../../html.ts'
import { type PageContext, type PageView, page } from '../../page.ts'
import { adminPage } from '../frame.ts'
import { addressOfFollowed, followingAddress } from './addresses.ts'
import { lagText } from './lag-text.ts'

/** The longest address, or path, that is looked at. */
export const maxAddressLength = 2_000

export const list = page(`GET ${followingAddress}`, {
  access: 'administrator',
  handle: (context) => listView(context, blank),
})

/** All followed catalogues, and the form for another one. */
export async function listView(context: PageContext, filled: Filled): Promise<PageView> {
  const { db, texts } = context
  const { followed: commons } = texts
  const all = await listFollowings(db)
  const address = { name: 'address', label: commons.address, hint: commons.addressHint, maxLength: maxAddressLength }
  const content = html`
<p class="lead">${commons.lead}</p>
${errorSummary(context, filled)}
${
  all.length === 0
    ? emptyState(commons.none, commons.meaning)
    : html`<ul class="rows">${all.map((one) => row(context, one))}</ul>`
}
<section class="part"><h2>${commons.another}</h2>
${form(
  context,
  `${followingAddress}/look`,
  html`${textField(context, filled, { ...address, isRequired: true })}${submit(commons.look)}`,
)}</section>`
  return adminPage(context, 'following', commons.title, content)
}

function row(context: PageContext, following: Following): Html {
  const { texts, format, now } = context
  const { followed: commons } = texts
  const { id, name, state, packet, offered, problem } = following
  const lag = lagOf(following, now)
  return html`
<li><a href="${addressOfFollowed(id)}"><bdi>${name}</bdi></a>
<span class="hint">${commons.states[state]} ·
${commons.position}: ${commons.packetOf(format.number(packet), format.number(offered?.packet ?? packet))} ·
${lag === 0 ? commons.notBehind : `${commons.lag} ${lagText(context, lag)}`}</span>
${problem && html`<p class="warning">${commons.problems[problem.is]}</p>`}</li>`
}
