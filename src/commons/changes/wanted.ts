import { isRecordKind, type RecordKind } from '#src/catalogue/record-kinds.ts'
import type { WordList } from '#src/contract/parameters.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { visibleList } from '#src/contributions/lists/lists.ts'
import type { Reader } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import type { ChangedRecord } from '../format/live.ts'
import type { Batch, Change } from './batches.ts'
import { maxNamed } from './limits.ts'
import { positionText } from './position.ts'

/** What somebody wants to be told. */
export type Wanted = {
  kinds?: ReadonlySet<string>
  /** Records by kind and id. */
  records?: ReadonlySet<string>
  /** The titles of a list, and whether it may be seen by who asks. */
  list?: { id: number; isVisible(): Promise<boolean> }
  hasLines: boolean
}

export const everything: Wanted = { hasLines: true }

type Asked = {
  kinds?: WordList | undefined
  record?: WordList | undefined
  list?: number | undefined
  lines?: boolean | undefined
}

/** Reads what is wanted; refused if a word of it means nothing, or the list is none that may be seen. */
export async function wantedOf(db: Reader, asked: Asked, account: { id: number } | undefined): Promise<Wanted> {
  const wanted: Wanted = { hasLines: asked.lines ?? false }
  if (asked.kinds) {
    if (!asked.kinds.words.every(isRecordKind)) throw new ApiError('invalid_parameters')
    wanted.kinds = new Set(asked.kinds.words)
  }
  if (asked.record) wanted.records = new Set(asked.record.words.slice(0, maxNamed + 1).map(recordNamed))
  if ((wanted.records?.size ?? 0) > maxNamed) throw new ApiError('invalid_parameters')
  if (asked.list !== undefined) {
    const id = asked.list
    const isVisible = async () => (await visibleList(db, id, account)) !== undefined
    if (!(await isVisible())) throw new ApiError('not_found')
    wanted.list = { id, isVisible }
  }
  return wanted
}

/** `movie:7` names a record. */
function recordNamed(word: string): string {
  const [, kind = '', id = ''] = /^([a-z_]{1,30}):(\d{1,10})$/.exec(word) ?? []
  if (!isRecordKind(kind)) throw new ApiError('invalid_parameters')
  return `${kind} ${Number(id)}`
}

/** Who wants the same is told the same. */
export const shapeOf = ({ kinds, records, list, hasLines }: Wanted): string =>
  JSON.stringify([hasLines, list?.id, kinds && [...kinds].sort(), records && [...records].sort()])

/** Those of some changes that are wanted. */
export async function wantedChanges(db: Reader, changes: readonly Change[], wanted: Wanted): Promise<Change[]> {
  const { kinds, records, list } = wanted
  const some = changes.filter(({ kind, id }) => (kinds?.has(kind) ?? true) && (records?.has(`${kind} ${id}`) ?? true))
  if (!list) return some
  const listed = new Set<string>()
  for (const kind of ['movie', 'series'] as const)
    for (const id of await onList(db, list.id, kind, some)) listed.add(`${kind} ${id}`)
  return some.filter(({ kind, id }) => listed.has(`${kind} ${id}`))
}

async function onList(db: Reader, list: number, of: RecordKind, some: readonly Change[]): Promise<number[]> {
  const ids = some.flatMap(({ kind, id }) => (kind === of ? id : []))
  if (ids.length === 0) return []
  const rows = await db.all(
    Id,
    sql`
    select entity_id as id from list_item
    where list_id = ${list} and kind = ${of} and ${db.engine.anyOf(raw('entity_id'), ids)}`,
  )
  return rows.map(({ id }) => id)
}

export type Told = Pick<Batch, 'after' | 'position' | 'time'> & { incarnation: string; head: number }

const shown = ({ kind, id, position, gone, into }: Change): ChangedRecord => ({ kind, id, position, gone, into })

/** What is answered, without lines. */
const answerOf = ({ incarnation, after, position, time, head }: Told, changes: readonly Change[]) => ({
  ...{ incarnation, after, position, next: positionText({ seq: position, incarnation }) },
  ...{ has_more: position < head, time },
  changes: changes.map(shown),
})

/** The text of an answer; lines are not written anew for each. */
export function answerText(told: Told, changes: readonly Change[], hasLines: boolean): string {
  const text = JSON.stringify(answerOf(told, changes))
  return hasLines ? `${text.slice(0, -1)},"lines":[${changes.map(({ line }) => line).join(',')}]}` : text
}
