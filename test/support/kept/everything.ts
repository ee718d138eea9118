import { Type } from 'typebox'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { columnsOfKept, keptTables } from '#src/catalogue/edits/gone/kept-tables.ts'
import type { Kind } from '#src/catalogue/kinds.ts'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'

const begin = Date.parse('2026-03-11T10:00:00.000Z')
export const momentOf = (step: number) => new Date(begin + step * 60_000)

/** Records of the world of which people keep much. */
export const some: Readonly<Partial<Record<Kind, readonly number[]>>> = {
  movie: [501, 502, 503, 504, 505],
  series: [601, 602, 603, 604],
  season: [6010, 6011, 6012, 6021, 6041],
  episode: [60111, 60112, 60121, 60211, 60212],
  person: [301, 302, 303, 304, 305],
  company: [101, 102, 103],
  network: [201, 202],
  collection: [401, 402],
}

/** Everything that people keep, with what is counted of it. */
export async function keptOf(db: Database): Promise<string[]> {
  const all: string[] = []
  for (const table of keptTables) {
    const columns = { kind: Type.String(), entity_id: Type.Integer(), ...columnsOfKept(table) }
    const list = raw(
      Object.keys(columns)
        .map((name) => `"${name}"`)
        .join(),
    )
    const rows = await db.all(Type.Object(columns), sql`select ${list} from ${raw(table.table)}`)
    all.push(...rows.map((row) => `${table.table} ${JSON.stringify(row)}`).sort())
  }
  const Counted = Type.Object({ id: Type.Integer(), votes: Type.Integer(), points: Type.Number() })
  for (const rated of ['movie', 'series', 'episode'])
    for (const row of await db.all(
      Counted,
      sql`select id, own_count as votes, own_points as points from ${raw(rated)} where own_count > 0 order by id`,
    ))
      all.push(`${rated} ${JSON.stringify(row)}`)
  const Voted = Type.Object({ kind: Type.String(), entity_id: Type.Integer(), id: Type.String(), n: Type.Integer() })
  const voted = await db.all(
    Voted,
    sql`select kind, entity_id, id, own_count as n from image where own_count > 0 order by kind, entity_id, id`,
  )
  return [...all, ...voted.map((row) => JSON.stringify(row))]
}

const Image = Type.Object({ gallery: Type.String(), id: Type.String() })
const imagesOf = async (db: Database) =>
  (await db.all(Image, sql`select distinct gallery, id from image where kind = 'movie' order by gallery, id`)).map(
    ({ gallery, id }) => [gallery, id] as const,
  )

/** Two of whom each keep something of all movies and series, at different times. */
export async function keepMuch(db: Database) {
  for (const [kind, ids] of [
    ['movie', some.movie],
    ['series', some.series],
    ['episode', some.episode],
  ] as const)
    for (const [place, id] of (ids ?? []).entries())
      for (const account_id of [1, 2]) {
        const at = new Date(begin - ((place * 7 + account_id * 3) % 5) * 3_600_000).toISOString()
        const value = 1 + ((id + account_id) % 9)
        await db.run(sql`
          insert into rating (account_id, kind, entity_id, value, created_at, updated_at, is_counted)
          select ${account_id}, ${kind}, id, ${value}, ${at}, ${at},
            (select email_verified_at is not null from account where account.id = ${account_id})
          from record where kind = ${kind} and id = ${id} on conflict do nothing`)
        if (kind !== 'series')
          await db.run(sql`
            insert into watched (account_id, kind, entity_id, watched_at, watched_on, series_id, created_at)
            select ${account_id}, ${kind}, r.id, ${at}, ${at.slice(0, 10)},
              (select series_id from episode where ${kind} = 'episode' and episode.id = r.id), ${at}
            from record r where kind = ${kind} and r.id = ${id} on conflict do nothing`)
        if (kind !== 'episode')
          await db.run(sql`
            insert into watchlist (account_id, kind, entity_id, created_at)
            select ${account_id}, kind, id, ${at} from record where kind = ${kind} and id = ${id}
            on conflict do nothing`)
      }
  for (const rated of ['movie', 'series', 'episode'])
    await db.run(sql`
      update ${raw(rated)} set own_count = c.votes, own_points = c.points from (
        select entity_id, cast(count(*) as integer) as votes, sum(value) as points from (
          select entity_id, value from rating where kind = ${rated} and is_counted = true
          union all select entity_id, value from guest_rating where kind = ${rated} and is_counted = true
        ) as r group by entity_id) as c where id = c.entity_id`)
  for (const [gallery, image_id] of await imagesOf(db))
    await db.run(sql`
      insert into image_vote (kind, entity_id, gallery, image_id, account_id, value, at)
      select 'movie', entity_id, gallery, id, 2, 5, ${momentOf(0).toISOString()} from image
      where kind = 'movie' and gallery = ${gallery} and id = ${image_id} on conflict do nothing`)
  await db.run(sql`
    update image set own_count = 1, own_points = 5 where kind = 'movie' and exists (
      select 1 from image_vote v
      where v.kind = 'movie' and v.entity_id = image.entity_id and v.gallery = image.gallery
        and v.image_id = image.id)`)
}

/** Merges two movies of which people keep much, and deletes a series; the two edits. */
export async function mergeAndDelete(db: Database): Promise<number[]> {
  const edits: number[] = []
  for (const record of [
    { kind: 'movie', id: 503, mergedInto: { id: 501 } },
    { kind: 'series', id: 601, isDeleted: true },
  ] as const) {
    const { edit_id } = await applyEdit(db, { account_id: null, at: momentOf(50), records: [record] })
    edits.push(edit_id as number)
  }
  return edits
}
