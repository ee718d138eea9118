import { type Static, Type } from 'typebox'
import { survivorsOf } from '#src/catalogue/edits/gone/survivors.ts'
import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import { nullable } from '#src/contract/schema.ts'
import type { Database, Engine } from '#src/database/database.ts'
import { raw, type Sql, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { changedType, type WebhookFilter } from '#src/kept/webhook-types.ts'
import type { Told } from '#src/webhooks/queue.ts'
import { pathsOf } from './paths.ts'
import { changeTold, type RecordChange } from './told.ts'

type Last = { kind: RecordKind; id: number; position: number }

const Title = Type.Object({ kind: Type.String(), id: Type.Integer() })
const Wanting = Type.Object({
  webhook_id: Type.Integer(),
  kind: Type.String(),
  entity_id: Type.Integer(),
  /** The list that it is on; null: the watchlist. */
  list_id: nullable(Type.Integer()),
  types: Type.Array(Type.String()),
  filter: Type.Unsafe<WebhookFilter>({ type: 'object' }),
  from_seq: Type.Integer(),
})
type Wanting = Static<typeof Wanting>

/** What webhooks of members are told: that titles have changed which are on their watchlists and lists. */
export async function membersTold(tx: Database, records: readonly Last[]): Promise<Told[]> {
  const titles = records.filter(({ kind }) => kind === 'movie' || kind === 'series')
  if (titles.length === 0) return []
  const changes = await fatesOf(tx, titles)
  const byName = new Map(changes.map((change) => [`${change.kind} ${change.id}`, change]))
  const wanting = [
    ...(await whoWants(tx, changes, keptWhere)),
    ...(await whoWants(
      tx,
      changes.filter(({ gone }) => gone),
      keptAsideWhere,
    )),
  ]
  const paths = await pathsOf(tx, changes)
  const told = new Map<string, Told>()
  for (const { webhook_id, kind, entity_id, ...row } of wanting) {
    const change = byName.get(`${kind} ${entity_id}`)
    if (!change || !isWanted(row, change)) continue
    told.set(`${webhook_id} ${kind} ${entity_id}`, changeTold(webhook_id, change, paths))
  }
  return [...told.values()].sort((one, other) => (one.of?.position ?? 0) - (other.of?.position ?? 0))
}

function isWanted(
  { types, filter, from_seq, list_id }: Pick<Wanting, 'types' | 'filter' | 'from_seq' | 'list_id'>,
  change: RecordChange,
) {
  if (change.position <= from_seq || !types.includes(changedType(change.kind))) return false
  if (list_id === null) return filter.watchlist === true
  return filter.list === list_id || filter.lists === true
}

/** What has become of titles. */
async function fatesOf(tx: Database, titles: readonly Last[]): Promise<RecordChange[]> {
  const changes: RecordChange[] = []
  for (const kind of ['movie', 'series'] as const) {
    const some = titles.filter((title) => title.kind === kind)
    if (some.length === 0) continue
    const ids = some.map(({ id }) => id)
    const rows = await tx.all(Id, sql`select id from ${raw(kind)} where ${tx.engine.anyOf(raw('id'), ids)}`)
    const there = new Set(rows.map(({ id }) => id))
    const absent = ids.filter((id) => !there.has(id))
    const survivors = absent.length === 0 ? new Map<number, { id: number }>() : await survivorsOf(tx, kind, absent)
    for (const title of some)
      changes.push({ ...title, gone: !there.has(title.id), into: survivors.get(title.id)?.id ?? null })
  }
  return changes.sort((one, other) => one.position - other.position)
}

const columns = sql`w.id as webhook_id, r.kind, r.id as entity_id`
const ofHook = sql`w.types, w.filter, w.from_seq`
const isOn = sql`w.owner = 'member' and w.state = 'on'`

/** Titles on watchlists, on lists, and on those that are kept with others. */
const keptWhere = (titles: Sql, through: Engine['through']): Sql => sql`
  select ${columns}, null as list_id, ${ofHook} from ${titles} as r
  join watchlist k ${through('watchlist_by_record')} on k.kind = r.kind and k.entity_id = r.id
  join webhook w ${through('webhook_by_account')} on w.account_id = k.account_id and ${isOn}
  union all
  select ${columns}, l.id, ${ofHook} from ${titles} as r
  join list_item i ${through('list_item_by_record')} on i.kind = r.kind and i.entity_id = r.id
  join user_list l on l.id = i.list_id
  join webhook w ${through('webhook_by_account')} on w.account_id = l.account_id and ${isOn}
  union all
  select ${columns}, p.list_id, ${ofHook} from ${titles} as r
  join list_item i ${through('list_item_by_record')} on i.kind = r.kind and i.entity_id = r.id
  join list_keeper p on p.list_id = i.list_id and p.accepted_at is not null
  join webhook w ${through('webhook_by_account')} on w.account_id = p.account_id and ${isOn}`

/** The same of titles that are gone, which are set aside. */
const keptAsideWhere = (titles: Sql, through: Engine['through']): Sql => sql`
  select ${columns}, null as list_id, ${ofHook} from ${titles} as r
  join kept_aside k ${through('kept_aside_by_record')}
    on k.kind = r.kind and k.entity_id = r.id and k.kept = 'watchlist'
  join webhook w ${through('webhook_by_account')} on w.account_id = k.account_id and ${isOn}
  union all
  select ${columns}, l.id, ${ofHook} from ${titles} as r
  join kept_aside k ${through('kept_aside_by_record')}
    on k.kind = r.kind and k.entity_id = r.id and k.kept = 'list_item'
  join user_list l on l.id = k.list_id
  join webhook w ${through('webhook_by_account')} on w.account_id = l.account_id and ${isOn}
  union all
  select ${columns}, p.list_id, ${ofHook} from ${titles} as r
  join kept_aside k ${through('kept_aside_by_record')}
    on k.kind = r.kind and k.entity_id = r.id and k.kept = 'list_item'
  join list_keeper p on p.list_id = k.list_id and p.accepted_at is not null
  join webhook w ${through('webhook_by_account')} on w.account_id = p.account_id and ${isOn}`

async function whoWants(tx: Database, changes: readonly RecordChange[], which: typeof keptWhere): Promise<Wanting[]> {
  if (changes.length === 0) return []
  const titles = tx.engine.rows(
    Title,
    changes.map(({ kind, id }) => ({ kind, id })),
  )
  const rows = await tx.all(Wanting, which(titles, tx.engine.through))
  return rows.sort((one, other) => one.webhook_id - other.webhook_id)
}
