import { type Static, Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { type About, maxNotifications, type NotificationKind } from '#src/mail/notifications.ts'

/** Of what people follow, and of what they made: what is told of it. */
type NewsKind = Extract<NotificationKind, `watched_${string}` | `${string}_liked`>

/** News for an account. As long as they are not read, later news of the same subject are added to them. */
export type News = {
  account_id: number
  subject: string
  what: NewsKind
  about: About
  /** The edits, or the records, that they are about; of one that was told already, nothing is added. */
  of: readonly number[]
  /** How many they are now, where that does not follow from what was told before. */
  count?: number
}

/** News that are written in one statement. */
const newsAtOnce = 500

const Place = Type.Object({ account_id: Type.Integer(), subject: Type.String() })
const Known = Type.Object({ ...Place.properties, about: Type.Record(Type.String(), Type.Unknown()) })
const Row = Type.Object({
  ...Place.properties,
  at: Type.String(),
  what: Type.String(),
  about: Type.Unsafe<About>(Type.Object({})),
})
type Row = Static<typeof Row>

const nameOf = ({ account_id, subject }: Static<typeof Place>) => `${account_id} ${subject}`

/** Tells accounts of what they follow, in the transaction of whoever has found it. */
export async function tell(tx: Database, news: readonly News[], now: Date): Promise<void> {
  for (let from = 0; from < news.length; from += newsAtOnce)
    await tellSome(tx, news.slice(from, from + newsAtOnce), now)
}

async function tellSome(tx: Database, news: readonly News[], now: Date) {
  const places = tx.engine.rows(
    Place,
    news.map(({ account_id, subject }) => ({ account_id, subject })),
  )
  const isUnread = sql`n.account_id = p.account_id and n.subject = p.subject and n.read_at is null`
  const known = await tx.all(
    Known,
    sql`select n.account_id, n.subject, n.about from ${places} as p join notification n on ${isUnread}`,
  )
  const before = new Map(known.map((row) => [nameOf(row), row.about as About]))
  if (known.length > 0)
    await tx.run(sql`
      delete from notification where id in (select n.id from ${places} as p join notification n on ${isUnread})`)
  const rows = news.map((one): Row => {
    const { account_id, subject, what, about, of, count: counted } = one
    const { count = 0, last = 0 } = before.get(nameOf(one)) ?? {}
    const fresh = of.filter((id) => id !== last)
    const all = { ...about, count: counted ?? Number(count) + fresh.length, last: of.at(-1) ?? 0 }
    return { account_id, subject, at: now.toISOString(), what, about: all }
  })
  await tx.run(sql`
    insert into notification (account_id, at, what, about, subject)
    select r.account_id, r.at, r.what, r.about, r.subject from ${tx.engine.rows(Row, rows)} as r`)
  for (const account_id of new Set(news.map((one) => one.account_id)))
    await tx.run(sql`
      delete from notification where account_id = ${account_id} and id <= (
        select id from notification where account_id = ${account_id}
        order by id desc limit 1 offset ${maxNotifications})`)
}
