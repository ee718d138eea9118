import { findList, hideables, type UserList } from '#src/contributions/lists/lists.ts'
import { judgeList } from '#src/contributions/moderation.ts'
import type { Database } from '#src/database/database.ts'
import { reasonField, requiredReason } from '../admin/reason.ts'
import { idIn } from '../catalogue/addresses.ts'
import { blank, errorSummary, type Filled, form, radios } from '../components/form.ts'
import { html } from '../html.ts'
import { type PageView, page, type RenderContext, redirect } from '../page.ts'
import type { Viewer } from '../viewer.ts'

/** Somebody else’s list that is not private. */
async function judged(db: Database, text: string, viewer: Viewer): Promise<UserList | undefined> {
  const id = idIn(text)
  const list = id === undefined ? undefined : await findList(db, id)
  return list && list.account_id !== viewer.id && list.visibility !== 'private' ? list : undefined
}

export const askHiding = page('GET /list/{list}/hide', {
  access: 'moderator',
  async handle(context) {
    const list = await judged(context.db, context.params.list, context.viewer)
    return list && view(context, list, blank)
  },
})

const notices = { list: 'admin.listHidden', text: 'admin.listTextHidden', none: 'admin.listShown' } as const

/** Hides a list or its texts, or shows it again if something is hidden. */
export const hideListOfOther = page('POST /list/{list}/hide', {
  access: 'moderator',
  form: ['reason', 'hidden'],
  async handle(context) {
    const { db, params, viewer, now, form: values } = context
    const list = await judged(db, params.list, viewer)
    if (!list) return undefined
    const hidden = hideables.find((what) => what === values.hidden) ?? null
    const { reason, errors } = requiredReason(context, values.reason)
    if (errors) return { ...view(context, list, { values, errors }), http: 422 }
    await judgeList(db, { list_id: list.id, moderator_id: viewer.id, reason, hidden, now })
    return redirect(`/list/${list.id}/hide`, notices[hidden ?? 'none'])
  },
})

function view(context: RenderContext, list: UserList, filled: Filled): PageView {
  const { admin, lists } = context.texts
  const isHidden = list.hidden !== null
  const title = isHidden ? admin.showList : admin.hideList
  const chosen = { ...filled, values: { hidden: 'list', ...filled.values } }
  const options = hideables.map((what) => [what, admin.hideables[what]] as const)
  return {
    title,
    isPrivate: true,
    main: html`
<h1>${title}</h1>
<p>${list.name} · ${lists.by(list.username)}</p>
${list.description && html`<blockquote class="list-text">${list.description}</blockquote>`}
${list.hidden === 'list' && html`<p class="warning">${lists.hiddenForOthers(list.hidden_reason)}</p>`}
${list.hidden === 'text' && html`<p class="warning">${admin.notices.listTextHidden} ${list.hidden_reason}</p>`}
<p>${isHidden ? admin.showListText : admin.hideListText}</p>
${errorSummary(context, filled)}
${form(
  context,
  `/list/${list.id}/hide`,
  html`${
    isHidden
      ? html`<input type="hidden" name="hidden" value="">`
      : radios(context, chosen, { name: 'hidden', label: admin.hideWhat, options })
  }
${reasonField(context, filled, admin.listReasonHint)}
<p class="actions"><button class="${isHidden ? 'button primary' : 'button danger'}">${title}</button>
<a class="button" href="/list/${list.id}">${admin.keepList}</a></p>`,
)}`,
  }
}
