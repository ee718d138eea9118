import { findList, type ListOrder, listOrders, type UserList, visibilities } from '#src/contributions/lists/lists.ts'
import { editList as change, deleteList, renewListLink } from '#src/contributions/lists/writes.ts'
import type { Reader } from '#src/database/database.ts'
import { copyable, copyScript } from '../components/copyable.ts'
import { blank, buttonForm, errorSummary, type Filled, form, radios, selectField, submit } from '../components/form.ts'
import { verifyFirst } from '../components/unverified.ts'
import { html } from '../html.ts'
import { type PageContext, type PageView, page, redirect } from '../page.ts'
import { idIn } from '../records/addresses.ts'
import type { Viewer } from '../viewer.ts'
import { keepersForm } from './keepers.ts'
import { faultsOf, longFields, textFields } from './text.ts'

/** A list of this person. */
async function ownList(db: Reader, text: string, viewer: Viewer): Promise<UserList | undefined> {
  const id = idIn(text)
  const list = id === undefined ? undefined : await findList(db, id)
  return list?.account_id === viewer.id ? list : undefined
}

export const editList = page('GET /list/{list}/edit', {
  access: 'account',
  async handle(context) {
    const list = await ownList(context.db, context.params.list, context.viewer)
    if (!list) return undefined
    const { name, description, visibility, sort_by } = list
    return view(context, list, { values: { name, description, visibility, sort_by }, errors: {} })
  },
})

export const changeDescription = page('POST /list/{list}/edit', {
  access: 'account',
  form: ['name', 'description', 'visibility', 'sort_by'],
  longFields,
  async handle(context) {
    const { db, params, viewer, texts, form: values } = context
    const list = await ownList(db, params.list, viewer)
    if (!list) return undefined
    const visibility = visibilities.find((one) => one === values.visibility) ?? list.visibility
    const getsAddress = visibility === 'unlisted' && list.visibility !== 'unlisted'
    const errors = {
      ...faultsOf(context, values),
      ...(getsAddress && viewer.email_verified_at === null && { visibility: texts.access.unverifiedText }),
    }
    if (Object.keys(errors).length > 0) return { ...(await view(context, list, { values, errors })), http: 422 }
    const sort_by = listOrders.find((order): order is ListOrder => order === values.sort_by) ?? list.sort_by
    const changed = await context.write(change, { ...values, list_id: list.id, visibility, sort_by })
    if (changed?.secret !== undefined) return linkView(context, list, changed.secret)
    return redirect(`/list/${list.id}`, 'lists.saved')
  },
})

/** Gives an unlisted list another link; the one before leads nowhere. */
export const replaceLink = page('POST /list/{list}/link', {
  access: 'account',
  async handle(context) {
    const { db, params, viewer } = context
    const list = await ownList(db, params.list, viewer)
    if (list?.visibility !== 'unlisted') return undefined
    if (viewer.email_verified_at === null) {
      const { newSecret: title } = context.texts.lists
      return { title, isPrivate: true, http: 403, main: html`<h1>${title}</h1>${verifyFirst(context)}` }
    }
    const secret = await context.write(renewListLink, { list_id: list.id })
    return secret === undefined ? undefined : linkView(context, list, secret)
  },
})

/** The link of an unlisted list, which is shown only now: it is not stored. */
function linkView(context: PageContext, { id }: UserList, secret: string): PageView {
  const {
    texts: { lists: words },
    site,
  } = context
  return {
    title: words.secretTitle,
    isPrivate: true,
    scripts: [copyScript],
    main: html`
<h1>${words.secretTitle}</h1>
<p>${words.secretText}</p>
${copyable(context, `${site}/unlisted/${secret}`)}
<p class="actions"><a class="button primary" href="/list/${id}">${words.toList}</a></p>`,
  }
}

export const removeList = page('POST /list/{list}/delete', {
  access: 'account',
  async handle({ db, params, viewer, write }) {
    const list = await ownList(db, params.list, viewer)
    if (!list) return undefined
    await write(deleteList, { list_id: list.id })
    return redirect('/lists', 'lists.deleted')
  },
})

async function view(context: PageContext, list: UserList, filled: Filled): Promise<PageView> {
  const { id, visibility } = list
  const words = context.texts.lists
  const options = visibilities.map((one) => [one, words.visibilities[one], words.visibilityHints[one]] as const)
  const orders = listOrders.map((order) => [order, words.orders[order]] as const)
  return {
    title: words.edit,
    isPrivate: true,
    main: html`
<h1>${words.edit}</h1>
${errorSummary(context, filled)}
${form(
  context,
  `/list/${id}/edit`,
  html`${textFields(context, filled)}
${radios(context, filled, { name: 'visibility', label: words.visibility, options })}
${selectField(context, filled, { name: 'sort_by', label: words.order, options: orders })}
${submit(words.save)}`,
)}
${
  visibility === 'unlisted' &&
  html`<h2>${words.newSecret}</h2>
<p>${words.newSecretHint}</p>
${buttonForm(context, `/list/${id}/link`, words.newSecret)}`
}
${await keepersForm(context, list, blank)}
<h2>${words.remove}</h2>
<p>${words.removeHint}</p>
${buttonForm(context, `/list/${id}/delete`, words.remove, { className: 'button danger' })}`,
  }
}
