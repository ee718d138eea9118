import { mayModerate } from '#src/contract/access.ts'
import { pageSize } from '#src/contract/paging.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { countFollowers, isFollowing, maxFollowers } from '#src/contributions/following/follows.ts'
import { type CoverTitle, coversOfLists } from '#src/contributions/lists/covers.ts'
import { countItems, type ItemRow, itemsOf } from '#src/contributions/lists/items.ts'
import { addersOf, keepersOf } from '#src/contributions/lists/keepers.ts'
import { coverOf, isSeenByAll, type UserList } from '#src/contributions/lists/lists.ts'
import { coverList, moveOnList, removeFromList } from '#src/contributions/lists/writes.ts'
import { usernameOfPublic } from '#src/contributions/profiles.ts'
import { followButton } from '../components/follow-button.ts'
import { buttonForm } from '../components/form.ts'
import { languageOf } from '../components/languages.ts'
import { pagination } from '../components/lists.ts'
import { pageIn } from '../components/page-number.ts'
import { framed, pictureOf } from '../components/picture.ts'
import { type Html, html } from '../html.ts'
import { localAddress } from '../local-address.ts'
import { type PageContext, type PageView, page, type RenderContext, redirect } from '../page.ts'
import { idIn } from '../records/addresses.ts'
import { movieCard, seriesCard } from '../records/cards.ts'
import { keptPlace } from '../records/kept-on-cards.ts'
import { likesLine } from '../records/likes.ts'
import { keptScript } from '../records/panel.ts'
import { profileAddress } from '../records/profile-address.ts'
import { reportLink } from '../records/report-link.ts'
import { addressOfShown, choicesOfList, type ListContext, noItems, shownOf, shownParameters } from './chosen-view.ts'
import { keepersLine, keepingActs } from './keepers.ts'
import { feedAddress, shareBox } from './share.ts'
import { seenList, unlistedList } from './visible-list.ts'

export const showList = page('GET /list/{list}', {
  access: 'anyone',
  query: shownParameters,
  async handle(context) {
    const list = await seenList(context.db, context.params.list, context.viewer)
    return list && listView(context, list, `/list/${list.id}`)
  },
})

/** The page of an unlisted list, for whoever has its link. */
export const showUnlisted = page('GET /unlisted/{secret}', {
  access: 'anyone',
  query: shownParameters,
  async handle(context) {
    const { secret } = context.params
    const list = await unlistedList(context.db, secret, context.viewer)
    const view = list && (await listView(context, list, `/unlisted/${encodeURIComponent(secret)}`))
    return view && { ...view, hasSecretAddress: true }
  },
})

async function listView(context: ListContext, list: UserList, path: string): Promise<PageView | undefined> {
  const { db, query, viewer } = context
  const number = pageIn(query.page)
  if (number === undefined) return undefined
  const isOwn = list.account_id === viewer?.id
  const first = (number - 1) * pageSize
  const shown = shownOf(context, list)
  const { kind, sort } = shown
  const [count, ofKind, rows, poster, covers, username, followers, isFollowed, keepers, likes] = await Promise.all([
    countItems(db, list.id),
    kind && countItems(db, list.id, kind),
    itemsOf(db, { id: list.id, sort_by: sort }, languageOf(context), { first, most: pageSize, kind }),
    coverOf(db, list, languageOf(context)),
    coversOfLists(db, [list.id]),
    usernameOfPublic(db, list.account_id),
    countFollowers(db, list.id),
    viewer !== undefined && isFollowing(db, viewer.id, { what: 'list', id: list.id }),
    keepersOf(db, list.id),
    likesLine(context, 'list', list.id, `/list/${list.id}`),
  ])
  const own = keepers.find(({ id }) => id === viewer?.id)
  const keeping = own && (own.accepted_at === null ? ('invited' as const) : ('keeps' as const))
  const isKeeper = isOwn || keeping === 'keeps'
  const adders = keepers.some(({ accepted_at }) => accepted_at !== null)
    ? await addersOf(
        db,
        list,
        rows.flatMap(({ added_by }) => added_by ?? []),
        isKeeper,
      )
    : new Map<number, string>()
  const address = (to: number) => addressOfShown(context, shown, list, path, to)
  const pages = { page: number, total_pages: Math.ceil((ofKind ?? count) / pageSize) }
  const isMovable = shown.isAsIs && sort === 'position.asc' && count > 1
  const place = { list, isOwn, isKeeper, address: address(number), isMovable, adders }
  const items = rows.map((row, at) => itemRow(context, row, first + at + 1, place))
  const words = context.texts.lists
  const isShared = isSeenByAll(list)
  return {
    title: list.name || words.untitled,
    description: list.description,
    isPrivate: !isShared,
    ...(isShared && { shared: { address: `/list/${list.id}${number > 1 ? `?page=${number}` : ''}` } }),
    ...(isShared && { feed: { title: words.feedOf(list.name), address: feedAddress(list.id) } }),
    scripts: [keptScript, 'list.js'],
    main: html`
${listHead(context, path, {
  ...{ list, count, poster, drawn: covers.get(list.id), isOwn, username, followers, isFollowed },
  isTogether: keepers.some(({ accepted_at }) => accepted_at !== null),
  below: html`${keepersLine(context, keepers, isKeeper)}${keepingActs(context, list, keeping)}${isShared && likes}`,
})}
${count > 1 && choicesOfList(context, shown, path)}
${
  rows.length === 0
    ? noItems(context, isOwn, shown, path)
    : html`<div data-kept="items" data-failed="${context.texts.kept.failed}"><ol class="listed" start="${first + 1}"${
        isOwn && place.isMovable && html` data-drag="${words.move}"`
      }>${items}</ol></div>`
}
${pagination(context, pages, address)}`,
  }
}

type Head = {
  list: UserList
  count: number
  poster: string | null
  /** The title whose poster is drawn where it has none. */
  drawn: CoverTitle | undefined
  isOwn: boolean
  username: string | undefined
  followers: number
  isFollowed: boolean
  /** Others keep it, too. */
  isTogether: boolean
  /** With whom it is kept, and who likes it. */
  below: Html
}

function listHead(context: PageContext, path: string, head: Head): Html {
  const { list, count, poster, drawn, isOwn, username, followers, isFollowed, isTogether, below } = head
  const { texts, viewer, format } = context
  const words = texts.lists
  const cover = pictureOf({ gallery: 'posters', file_path: poster, width: 'card', ...(drawn && { drawn }) })
  const name = words.by(list.username)
  const by = username === undefined ? name : html`<a href="${profileAddress(username)}">${name}</a>`
  const many = followers > maxFollowers ? `${format.number(maxFollowers)}+` : format.number(followers)
  const isHidden = list.hidden === 'list'
  const isJudged = !isOwn && viewer && mayModerate(viewer.role)
  const seenBy = isTogether && list.visibility === 'private' ? words.seenByKeepers : words.seenBy[list.visibility]
  const shownTo = isOwn && ` · ${seenBy}`
  const judge = list.hidden !== null ? texts.admin.showList : texts.admin.hideList
  const why = isOwn ? words.hiddenText(list.hidden_reason) : words.hiddenForOthers(list.hidden_reason)
  return html`
<header class="list-head">
${count > 0 && html`<div class="list-cover">${framed(list.id, list.name, 'upright', cover)}</div>`}
<div><h1>${list.name || words.untitled}</h1>
<p class="note">${by} · ${words.count(count)}${followers > 0 && ` · ${words.followers(many)}`}${shownTo}</p>
${isHidden && html`<div class="warning"><p><strong>${words.hiddenTitle}.</strong> ${why}</p></div>`}
${
  isOwn &&
  list.hidden === 'text' &&
  html`<div class="warning"><p><strong>${words.textHiddenTitle}.</strong>
${words.textHiddenText(list.hidden_reason)}</p></div>`
}
${list.description && html`<p class="list-text">${list.description}</p>`}
${below}
<div class="actions">${isOwn && html`<a class="button" href="/list/${list.id}/edit">${words.edit}</a>`}
${
  !isOwn &&
  isSeenByAll(list) &&
  followButton(context, { what: 'list', of: String(list.id), next: `/list/${list.id}` }, isFollowed)
}
${(isOwn || isSeenByAll(list)) && shareBox(context, list)}
${isJudged && html`<a class="button danger" href="${path}/hide">${judge}</a>`}
${!isOwn && isSeenByAll(list) && reportLink(context, 'list', list.id)}</div></div></header>`
}

type Shown = {
  list: UserList
  isOwn: boolean
  /** The viewer puts titles on it and removes them, as its owner or together with the owner. */
  isKeeper: boolean
  address: string
  isMovable: boolean
  /** Names of who added titles, where several keep the list. */
  adders: ReadonlyMap<number, string>
}

function itemRow(context: RenderContext, row: ItemRow, place: number, shown: Shown) {
  const { list, isOwn, isKeeper, address, isMovable, adders } = shown
  const words = context.texts.lists
  const card = row.media_type === 'movie' ? movieCard(row) : seriesCard(row)
  const thumbnail = card.picture && pictureOf({ ...card.picture, width: 'listed' })
  const button = (act: string, label: string) =>
    buttonForm(context, `/list/${list.id}/items`, html`${label}<span class="unseen"> ${card.name}</span>`, {
      fields: { media_type: row.media_type, media_id: row.id, place, act, next: address },
      className: 'button small',
      id: `${act}-${row.media_type}-${row.id}`,
    })
  const adder = adders.get(row.added_by ?? 0)
  const isCover = list.cover_kind === card.record?.kind && list.cover_id === row.id
  return html`<li><span class="listed-picture">${framed(card.id, card.name, 'upright', thumbnail)}</span>
<div><a class="listed-name" href="${card.address}">${card.name}</a> <span class="note">${card.note}</span>
${adder !== undefined && html`<span class="note">${words.addedBy(adder)}</span> `}${
  card.record && keptPlace(card.record)
}${!isOwn && isKeeper && html`<div class="actions">${button('remove', words.takeOff)}</div>`}${
  isOwn &&
  html`<details class="row-acts" id="acts-${row.media_type}-${row.id}">
<summary class="link">${words.change}<span class="unseen"> ${card.name}</span></summary>
<div class="actions">${isMovable && html`${button('up', words.up)}${button('down', words.down)}`}
${isCover ? html`<span class="tag">${words.cover}</span>` : row.poster_path && button('cover', words.useAsCover)}
${button('remove', words.takeOff)}</div></details>`
}</div></li>`
}

const acts = ['up', 'down', 'move', 'cover', 'remove'] as const
const noticeOf = { up: 'saved', down: 'saved', move: 'saved', cover: 'cover', remove: 'removed' } as const

/** Removes an item, makes its poster the cover, or moves it: by one place, or to a place. */
export const changeItem = page('POST /list/{list}/items', {
  access: 'account',
  form: ['media_type', 'media_id', 'place', 'act', 'next'],
  async handle({ write, params, form }) {
    const [list_id, entity_id, place] = [params.list, form.media_id, form.place].map(idIn)
    const isTitle = form.media_type === 'movie' || form.media_type === 'tv'
    const act = acts.find((one) => one === form.act)
    if (!isTitle || entity_id === undefined || place === undefined || !act) throw new ApiError('invalid_parameters')
    if (list_id === undefined) return undefined
    const item = { kind: form.media_type === 'movie' ? ('movie' as const) : ('series' as const), entity_id }
    const to = { up: Math.max(1, place - 1), down: place + 1, move: place }
    const changed = await (act === 'remove'
      ? write(removeFromList, { list_id, item })
      : act === 'cover'
        ? write(coverList, { list_id, item })
        : write(moveOnList, { list_id, item, place: to[act] }))
    if (changed === undefined) return undefined
    return redirect(localAddress(form.next), `lists.${noticeOf[act]}`)
  },
})
