import { join } from 'node:path'
import { Type } from 'typebox'
import { prepareCatalogue } from '#src/catalogue/edits/apply-edit.ts'
import type { TitleKind } from '#src/catalogue/similar/features.ts'
import { similarTitles } from '#src/catalogue/similar/similar-titles.ts'
import type { Database } from '#src/database/database.ts'
import { migrate } from '#src/database/migrate.ts'
import { raw, sql } from '#src/database/sql.ts'
import { openSqlite } from '#src/database/sqlite/sqlite.ts'
import { packageRoot } from '#src/package-root.ts'
import { loadSample } from '#src/sample/sample.ts'
import type { Bench, Benchmark, Figure } from '../benchmark.ts'
import { openDirectly } from '../computed/week-of-use.ts'
import { catalogueTime } from '../support/catalogues.ts'
import { latencyFigure, latencyOf } from '../support/latency.ts'
import { openLoad } from '../support/load.ts'
import { coldSettings, serveCatalogue, settled } from '../support/server.ts'

const WANTED_P99_MS = 40
/** Titles that are asked for in turn, at even distances among all. */
const ASKED = 400
/** Titles of the sample whose first ten are judged, at even distances among all. */
const JUDGED = 100
const FIRST = 10
/** Movies that are recommended with each one that is asked for. */
const KEPT = 20
/** A keyword that more of the titles have is not rare. */
const RARE_SHARE = 0.02

export const similar: Benchmark = {
  name: 'similar',
  title: 'Similar titles and recommendations',
  method: `The similar movies and series and the recommended movies of ${ASKED} titles are requested in turn, over one
connection, and no reply is cached. Each of these movies has ${KEPT} recommendations, as the background work would store
them. The second table is about the sample: of the first ${FIRST} titles similar to each of ${JUDGED} movies, how many
are in its collection, or share one of its people or a keyword that at most one in ${1 / RARE_SHARE} movies has. Titles
of a collection that are not in the sample cannot be counted, so more is not always better; a change that lowers these
shares needs a reason.`,
  async run(bench) {
    const load = openLoad()
    recommend(bench.large.data, await evenly(join(bench.large.data, 'catalogue.sqlite'), 'movie', ASKED))
    const server = await serveCatalogue(bench.large.data, { time: catalogueTime, settings: coldSettings })
    try {
      await settled(server)
      const figures: Figure[] = []
      for (const [of, path] of [
        ['movie', '/3/movie/ID/similar'],
        ['series', '/3/tv/ID/similar'],
        ['movie', '/3/movie/ID/recommendations'],
      ] as const) {
        bench.say(path)
        const ids = await evenly(join(bench.large.data, 'catalogue.sqlite'), of, ASKED)
        const paths = ids.map((id) => `${path.replace('ID', String(id))}?api_key=${bench.key}`)
        const what = `\`GET ${path.replace('ID', '{id}')}\``
        const latency = await latencyOf(paths, { server, load, bench })
        figures.push(latencyFigure(what, latency, { wantedMs: WANTED_P99_MS, command: bench.commandOf('similar') }))
      }
      return [...figures, await quality(bench)]
    } finally {
      load.close()
      await server.stop()
    }
  },
}

/** Recommends movies whose ids are far from one another. */
function recommend(data: string, ids: readonly number[]) {
  const database = openDirectly(data)
  const add = database.prepare(`insert into recommendation (kind, entity_id, recommended_id, position)
    values ('movie', ?, ?, ?) on conflict do nothing`)
  database.exec('begin')
  for (const [at, id] of ids.entries())
    for (let place = 1; place <= KEPT; place++) {
      const other = ids[(at + 7 * place) % ids.length] as number
      if (other !== id) add.run(id, other, place)
    }
  database.exec('commit')
  database.close()
}

const Id = Type.Object({ id: Type.Integer() })

async function idsOf(db: Database, of: TitleKind, most: number): Promise<number[]> {
  const rows = await db.all(Id, sql`select id from record where kind = ${of} order by id`)
  const step = Math.max(1, Math.floor(rows.length / most))
  return rows.flatMap(({ id }, at) => (at % step === 0 ? id : [])).slice(0, most)
}

async function evenly(file: string, of: TitleKind, most: number): Promise<number[]> {
  const db = await openSqlite(file, { writes: 'none' })
  try {
    return await idsOf(db, of, most)
  } finally {
    await db.close()
  }
}

const shares = {
  'of its collection': raw(`exists (select 1 from movie a join movie b on b.collection_id = a.collection_id
    where a.id = one and b.id = other)`),
  'sharing a person': raw(`exists (select 1 from credit a join credit b on b.person_id = a.person_id
    where a.kind = 'movie' and b.kind = 'movie' and a.entity_id = one and b.entity_id = other)`),
  'sharing a rare keyword': raw(`exists (select 1 from title_keyword a join title_keyword b
    on b.keyword_id = a.keyword_id where a.kind = 'movie' and b.kind = 'movie' and a.entity_id = one
    and b.entity_id = other and a.keyword_id in (select keyword_id from title_keyword where kind = 'movie'
      group by keyword_id having count(*) <= ${RARE_SHARE} * (select count(*) from movie)))`),
} as const

const Pair = Type.Object({ one: Type.Integer(), other: Type.Integer() })
const Count = Type.Object({ count: Type.Integer() })

/** What the first similar titles of movies of the sample have in common with them. */
async function quality({ scratch, commandOf }: Bench): Promise<Figure> {
  const db = await openSqlite(join(scratch, 'sample.sqlite'), { writes: 'inline' })
  try {
    await migrate(db, join(packageRoot, 'migrations'))
    await prepareCatalogue(db, new Date(catalogueTime))
    await loadSample(db, new Date(catalogueTime))
    const pairs: { one: number; other: number }[] = []
    for (const one of await idsOf(db, 'movie', JUDGED))
      for (const other of (await similarTitles(db, 'movie', one)).slice(0, FIRST)) pairs.push({ one, other })
    const rows = []
    for (const [what, condition] of Object.entries(shares)) {
      const found = await db.one(
        Count,
        sql`select count(*) as count from ${db.engine.rows(Pair, pairs)} as pair where ${condition}`,
      )
      rows.push([what, `${Math.round((100 * (found?.count ?? 0)) / pairs.length)} %`])
    }
    return {
      what: `The first ${FIRST} movies similar to each of ${JUDGED} in the sample that have something rare in common`,
      measured: rows.map(([what, share]) => `${share} ${what}`).join(', '),
      command: commandOf('similar'),
    }
  } finally {
    await db.close()
  }
}
