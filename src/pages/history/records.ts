import { lastNames } from '#src/catalogue/edits/deleted.ts'
import { fatesOf } from '#src/catalogue/edits/gone/survivors.ts'
import type { ChangeInHistory } from '#src/catalogue/edits/history.ts'
import { kindPlaces, type OwnKind } from '#src/catalogue/own-kinds.ts'
import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import { namesOf, type Placed, placesOf } from '#src/contributions/editing/names.ts'
import type { Reader } from '#src/database/database.ts'
import type { PageContext } from '../page.ts'
import { noEpisodes } from '../record-form/groups.ts'
import type { Names } from '../record-form/stored.ts'
import { addressOf, episodeAddress, seasonAddress } from '../records/addresses.ts'
import { episodeName, seasonName } from '../records/translated-words.ts'
import { recordsIn } from './read-change.ts'

/** A record that changes are about. One that is gone, and a word of a vocabulary, has no page. */
export type ShownRecord = {
  name: string
  address: string | undefined
  /** Where its changes are: also those of a record that is gone, unless only its number could find it. */
  history?: string
}

/** The names in changes, and the records that they are about by `kind id`. */
export type Known = { names: Names; records: ReadonlyMap<string, ShownRecord> }

export const isOwnKind = (of: RecordKind): of is OwnKind => Object.hasOwn(kindPlaces, of)

/** Looks up every name in changes. */
export const knownIn = (context: PageContext, changes: readonly ChangeInHistory[]): Promise<Known> =>
  knownOf(
    context,
    recordsIn(changes),
    changes.map(({ kind, entity_id: id }) => ({ kind, id })),
  )

type Named = { kind: RecordKind; id: number }

/** Records by `kind id`, with their names and the addresses of their pages. */
export async function recordsNamed(context: PageContext, named: readonly Named[]): Promise<Known['records']> {
  const wanted = new Map([...Map.groupBy(named, ({ kind }) => kind)].map(([kind, some]) => [kind, idsIn(some)]))
  return (await knownOf(context, wanted, named)).records
}

const idsIn = (some: readonly Named[]): Set<number> => new Set(some.map(({ id }) => id))

async function knownOf(
  context: PageContext,
  wanted: Map<RecordKind, Set<number>>,
  named: readonly Named[],
): Promise<Known> {
  const { db } = context
  const idsOf = (of: RecordKind) => [...(wanted.get(of) ?? [])]
  const [seasons, episodes] = [
    await placesOf(db, 'season', idsOf('season')),
    await placesOf(db, 'episode', idsOf('episode')),
  ]
  const series = [...seasons.values(), ...episodes.values()].map(({ series_id }) => series_id)
  if (series.length > 0) wanted.set('series', new Set([...idsOf('series'), ...series]))
  const names = await namesOf(db, wanted)
  const gone = await goneAmong(db, wanted, names)
  const records = new Map<string, ShownRecord>()
  for (const { kind, id } of named) {
    const key = `${kind} ${id}`
    if (records.has(key)) continue
    const placed = kind === 'season' ? seasons.get(id) : kind === 'episode' ? episodes.get(id) : undefined
    records.set(key, shownRecord(context, { kind, id, names, placed, gone }))
  }
  const all = new Map([...[...gone].map(([key, { name }]) => [key, name] as const), ...names])
  return { names: { names: all, episodes: noEpisodes }, records }
}

/** A record that is not there any more: its last name, and whether it was merged into another one. */
type Gone = { name: string; isMerged: boolean }

async function goneAmong(
  db: Reader,
  wanted: ReadonlyMap<RecordKind, ReadonlySet<number>>,
  names: ReadonlyMap<string, string>,
): Promise<Map<string, Gone>> {
  const gone = new Map<string, Gone>()
  for (const [kind, ids] of wanted) {
    const missing = [...ids].filter((id) => !names.has(`${kind} ${id}`))
    const fates = await fatesOf(db, kind, missing)
    for (const [id, name] of await lastNames(db, kind, missing))
      gone.set(`${kind} ${id}`, { name, isMerged: fates.get(id)?.is === 'merged' })
  }
  return gone
}

/** The history of a record of its own: under its address alone there is that of the record that it was merged into. */
export const ownHistory = (address: string): string => `${address}/history?own=1`

type Found = {
  kind: RecordKind
  id: number
  names: ReadonlyMap<string, string>
  placed: Placed | undefined
  gone: ReadonlyMap<string, Gone>
}

function shownRecord(context: PageContext, { kind, id, names, placed, gone }: Found): ShownRecord {
  const name = names.get(`${kind} ${id}`)
  if (name === undefined) {
    const { history } = context.texts
    const last = gone.get(`${kind} ${id}`)
    const shown = { name: last?.name ? history.former(last.name, id) : history.gone(id), address: undefined }
    if (!isOwnKind(kind)) return shown
    const address = `/${kindPlaces[kind]}/${id}`
    return { ...shown, history: last?.isMerged ? ownHistory(address) : `${address}/history` }
  }
  if (isOwnKind(kind)) return { name: name || `#${id}`, address: addressOf(kindPlaces[kind], id, name) }
  if (!placed) return { name, address: undefined }
  const { series_id, season_number, episode_number } = placed
  const title = names.get(`series ${series_id}`) ?? ''
  const series = addressOf('tv', series_id, title)
  if (kind === 'season')
    return {
      name: `${title}: ${seasonName(context, name, season_number)}`,
      address: seasonAddress(series, season_number),
    }
  const number = `${season_number}x${String(episode_number).padStart(2, '0')}`
  return {
    name: `${title}: ${number} ${episodeName(context, name, episode_number)}`,
    address: episodeAddress(series, season_number, episode_number),
  }
}
