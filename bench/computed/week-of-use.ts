import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { catalogueTime } from '../support/catalogues.ts'

const DAYS = 7

/** One of so many records of a kind is asked for in the week, each on three of its days. */
const ONE_OF = { movie: 25, series: 25, person: 100 } as const

/** Counts signals of a week up to the time of the servers, instead of those that are there. Returns the records. */
export function countWeekOfUse(data: string): number {
  const database = openDirectly(data)
  database.exec('begin; delete from popularity_signal; delete from interest')
  for (const [kind, oneOf] of Object.entries(ONE_OF)) {
    database.exec(`
      insert into popularity_signal (kind, entity_id, day, signal, times)
      with recursive days (number) as (select 0 union all select number + 1 from days where number < ${DAYS - 1})
      select '${kind}', id, date('${catalogueTime}', -number || ' days'), 'details', 1 + (id / ${oneOf}) % 97
      from ${kind} cross join days
      where id % ${oneOf} = 7 and (id / ${oneOf} + number) % ${DAYS} < 3`)
    database.exec(`
      insert into interest (kind, entity_id, as_of, day_points, week_points, long_points, counted)
      select distinct kind, entity_id, date('${catalogueTime}', '-${DAYS} days'), 0, 0, 0, 0
      from popularity_signal where kind = '${kind}'`)
  }
  const { count } = database.prepare('select count(*) as count from interest').get() as { count: number }
  database.exec('commit')
  database.close()
  return count
}

export const firstOf = { movie: 50_000, series: 10_000, person: 200_000 } as const
export type FirstOf = keyof typeof firstOf

/** Takes the start from the first records of each kind, which are a twentieth of a catalogue of a million movies. */
export function takeStarts(data: string): Record<FirstOf, number[]> {
  const database = openDirectly(data)
  const idsOf = (kind: FirstOf) => {
    database.exec(`update ${kind} set start_popularity = 0 where id <= ${firstOf[kind]}`)
    const rows = database.prepare(`select id from ${kind} where id <= ${firstOf[kind]} order by id`).all()
    return (rows as { id: number }[]).map(({ id }) => id)
  }
  const ids = { movie: idsOf('movie'), series: idsOf('series'), person: idsOf('person') }
  database.close()
  return ids
}

/** A connection that looks at nothing that the server would look at, as it writes nothing that would not pass. */
export function openDirectly(data: string): DatabaseSync {
  const database = new DatabaseSync(join(data, 'catalogue.sqlite'), { enableForeignKeyConstraints: false })
  database.exec('pragma synchronous = normal; pragma busy_timeout = 10000')
  return database
}
