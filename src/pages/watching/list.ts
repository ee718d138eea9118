import { isKind } from '#src/catalogue/kinds.ts'
import { allSources } from '#src/catalogue/sources.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { namesOfPublic } from '#src/contributions/lists/lists.ts'
import { follow } from '#src/contributions/watching/follow.ts'
import { addressOfSearch } from '#src/contributions/watching/searches.ts'
import { maxWatches, type Watch, watchables, watchesOf, watchesOnPage } from '#src/contributions/watching/watches.ts'
import { emptyState, nextStep, pagination } from '../components/lists.ts'
import { orWait } from '../components/waiting.ts'
import { watchButton, watching } from '../components/watch-button.ts'
import { sourceNames } from '../history/edits.ts'
import { recordsNamed, type ShownRecord } from '../history/records.ts'
import { type Html, html } from '../html.ts'
import { pageNumber } from '../keys/notifications.ts'
import { localAddress } from '../local-address.ts'
import { type PageContext, page, redirect } from '../page.ts'
import type { Viewer } from '../viewer.ts'
import { searchInWords } from './search-words.ts'

type Context = PageContext<never, 'page', never, Viewer>

/** Everything that its reader watches. */
export const listWatches = page(`GET ${watching}`, {
  access: 'account',
  query: ['page'],
  async handle(context) {
    const { db, viewer, query, texts } = context
    const { watching: words } = texts
    const number = pageNumber(query.page)
    const { watches, total } = await watchesOf(db, viewer.id, number)
    const pages = { page: number, total_pages: Math.ceil(total / watchesOnPage) }
    const toTitles = nextStep('/discover/movie', texts.library.find.movie)
    return {
      title: words.title,
      isPrivate: true,
      main: html`
<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
<p><a href="/notifications">${texts.keys.notificationsTitle}</a> ·
<a href="/settings/mails">${texts.settings.places.mails}</a></p>
${total === 0 ? emptyState(words.none, words.noneText, toTitles) : await rows(context, watches)}
${pagination(context, pages, (to) => `${watching}?page=${to}`)}`,
    }
  },
})

async function rows(context: Context, watches: readonly Watch[]): Promise<Html> {
  const { db, texts, format } = context
  const { watching: words } = texts
  const records = await recordsNamed(
    context,
    watches.flatMap(({ what, row: { kind, id } }) => (what === 'record' && isKind(kind) ? [{ kind, id }] : [])),
  )
  const sources = sourceNames(await allSources(db))
  const lists = await namesOfPublic(
    db,
    watches.flatMap(({ what, row: { id } }) => (what === 'list' ? [id] : [])),
  )
  return html`<ul class="record-rows watches">${watches.map((watch) => {
    const { what, of, created_at } = watch
    const { name, address } = shown(context, watch, { records, sources, lists })
    const labels = [words.watch, html`${words.stop}<span class="unseen">: ${name}</span>`] as const
    return html`<li><div>${address ? html`<a href="${address}">${name}</a>` : name}
<span class="note">${words.kinds[what]} · ${words.since(format.date(created_at.slice(0, 10)))}</span></div>
${watchButton(context, { what, of, next: watching }, true, { labels })}</li>`
  })}</ul>`
}

type Known = {
  records: ReadonlyMap<string, ShownRecord>
  sources: ReadonlyMap<string, string>
  lists: ReadonlyMap<number, string>
}

function shown(context: Context, { what, of, row }: Watch, { records, sources, lists }: Known): ShownRecord {
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

/** Begins to watch something, or ends it, and leads back. */
export const changeWatch = page(`POST ${watching}`, {
  access: 'account',
  form: ['what', 'of', 'watch', 'next'],
  async handle(context) {
    const { write, form, texts } = context
    const next = localAddress(form.next, watching)
    const what = watchables.find((one) => one === form.what)
    if (!what) return undefined
    try {
      const done = await write(follow, { what, of: form.of, isFollowed: form.watch !== '' })
      return done && redirect(next, `watching.${done}`)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 'too_many_watches') return orWait(context, next)(error)
      const { fullTitle, full, toList } = texts.watching
      const action = html`<p class="actions"><a class="button" href="${watching}">${toList}</a></p>`
      const main = html`<h1>${fullTitle}</h1><p>${full(maxWatches[what])}</p>${action}`
      return { title: fullTitle, isPrivate: true, http: 422, main }
    }
  },
})
