import { type Static, Type } from 'typebox'
import { type Changed, follow, type LogFollower } from '#src/background/log-follower.ts'
import { isRecordKind, type RecordKind } from '#src/catalogue/record-kinds.ts'
import type { Config } from '#src/config.ts'
import { nullable } from '#src/contract/schema.ts'
import type { Database } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { changedType, type WebhookFilter } from '#src/kept/webhook-types.ts'
import { maxWaiting, mostWebhooksOfKeys } from '#src/webhooks/limits.ts'
import { queueMissed, queueTold, roomOf, type Told, wake } from '#src/webhooks/queue.ts'
import { webhookFollower } from '#src/webhooks/states.ts'
import { changesOf, publishingOf } from '../changes/batches.ts'
import { wantedChanges, wantedOf } from '../changes/wanted.ts'
import { pathsOf } from './paths.ts'
import { changeTold, type RecordChange } from './told.ts'
import { membersTold } from './told-members.ts'

/** Records whose changes are told in one transaction. */
const recordsAtOnce = 200

const InUse = Type.Object({ has_keys: Type.Boolean(), has_members: Type.Boolean() })
const KeyHook = Type.Object({
  id: Type.Integer(),
  account_id: nullable(Type.Integer()),
  types: Type.Array(Type.String()),
  filter: Type.Unsafe<WebhookFilter>({ type: 'object' }),
  from_seq: Type.Integer(),
})
type KeyHook = Static<typeof KeyHook>

/** Follows the change log, and queues what webhooks of members and keys are told of it. */
export const followWebhooks = (db: Database, config: Pick<Config, 'republish'>, now: () => Date): LogFollower =>
  follow(db, webhookFollower.name, {
    version: webhookFollower.version,
    changesAtOnce: recordsAtOnce,
    isByRecord: true,
    isAtomic: true,
    isOfChangesAlone: true,
    async handle(tx, changes) {
      const of = (owner: string) => sql`exists (select 1 from webhook where owner = ${owner} and state = 'on')`
      const inUse = await tx.one(InUse, sql`select ${of('key')} as has_keys, ${of('member')} as has_members`)
      if (!inUse || !(inUse.has_keys || inUse.has_members)) return
      const records = recordsOf(changes)
      const told = [
        ...(inUse.has_keys ? await keysTold(tx, records, config, now()) : []),
        ...(inUse.has_members ? await membersTold(tx, records) : []),
      ]
      if (told.length > 0) await queueTold(tx, told, now())
    },
  })

type Last = { kind: RecordKind; id: number; position: number }

/** The records that have changed, with their last changes, in the order of these. */
function recordsOf(changes: readonly Changed[]): Last[] {
  const last = new Map<string, Last>()
  for (const { seq, kind, entity_id: id } of changes)
    if (isRecordKind(kind)) last.set(`${kind} ${id}`, { kind, id, position: seq })
  return [...last.values()].sort((one, other) => one.position - other.position)
}

/** What webhooks of keys are told: what may be passed on to anybody. */
async function keysTold(
  tx: Database,
  records: readonly Last[],
  config: Pick<Config, 'republish'>,
  now: Date,
): Promise<Told[]> {
  const hooks = await tx.all(
    KeyHook,
    sql`
    select id, account_id, types, filter, from_seq from webhook where owner = 'key' and state = 'on'
    order by id ${limit(mostWebhooksOfKeys)}`,
  )
  const wanting = hooks.flatMap((hook): [KeyHook, Last[]][] => {
    const some = records.filter((record) => mayWant(hook, record))
    return some.length > 0 ? [[hook, some]] : []
  })
  const room = await roomOf(
    tx,
    wanting.map(([{ id }]) => id),
  )
  const isFull = ([{ id }]: (typeof wanting)[0]) => (room.get(id) ?? maxWaiting) <= 0
  const full = wanting.filter(isFull)
  const open = wanting.filter((one) => !isFull(one))
  // What has no room is not even read.
  for (const [hook, some] of full) {
    const [first, last] = [some[0], some.at(-1)]
    if (first && last) await queueMissed(tx, hook.id, { after: first.position - 1, position: last.position }, now)
  }
  await wake(
    tx,
    full.map(([{ id }]) => id),
    now,
  )
  return open.length === 0 ? [] : changesTold(tx, open, config)
}

function mayWant({ types, filter, from_seq }: KeyHook, { kind, id, position }: Last): boolean {
  return position > from_seq && types.includes(changedType(kind)) && (filter.records?.includes(`${kind}:${id}`) ?? true)
}

async function changesTold(tx: Database, open: readonly [KeyHook, Last[]][], config: Pick<Config, 'republish'>) {
  const wanted = new Map(open.flatMap(([, some]) => some.map((record) => [`${record.kind} ${record.id}`, record])))
  const changes = await changesOf(await publishingOf(tx, config), [...wanted.values()])
  changes.sort((one, other) => one.position - other.position)
  const paths = await pathsOf(tx, changes)
  const told: Told[] = []
  for (const [hook, some] of open) {
    const own = new Set(some.map(({ kind, id }) => `${kind} ${id}`))
    const its = changes.filter(({ kind, id }) => own.has(`${kind} ${id}`))
    for (const change of await onList(tx, hook, its)) told.push(changeTold(hook.id, change, paths))
  }
  return told
}

/** Those that are on the list of a webhook, if it has one and its holder may still see it. */
async function onList<Some extends RecordChange & { line: string }>(tx: Database, hook: KeyHook, its: Some[]) {
  const { list } = hook.filter
  if (list === undefined) return its
  const account = hook.account_id === null ? undefined : { id: hook.account_id }
  const wanted = await wantedOf(tx, { list }, account).catch(() => undefined)
  return wanted ? wantedChanges(tx, its, wanted) : []
}
