import { setTimeout as delay } from 'node:timers/promises'
import { type Static, Type } from 'typebox'
import { counted, noRounds } from '#src/background/follow.ts'
import { type Looping, runLoop } from '#src/background/loop.ts'
import { nullable } from '#src/contract/schema.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { join, limit, raw, type Sql, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { hourMs } from '#src/reference/days.ts'

/** Points from which a rating says that somebody likes a title. */
export const minPointsOfLiked = 6

type Keeping = { table: Sql; only?: Sql }

/**
 * THE table of what it means to keep a title: tables with the columns `account_id`, `kind` and `entity_id`, which have
 * an index by account and one by title, and which of their rows it is. A rating that counts in no average, like that of
 * an account without a verified address, counts here neither.
 */
const keepings: readonly Keeping[] = [
  { table: raw('watchlist') },
  { table: raw('favorite') },
  { table: raw('rating'), only: sql`and is_counted = true and value >= ${minPointsOfLiked}` },
]

/** People who have to keep both titles of a pair: nothing about a single one follows from what is recommended. */
export const minPeople = 5
/** People of a title whose other titles are looked at: those with the newest accounts. */
const maxPeople = 300
/**
 * Who keeps more titles than this says little with each of them, and is not counted. A title counts once for each way
 * in which it is kept.
 */
const maxKept = 1_000
/** Titles that are compared for one title, and those of them that are recommended. */
const maxCompared = 200
const maxRecommended = 60
/** People who keep a title are counted up to here, to tell how common it is. */
const maxPeopleCounted = 10_000

/** How long after the beginning of a round the next one begins, if the first has ended by then. */
export const ROUND_HOURS = 1
/** Titles that are looked up together. */
const titlesAtOnce = 20
/** The pause after a round. */
const REST_MS = 60_000

const Title = Type.Object({ kind: Type.Unsafe<'movie' | 'series'>({ type: 'string' }), entity_id: Type.Integer() })
type Title = Static<typeof Title>
const Round = Type.Object({ began_at: Type.String(), kind: nullable(Type.String()), entity_id: Type.Integer() })
const Person = Type.Object({ account_id: Type.Integer() })
const Compared = Type.Object({ id: Type.Integer(), people: Type.Integer() })
const Stored = Type.Object({ ...Title.properties, recommended_id: Type.Integer(), position: Type.Integer() })
const stored = { name: 'recommendation', key: ['kind', 'entity_id', 'recommended_id'], row: Stored }

/** What is asked of each table, where a condition comes before `only`. */
const ofKeepings = (query: (table: Sql, only: Sql) => Sql, separator = ' union all ') =>
  join(
    keepings.map(({ table, only = raw('') }) => query(table, only)),
    separator,
  )

/** Some of the people who keep a title. Suspended accounts do not count. */
function peopleOf(db: Reader, { kind, entity_id }: Title) {
  const kept = ofKeepings(
    (table, only) => sql`(select count(*) from (
      select 1 from ${table} where account_id = a.id and kind = ${kind} ${only} ${limit(maxKept + 1)}) as counted)`,
    ' + ',
  )
  return db.all(
    Person,
    sql`
    select a.id as account_id from account a join (
      select distinct account_id from (${ofKeepings(
        (table, only) => sql`
          select account_id from ${table} where kind = ${kind} and entity_id = ${entity_id} ${only}`,
      )}) as keeping) as k on k.account_id = a.id
    where a.disabled_at is null and ${kept} <= ${maxKept} order by a.id desc ${limit(maxPeople)}`,
  )
}

/** The titles that most of some people keep besides one, each with how many of them keep it. */
function alsoKept(db: Reader, { kind, entity_id }: Title, people: readonly number[]) {
  const kept = ofKeepings(
    (table, only) => sql`select account_id, entity_id from ${table}
      where kind = ${kind} and ${db.engine.anyOf(raw('account_id'), people)} ${only}`,
  )
  return db.all(
    Compared,
    // Materialized, because SQLite would otherwise read all that anybody keeps in the order of the titles.
    sql`
    with kept as materialized (${kept})
    select entity_id as id, count(distinct account_id) as people from kept where entity_id <> ${entity_id}
    group by entity_id having count(distinct account_id) >= ${minPeople}
    order by count(distinct account_id) desc, entity_id ${limit(maxCompared)}`,
  )
}

/** How many people keep each of some titles, each of them once for each way in which they do. */
function commonness(db: Reader, kind: string, titles: readonly { id: number }[]) {
  const people = ofKeepings(
    (table, only) => sql`(select count(*) from (
      select 1 from ${table} where kind = ${kind} and entity_id = r.id ${only} ${limit(maxPeopleCounted)})
      as counted)`,
    ' + ',
  )
  return db.all(
    Compared,
    sql`select r.id, ${people} as people from ${db.engine.rows(
      Id,
      titles.map(({ id }) => ({ id })),
    )} as r`,
  )
}

/** What is recommended beside a title: what its people keep more often than others do comes first. */
async function recommendedFor(db: Reader, title: Title): Promise<number[]> {
  const people = await peopleOf(db, title)
  if (people.length < minPeople) return []
  const accounts = people.map(({ account_id }) => account_id)
  const compared = await alsoKept(db, title, accounts)
  if (compared.length === 0) return []
  const all = new Map((await commonness(db, title.kind, compared)).map(({ id, people }) => [id, people]))
  return compared
    .map(({ id, people }) => ({ id, closeness: people / Math.sqrt(Math.max(people, all.get(id) ?? 0)) }))
    .sort((one, other) => other.closeness - one.closeness || one.id - other.id)
    .slice(0, maxRecommended)
    .map(({ id }) => id)
}

/** Computes the recommendations of a title, and writes them if they are others than before. */
async function recommend(db: Database, title: Title): Promise<void> {
  const { kind, entity_id } = title
  const [wanted, present] = await Promise.all([
    recommendedFor(db.wide, title),
    db.all(
      Stored,
      sql`select kind, entity_id, recommended_id, position from recommendation
        where kind = ${kind} and entity_id = ${entity_id} order by position`,
    ),
  ])
  if (present.length === wanted.length && present.every((row, at) => row.recommended_id === wanted[at])) return
  await db.transaction(async (tx) => {
    await tx.run(sql`delete from recommendation where kind = ${kind} and entity_id = ${entity_id}`)
    // A title may have been removed meanwhile.
    const existing = await tx.all(
      Id,
      sql`select id from record where kind = ${kind} and ${tx.engine.anyOf(raw('id'), [entity_id, ...wanted])}`,
    )
    const exists = new Set(existing.map(({ id }) => id))
    const rows = wanted.filter((id) => exists.has(id) && exists.has(entity_id))
    if (rows.length > 0)
      await tx.put(
        stored,
        rows.map((recommended_id, position) => ({ kind, entity_id, recommended_id, position })),
      )
  })
}

/** The next titles that somebody keeps, or that have recommendations. Episodes are rated, too, and not recommended. */
function titlesAfter(db: Reader, kind: string, entity_id: number) {
  const tables: readonly Keeping[] = [...keepings, { table: raw('recommendation') }]
  const next = tables.map(
    ({ table, only = raw('') }) => sql`
      select * from (
        select distinct kind, entity_id from ${table}
        where (kind, entity_id) > (${kind}, ${entity_id}) and kind <> 'episode' ${only}
        order by kind, entity_id ${limit(titlesAtOnce)}) as listed`,
  )
  return db.all(
    Title,
    sql`select distinct kind, entity_id from (${join(next, ' union all ')}) as next
      order by kind, entity_id ${limit(titlesAtOnce)}`,
  )
}

/** Before all movies and series, and after all episodes. */
const beginning = { kind: 'movie', entity_id: 0 }

/** Begins a round if it is time; undefined if it is not, otherwise where the round has come to. */
async function currentRound(db: Database, now: Date) {
  const round = await db.one(Round, sql`select began_at, kind, entity_id from recommendation_round where id = 1`)
  if (round && round.kind !== null) return { kind: round.kind, entity_id: round.entity_id }
  if (round && now.getTime() < Date.parse(round.began_at) + ROUND_HOURS * hourMs) return undefined
  await db.run(sql`
    insert into recommendation_round (id, began_at, kind, entity_id)
    values (1, ${now.toISOString()}, ${beginning.kind}, ${beginning.entity_id})
    on conflict (id) do update set began_at = excluded.began_at, kind = excluded.kind, entity_id = excluded.entity_id`)
  return beginning
}

type Pace = { signal?: AbortSignal; pause?(workedMs: number): Promise<void> }

/**
 * Computes all recommendations, title by title, if the last round began long enough ago. It goes on where it was
 * interrupted. `pause` is called after each title. Says whether there was anything to do.
 */
export async function recommendAll(db: Database, now: Date, { signal, pause }: Pace = {}): Promise<boolean> {
  let reached = await currentRound(db, now)
  const isTime = reached !== undefined
  while (reached && !signal?.aborted) {
    const titles = await titlesAfter(db.wide, reached.kind, reached.entity_id)
    for (const title of titles) {
      if (signal?.aborted) return isTime
      const beganMs = performance.now()
      await recommend(db, title)
      await pause?.(performance.now() - beganMs)
    }
    const last = titles.at(-1)
    const [kind, entity_id] = [last?.kind ?? null, last?.entity_id ?? 0]
    await db.run(sql`update recommendation_round set kind = ${kind}, entity_id = ${entity_id} where id = 1`)
    reached = last
  }
  return isTime
}

type Options = Looping & { clock(): Date }

/** Keeps recommendations up to date; metrics show its rounds like those of followers. */
export function openRecommending(db: Database) {
  const rounds = noRounds()
  const once = async (now: Date, pace: Pace) => ((await recommendAll(db, now, pace)) ? 'followed' : undefined)
  return {
    name: 'recommendation',
    rounds,
    /** Goes on until `signal` is aborted, with half of the time of one processor at most. */
    run({ clock, ...looping }: Options): Promise<void> {
      const { signal } = looping
      const pause = (workedMs: number) => delay(workedMs, undefined, { signal }).catch(() => {})
      const work = async () => {
        await counted(rounds, once(clock(), { signal, pause }))
      }
      return runLoop(work, { ...looping, restMs: REST_MS })
    },
  }
}
