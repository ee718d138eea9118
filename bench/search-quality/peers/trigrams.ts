import { Type } from 'typebox'
import { openDatabase } from '#src/database/open.ts'
import { raw, sql } from '#src/database/sql.ts'
import { type PostgresServer, withPostgres } from '../../support/postgres-server.ts'
import { recordKey } from '../queries.ts'
import { titleKinds } from '../titles.ts'
import { isAsked, mostFound, type OpenSearch, type Peer } from './peer.ts'

const Row = Type.Object({ key: Type.String(), kind: Type.String(), year: Type.Integer(), name: Type.String() })
const Found = Type.Object({ key: Type.String() })
const rowsAtOnce = 10_000
const noYear = 0

/** `pg_trgm` with the threshold it comes with: each name and outside id is a row, and the most similar rows win. */
export const trigrams: Peer = {
  name: '`pg_trgm`',
  open(titles) {
    const rows = titles.flatMap((title) =>
      [title.name, ...title.otherNames, ...title.outsideIds].map((name) => ({
        key: recordKey(title),
        kind: title.kind,
        year: title.year ?? noYear,
        name,
      })),
    )
    const { promise: end, resolve: close } = Promise.withResolvers<void>()
    const { promise, resolve, reject } = Promise.withResolvers<OpenSearch | undefined>()
    const ended = withPostgres(async (server) => {
      const search = await openTrigrams(server, rows)
      resolve({
        find: search.find,
        async close() {
          close()
          await ended
        },
      })
      await end
      await search.close()
    })
    ended.then(() => resolve(undefined), reject)
    return promise
  },
}

type Named = { key: string; kind: string; year: number; name: string }

async function openTrigrams(server: PostgresServer, rows: readonly Named[]): Promise<OpenSearch> {
  const emptyUrl = await server.create('empty')
  const first = await openDatabase(emptyUrl, { writes: 'inline', connections: 1 })
  // Trigrams are made of letters, and which characters are letters depends on the locale.
  await first.run(raw("create database trigrams template template0 encoding 'UTF8' locale 'C.UTF-8'"))
  await first.close()
  const url = Object.assign(new URL(emptyUrl), { pathname: 'trigrams' }).href
  const db = await openDatabase(url, { writes: 'inline', connections: 1 })
  await db.run(raw('create extension pg_trgm'))
  await db.run(raw('create table named (key text, kind text, year integer, name text)'))
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const some = db.engine.rows(Row, rows.slice(from, from + rowsAtOnce))
    await db.run(sql`insert into named select key, kind, year, name from ${some} as r`)
  }
  await db.run(raw('create index on named using gin (name gin_trgm_ops)'))
  return {
    async find(query) {
      const asked = titleKinds.filter((kind) => isAsked({ ...query, year: 0 }, { kind, year: 0 }))
      const found = await db.all(
        Found,
        sql`
        select key from named where name % ${query.text} and ${db.engine.anyOf(raw('kind'), asked)}
          and ${query.year === undefined ? raw('true') : sql`year = ${query.year}`}
        group by key order by max(similarity(name, ${query.text})) desc, key ${raw(`limit ${mostFound}`)}`,
      )
      return found.map(({ key }) => key)
    },
    close: () => db.close(),
  }
}
