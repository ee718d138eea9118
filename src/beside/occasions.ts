import { type Static, Type } from 'typebox'
import { isDue } from '#src/commons/following/followings.ts'
import { isPublishingDue } from '#src/commons/publishing/publication.ts'
import { isDueTo } from '#src/commons/returning/offers.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { join, limit, raw, type Sql, sql } from '#src/database/sql.ts'
import { dayMs, hourMs } from '#src/reference/days.ts'
import { isAiringDue, isSendingDue } from '#src/webhooks/due.ts'

/** When there is something to do. */
type Occasion = {
  /** Whether something waits for it: a look at an index or at a table of few rows, because servers ask every second. */
  isWaiting?(now: Date): Sql
  /** It has its turn when so much time has passed, even if nothing seems to wait: what follows from the time alone. */
  everyMs?: number
}

/** Of jobs that wait for something else, such as an import that works. */
const SOON_MS = 60_000

const exists = (rows: Sql): Sql => sql`exists (select 1 ${rows})`
const before = (now: Date, ms: number): string => new Date(now.getTime() - ms).toISOString()

/** Whether a follower has something to follow, or has never begun. */
const isBehind = (name: string) => (): Sql =>
  sql`
  not ${exists(sql`from follower where name = ${name} and rebuilt_kind is null
    and seq = (select coalesce(max(seq), 0) from change)`)}`

const isIndexOld = (): Sql => sql`
  (${isBehind('search_index')()} or ${exists(sql`from search_generation where is_current = false`)})`

const isAskedFor = (now: Date): Sql => sql`
  (${exists(sql`from popularity_signal`)} or ${exists(sql`from popularity_progress
    where started_on <> ${now.toISOString().slice(0, 10)}
      or edit_id <> (select coalesce(max(id), 0) from edit)`)})`

/** In the order of an index, so that no engine reads all accounts when nobody is due. */
const isDigestDue = (now: Date): Sql =>
  exists(sql`from (
    select id from account where digest_at <= ${before(now, dayMs)} order by digest_at ${limit(1)}) as due`)

/**
 * THE table of what is done beside requests, each of which one of all servers of a catalogue does. The process that
 * does it (`work.ts`) is only there while it has something to do, so this says when it has.
 */
const occasions = {
  names: { isWaiting: isIndexOld },
  episodeNames: { isWaiting: isBehind('episode_names') },
  weights: { everyMs: hourMs },
  illustrations: { everyMs: dayMs },
  drawings: { isWaiting: isBehind('drawing') },
  popularity: { isWaiting: isAskedFor, everyMs: hourMs },
  quality: { isWaiting: isBehind('quality') },
  news: { isWaiting: isBehind('watches') },
  sitemaps: { isWaiting: isBehind('sitemaps') },
  recommending: { isWaiting: () => exists(sql`from recommendation_round where kind is not null`), everyMs: hourMs },
  idFiles: { everyMs: hourMs },
  ratings: {
    isWaiting: () => sql`(${exists(sql`from waiting_rating`)} or ${exists(sql`from rated_title`)})`,
  },
  jobs: {
    isWaiting: (now) =>
      exists(sql`from job where ended_at is null and next_at <= ${before(now, -SOON_MS)} and not exists (
        select 1 from account a where a.id = job.account_id and a.disabled_at is not null)`),
  },
  scheduled: { isWaiting: (now) => exists(sql`from scheduled_import where next_at <= ${now.toISOString()}`) },
  following: {
    isWaiting: (now) => exists(sql`from following where ${isDue(now)}`),
  },
  offering: {
    isWaiting: (now) => exists(sql`from followed_member m where ${isDueTo(now)}`),
  },
  importExpiry: { everyMs: hourMs },
  leftovers: { everyMs: hourMs },
  overdue: { everyMs: hourMs },
  additions: { isWaiting: () => exists(sql`from list_addition`) },
  digests: { isWaiting: isDigestDue },
  expiry: { everyMs: hourMs },
  publishing: { isWaiting: isPublishingDue },
  webhookChanges: { isWaiting: isBehind('webhooks') },
  webhooks: {
    isWaiting: (now) => sql`
      (${exists(sql`from webhook where ${isSendingDue(now)}`)}
      or ${exists(sql`from webhook where ${isAiringDue(now)}`)})`,
  },
} as const satisfies Record<string, Occasion>

export type LoopName = keyof typeof occasions
export const loopNames = Object.keys(occasions) as LoopName[]

/** What of it is counted as rounds of a follower, by the names that metrics show. */
export const counted = [
  ...([
    'search_index',
    'episode_names',
    'drawing',
    'recommendation',
    'quality',
    'watches',
    'sitemaps',
    'webhooks',
  ] as const),
]

const occasionOf = (name: LoopName): Occasion => occasions[name]

const Waiting = Type.Object({ name: Type.Unsafe<LoopName>({ type: 'string' }) })

/** What something waits for: one statement, however much there is. */
export async function waitingIn(db: Database | Reader, now: Date): Promise<LoopName[]> {
  const asked = loopNames.flatMap((name) => {
    const condition = occasionOf(name).isWaiting?.(now)
    return condition ? [sql`select ${raw(`'${name}'`)} as name where ${condition}`] : []
  })
  const rows: Static<typeof Waiting>[] = await db.all(Waiting, join(asked, ' union all '))
  return rows.map(({ name }) => name)
}

/** For how long there may be no turn; endless where only what waits makes one. */
export const longestOf = (name: LoopName): number => occasionOf(name).everyMs ?? Number.POSITIVE_INFINITY
