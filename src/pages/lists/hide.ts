import { findList, hideables, type UserList } from '#src/contributions/lists/lists.ts'
import { judgeListOf } from '#src/contributions/moderating.ts'
import type { Reader } from '#src/database/database.ts'
import { blank, errorSummary, type Filled, form, radios } from '../components/form.ts'
import { reasonField, requiredReason } from '../components/reason.ts'
import { html } from '../html.ts'
import { type PageView, page, type RenderContext, redirect } from '../page.ts'
import type { Viewer } from '../viewer.ts'
import { seenList, unlistedList } from './visible-list.ts'

/** A list that is judged, and the address under which its moderator sees it. */
type Judged = { list: UserList; address: string; hasSecretAddress: boolean }

type Asked = { db: Reader; params: Partial<Record<'list' | 'secret', string>>; viewer: Viewer }

/** Somebody else’s list that this moderator sees: a public one by its number, an unlisted one only by its link. */
async function judged({ db, params: { list: number = '', secret }, viewer }: Asked): Promise<Judged | undefined> {
  const hasSecretAddress = secret !== undefined
  const seen = await (hasSecretAddress ? unlistedList(db, secret, viewer) : seenList(db, number, viewer))
  if (!seen || seen.account_id === viewer.id) return undefined
  // With the texts that others do not see.
  const list = await findList(db, seen.id)
  const address = hasSecretAddress ? `/unlisted/${encodeURIComponent(secret)}` : `/list/${seen.id}`
  return list && { list, address, hasSecretAddress }
}

const notices = { list: 'admin.listHidden', text: 'admin.listTextHidden', none: 'admin.listShown' } as const

/** Hides a list or its texts, or shows it again if something is hidden. */
export const hiding = (['/list/{list}/hide', '/unlisted/{secret}/hide'] as const).flatMap((path) => [
  page(`GET ${path}`, {
    access: 'moderator',
    async handle(context) {
      const asked = await judged(context)
      return asked && view(context, asked, blank)
    },
  }),
  page(`POST ${path}`, {
    access: 'moderator',
    form: ['reason', 'hidden'],
    async handle(context) {
      const { write, form: values } = context
      const asked = await judged(context)
      if (!asked) return undefined
      const hidden = hideables.find((what) => what === values.hidden) ?? null
      const { reason, errors } = requiredReason(context, values.reason)
      if (errors) return { ...view(context, asked, { values, errors }), http: 422 }
      await write(judgeListOf, { list_id: asked.list.id, reason, hidden })
      return redirect(`${asked.address}/hide`, notices[hidden ?? 'none'])
    },
  }),
])

function view(context: RenderContext, { list, address, hasSecretAddress }: Judged, filled: Filled): PageView {
  const { admin, lists } = context.texts
  const isHidden = list.hidden !== null
  const title = isHidden ? admin.showList : admin.hideList
  const chosen = { ...filled, values: { hidden: 'list', ...filled.values } }
  const options = hideables.map((what) => [what, admin.hideables[what]] as const)
  return {
    title,
    isPrivate: true,
    hasSecretAddress,
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
  `${address}/hide`,
  html`${
    isHidden
      ? html`<input type="hidden" name="hidden" value="">`
      : radios(context, chosen, { name: 'hidden', label: admin.hideWhat, options })
  }
${reasonField(context, filled, admin.listReasonHint)}
<p class="actions"><button class="${isHidden ? 'button primary' : 'button danger'}">${title}</button>
<a class="button" href="${address}">${admin.keepList}</a></p>`,
)}`,
  }
}
