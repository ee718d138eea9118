import { Type } from 'typebox'
import { changeDays, changesCacheSeconds, changeWindow } from '#src/catalogue/changes/change-window.ts'
import { operation } from '#src/contract/operation.ts'
import { onPage, paged, pageOf } from '#src/contract/paging.ts'
import { page } from '#src/contract/parameters.ts'
import { countRows } from '#src/database/count-rows.ts'
import { raw, sql } from '#src/database/sql.ts'

const ChangedId = Type.Object({ id: Type.Integer(), adult: Type.Boolean() }, { title: 'ChangedId' })

const idsPerPage = 100
type Kind = 'movie' | 'series' | 'person'

/** The list of changed ids is the same for every kind that has one. */
const changedIds = <Path extends string>(id: string, route: `GET ${Path}`, of: Kind, records: string) =>
  operation(id, route, {
    summary: `IDs of the ${records} that changed in the past 24 hours or in a range of days, latest change first`,
    access: 'key',
    query: Type.Object({
      ...changeDays,
      page,
    }),
    reply: paged(ChangedId),
    refusals: ['invalid_date_range'],
    cache: { seconds: changesCacheSeconds, tags: [of] },

    async handle({ db, query, now }) {
      const { first_day, last_day, since } = changeWindow(query, now)
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
