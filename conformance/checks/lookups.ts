import type { Call } from '../call.ts'
import { type Answer, field, type Query, rowsOf } from '../client.ts'

const MOST_OUTSIDE_IDS = 60

/** Which lists each source of ids may fill; those that the facts only infer are not asked for. */
const shownSources = new Map([
  ['filmdb_id', ['movie_results', 'tv_results', 'tv_episode_results', 'person_results']],
  ['kb1_mid', ['tv_results', 'tv_season_results', 'tv_episode_results', 'person_results']],
  ['kb1_id', ['tv_results', 'tv_season_results', 'tv_episode_results', 'person_results']],
  ['tvdata_id', ['tv_results', 'tv_season_results', 'tv_episode_results']],
  ['tvguide_id', ['tv_results', 'tv_season_results', 'tv_episode_results', 'person_results']],
  ['kb2_id', ['movie_results', 'tv_results', 'tv_season_results', 'tv_episode_results', 'person_results']],
  ['socialnet1_id', ['movie_results', 'tv_results', 'person_results']],
  ['socialnet2_id', ['movie_results', 'tv_results', 'person_results']],
  ['socialnet3_id', ['movie_results', 'tv_results', 'person_results']],
  ['socialnet4_id', ['person_results']],
  ['videosite1_id', ['person_results']],
])

/** A record is found by each id that it states; an id of nothing finds nothing. */
export async function findChecks(call: Call) {
  if (call.path !== '/find/{external_id}') return
  const { client, notes, records } = call
  for (const [source, lists] of shownSources) {
    const external_source = client.dialect.wireName(source)
    const ids = records.outsideIds.filter((id) => id.source === external_source && lists.includes(id.list))
    for (const { value, list, id } of ids.slice(0, Math.ceil(MOST_OUTSIDE_IDS / shownSources.size))) {
      const answer = await client.get(`/find/${encodeURIComponent(value)}`, { external_source })
      notes.reply(answer, call.operation.reply, client.dialect)
      const found = rowsOf(answer.body, list).some((row) => row.id === id)
      notes.check('found by its id', answer, !found && `${list} has no ${id}`)
      if (!value.includes('/')) continue
      const raw = await client.get(`/find/${value}`, { external_source })
      notes.check('an id with slashes', raw, !rowsOf(raw.body, list).some((row) => row.id === id) && `no ${id}`)
    }
    const nothing = await client.get('/find/no-such-id-0', { external_source })
    const rows = Object.values((nothing.body ?? {}) as object).flat()
    notes.reply(nothing, call.operation.reply, client.dialect)
    notes.check('nothing found', nothing, rows.length > 0 && `${rows.length} rows`)
  }
  for (const query of [{}, { external_source: 'no_such_source' }] as Query[]) {
    const answer = await client.get('/find/tt0000001', query)
    const [code, { status }] = [field(answer.body, 'status_code'), answer]
    const isRight = code === 5 && (status === 400 || status === 422)
    notes.check(
      'source of the id',
      answer,
      !isRight && `got ${status} with code ${code} instead of 400 or 422 with code 5`,
    )
  }
}

/** A record is found by its name; no text finds nothing, without an error. */
export async function searchChecks(call: Call) {
  if (!call.path.startsWith('/search/')) return
  const { notes } = call
  // Lists are no records of the catalogue, so that no name of one is known.
  const named = call.path === '/search/list' ? [] : call.subjects
  for (const subject of named) {
    const answer = await call.get(subject)
    notes.check('found by its name', answer, Number(field(answer.body, 'total_results')) === 0 && 'nothing is found')
  }
  const empty = await call.client.get(call.path, { query: '' })
  notes.reply(empty, call.operation.reply, call.client.dialect)
  notes.check('an empty text', empty, rowsOf(empty.body).length > 0 && 'there are results')
}

type Row = Record<string, unknown>
type Filter = readonly [query: Query, fits: (row: Row) => boolean]

const dateOf = (row: Row) => String(row.release_date ?? row.first_air_date)

/** Filters whose effect the rows show, made from a row that is there. */
function filtersFor(row: Row, isMovie: boolean): Filter[] {
  const [genre] = (row.genre_ids ?? []) as number[]
  const year = dateOf(row).slice(0, 4)
  const yearName = isMovie ? 'primary_release_year' : 'first_air_date_year'
  const votes = Number(row.vote_count)
  return [
    [{ with_original_language: String(row.original_language) }, (it) => it.original_language === row.original_language],
    [{ 'vote_count.gte': votes }, (it) => Number(it.vote_count) >= votes],
    ...(year ? [[{ [yearName]: year }, (it: Row) => dateOf(it).startsWith(year)] as const] : []),
    ...(genre
      ? ([
          [{ with_genres: genre }, (it) => (it.genre_ids as number[]).includes(genre)],
          [{ without_genres: genre }, (it) => !(it.genre_ids as number[]).includes(genre)],
        ] as Filter[])
      : []),
  ]
}

const orders: readonly [sort_by: string, value: (row: Row) => number | string, falls: boolean][] = [
  ['popularity.desc', (row) => Number(row.popularity), true],
  ['popularity.asc', (row) => Number(row.popularity), false],
  ['vote_count.desc', (row) => Number(row.vote_count), true],
  ['vote_average.desc', (row) => Number(row.vote_average), true],
]

/** What discover leaves out, and its orders. */
export async function discoverChecks(call: Call) {
  if (!call.path.startsWith('/discover/')) return
  const { client, notes, path } = call
  const [row] = rowsOf((await client.get(path)).body)
  for (const [query, fits] of row ? filtersFor(row, path.endsWith('/movie')) : []) {
    const answer = await client.get(path, query)
    const strange = rowsOf(answer.body).find((it) => !fits(it))
    notes.check(`filter ${Object.keys(query)[0]}`, answer, strange && `the row ${strange.id} does not match`)
  }
  for (const [sort_by, value, falls] of orders) {
    const answer = await client.get(path, { sort_by })
    notes.check(`order ${sort_by}`, answer, isOutOfOrder(answer, value, falls) && 'the rows are in a different order')
  }
}

function isOutOfOrder(answer: Answer, value: (row: Row) => number | string, falls: boolean): boolean {
  const values = rowsOf(answer.body).map(value)
  return values.some((it, at) => at > 0 && (falls ? it > (values[at - 1] ?? it) : it < (values[at - 1] ?? it)))
}

/** The changes of a record have the keys that the configuration names, and those of 14 days are there at once. */
export async function changeChecks(call: Call) {
  if (!/\}\/changes$/.test(call.path)) return
  const { client, notes } = call
  const configured = new Set(field((await client.get('/configuration')).body, 'change_keys') as string[] | undefined)
  const now = Date.now()
  const day = (time: number) => new Date(time).toISOString().slice(0, 10)
  for (const subject of call.subjects) {
    const answer = await call.get(subject, { start_date: day(now - 13 * 86_400_000), end_date: day(now) })
    if (!notes.reply(answer, call.operation.reply, client.dialect)) continue
    const strange = rowsOf(answer.body, 'changes').find(({ key }) => !configured.has(String(key)))
    notes.check('keys of changes', answer, strange && `change_keys of the configuration has no ${strange.key}`)
  }
}
