import { type TProperties, Type } from 'typebox'
import { raw, type Sql, sql } from '#src/database/sql.ts'
import type { Kind } from '../../kinds.ts'

/** A table in which people keep something about records; its rows are removed with a record, and come back with it. */
export type KeptTable = {
  table: string
  kinds: readonly Kind[] | 'all'
  /** Who keeps it: the column of `kept_aside` that the owner goes into. */
  owner: 'account_id' | 'guest_id' | 'list_id'
  /** What tells the rows of one record apart, besides the record: of two that agree in it, one counts. */
  key: readonly string[]
  /** The column that decides which of two is newer and counts; absent: the survivor's counts. */
  newer?: string
  /** The columns besides the record and those of the key. */
  columns: TProperties
  /** Columns that follow from something else, from the row `r` that is brought back. */
  computed?: Readonly<Record<string, Sql>>
}

const at = Type.String()

/** Whether ratings of the owner count now. */
const isCounted = sql`coalesce((
  select email_verified_at is not null and disabled_at is null and deleted_at is null from account
  where account.id = r.account_id), false)`

/** THE table of what people keep. `test/catalogue/kept-tables.test.ts` compares it with the tables of the database. */
export const keptTables: readonly KeptTable[] = [
  ...(['watchlist', 'favorite'] as const).map(
    (table): KeptTable => ({
      table,
      kinds: ['movie', 'series'],
      owner: 'account_id',
      key: [],
      newer: 'created_at',
      columns: { created_at: at },
    }),
  ),
  {
    table: 'rating',
    kinds: ['movie', 'series', 'episode'],
    owner: 'account_id',
    key: [],
    newer: 'updated_at',
    columns: { value: Type.Number(), created_at: at, updated_at: at },
    computed: { is_counted: isCounted },
  },
  {
    table: 'guest_rating',
    kinds: ['movie', 'series', 'episode'],
    owner: 'guest_id',
    key: [],
    newer: 'updated_at',
    columns: { value: Type.Number(), created_at: at, updated_at: at, is_counted: Type.Boolean() },
  },
  {
    table: 'watched',
    kinds: ['movie', 'episode'],
    owner: 'account_id',
    key: ['watched_at'],
    columns: { watched_at: at, watched_on: at, created_at: at },
    computed: {
      series_id: sql`(select e.series_id from episode e where r.kind = 'episode' and e.id = r.entity_id)`,
    },
  },
  {
    table: 'list_item',
    kinds: ['movie', 'series'],
    owner: 'list_id',
    key: [],
    newer: 'created_at',
    columns: { position: Type.Integer(), created_at: at },
  },
  {
    table: 'image_vote',
    kinds: 'all',
    owner: 'account_id',
    key: ['gallery', 'image_id'],
    newer: 'at',
    columns: { gallery: Type.String(), image_id: Type.String(), value: Type.Integer(), at },
  },
  { table: 'record_follow', kinds: 'all', owner: 'account_id', key: [], columns: { created_at: at } },
  {
    table: 'match_decision',
    kinds: 'all',
    owner: 'account_id',
    key: ['source', 'wanted'],
    columns: { source: Type.String(), wanted: Type.String(), decided_at: at },
  },
]

/** Tables about records that need no row here, and why. */
export const tablesBesides: Readonly<Record<string, string>> = {
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
  gone_record: 'says what became of records',
  merged_external_id: 'says what became of records',
  kept_aside: 'is where what people keep is set aside',
  popularity_signal: 'counts for what the record was',
  interest: 'is computed from signals',
  trend: 'is computed from signals',
  recommendation: 'is computed from what people keep',
  recommendation_round: 'is computed from what people keep',
  waiting_rating: 'waits for averages, which are counted anew from the ratings',
  rated_title: 'tells servers which averages have changed',
  rated_record: 'tells servers which averages have changed',
  voted_record: 'tells servers which images have new votes',
  sitemap_entry: 'follows the change log',
  search_record: 'follows the change log',
  search_whole: 'follows the change log',
  quality_finding: 'follows the change log',
  quality_key: 'follows the change log',
  record_lock: 'stays with the id, and holds again when the record comes back',
  user_list: 'its cover is one of its items, and goes with it',
  list_addition: 'waits some seconds until followers are told; what has left the list by then is not told',
  kept_import_entry: 'its ids are followed when an import is written or undone',
}

export const keptTablesOf = (of: string): KeptTable[] =>
  keptTables.filter(({ kinds }) => kinds === 'all' || (kinds as readonly string[]).includes(of))

/** The columns of a row besides the record and computed ones; the owner first. */
export const columnsOfKept = ({ owner, columns }: KeptTable): TProperties => ({
  [owner]: Type.Integer(),
  ...columns,
})

const types: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'bigint',
  number: 'float8',
  boolean: 'boolean',
}

/** A column of a row that is aside, in the `entry` of this alias of `kept_aside`. */
export function columnAside(table: KeptTable, column: string, alias = 'a'): Sql {
  const { type } = columnsOfKept(table)[column] as unknown as { type: string }
  return sql`cast(${raw(`${alias}.entry`)} ->> ${raw(`'${column}'`)} as ${raw(types[type] as string)})`
}
