import { isKind } from '#src/catalogue/kinds.ts'
import { allSources } from '#src/catalogue/sources.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { follow } from '#src/contributions/following/follow.ts'
import { type Follow, followables, followsOf, followsOnPage, maxFollows } from '#src/contributions/following/follows.ts'
import { addressOfSearch } from '#src/contributions/following/searches.ts'
import { namesOfPublic } from '#src/contributions/lists/lists.ts'
import { followButton, following } from '../components/follow-button.ts'
import { emptyState, nextStep, pagination } from '../components/lists.ts'
import { orWait } from '../components/wait-page.ts'
import { sourceNames } from '../history/edits.ts'
import { recordsNamed, type ShownRecord } from '../history/records.ts'
import { type Html, html } from '../html.ts'
import { pageNumber } from '../keys/notifications.ts'
import { localAddress } from '../local-address.ts'
import { type PageContext, page, redirect } from '../page.ts'
import type { Viewer } from '../viewer.ts'
import { searchInWords } from './search-words.ts'

type Context = PageContext<never, 'page', never, Viewer>

/** Everything that its reader follows. */
export const listFollows = page(`GET ${following}`, {
  access: 'account',
  query: ['page'],
  async handle(context) {
    const { db, viewer, query, texts } = context
    const { following: words } = texts
    const number = pageNumber(query.page)
    const { follows, total } = await followsOf(db, viewer.id, number)
    const pages = { page: number, total_pages: Math.ceil(total / followsOnPage) }
    const toTitles = nextStep('/discover/movie', texts.library.find.movie)
    return {
      title: words.title,
      isPrivate: true,
      main: html`
<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
<p><a href="/notifications">${texts.keys.notificationsTitle}</a> ·
<a href="/settings/mails">${texts.settings.places.mails}</a></p>
${total === 0 ? emptyState(words.none, words.noneText, toTitles) : await rows(context, follows)}
${pagination(context, pages, (to) => `${following}?page=${to}`)}`,
    }
  },
})

async function rows(context: Context, follows: readonly Follow[]): Promise<Html> {
  const { db, texts, format } = context
  const { following: words } = texts
  const records = await recordsNamed(
    context,
    follows.flatMap(({ what, row: { kind, id } }) => (what === 'record' && isKind(kind) ? [{ kind, id }] : [])),
  )
  const sources = sourceNames(await allSources(db))
  const lists = await namesOfPublic(
    db,
    follows.flatMap(({ what, row: { id } }) => (what === 'list' ? [id] : [])),
  )
  return html`<ul class="record-rows follows">${follows.map((follow) => {
    const { what, of, created_at } = follow
    const { name, address } = shown(context, follow, { records, sources, lists })
    const labels = [words.follow, html`${words.stop}<span class="unseen">: ${name}</span>`] as const
    return html`<li><div>${address ? html`<a href="${address}">${name}</a>` : name}
<span class="note">${words.kinds[what]} · ${words.since(format.date(created_at.slice(0, 10)))}</span></div>
${followButton(context, { what, of, next: following }, true, { labels })}</li>`
  })}</ul>`
}

type Known = {
  records: ReadonlyMap<string, ShownRecord>
  sources: ReadonlyMap<string, string>
  lists: ReadonlyMap<number, string>
}

function shown(context: Context, { what, of, row }: Follow, { records, sources, lists }: Known): ShownRecord {
  if (what === 'record') return records.get(of) ?? { name: of, address: undefined }
  if (what === 'account') return { name: of, address: `/edits?${new URLSearchParams({ person: of })}` }
  if (what === 'list') {
    const name = lists.get(row.id)
    const { lists: words } = context.texts
    if (name === undefined) return { name: words.notPublic, address: undefined }
    return { name: name || words.untitled, address: `/list/${row.id}` }
  }
  const search = { ...row, what: row.search }
  return { name: searchInWords(context, search, row.username, sources), address: addressOfSearch(search, row.username) }
}

/** Begins to follow something, or ends it, and leads back. */
export const changeFollow = page(`POST ${following}`, {
  access: 'account',
  form: ['what', 'of', 'watch', 'next'],
  async handle(context) {
    const { write, form, texts } = context
    const next = localAddress(form.next, following)
    const what = followables.find((one) => one === form.what)
    if (!what) return undefined
    try {
      const done = await write(follow, { what, of: form.of, isFollowed: form.watch !== '' })
      return done && redirect(next, `following.${done}`)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 'too_many_watches') return orWait(context, next)(error)
      const { fullTitle, full, toList } = texts.following
      const action = html`<p class="actions"><a class="button" href="${following}">${toList}</a></p>`
      const main = html`<h1>${fullTitle}</h1><p>${full(maxFollows[what])}</p>${action}`
      return { title: fullTitle, isPrivate: true, http: 422, main }
    }
  },
})
