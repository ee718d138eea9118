import { Type } from 'typebox'
import { operation } from '#src/contract/operation.ts'
import { countRows, onPage, paged, pageOf } from '#src/contract/paging.ts'
import { date, page } from '#src/contract/parameters.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { raw, sql } from '#src/database/sql.ts'
import { dayMs, utcDay } from '#src/reference/days.ts'

const ChangedId = Type.Object({ id: Type.Integer(), adult: Type.Boolean() }, { title: 'ChangedId' })

const idsPerPage = 100
const maxDays = 14
/** Changes go on, so their lists are cached for a shorter time than other replies. */
const cacheSeconds = 600

type Kind = 'movie' | 'series' | 'person'
type Dates = { start_date?: string; end_date?: string }

/**
 * The time span of a request: whole days in UTC, or the past 24 hours if it names no day. A start alone lasts until
 * today, an end alone is that one day.
 */
function windowOf({ start_date, end_date }: Dates, now: Date): { first_day: string; last_day: string; since: string } {
  const today = utcDay(now)
  if (!start_date && !end_date) {
    const since = new Date(now.getTime() - dayMs).toISOString()
    return { first_day: since.slice(0, 10), last_day: today, since }
  }
  const last_day = end_date ?? today
  const first_day = start_date ?? last_day
  const days = (Date.parse(last_day) - Date.parse(first_day)) / dayMs
  if (days < 0 || days > maxDays) throw new ApiError('invalid_date_range')
  return { first_day, last_day, since: first_day }
}

/** The list of changed ids is the same for every kind that has one. */
const changedIds = <Path extends string>(id: string, route: `GET ${Path}`, of: Kind, records: string) =>
  operation(id, route, {
    summary: `Ids of the ${records} that changed in the past 24 hours or in a range of days, the latest change first`,
    access: 'key',
    query: Type.Object({
      start_date: date('First day of the changes; without it, the day of end_date'),
      end_date: date('Last day of the changes, at most 14 days after the first; without it, today'),
      page,
    }),
    reply: paged(ChangedId),
    refusals: ['invalid_date_range'],
    cache: { seconds: cacheSeconds, tags: [of] },

    async handle({ db, query, now }) {
      const { first_day, last_day, since } = windowOf(query, now)
      const changed = sql`from record_changed
        where kind = ${raw(`'${of}'`)} and day >= ${first_day} and day <= ${last_day} and last_at >= ${since}`
      const [ids, count] = await Promise.all([
        db.all(
          ChangedId,
          sql`
          select c.id, coalesce(r.adult, false) as adult
          from (
            select entity_id as id, max(last_at) as last_at ${changed} group by entity_id
            order by max(last_at) desc, entity_id ${onPage(query.page, idsPerPage)}
          ) as c left join ${raw(of)} r on r.id = c.id
          order by c.last_at desc, c.id`,
        ),
        countRows(db, sql`from (select distinct entity_id ${changed}) as ids`),
      ])
      return pageOf(query.page, ids, count, idsPerPage)
    },
  })

export const movie = changedIds('changes.movie', 'GET /3/movie/changes', 'movie', 'movies')
export const tv = changedIds('changes.tv', 'GET /3/tv/changes', 'series', 'series')
export const person = changedIds('changes.person', 'GET /3/person/changes', 'person', 'people')
