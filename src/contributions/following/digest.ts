import { type Static, Type } from 'typebox'
import { kindPlaces, type OwnKind, pathBelow } from '#src/catalogue/own-kinds.ts'
import { openWrite, write } from '#src/contract/write.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { notificationsAfter, wordsOfNews } from '#src/mail/notifications.ts'
import { queueMail } from '#src/mail/queue.ts'
import { accountOfLink } from '#src/mail/unsubscribing.ts'
import { dayMs, hourMs } from '#src/reference/days.ts'
import { formatOf } from '#src/texts/format.ts'
import { isLanguage, texts } from '#src/texts/index.ts'
import { placesOf } from '../editing/names.ts'
import { namesOfPublic } from '../lists/lists.ts'
import { addressOfSearch } from './searches.ts'

/** Who asked for mails about what they follow gets at most one in so much time. */
const digestMs = dayMs
/** How often to look who is due. */
export const digestRestMs = hourMs / 4
/** Pieces of news that a mail tells; it says how many more there are. */
export const maxDigestNews = 30
/** Accounts that are looked at in one round; the others follow in the next one. */
const maxAccounts = 500

const Due = Type.Object({
  id: Type.Integer(),
  username: Type.String(),
  email: Type.String(),
  iso_639_1: Type.String(),
  digest_at: Type.String(),
})

/** Queues a mail for everybody who asked for one, is due, and has news. Returns how many those are. */
export async function queueDigests(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - digestMs).toISOString()
  const due = await db.all(
    Due,
    sql`
    select id, username, email, iso_639_1, digest_at from account
    where digest_at <= ${before} order by digest_at ${limit(maxAccounts)}`,
  )
  let queued = 0
  for (const account of due) if (await queueDigest(db, account, now)) queued++
  return queued
}

const queueDigest = (db: Database, account: Static<typeof Due>, now: Date): Promise<boolean> =>
  db.transaction(async (tx) => {
    const { id: account_id, username, email, digest_at } = account
    // Another process may have been faster, and the account may be suspended or have changed its mind.
    const isDue = await tx.run(sql`
      update account set digest_at = ${now.toISOString()} where id = ${account_id} and digest_at = ${digest_at}`)
    const found = isDue === 1 ? await tx.one(Id, readerOf(account_id)) : undefined
    if (!found) return false
    const news = await notificationsAfter(tx, account_id, digest_at, maxDigestNews + 1)
    if (news.length === 0) return false
    const language = isLanguage(account.iso_639_1) ? account.iso_639_1 : 'en'
    const [words, format] = [texts[language], formatOf(language)]
    const persons = await usernamesOf(
      tx,
      news.flatMap(({ about }) => (typeof about.person_id === 'number' ? [about.person_id] : [])),
    )
    const lists = await listsOfNews(tx, news, words.lists.untitled)
    const told: [sentence: string, address: string][] = []
    for (const { what, about } of news.slice(0, maxDigestNews)) {
      const person = persons.get(Number(about.person_id)) ?? ''
      const list = lists.get(Number(about.list_id))
      const said = words.keys.events[what](wordsOfNews(format, about, person || list)).replace(/\s+/g, ' ')
      const address = list === undefined ? await addressOfNews(tx, about, person) : `/list/${about.list_id}`
      told.push([said, address ?? '/notifications'])
    }
    const more = news.length > maxDigestNews ? 'more' : ''
    const facts = { username, news: JSON.stringify(told), more }
    await queueMail(tx, { template: 'watched', account_id, recipient: email, language, facts }, now)
    return true
  })

const readerOf = (account_id: number) => sql`
  select id from account
  where id = ${account_id} and email_verified_at is not null and disabled_at is null and deleted_at is null`

const Named = Type.Object({ id: Type.Integer(), username: Type.String() })

/** User names of accounts, by their ids. */
export async function usernamesOf(db: Reader, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.all(
    Named,
    sql`select id, username from account where deleted_at is null and ${db.engine.anyOf(sql`id`, [...new Set(ids)])}`,
  )
  return new Map(rows.map(({ id, username }) => [id, username]))
}

/** Names of the lists that news are about, by their ids, without those that are no longer public. */
export async function listsOfNews(db: Reader, news: readonly { about: About }[], untitled: string) {
  const ids = news.flatMap(({ about }) => (typeof about.list_id === 'number' ? [about.list_id] : []))
  const names = await namesOfPublic(db, ids)
  return new Map([...names].map(([id, name]) => [id, name || untitled]))
}

type About = Readonly<Record<string, string | number | null>>

/** The address of the search that news are about; undefined if they are about no search, or its person has left. */
export function addressOfFoundSearch(about: About, person: string): string | undefined {
  const { query, search_kind, person_id, source_id, iso_639_1, field } = about
  if (typeof search_kind !== 'string') return undefined
  if (typeof person_id === 'number' && person === '') return undefined
  const asked = { query: String(query), kind: search_kind, source_id: String(source_id) }
  const what = asked.query === '' ? 'edits' : 'names'
  return addressOfSearch({ what, ...asked, iso_639_1: String(iso_639_1), field: String(field) }, person)
}

/** Where a mail leads from a piece of news. */
async function addressOfNews(db: Reader, about: About, person: string): Promise<string | undefined> {
  const search = addressOfFoundSearch(about, person)
  if (search !== undefined) return search
  if (person !== '') return `/edits?${new URLSearchParams({ person })}`
  const { kind, entity_id } = about
  if (typeof kind !== 'string' || typeof entity_id !== 'number') return undefined
  if (Object.hasOwn(kindPlaces, kind)) return `/${kindPlaces[kind as OwnKind]}/${entity_id}/history`
  if (kind !== 'season' && kind !== 'episode') return undefined
  const placed = (await placesOf(db, kind, [entity_id])).get(entity_id)
  return placed && `${pathBelow(kind, placed)}/history`
}

const endMails = (db: Database, account_id: number) =>
  db.run(sql`update account set digest_at = null where id = ${account_id}`)

/** Begins to send mails about what an account follows, or ends them. */
export const setDigest = write([], ({ db, now, account: { id } }, isOn: boolean) =>
  isOn
    ? db.run(sql`update account set digest_at = ${now.toISOString()} where id = ${id} and digest_at is null`)
    : endMails(db, id),
)

/** Ends the mails, for whoever has the link in one; false if it has expired. */
export const endDigest = openWrite([], async ({ db, now }, secret: string) => {
  const account_id = await accountOfLink(db, secret, now)
  if (account_id === undefined) return false
  await endMails(db, account_id)
  return true
})

const Setting = Type.Object({ is_on: Type.Boolean() })

export const hasDigest = async (db: Reader, account_id: number): Promise<boolean> =>
  (await db.one(Setting, sql`select digest_at is not null as is_on from account where id = ${account_id}`))?.is_on ??
  false
