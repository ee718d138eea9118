import { type Client, field, type Query, rowsOf } from './client.ts'

/** What stands in the places of a path, such as `movie_id`, with what has to be in the query. */
export type Subject = { readonly params: Readonly<Record<string, string | number>>; readonly query?: Query }

/** An id of another system, which a record of the server states. */
export type OutsideId = { source: string; value: string; list: string; id: number }

/** What the catalogue of the server has to try the operations with. */
export type Records = { readonly subjects: ReadonlyMap<string, readonly Subject[]>; readonly outsideIds: OutsideId[] }

/** By the last place of a path, what is tried there. */
export const poolNames: Readonly<Record<string, string>> = {
  movie_id: 'movie',
  series_id: 'series',
  season_number: 'season',
  season_id: 'season',
  episode_number: 'episode',
  episode_id: 'episode',
  person_id: 'person',
  collection_id: 'collection',
  company_id: 'company',
  network_id: 'network',
  keyword_id: 'keyword',
  genre_id: 'genre',
  credit_id: 'credit',
  review_id: 'review',
  list_id: 'list',
  tv_episode_group_id: 'episode group',
  time_window: 'window',
  external_id: 'outside id',
  account_id: 'account',
  guest_session_id: 'guest session',
}

type Row = Record<string, unknown>

const movieLists = ['/movie/popular', '/movie/top_rated', '/movie/now_playing', '/movie/upcoming', '/movie/changes']
const seriesLists = ['/tv/popular', '/tv/top_rated', '/tv/on_the_air', '/tv/airing_today', '/tv/changes']
const peopleLists = ['/person/popular', '/person/changes']

class Pools {
  readonly subjects = new Map<string, Subject[]>()
  readonly outsideIds: OutsideId[] = []
  readonly #most: number
  readonly #seen = new Set<string>()
  constructor(most: number) {
    this.#most = most
  }

  add(pool: string, params: Record<string, unknown>, query?: Query) {
    const identity = JSON.stringify([pool, params, query])
    const subjects = this.subjects.get(pool) ?? []
    if (this.#seen.has(identity) || subjects.length >= this.#most) return
    if (Object.values(params).some((value) => value === undefined || value === null)) return
    this.#seen.add(identity)
    this.subjects.set(pool, [...subjects, { params: params as Subject['params'], ...(query ? { query } : {}) }])
  }

  /** A few of each record, so that all of them have a share. */
  addSome(pool: string, name: string, rows: readonly Row[], from = 'id') {
    for (const row of [rows[0], rows.at(-1)]) if (row) this.add(pool, { [name]: row[from] })
  }

  search(kind: string, query: unknown) {
    if (typeof query === 'string' && query !== '') this.add(`/search/${kind}`, {}, { query })
  }

  of(pool: string): readonly Subject[] {
    return this.subjects.get(pool) ?? []
  }
}

/** Looks for records of every kind: in lists, and then in what each record says about others. */
export async function discover(client: Client, most: number): Promise<Records> {
  const pools = new Pools(most)
  for (const id of await idsOf(client, movieLists, most)) pools.add('movie', { movie_id: id })
  for (const id of await idsOf(client, seriesLists, most)) pools.add('series', { series_id: id })
  for (const { params } of pools.of('movie')) await followMovie(client, pools, params.movie_id as number)
  for (const { params } of pools.of('series')) await followSeries(client, pools, params.series_id as number)
  for (const { params } of pools.of('season')) await followSeason(client, pools, params)
  for (const { params } of pools.of('episode')) await followEpisode(client, pools, params)
  for (const id of await idsOf(client, peopleLists, most)) pools.add('person', { person_id: id })
  for (const { params } of pools.of('person')) await followPerson(client, pools, params.person_id as number)
  for (const { params } of pools.of('collection'))
    pools.search('collection', field((await client.get(`/collection/${params.collection_id}`)).body, 'name'))
  for (const window of ['day', 'week']) pools.add('window', { time_window: window, media_type: 'all' })
  for (const { source, value } of pools.outsideIds)
    pools.add('outside id', { external_id: value }, { external_source: source })
  pools.add('account', { account_id: 0 })
  pools.search('list', 'a')
  if (client.session) await openGuestSession(client, pools)
  return pools
}

async function openGuestSession(client: Client, pools: Pools) {
  const { body } = await client.get('/authentication/guest_session/new')
  pools.add('guest session', { guest_session_id: field(body, 'guest_session_id') })
}

/** Ids from several lists in turn, with the last row of the last page, which is likely to know little. */
async function idsOf(client: Client, lists: readonly string[], most: number): Promise<unknown[]> {
  const columns = await Promise.all(
    lists.map(async (path) => {
      const first = (await client.get(path)).body
      const pages = Math.min(Number(field(first, 'total_pages') ?? 0), 500)
      const last = pages > 1 ? rowsOf((await client.get(path, { page: pages })).body).at(-1) : undefined
      const rows = rowsOf(first)
      return [rows[0], last, ...rows.slice(1)].flatMap((row) => (row ? [row.id] : []))
    }),
  )
  const ids = new Set<unknown>()
  for (let at = 0; at < 20; at++) for (const column of columns) if (column[at] !== undefined) ids.add(column[at])
  return [...ids].slice(0, most)
}

async function followMovie(client: Client, pools: Pools, movie_id: number) {
  const path = `/movie/${movie_id}`
  const { body } = await client.get(path)
  pools.search('movie', field(body, 'title'))
  pools.search('multi', field(body, 'title'))
  const collection = field(body, 'belongs_to_collection') as Row | null | undefined
  if (collection) pools.addSome('collection', 'collection_id', [collection])
  followTitle(pools, body)
  await followParts(client, pools, path, 'movie_results')
  for (const row of rowsOf((await client.get(`${path}/keywords`)).body, 'keywords')) followKeyword(pools, row)
}

async function followSeries(client: Client, pools: Pools, series_id: number) {
  const path = `/tv/${series_id}`
  const { body } = await client.get(path)
  pools.search('tv', field(body, 'name'))
  pools.search('multi', field(body, 'name'))
  followTitle(pools, body)
  pools.addSome('network', 'network_id', rowsOf(body, 'networks'))
  pools.addSome('credit', 'credit_id', rowsOf(body, 'created_by'), 'credit_id')
  const seasons = rowsOf(body, 'seasons')
  for (const row of [seasons[0], seasons.at(-1)])
    if (row) pools.add('season', { series_id, season_number: row.season_number, season_id: row.id })
  await followParts(client, pools, path, 'tv_results')
  const groups = rowsOf((await client.get(`${path}/episode_groups`)).body)
  pools.addSome('episode group', 'tv_episode_group_id', groups)
}

function followTitle(pools: Pools, body: unknown) {
  const companies = rowsOf(body, 'production_companies')
  pools.addSome('company', 'company_id', companies)
  for (const company of companies.slice(0, 1)) pools.search('company', company.name)
  pools.addSome('genre', 'genre_id', rowsOf(body, 'genres'))
}

function followKeyword(pools: Pools, { id, name }: Row) {
  pools.add('keyword', { keyword_id: id })
  pools.search('keyword', name)
}

async function followParts(client: Client, pools: Pools, path: string, list: string) {
  const credits = (await client.get(`${path}/credits`)).body
  for (const side of ['cast', 'crew']) {
    pools.addSome('person', 'person_id', rowsOf(credits, side).slice(0, 1))
    pools.addSome('credit', 'credit_id', rowsOf(credits, side).slice(0, 1), 'credit_id')
  }
  pools.addSome('review', 'review_id', rowsOf((await client.get(`${path}/reviews`)).body))
  pools.addSome('list', 'list_id', rowsOf((await client.get(`${path}/lists`)).body))
  await followOutsideIds(client, pools, path, list)
}

async function followOutsideIds(client: Client, pools: Pools, path: string, list: string) {
  const ids = (await client.get(`${path}/external_ids`)).body
  if (typeof ids !== 'object' || ids === null) return
  for (const [source, value] of Object.entries(ids))
    if (source !== 'id' && value) pools.outsideIds.push({ source, value: String(value), list, id: (ids as any).id })
}

async function followSeason(client: Client, pools: Pools, params: Subject['params']) {
  const { series_id, season_number } = params
  const path = `/tv/${series_id}/season/${season_number}`
  const episodes = rowsOf((await client.get(path)).body, 'episodes')
  for (const row of [episodes[0], episodes.at(-1)])
    if (row) pools.add('episode', { series_id, season_number, episode_number: row.episode_number, episode_id: row.id })
  await followOutsideIds(client, pools, path, 'tv_season_results')
}

async function followEpisode(client: Client, pools: Pools, params: Subject['params']) {
  const { series_id, season_number, episode_number } = params
  const path = `/tv/${series_id}/season/${season_number}/episode/${episode_number}`
  await followOutsideIds(client, pools, path, 'tv_episode_results')
}

async function followPerson(client: Client, pools: Pools, person_id: number) {
  const path = `/person/${person_id}`
  pools.search('person', field((await client.get(path)).body, 'name'))
  await followOutsideIds(client, pools, path, 'person_results')
}
