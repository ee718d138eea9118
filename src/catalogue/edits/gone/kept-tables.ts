import { type TProperties, Type } from 'typebox'
import { raw, type Sql, sql } from '#src/database/sql.ts'
import { type SetAside, tablesOfAPerson } from '#src/personal/tables-of-a-person.ts'
import { wordTable } from '#src/reference/word-table.ts'
import type { Kind } from '../../kinds.ts'

/** A table in which people keep something about records; its rows are removed with a record, and come back with it. */
export type KeptTable = SetAside & { table: string; kinds: readonly Kind[] | 'all' }

export const keptTables: readonly KeptTable[] = Object.entries(tablesOfAPerson).flatMap(([table, { withRecord }]) =>
  withRecord && 'kinds' in withRecord ? { table, ...withRecord } : [],
)

/** Other tables about records, and why nothing of theirs is set aside. */
export const tablesBesides: Readonly<Record<string, string>> = wordTable({
  record: 'is the record',
  change: 'is the log',
  record_changed: 'is the list of changed ids, which tells both',
  field_source: 'is part of the record',
  removed_entry: 'is part of the record',
  translation: 'is part of the record',
  source_key: 'its ids are followed where lines are read',
  source_id_map: 'its ids are followed where lines are read',
  release_year: 'follows from the releases of a movie',
  air_year: 'follows from the episodes of a series',
  season: 'has seasons of a series, which are merged or moved',
  episode: 'has episodes of a series, which are merged or moved',
  drawing: 'holds no more than the pictures of the sample: `drawings.ts`',
  owned: 'lies where it lay: `owned-aside.ts`',
  gone_record: 'says what became of records',
  merged_external_id: 'says what became of records',
  popularity_signal: 'counts for what the record was',
  interest: 'is computed from signals',
  trend: 'is computed from signals',
  recommendation: 'is computed from what people keep',
  recommendation_round: 'is computed from what people keep',
  offered_correction: 'says what was offered, and the survivor is looked up when it is sent',
  live_record: 'has the numbers of a publisher',
  published_again: 'waits to be published, and a merge or a deletion is published anyway',
  waiting_rating: 'waits for averages, which are counted anew from the ratings',
  rated_title: 'tells servers which averages have changed',
  rated_record: 'tells servers which averages have changed',
  voted_record: 'tells servers which images have new votes',
  sitemap_entry: 'follows the change log',
  search_record: 'follows the change log',
  search_whole: 'follows the change log',
  episode_name: 'follows the change log',
  quality_finding: 'follows the change log',
  quality_key: 'follows the change log',
  record_lock: 'stays with the id, and holds again when the record comes back',
})

export const keptTablesOf = (of: string): KeptTable[] =>
  keptTables.filter(({ kinds }) => kinds === 'all' || (kinds as readonly string[]).includes(of))

/** The columns of a row besides the record and computed ones; the owner first. */
export const columnsOfKept = ({ owner, columns }: KeptTable): TProperties => ({
  [owner]: Type.Integer(),
  ...columns,
})

const types: Readonly<Record<string, string>> = wordTable({
  string: 'text',
  integer: 'bigint',
  number: 'float8',
  boolean: 'boolean',
})

/** A column of a row that is aside, in the `entry` of this alias of `kept_aside`. */
export function columnAside(table: KeptTable, column: string, alias = 'a'): Sql {
  const { type } = columnsOfKept(table)[column] as unknown as { type: string | readonly string[] }
  // One that may be null names that, too.
  const [name = ''] = [type].flat()
  return sql`cast(${raw(`${alias}.entry`)} ->> ${raw(`'${column}'`)} as ${raw(types[name] as string)})`
}
