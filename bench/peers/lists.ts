import type { FastifyInstance } from 'fastify'
import { type ByPage, type BySource, byPage, bySource } from './parameters.ts'
import type { Queries } from './queries.ts'
import { asMovie, asSeries, pageOf, type Row } from './rows.ts'
import * as schemas from './schemas.ts'

/** Operations that look for records. */
export function addLists(app: FastifyInstance, queries: Queries, clock: () => Date) {
  addFind(app, queries)
  addSeriesLists(app, queries, clock)
}

const television = ['series', 'season', 'episode', 'person']
const popular = ['movie', 'series', 'person']

/** What the ids of each system are looked for among. */
const kindsBySource: Record<string, string[]> = {
  filmdb_id: ['movie', 'series', 'episode', 'person'],
  kb1_mid: television,
  kb1_id: television,
  tvdata_id: ['series', 'season', 'episode'],
  tvguide_id: television,
  kb2_id: ['movie', ...television],
  socialnet1_id: popular,
  socialnet2_id: popular,
  socialnet3_id: popular,
  socialnet4_id: ['person'],
  socialnet5_id: ['person'],
  videosite1_id: ['person'],
}

function addFind(app: FastifyInstance, queries: Queries) {
  const titleOf = ({ kind, id }: Row): Row =>
    kind === 'movie' ? asMovie(queries.movie.get(id)!) : asSeries(queries.series.get(id)!)
  const personOf = ({ id }: Row): Row => {
    const person: Row = queries.person.get(id)!
    person.known_for = queries.knownFor.all({ person: id }).map(titleOf)
    return person
  }

  app.get<BySource>(
    '/3/find/:id',
    { schema: { querystring: bySource(Object.keys(kindsBySource)), response: { 200: schemas.findResults } } },
    ({ params: { id }, query: { external_source } }) => {
      const kinds = JSON.stringify(kindsBySource[external_source])
      const found: Row[] = queries.found.all(external_source, id, kinds)
      const of = (wanted: string) => found.filter(({ kind }) => kind === wanted)
      return {
        movie_results: of('movie').map(titleOf),
        person_results: of('person').map(personOf),
        tv_results: of('series').map(titleOf),
        tv_episode_results: of('episode').map(({ id }) => queries.episode.get(id)),
        tv_season_results: of('season').map(({ id }) => queries.season.get(id)),
      }
    },
  )
}

const dayMs = 86_400_000

function addSeriesLists(app: FastifyInstance, queries: Queries, clock: () => Date) {
  app.get<ByPage>(
    '/3/tv/changes',
    { schema: { querystring: byPage, response: { 200: schemas.changes } } },
    ({ query: { page } }, reply) => {
      reply.header('cache-control', 'public, max-age=600')
      const since = new Date(clock().getTime() - dayMs).toISOString()
      const window = { day: since.slice(0, 10), since }
      const rows = queries.changes.all({ ...window, offset: 100 * (page - 1) })
      return pageOf(page, rows, queries.changesCount.get(window)!.count as number, 100)
    },
  )

  app.get<ByPage>(
    '/3/tv/on_the_air',
    { schema: { querystring: byPage, response: { 200: schemas.onTheAir } } },
    ({ query: { page } }, reply) => {
      const now = clock()
      const today = now.toISOString().slice(0, 10)
      const midnight = Date.parse(today) + dayMs
      const end = new Date(Date.parse(today) + 7 * dayMs).toISOString().slice(0, 10)
      const rows = queries.onTheAir.all({ today, end, offset: 20 * (page - 1) })
      const seconds = Math.min(3600, Math.floor((midnight - now.getTime()) / 1000))
      reply.header('cache-control', `public, max-age=${seconds}`)
      return pageOf(page, rows.map(asSeries), queries.onTheAirCount.get({ today, end })!.count as number)
    },
  )
}
