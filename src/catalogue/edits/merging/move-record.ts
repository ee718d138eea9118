import { countRows } from '#src/database/count-rows.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { numberingOf } from '../../kinds.ts'
import { findRecord } from '../../part.ts'
import type { RecordKind } from '../../record-kinds.ts'
import type { RankOf } from '../../sources.ts'
import { StatementError } from '../../statements/check.ts'
import type { Change } from '../change.ts'
import { differenceOf } from '../difference.ts'
import { loadRecords } from '../record-loader.ts'
import { write } from '../steps.ts'
import { maxMergedChildren } from './merge-records.ts'

type Numbering = Readonly<Record<string, number>>
type Moving = { of: RecordKind; id: number; numbering: Numbering; rankOf: RankOf; open(): Promise<number> }

/** Lets a season or an episode belong somewhere else, and returns the rows of the change log. */
export async function moveRecord(tx: Database, { of, id, numbering, rankOf, open }: Moving): Promise<Change[]> {
  const before = (await loadRecords(tx, of, [id])).get(id)
  const logging = { rankOf, isThorough: true }
  const difference = before && differenceOf(before, { ...before, numbering: inOrder(of, numbering) }, logging)
  return difference ? write(tx, of, [difference], await open()) : []
}

/** Numbers in the order in which records have them. */
const inOrder = (of: RecordKind, numbering: Numbering): Numbering =>
  Object.fromEntries(numberingOf(of).map((column) => [column, numbering[column] as number]))

/** Throws a StatementError if a season or an episode cannot be moved there. */
export async function checkMove(tx: Database, of: RecordKind, id: number, numbering: Numbering): Promise<void> {
  const refuse = (place: string, reason: string): never => {
    throw new StatementError([{ record: 0, place, reason }])
  }
  if (of !== 'season' && of !== 'episode') refuse('movedTo', 'is only for seasons and episodes')
  const kind = of as 'season' | 'episode'
  const record = (await loadRecords(tx, kind, [id])).get(id)
  if (!record) return refuse('id', `is no ${kind} of the catalogue`)
  const parent = kind === 'season' ? 'series' : 'season'
  if ((await findRecord(tx, parent, { ...numbering })) === undefined)
    refuse(
      parent === 'series' ? 'movedTo.series_id' : 'movedTo.season_number',
      `refers to a ${parent} that does not exist`,
    )
  const holder = await findRecord(tx, kind, { ...numbering })
  const last = kind === 'season' ? 'season_number' : 'episode_number'
  if (holder !== undefined && holder !== id) refuse(`movedTo.${last}`, `belongs to the ${kind} ${holder}`)
  if (kind === 'episode') return
  const { series_id, season_number } = record.numbering
  const episodes = sql`from episode where series_id = ${series_id} and season_number = ${season_number}`
  if ((await countRows(tx, episodes)) > maxMergedChildren) refuse('id', `has more than ${maxMergedChildren} episodes`)
}
