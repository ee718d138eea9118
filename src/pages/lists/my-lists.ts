import { listsKeptBy } from '#src/contributions/lists/keepers.ts'
import { visibilitiesOf } from '#src/contributions/lists/lists.ts'
import { makeList as make } from '#src/contributions/lists/writes.ts'
import { lists as listsOfAccount } from '#src/groups/account/lists.ts'
import { blank, errorSummary, type Filled, form, submit } from '../components/form.ts'
import { languageTag } from '../components/languages.ts'
import { emptyState, pagination } from '../components/lists.ts'
import { pageIn } from '../components/page-number.ts'
import { type Html, html, nothing } from '../html.ts'
import { libraryPage } from '../library/frame.ts'
import { type PageContext, type PageView, page, redirect } from '../page.ts'
import type { Viewer } from '../viewer.ts'
import { listRows } from './row.ts'
import { faultsOf, longFields, textFields } from './text.ts'

type Context = PageContext<never, string, string, Viewer>

export const myLists = page('GET /lists', {
  access: 'account',
  query: ['page'],
  handle: (context) => view(context, context.query.page, blank),
})

/** What is made on pages is private at first. */
export const makeList = page('POST /lists', {
  access: 'account',
  form: ['name', 'description'],
  longFields,
  async handle(context) {
    const { language, form: values } = context
    const errors = faultsOf(context, values)
    if (Object.keys(errors).length > 0) {
      const again = await view(context, '', { values, errors })
      return again && { ...again, http: 422 }
    }
    const id = await context.write(make, { ...values, iso_639_1: language, visibility: 'private' })
    return redirect(`/list/${id}`, 'lists.made')
  },
})

/** Lists of others that are kept together with them, and invitations to such. */
async function keptWithOthers(context: Context): Promise<Html> {
  const { db, viewer, texts } = context
  const words = texts.lists
  const kept = await listsKeptBy(db, viewer.id)
  if (kept.length === 0) return nothing
  const rows = await listRows(context, kept, ({ username, has_accepted }) => ({
    by: [words.by(username), !has_accepted && words.isInvitation].filter(Boolean).join(' · '),
  }))
  return html`<h2>${words.withOthers}</h2><ul class="listed">${rows}</ul>`
}

async function view(context: Context, asked: string, filled: Filled): Promise<PageView | undefined> {
  const { ask, texts } = context
  const words = texts.lists
  const number = pageIn(asked)
  if (number === undefined) return undefined
  const query = { page: number, language: languageTag(context) }
  const found = await ask(listsOfAccount, { params: { account_id: 'me' }, query })
  if (!found) return undefined
  const seenBy = await visibilitiesOf(
    context.db,
    found.results.map(({ id }) => id),
  )
  const rows = await listRows(context, found.results, ({ id }) => ({ by: words.seenBy[seenBy.get(id) ?? 'private'] }))
  return libraryPage(
    context,
    '/lists',
    words.title,
    html`
${rows.length === 0 ? emptyState(words.none, words.noneText) : html`<ul class="listed">${rows}</ul>`}
${pagination(context, found, (to) => `/lists?page=${to}`)}
${number === 1 && (await keptWithOthers(context))}
<h2>${words.newList}</h2>
${errorSummary(context, filled)}
<p class="hint">${words.madeHint}</p>
${form(context, '/lists', html`${textFields(context, filled)}${submit(words.make)}`)}`,
  )
}
