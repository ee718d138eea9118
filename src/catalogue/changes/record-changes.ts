import { Type } from 'typebox'
import { page } from '#src/contract/parameters.ts'
import type { Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { dayAfter, wireTime } from '#src/reference/days.ts'
import { changeKeys } from '#src/reference/reference.ts'
import type { Kind } from '../kinds.ts'
import { changeValues, LoggedChange } from './change-values.ts'
import { changeDays, changeWindow } from './change-window.ts'

/** Changes of a record in one reply; those before are on the next page. */
const maxChanges = 1_000

const ChangeItem = Type.Object(
  {
    id: Type.String(),
    action: Type.String({ enum: ['added', 'created', 'updated', 'deleted', 'destroyed'] }),
    time: Type.String(),
    iso_639_1: Type.String(),
    iso_3166_1: Type.String(),
    value: Type.Optional(Type.Unknown({ description: 'Value after: any JSON value, depending on the key' })),
    original_value: Type.Optional(Type.Unknown({ description: 'Value before: any JSON value, depending on the key' })),
  },
  { title: 'ChangeItem' },
)
export const changesReply = {
  changes: Type.Array(
    Type.Object(
      { key: Type.String({ enum: [...changeKeys] }), items: Type.Array(ChangeItem) },
      { title: 'ChangesOfKey' },
    ),
  ),
}
export const changesQuery = {
  ...changeDays,
  page: Type.Unsafe<number>({
    ...page,
    description: `Page of the changes, from 1 to 500, with ${maxChanges} changes each`,
  }),
}

type Query = { start_date?: string; end_date?: string; page: number }

/** What changed on a record, by key; the latest change of each key first. */
export async function recordChanges(db: Reader, of: Kind, id: number, query: Query, now: Date) {
  const { since, last_day } = changeWindow(query, now)
  const logged = await db.all(
    LoggedChange,
    sql`
    select seq, at, key, action, iso_639_1, iso_3166_1, original_value, value from change
    where kind = ${of} and entity_id = ${id} and at >= ${since} and at < ${dayAfter(last_day, 1)} and not same_value
    order by seq desc ${limit(maxChanges)} offset ${maxChanges * (query.page - 1)}`,
  )
  const shown = await changeValues(db, [of, id], logged)
  const byKey = Map.groupBy(shown, ({ key }) => key)
  return {
    changes: [...byKey.keys()].sort().map((key) => ({
      key,
      items: (byKey.get(key) ?? []).map(({ change, value, original_value }) => ({
        id: itemId(change),
        action: change.action,
        time: wireTime(change.at),
        iso_639_1: change.iso_639_1,
        iso_3166_1: change.iso_3166_1,
        ...(value !== null && { value }),
        ...(original_value !== null && { original_value }),
      })),
    })),
  }
}

/** 24 hex digits: the second of the change, and its number in the log. */
const itemId = ({ at, seq }: LoggedChange): string =>
  Math.floor(Date.parse(at) / 1000)
    .toString(16)
    .padStart(8, '0') + seq.toString(16).padStart(16, '0')
