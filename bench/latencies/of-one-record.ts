import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Bench, Benchmark, Figure } from '../benchmark.ts'
import { catalogueTime } from '../support/catalogues.ts'
import { latencyFigure, latencyOf } from '../support/latency.ts'
import { openLoad } from '../support/load.ts'
import { coldSettings, serveCatalogue, settled } from '../support/server.ts'
import { shown } from '../support/statistics.ts'

/** Records that are asked for in turn. */
const ASKED = 1_000
const WANTED_MS = { changes: 10, providers: 5 }
/** Movies whose details are asked for with ten parts, and without them; few, because each is asked for eleven times. */
const ASKED_WITH_PARTS = 200
const parts = [
  'credits',
  'images',
  'videos',
  'keywords',
  'release_dates',
  'translations',
  'alternative_titles',
  'external_ids',
  'reviews',
  'watch/providers',
]

export const ofOneRecord: Benchmark = {
  name: 'of-one-record',
  title: 'Parts of one record',
  method: `The changes of series, some revised within a day, and the offers of movies, half of which have more than
nearly all others, are requested in turn over one connection; no reply is cached. Then the details of
${ASKED_WITH_PARTS} movies are requested with ${parts.length} parts appended, and after that the details and each of the
parts alone. Processor time is that of the server, with all its threads.`,
  async run(bench) {
    const load = openLoad()
    const server = await serveCatalogue(bench.large.data, { time: catalogueTime, settings: coldSettings })
    const measuring = { server, load, bench }
    const command = bench.commandOf('of-one-record')
    try {
      await settled(server)
      const figures: Figure[] = []
      const rows = [
        ['Changes of a series (`series.changes`)', 'tv', 'changes', WANTED_MS.changes, series],
        ['Changes of a movie (`movie.changes`)', 'movie', 'changes', WANTED_MS.changes, movies],
        [
          'Where a movie can be watched (`movie.watch/providers`)',
          'movie',
          'watch/providers',
          WANTED_MS.providers,
          offered,
        ],
      ] as const
      for (const [what, of, part, wantedMs, query] of rows) {
        bench.say(what)
        const paths = idsOf(bench, query).map((id) => `/3/${of}/${id}/${part}?api_key=${bench.key}`)
        figures.push(latencyFigure(what, await latencyOf(paths, measuring), { wantedMs, command }))
      }
      bench.say('details with parts')
      return [...figures, await appended(bench, measuring)]
    } finally {
      load.close()
      await server.stop()
    }
  },
}

/** Ids of one column, at even distances where there are more. */
const every = (ids: string) => `
  with found as (${ids}), numbered as (select id, row_number() over (order by id) as number, count(*) over () as all_of
    from found)
  select id from numbered where number % max(1, all_of / ${ASKED}) = 0 limit ${ASKED}`
const changedOn = `kind = 'series' and day = '${catalogueTime.slice(0, 10)}'`
const series = `select id from (${every(`select entity_id as id from record_changed where ${changedOn}`)})
  union select id from (${every('select id from series')})`
const movies = every('select id from movie')
const offers = `select entity_id as id, count(*) as offers from offer where kind = 'movie' group by entity_id`
const offered = `select id from (${every(`select id from (${offers})`)})
  union select id from (select id from (${offers}) order by offers desc, id limit ${ASKED})`

function idsOf({ large }: Bench, query: string): number[] {
  const database = new DatabaseSync(join(large.data, 'catalogue.sqlite'), { readOnly: true })
  try {
    return (database.prepare(query).all() as { id: number }[]).map(({ id }) => id)
  } finally {
    database.close()
  }
}

async function appended(bench: Bench, measuring: Parameters<typeof latencyOf>[1]): Promise<Figure> {
  const ids = idsOf(bench, movies).filter((_, at) => at % (ASKED / ASKED_WITH_PARTS) === 0)
  const costOf = async (path: string, more = '') => {
    const paths = ids.map((id) => `/3/movie/${id}${path}?api_key=${bench.key}${more}`)
    const { server, load } = measuring
    const ask = () => load.run({ url: server.url, paths, connections: 1 })
    await ask()
    const before = server.cpuSeconds()
    for (let round = 0; round < bench.rounds; round++) await ask()
    return ((server.cpuSeconds() - before) * 1000) / (paths.length * bench.rounds)
  }
  const together = await costOf('', `&append_to_response=${parts.join(',')}`)
  const details = await costOf('')
  const alone: number[] = []
  for (const part of parts) alone.push(await costOf(`/${part}`))
  const sum = alone.reduce((all, one) => all + one, details)
  return {
    what: `Details of a movie with ${parts.length} parts ÷ the details and each of the parts alone: processor time`,
    measured: `${shown(together / sum)} (${shown(together)} ms ÷ ${shown(sum)} ms)`,
    wanted: '≤ 1',
    isReached: together <= sum,
    command: bench.commandOf('of-one-record'),
    details: {
      title: 'Details of a movie and its parts, processor time of a request',
      columns: ['asked for', 'ms'],
      rows: [
        ['details with all of them', shown(together)],
        ['details', shown(details)],
        ...parts.map((part, at) => [`\`${part}\``, shown(alone[at] as number)]),
      ],
    },
  }
}
