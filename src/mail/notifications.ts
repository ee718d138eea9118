import { type Static, Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import { write } from '#src/contract/write.ts'
import { countRows } from '#src/database/count-rows.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import type { Format } from '#src/texts/format.ts'
import type { Texts } from '#src/texts/index.ts'

/** What people are notified of. The texts have a sentence for each. */
const notificationKinds = [
  'key_made',
  'key_replaced',
  'key_revoked',
  'key_suspended',
  'key_restored',
  'token_made',
  'password_link_made',
  'password_set',
  'profile_hidden',
  'profile_restored',
  'avatar_removed',
  'review_removed',
  'list_hidden',
  'list_text_hidden',
  'list_restored',
  'lists_taken',
  'lists_given_back',
  'ratings_taken',
  'ratings_given_back',
  'edit_accepted',
  'edit_refused',
  'edit_question',
  'edit_answered',
  'edits_overdue',
  'member_trusted',
  'member_untrusted',
  'report_upheld',
  'report_dismissed',
  'watched_record',
  'watched_record_gone',
  'watched_account',
  'watched_search',
  'watched_edits',
  'watched_list',
  'review_liked',
  'list_liked',
  'list_invited',
  'list_joined',
  'webhook_off',
] as const satisfies readonly (keyof Texts['keys']['events'])[]
export type NotificationKind = (typeof notificationKinds)[number]

export const notificationPageSize = 20
/** Notifications that an account keeps; the oldest are deleted first. */
export const maxNotifications = 500
/** Days after which a notification is deleted, read or not. */
export const NOTIFICATION_DAYS = 180

/** The facts at that moment, which may have changed since. */
const About = Type.Record(Type.String(), Type.Unsafe<string | number | null>({}))
export type About = Static<typeof About>

type New = { account_id: number; what: NotificationKind; about: About; now: Date }

/** Notifies an account, in the transaction of what happened. */
export async function notify(tx: Database, { account_id, what, about, now }: New) {
  await tx.run(sql`
    insert into notification (account_id, at, what, about)
    values (${account_id}, ${now.toISOString()}, ${what}, ${about})`)
  await tx.run(sql`
    delete from notification where account_id = ${account_id} and id <= (
      select id from notification where account_id = ${account_id}
      order by id desc limit 1 offset ${maxNotifications})`)
}

const Notification = Type.Object({
  id: Type.Integer(),
  at: Type.String(),
  what: Type.Unsafe<NotificationKind>({ type: 'string', enum: notificationKinds }),
  about: About,
  read_at: nullable(Type.String()),
})
export type Notification = Static<typeof Notification>

/** A page of an account's notifications, the newest first, and their number. */
export async function listNotifications(db: Reader, account_id: number, page: number) {
  const [rows, total] = await Promise.all([
    db.all(
      Notification,
      sql`
      select id, at, what, about, read_at from notification where account_id = ${account_id}
      order by id desc ${limit(notificationPageSize)} offset ${(page - 1) * notificationPageSize}`,
    ),
    countRows(db, sql`from notification where account_id = ${account_id}`),
  ])
  return { notifications: rows, total }
}

/** News of what an account follows, since some time and not read, the newest first. */
export const notificationsAfter = (db: Reader, account_id: number, at: string, most: number) =>
  db.all(
    Notification,
    sql`
    select id, at, what, about, read_at from notification
    where account_id = ${account_id} and read_at is null and subject is not null and what like 'watched%' and at > ${at}
    order by id desc ${limit(most)}`,
  )

/** The words of a notification, for the sentence that tells it. `person` is the user name of whom it is about. */
export function wordsOfNews(format: Format, about: About, person = '') {
  const text = (name: string) => String(about[name] ?? '')
  const count = Number(about.count ?? 1)
  return {
    name: text('name') || person,
    lastFour: text('last_four'),
    ends: typeof about.ends_at === 'string' ? format.time(about.ends_at) : '',
    title: text('title'),
    reason: text('reason'),
    query: text('query'),
    count,
    many: format.number(count),
  }
}

export const countUnread = (db: Reader, account_id: number): Promise<number> =>
  countRows(db, sql`from notification where account_id = ${account_id} and read_at is null`)

/** Marks notifications up to one as read, so that none is marked that came after the page was shown. */
export const markRead = write([], ({ db, now, account }, upTo: number) =>
  db.run(sql`
    update notification set read_at = ${now.toISOString()}
    where account_id = ${account.id} and id <= ${upTo} and read_at is null`),
)
