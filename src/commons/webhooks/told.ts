import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import { changedType } from '#src/kept/webhook-types.ts'
import type { Told } from '#src/webhooks/queue.ts'

/** A record, the last change of it, and whether it is gone and where to. */
export type RecordChange = { kind: RecordKind; id: number; position: number; gone: boolean; into: number | null }

/** A change as it is told. */
export function changeTold(webhook_id: number, change: RecordChange, paths: ReadonlyMap<string, string>): Told {
  const { kind, id, position, gone, into } = change
  return {
    webhook_id,
    type: changedType(kind),
    of: { kind, entity_id: id, position },
    data: { kind, id, position, gone, into },
    path: paths.get(`${kind} ${id}`) ?? '',
  }
}
