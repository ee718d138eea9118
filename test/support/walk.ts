import { type TProperties, Type } from 'typebox'
import type { Operation } from '#src/contract/operation.ts'
import type { Database } from '#src/database/database.ts'
import { raw } from '#src/database/sql.ts'
import type { Schema } from './shape.ts'
import { guest } from './world.ts'

/**
 * How the values of path parameters are found in a catalogue: a query whose columns have the names of the parameters.
 * The first whose columns are all in a path gives the paths.
 */
const sources: readonly [TProperties, string][] = [
  [
    { series_id: Type.Integer(), season_number: Type.Integer(), episode_number: Type.Integer() },
    'select series_id, season_number, episode_number from episode order by id',
  ],
  [
    { series_id: Type.Integer(), season_number: Type.Integer() },
    'select series_id, season_number from season order by id',
  ],
  ...['movie', 'series', 'person', 'company', 'network', 'collection', 'season', 'episode', 'genre', 'keyword'].map(
    (kind): [TProperties, string] => [
      { [`${kind}_id`]: Type.Integer() },
      `select id as ${kind}_id from ${kind} order by id`,
    ],
  ),
  [{ external_id: Type.String() }, 'select distinct value as external_id from external_id order by value'],
  [{ credit_id: Type.String() }, 'select distinct id as credit_id from credit order by id'],
  [{ review_id: Type.String() }, 'select id as review_id from review order by id'],
  [{ tv_episode_group_id: Type.String() }, 'select id as tv_episode_group_id from episode_group order by id'],
  [{ edit_id: Type.Integer() }, 'select id as edit_id from edit order by id'],
  [{ waiting_id: Type.Integer() }, 'select id as waiting_id from pending_edit order by id'],
  [{ webhook_id: Type.Integer() }, 'select id as webhook_id from webhook order by id'],
  [{ job_id: Type.Integer() }, 'select id as job_id from job order by id'],
  [{ list_id: Type.Integer() }, "select id as list_id from user_list where visibility = 'public' order by id"],
  [{ account_id: Type.Integer() }, 'select 1 as account_id'],
  [{ guest_session_id: Type.String() }, `select '${guest}' as guest_session_id`],
  [{ report: Type.String() }, "select 'no-picture' as report union all select 'gaps-in-seasons'"],
  [{ time_window: Type.String() }, `select 'day' as time_window union all select 'week'`],
]

/** The path of an operation for every record of the catalogue that it can be asked about, in a fixed order. */
export async function pathsOf(db: Database, { path, params }: Operation): Promise<string[]> {
  if (params.length === 0) return [path]
  const found = sources.find(([columns]) => Object.keys(columns).every((name) => params.includes(name)))
  if (!found || Object.keys(found[0]).length !== params.length)
    throw new Error(`test/support/walk.ts does not know where the parameters of ${path} are in the catalogue`)
  const rows: Record<string, unknown>[] = await db.all(Type.Object(found[0]), raw(found[1]))
  return rows.map((row) => path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(row[name]))))
}

/** Values that are worth asking for, by format of the parameter; the first is the plainest. */
const values: Readonly<Record<string, readonly string[]>> = {
  language: ['de-DE', 'fr,zh', 'zh-SG'],
  languages: ['en,de,null'],
  page: ['2', '500'],
  country: ['US'],
  date: ['2026-03-01'],
  timezone: ['Pacific/Kiritimati'],
}

/**
 * Query strings to ask an operation with: none, each value of each parameter, and everything that can be appended.
 * What the operation requires is in all of them.
 */
export function queriesOf({ query, reply }: Operation): string[] {
  const parameters = Object.entries(query.properties) as [string, Schema][]
  const required = new Set(query.required as string[] | undefined)
  const isRequired = ([name, { default: standard }]: [string, Schema]) => required.has(name) && standard === undefined
  const optional = parameters.filter((parameter) => !isRequired(parameter))
  const each = optional.flatMap(([name, schema]) =>
    valuesOf(schema, reply as Schema).map((value) => `${name}=${value}`),
  )
  const bases = combinations(
    parameters.filter(isRequired).map(([name, schema]) => [name, valuesOf(schema, reply as Schema)]),
  )
  return bases.flatMap((base) => ['', ...each].map((more) => [base, more].filter(Boolean).join('&')))
}

/** Values of a parameter that are worth asking for. */
export function valuesOf(schema: Schema, reply: Schema): readonly string[] {
  if (schema.enum) return schema.enum.map(String)
  if (schema.examples) return schema.examples as readonly string[]
  // Names that can be appended are the optional fields of the reply.
  if (schema.format === 'names') return [appendable(reply).slice(0, 20).join()].filter(Boolean)
  return values[schema.format as string] ?? []
}

export const appendable = ({ properties = {}, required = [] }: Schema) =>
  Object.keys(properties).filter((name) => !required.includes(name))

const combinations = (parameters: readonly (readonly [string, readonly string[]])[]): string[] =>
  parameters.reduce<string[]>(
    (all, [name, each]) =>
      all.flatMap((base) => each.map((value) => [base, `${name}=${value}`].filter(Boolean).join('&'))),
    [''],
  )

/** At most about `limit` of the paths, at even distances, so that a run takes the same ones every time. */
export function spread<Item>(items: readonly Item[], limit: number): Item[] {
  const stride = Math.max(1, Math.ceil(items.length / limit))
  return items.filter((_, index) => index % stride === 0)
}

/** Requests over the whole catalogue: each path with the plainest query, and with one of the others in turn. */
export async function requestsOf(db: Database, operation: Operation, limit: number): Promise<string[]> {
  const [plain = '', ...others] = queriesOf(operation)
  return spread(await pathsOf(db, operation), limit).flatMap((path, index) => {
    const other = others[index % others.length]
    const queries = [plain, ...(other === undefined ? [] : [other])]
    return queries.map((query) => `GET ${path}${query && `?${query}`}`)
  })
}

/** Whether it says the same of two copies of a catalogue: neither secrets nor which copy it is. */
export const isTheSameElsewhere = ({ method, group }: Operation): boolean =>
  method === 'GET' && group !== 'authentication' && group !== 'feed'
