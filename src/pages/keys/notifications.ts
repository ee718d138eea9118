import { listNotifications, markRead, type Notification, notificationPageSize } from '#src/mail/notifications.ts'
import { buttonForm } from '../components/form.ts'
import { emptyState, pagination } from '../components/lists.ts'
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
    const markAll = buttonForm(context, `${address}/read`, keys.markRead, { fields: { up_to: list[0]?.id ?? 0 } })
    return {
      title: keys.notificationsTitle,
      isPrivate: true,
      main: html`
<h1>${keys.notificationsTitle}</h1>
<p><a href="/queue">${texts.queue.own}</a></p>
${total === 0 && emptyState(keys.noNotifications, keys.noNotificationsText)}
${viewer.unread > 0 && number === 1 && html`<p>${markAll}</p>`}
${list.length > 0 && html`<ul class="notifications">${list.map((notification) => entry(context, notification))}</ul>`}
${pagination(context, pages, (to) => `${address}?page=${to}`)}`,
    }
  },
})

export const readNotifications = page('POST /notifications/read', {
  access: 'account',
  form: ['up_to'],
  async handle({ db, viewer, form, now }) {
    const upTo = /^\d{1,15}$/.test(form.up_to) ? Number(form.up_to) : 0
    await markRead(db, { account_id: viewer.id, upTo, now })
    return redirect(address, 'keys.read')
  },
})

function entry({ texts, format }: PageContext, { at, what, about, read_at }: Notification): Html {
  const { keys } = texts
  const ends = typeof about.ends_at === 'string' ? format.time(about.ends_at) : ''
  const { name = '', last_four = '', title = '', reason = '' } = about
  const words = { name: String(name), lastFour: String(last_four), ends, title: String(title), reason: String(reason) }
  return html`
<li class="${read_at === null ? 'card unread' : 'card'}">
<p>${read_at === null && html`<strong class="badge">${keys.unread}</strong> `}${keys.events[what](words)}</p>
<p class="hint"><time datetime="${at}">${format.time(at)}</time>${
    what === 'token_made'
      ? html` · <a href="/settings/tokens">${texts.tokens.toTokens}</a>`
      : /^edits?_/.test(what)
        ? html` · <a href="/queue">${texts.queue.title}</a>`
        : what.startsWith('key_') && html` · <a href="${keysAddress}">${keys.toOwnKeys}</a>`
  }</p>
</li>`
}
