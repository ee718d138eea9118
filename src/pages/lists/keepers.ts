import {
  acceptInvitation,
  inviteKeeper,
  type Keeper,
  keepersOf,
  leaveList,
  maxKeepers,
  removeKeeper,
} from '#src/contributions/lists/keepers.ts'
import { findList, type UserList } from '#src/contributions/lists/lists.ts'
import { maxUsernameLength } from '#src/credentials/rules.ts'
import { blank, buttonForm, errorSummary, type Filled, form, submit, textField } from '../components/form.ts'
import { type Html, html, nothing } from '../html.ts'
import { type PageContext, type PageView, page, type RenderContext, redirect } from '../page.ts'
import { idIn } from '../records/addresses.ts'
import { profileAddress } from '../records/profile-address.ts'

/** How somebody who is not the owner of a list keeps it. */
type Keeping = 'keeps' | 'invited' | undefined

/** Whoever has accepted is known to the others, also with a profile that nobody sees. */
const nameOf = ({ texts }: RenderContext, keeper: Keeper): string =>
  keeper.is_seen || keeper.accepted_at !== null ? keeper.name || keeper.username : texts.lists.hiddenMember

function linkedName(context: RenderContext, keeper: Keeper): Html {
  const name = nameOf(context, keeper)
  return keeper.is_seen ? html`<a href="${profileAddress(keeper.username)}">${name}</a>` : html`${name}`
}

/** With whom a list is kept: those who keep it see each other, others see whose profile is seen. */
export function keepersLine(context: RenderContext, keepers: readonly Keeper[], isKeeper: boolean): Html {
  const shown = keepers.filter(({ accepted_at, is_seen }) => accepted_at !== null && (isKeeper || is_seen))
  if (shown.length === 0) return nothing
  const names = shown.map((keeper, at) => html`${at > 0 && ', '}${linkedName(context, keeper)}`)
  return html`<p class="note">${context.texts.lists.keptWith} ${names}</p>`
}

/** What who is invited decides, and the way out for who keeps the list. */
export function keepingActs(context: RenderContext, list: UserList, keeping: Keeping): Html {
  const words = context.texts.lists
  const act = (name: 'accept' | 'leave', label: string, className: string) =>
    buttonForm(context, `/list/${list.id}/keeping`, label, { fields: { act: name }, className })
  if (keeping === 'keeps') return html`<div class="actions">${act('leave', words.leave, 'button')}</div>`
  if (keeping === undefined) return nothing
  return html`<div class="card invited"><p>${words.invitedBy(list.username)}</p><div class="actions">
${act('accept', words.accept, 'button primary')}${act('leave', words.rejectInvitation, 'button')}</div></div>`
}

/** Accepts an invitation, declines it, or leaves the list. */
export const keepOrLeave = page('POST /list/{list}/keeping', {
  access: 'account',
  form: ['act'],
  async handle({ write, params, form: { act } }) {
    const list_id = idIn(params.list)
    if (list_id === undefined || (act !== 'accept' && act !== 'leave')) return undefined
    const done = await write(act === 'accept' ? acceptInvitation : leaveList, { list_id })
    if (!done) return undefined
    return act === 'accept' ? redirect(`/list/${list_id}`, 'lists.joined') : redirect('/lists', 'lists.left')
  },
})

/** Who keeps a list with its owner, whom the owner invites, and with whom it is kept no longer. */
export async function keepersForm(context: PageContext, { id }: UserList, filled: Filled): Promise<Html> {
  const words = context.texts.lists
  const keepers = await keepersOf(context.db, id)
  const rows = keepers.map((keeper) => {
    const label = html`${words.removeKeeper}<span class="unseen"> ${nameOf(context, keeper)}</span>`
    const button = buttonForm(context, `/list/${id}/keepers`, label, {
      fields: { username: '', remove: keeper.id },
      className: 'button small',
    })
    const isInvited = keeper.accepted_at === null && html` <span class="tag">${words.isInvited}</span>`
    return html`<li><span>${linkedName(context, keeper)}${isInvited}</span>${button}</li>`
  })
  const field = {
    ...{ name: 'username', label: words.keeperName, hint: words.keeperHint },
    ...{ maxLength: maxUsernameLength, isRequired: true },
  }
  return html`<h2 id="keepers">${words.together}</h2>
<p>${words.togetherText}</p>
${rows.length > 0 && html`<ul class="keepers">${rows}</ul>`}
${
  keepers.length < maxKeepers &&
  form(context, `/list/${id}/keepers`, html`${textField(context, filled, field)}${submit(words.invite)}`)
}`
}

/** Invites a member to keep a list together, or keeps it with somebody no longer. */
export const changeKeepers = page('POST /list/{list}/keepers', {
  access: 'account',
  form: ['username', 'remove'],
  async handle(context) {
    const { db, write, viewer, params, form: values, texts } = context
    const words = texts.lists
    const id = idIn(params.list)
    const list = id === undefined ? undefined : await findList(db, id)
    if (list?.account_id !== viewer.id) return undefined
    const list_id = list.id
    const back = `/list/${list_id}/edit`
    const keeper = idIn(values.remove)
    if (keeper !== undefined)
      return (await write(removeKeeper, { list_id, keeper })) ? redirect(back, 'lists.keeperRemoved') : undefined
    const done = await write(inviteKeeper, { list_id, username: values.username.trim().replace(/^@/, '') })
    if (done === 'invited' || done === 'there') return redirect(back, `lists.${done === 'there' ? 'isKeeper' : done}`)
    const errors = { username: done === 'full' ? words.keepersFull : words.noSuchMember }
    return again(context, list, { ...blank, values, errors })
  },
})

/** The form once more, with what is wrong. */
async function again(context: PageContext, list: UserList, filled: Filled): Promise<PageView> {
  const { texts } = context
  return {
    title: texts.lists.together,
    isPrivate: true,
    http: 422,
    main: html`<h1>${list.name}</h1>${errorSummary(context, filled)}${await keepersForm(context, list, filled)}
<p><a href="/list/${list.id}/edit">${texts.lists.edit}</a></p>`,
  }
}
