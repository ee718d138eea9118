import { Type } from 'typebox'
import { operation } from '#src/contract/operation.ts'
import { queryReader, queryRefusals } from '#src/contract/parameters.ts'
import { raw, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import type { Appendable } from '../appendable.ts'
import type { Kind } from '../kinds.ts'
import { findRecord } from '../part.ts'
import { changesCacheSeconds } from './change-window.ts'
import { changesQuery, changesReply, recordChanges } from './record-changes.ts'

const query = Type.Object(changesQuery)
const reply = Type.Object(changesReply, { title: 'Changes' })
const refusals = ['invalid_date_range'] as const
/** The operation of the changes of a record. Seasons and episodes are named by their ids, not by their numbers. */
export const changesOperation = <Path extends string>(of: Kind, route: `GET ${Path}`) =>
  operation(`${of}.changes`, route, {
    summary: `Changes to the ${of} in the past 24 hours or in a range of days, by key, latest first`,
    access: 'key',
    query,
    reply,
    refusals,
    cache: { seconds: changesCacheSeconds },
    async handle({ db, params, query, now }) {
      const given: Record<string, number | string> = params
      const byId = given[`${of}_id`]
      const id =
        typeof byId === 'number'
          ? (await db.one(Id, sql`select id from ${raw(of)} where id = ${byId}`))?.id
          : await findRecord(db, of, given)
      return id === undefined ? undefined : recordChanges(db, of, id, query, now)
    },
  })

/** The same, appended to the details of a kind. */
export const appendableChanges = (of: Kind): Appendable => ({
  name: 'changes',
  reply,
  readQuery: queryReader(query, { isIgnored: true }),
  refusals: [...queryRefusals(query), ...refusals],
  dependsOnSite: false,
  load: ({ db, query, now }, id) => recordChanges(db, of, id, query as Parameters<typeof recordChanges>[3], now),
})
