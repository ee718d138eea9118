import { spendFromHour } from '#src/accounts/hourly-limits.ts'
import { pageSize } from '#src/contract/paging.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { countItems, type ItemRow, itemsOf, moveItem, removeItem } from '#src/contributions/lists/items.ts'
import { asSeenByOthers, changeList, findList, isSeenByAll, type UserList } from '#src/contributions/lists/lists.ts'
import type { Database } from '#src/database/database.ts'
import { idIn } from '../catalogue/addresses.ts'
import { movieCard, seriesCard } from '../catalogue/cards.ts'
import { languageOf } from '../catalogue/languages.ts'
import { pageIn } from '../catalogue/page-number.ts'
import { buttonForm } from '../components/form.ts'
import { emptyState, pagination } from '../components/lists.ts'
import { framed, pictureOf } from '../components/picture.ts'
import { html } from '../html.ts'
import { keptPlace } from '../kept/on-cards.ts'
import { localAddress } from '../local-address.ts'
import { page, type RenderContext, redirect } from '../page.ts'
import type { Viewer } from '../viewer.ts'

/** A list that this person may see, if there is one. What is private looks as if it did not exist. */
async function seen(db: Database, text: string, viewer: Viewer | undefined): Promise<UserList | undefined> {
  const id = idIn(text)
  const list = id === undefined ? undefined : await findList(db, id)
  if (!list || list.account_id === viewer?.id) return list
  return isSeenByAll(list) ? asSeenByOthers(list) : undefined
}

export const showList = page('GET /list/{list}', {
  access: 'anyone',
  query: ['page'],
  async handle(context) {
    const { db, params, query, viewer, texts } = context
    const words = texts.lists
    const number = pageIn(query.page)
    const list = await seen(db, params.list, viewer)
    if (!list || number === undefined) return undefined
    const isOwn = list.account_id === viewer?.id
    const first = (number - 1) * pageSize
    const [count, rows] = await Promise.all([
      countItems(db, list.id),
      itemsOf(db, list, languageOf(context), { first, most: pageSize }),
    ])
    const address = (to: number) => `/list/${list.id}${to > 1 ? `?page=${to}` : ''}`
    const pages = { page: number, total_pages: Math.ceil(count / pageSize) }
    const shownTo = words.visibilities[list.visibility === 'public' ? 'public' : 'private']
    const place = { list, isOwn, address: address(number) }
    const items = rows.map((row, at) => itemRow(context, row, first + at + 1, place))
    return {
      title: list.name,
      description: list.description,
      isPrivate: !isSeenByAll(list),
      main: html`
<h1>${list.name}</h1>
<p class="note">${words.by(list.username)} · ${words.count(count)}${isOwn && html` · ${shownTo}`}</p>
${list.description && html`<p>${list.description}</p>`}
${isOwn && html`<p class="actions"><a class="button" href="/list/${list.id}/edit">${words.edit}</a></p>`}
${
  rows.length === 0
    ? emptyState(words.empty, words.emptyText)
    : html`<ol class="listed" start="${first + 1}">${items}</ol>`
}
${pagination(context, pages, address)}`,
    }
  },
})

type Shown = { list: UserList; isOwn: boolean; address: string }

function itemRow(context: RenderContext, row: ItemRow, place: number, { list, isOwn, address }: Shown) {
  const words = context.texts.lists
  const card = row.media_type === 'movie' ? movieCard(row) : seriesCard(row)
  const thumbnail = card.picture && pictureOf({ ...card.picture, width: 'listed' })
  const button = (act: string, label: string) =>
    buttonForm(context, `/list/${list.id}/items`, html`${label}<span class="unseen"> ${card.name}</span>`, {
      fields: { media_type: row.media_type, media_id: row.id, place, act, next: address },
    })
  const isByHand = list.sort_by === 'position.asc'
  return html`<li><span class="listed-picture">${framed(card.id, card.name, 'upright', thumbnail)}</span>
<div><a class="listed-name" href="${card.address}">${card.name}</a> <span class="note">${card.note}</span>
${card.record && keptPlace(card.record)}
${
  isOwn &&
  html`<div class="actions">${isByHand && html`${button('up', words.up)}${button('down', words.down)}`}
${button('remove', words.takeOff)}</div>`
}</li>`
}

/** Removes an item, or moves it by one place. */
export const changeItem = page('POST /list/{list}/items', {
  access: 'account',
  form: ['media_type', 'media_id', 'place', 'act', 'next'],
  async handle({ db, params, form, viewer, now }) {
    const [id, entity_id, place] = [params.list, form.media_id, form.place].map(idIn)
    const isTitle = form.media_type === 'movie' || form.media_type === 'tv'
    if (!isTitle || entity_id === undefined || place === undefined || !/^(up|down|remove)$/.test(form.act))
      throw new ApiError('invalid_parameters')
    if (id === undefined) return undefined
    await spendFromHour(db, viewer.id, 'list_change', now)
    const item = { kind: form.media_type === 'movie' ? ('movie' as const) : ('series' as const), entity_id }
    const isRemoval = form.act === 'remove'
    const to = Math.max(1, form.act === 'up' ? place - 1 : place + 1)
    const changed = await changeList(db, { id, account_id: viewer.id, now }, (tx) =>
      isRemoval ? removeItem(tx, id, item) : moveItem(tx, id, item, to),
    )
    if (changed === undefined) return undefined
    return redirect(localAddress(form.next), isRemoval ? 'lists.removed' : 'lists.saved')
  },
})
