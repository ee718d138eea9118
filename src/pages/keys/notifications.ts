import { isKind } from '#src/catalogue/kinds.ts'
import { addressOfFoundSearch, listsOfNews, usernamesOf } from '#src/contributions/following/digest.ts'
import { membersById } from '#src/contributions/members/members.ts'
import {
  type About,
  listNotifications,
  markRead,
  type Notification,
  notificationPageSize,
  wordsOfNews,
} from '#src/mail/notifications.ts'
import { buttonForm } from '../components/form.ts'
import { emptyState, nextStep, pagination } from '../components/lists.ts'
import { recordsNamed } from '../history/records.ts'
import { type Html, html } from '../html.ts'
import { type PageContext, page, redirect } from '../page.ts'
import { keysAddress } from './overview.ts'

const address = '/notifications'

/** The page number in an address; 1 if it is invalid. */
export const pageNumber = (text: string): number => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1)

export const notifications = page('GET /notifications', {
  access: 'account',
  query: ['page'],
  async handle(context) {
    const { db, viewer, query, texts } = context
    const { keys } = texts
    const number = pageNumber(query.page)
    const { notifications: list, total } = await listNotifications(db, viewer.id, number)
    const pages = { page: number, total_pages: Math.ceil(total / notificationPageSize) }
    const leads = await leadsOf(context, list)
    const entries = list.map((notification) => entry(context, notification, leads))
    const markAll = buttonForm(context, `${address}/read`, keys.markRead, { fields: { up_to: list[0]?.id ?? 0 } })
    const toFollowing = nextStep('/watching', keys.toFollowed)
    return {
      title: keys.notificationsTitle,
      isPrivate: true,
      main: html`
<h1>${keys.notificationsTitle}</h1>
<p><a href="/queue">${texts.queue.own}</a> · <a href="/watching">${texts.following.title}</a></p>
${total === 0 && emptyState(keys.noNotifications, keys.noNotificationsText, toFollowing)}
${viewer.unread > 0 && number === 1 && html`<p>${markAll}</p>`}
${list.length > 0 && html`<ul class="notifications">${entries}</ul>`}
${pagination(context, pages, (to) => `${address}?page=${to}`)}`,
    }
  },
})

export const readNotifications = page('POST /notifications/read', {
  access: 'account',
  form: ['up_to'],
  async handle({ write, form }) {
    const upTo = /^\d{1,15}$/.test(form.up_to) ? Number(form.up_to) : 0
    await write(markRead, upTo)
    return redirect(address, 'keys.read')
  },
})

function entry(context: PageContext, notification: Notification, leads: Leads): Html {
  const { texts, format } = context
  const { keys } = texts
  const { at, what, about, read_at } = notification
  const words = wordsOfNews(format, about, leads.nameOf(about))
  const lead = leads.of(notification)
  return html`
<li class="${read_at === null ? 'card unread' : 'card'}">
<p>${read_at === null && html`<strong class="badge">${keys.unread}</strong> `}${keys.events[what](words)}</p>
<p class="hint"><time datetime="${at}">${format.time(at)}</time>${
    lead && html` · <a href="${lead[0]}" rel="nofollow">${lead[1]}</a>`
  }</p>
</li>`
}

type Lead = readonly [address: string, label: string]
type Leads = { nameOf(about: About): string; of(notification: Notification): Lead | undefined }

const isForModerators = (what: string) => what === 'edits_overdue' || what === 'edit_answered'

/** Where notifications lead: to what they are about. */
async function leadsOf(context: PageContext, list: readonly Notification[]): Promise<Leads> {
  const { db, texts } = context
  const records = await recordsNamed(
    context,
    list.flatMap(({ about: { kind, entity_id: id } }) =>
      typeof kind === 'string' && isKind(kind) && typeof id === 'number' ? [{ kind, id }] : [],
    ),
  )
  const ids = list.flatMap(({ about }) => (typeof about.person_id === 'number' ? [about.person_id] : []))
  const persons = await usernamesOf(db, ids)
  const lists = await listsOfNews(db, list, texts.lists.untitled)
  // Whoever has hidden the profile since is not named.
  const likers = await membersById(
    db,
    list.flatMap(({ about }) => (typeof about.liker_id === 'number' ? [about.liker_id] : [])),
  )
  const keepers = await usernamesOf(
    db,
    list.flatMap(({ about }) => (typeof about.keeper_id === 'number' ? [about.keeper_id] : [])),
  )
  return {
    nameOf(about) {
      const liker = likers.get(Number(about.liker_id))
      if (liker) return liker.name || liker.username
      const person = persons.get(Number(about.person_id)) ?? keepers.get(Number(about.keeper_id))
      return person ?? lists.get(Number(about.list_id)) ?? ''
    },
    of({ what, about }) {
      if (what === 'token_made') return ['/settings/tokens', texts.tokens.toTokens]
      if (what === 'edit_accepted' && typeof about.edit_id === 'number')
        return [`/edit/${about.edit_id}`, texts.queue.toEdit]
      if (what === 'edit_question') return ['/queue', texts.queue.toAnswer]
      if (/^edits?_/.test(what)) return ['/queue', isForModerators(what) ? texts.queue.title : texts.queue.own]
      if (what === 'review_liked') return [`/review/${about.liked_review}`, texts.following.show]
      if (what === 'list_liked') return [`/list/${about.liked_list}`, texts.following.show]
      if (what === 'list_invited' || what === 'list_joined') return [`/list/${about.kept_list}`, texts.following.show]
      if (what === 'webhook_off' && typeof about.webhook_id === 'number')
        return [`/webhooks/${about.webhook_id}`, texts.webhooks.show]
      if (what.startsWith('key_')) return [keysAddress, texts.keys.toOwnKeys]
      const { show } = texts.following
      const person = persons.get(Number(about.person_id)) ?? ''
      const search = addressOfFoundSearch(about, person)
      if (search !== undefined) return [search, show]
      if (what === 'watched_account')
        return person === '' ? undefined : [`/edits?${new URLSearchParams({ person })}`, show]
      if (what === 'watched_list')
        return lists.has(Number(about.list_id)) ? [`/list/${about.list_id}`, show] : undefined
      const record = what === 'watched_record' ? records.get(`${about.kind} ${about.entity_id}`) : undefined
      return record?.address === undefined ? undefined : [`${record.address}/history`, texts.history.history]
    },
  }
}
