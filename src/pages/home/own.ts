import { mayModerate } from '#src/contract/access.ts'
import { countReported } from '#src/contributions/reports.ts'
import { lists as listsOfAccount } from '#src/groups/account/lists.ts'
import { followedLists } from '#src/groups/watches/followed-lists.ts'
import { airingOf } from '#src/kept/airing.ts'
import { languageOf, languageTag } from '../components/languages.ts'
import { followedMembers, membersAddress } from '../components/page-addresses.ts'
import { type Html, html } from '../html.ts'
import { namesOfAiring } from '../library/airing-names.ts'
import { todayOf } from '../library/days.ts'
import { goingOn } from '../library/next-episodes.ts'
import { shelfCards } from '../library/shelf-cards.ts'
import { followedListsAddress } from '../lists/followed-lists.ts'
import { followedRows } from '../lists/followed-rows.ts'
import { listRows } from '../lists/row.ts'
import { activityRows } from '../members/activity.ts'
import type { PageContext } from '../page.ts'
import { cards, section } from '../records/cards.ts'
import { maxCounted, type Viewer } from '../viewer.ts'

type Context = PageContext<string, string, string, Viewer>

/** Series that are looked at, series shown, lists, titles of the watchlist, what airs today, and what members did. */
const mostBegun = 24
const seriesShown = 3
const listsShown = 4
const watchlistShown = 6
const airingShown = 10
const recentShown = 6

/** What the page has for who is signed in: what waits, where to go on, what airs today. Nothing empty is shown. */
export async function ownSections(context: PageContext): Promise<Html> {
  const { viewer } = context
  if (!viewer) return html``
  const own = context as Context
  const parts = await Promise.all([
    waiting(own),
    toContinue(own),
    onWatchlist(own),
    airingToday(own),
    recentlyHere(own),
    listsFollowed(own),
    ownLists(own),
  ])
  return html`${parts}`
}

async function waiting(context: Context): Promise<Html> {
  const { db, viewer, texts, format } = context
  const { home } = texts
  const reports = mayModerate(viewer.role) ? await countReported(db, maxCounted + 1) : 0
  const edits = viewer.queued
  const shown = (count: number) => (count <= maxCounted ? format.number(count) : `${format.number(maxCounted)}+`)
  const all = [
    ['/notifications', viewer.unread, home.unread(viewer.unread, format.number(viewer.unread))],
    ['/queue', edits, home.toCheck(edits, shown(edits))],
    ['/moderation/reports', reports, home.toAnswer(reports, shown(reports))],
  ] as const
  const open = all.filter(([, count]) => count > 0)
  const links = open.map(([to, , label]) => html`<li><a class="button" href="${to}">${label}</a></li>`)
  return section(home.waits, html`<ul class="waits">${links}</ul>`, open.length)
}

async function airingToday(context: Context): Promise<Html> {
  const { db, viewer, texts, now } = context
  const today = todayOf(now)
  const airing = (await airingOf(db, viewer.id, { first: today, last: today })).slice(0, airingShown)
  const named = await namesOfAiring(db, context, languageOf(context), airing)
  const rows = [...named.values()].map(
    ({ address, name, note, picture }) => html`<li><span class="listed-picture">${picture}</span>
<div><a class="listed-name" href="${address}">${name}</a> <span class="note">${note}</span></div></li>`,
  )
  const all = html`<p><a href="/library/calendar">${texts.library.calendar}</a></p>`
  return section(texts.home.today, html`<ul class="listed in-columns">${rows}</ul>${all}`, rows.length)
}

/** What members did: on a private server all whose profile is seen, on an open one those whom the viewer follows. */
async function recentlyHere(context: Context): Promise<Html> {
  const { viewer, texts, config } = context
  const whose = config.private ? { allBut: viewer.id } : { followedBy: viewer.id }
  const rows = await activityRows(context, whose, recentShown)
  const title = texts.members.recently
  const address = config.private ? membersAddress : followedMembers
  const all = html`<p><a href="${address}">${texts.catalogue.all}<span class="unseen">: ${title}</span></a></p>`
  return section(title, html`<ul class="listed in-columns">${rows}</ul>${all}`, rows.length)
}

/** What somebody wants to watch and has not begun. */
async function onWatchlist(context: Context): Promise<Html> {
  const { texts } = context
  const title = texts.library.shelves.watchlist
  const found = await shelfCards(context, { shelf: 'watchlist', most: watchlistShown, isUnwatched: true })
  const way = found.movies > 0 ? 'movie' : 'tv'
  const address = `/library/watchlist/${way}?unwatched=on`
  return found.cards.length === 0
    ? html``
    : html`
<section class="part"><div class="part-head"><h2>${title}</h2>
<a href="${address}">${texts.catalogue.all}<span class="unseen">: ${title}</span></a></div>
${cards(found.cards, 'shelf')}</section>`
}

async function toContinue(context: Context): Promise<Html> {
  const { texts } = context
  const { rows, hasMore } = await goingOn(context, { looked: mostBegun, most: seriesShown, here: '/' })
  const all = html`<p><a href="/library">${texts.library.title}</a></p>`
  const list = html`<ul class="listed going-on">${rows}</ul>${hasMore && all}`
  return section(texts.library.continueWatching, list, rows.length)
}

async function listsFollowed(context: Context): Promise<Html> {
  const { ask, texts } = context
  const found = await ask(followedLists, { query: { language: languageTag(context) } })
  const rows = await followedRows(context, (found?.results ?? []).slice(0, listsShown))
  const all = html`<p><a href="${followedListsAddress}">${texts.catalogue.all}<span
 class="unseen">: ${texts.lists.followed}</span></a></p>`
  return section(texts.lists.followed, html`<ul class="listed in-columns">${rows}</ul>${all}`, rows.length)
}

async function ownLists(context: Context): Promise<Html> {
  const { ask, texts } = context
  const asked = { params: { account_id: 'me' }, query: { language: languageTag(context) } }
  const found = (await ask(listsOfAccount, asked))?.results ?? []
  const rows = await listRows(context, found.toReversed().slice(0, listsShown))
  const all = html`<p><a href="/lists">${texts.catalogue.all}<span class="unseen">: ${texts.lists.title}</span></a></p>`
  const list = html`<ul class="listed in-columns">${rows}</ul>${all}`
  return section(texts.lists.title, list, rows.length)
}
