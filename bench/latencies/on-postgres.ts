import { join } from 'node:path'
import type { Benchmark, Figure } from '../benchmark.ts'
import { discoverFigures } from '../discover.ts'
import { catalogueTime } from '../support/catalogues.ts'
import { openLoad } from '../support/load.ts'
import { copiedOf, withPostgres } from '../support/postgres-server.ts'
import { coldSettings, serveCatalogue } from '../support/server.ts'
import { counted } from '../support/statistics.ts'
import { searchFigures } from './search.ts'

const name = 'search-postgres'

export const searchOnPostgres: Benchmark = {
  name,
  title: 'Search and discover on PostgreSQL',
  method: `The same as *Search* and *Discover*, for a server on PostgreSQL, to which the catalogue is copied. PostgreSQL
has its default settings and runs on the same machine.`,
  async run(bench) {
    const catalogue = copiedOf(bench)
    const figures = await withPostgres(async (postgres) => {
      const url = await postgres.copyOf(catalogue, bench.say)
      const server = await serveCatalogue(join(bench.scratch, 'postgres'), {
        time: catalogueTime,
        settings: [...coldSettings, '--database', url],
      })
      const load = openLoad()
      try {
        const asking = { bench, load, url: server.url, key: catalogue.key }
        return [
          ...(await searchFigures(catalogue, asking, name)),
          ...(await discoverFigures(catalogue, asking, name)),
        ].map((figure) => reported(figure, catalogue.movies))
      } finally {
        load.close()
        await server.stop()
      }
    })
    return figures ?? []
  },
}

/**
 * The limits bind SQLite; here figures are only reported, without the rows of each query and filter: the page would get
 * too heavy with both.
 */
const reported = (
  { wanted: _wanted, isReached: _isReached, details: _details, ...figure }: Figure,
  movies: number,
): Figure => ({
  ...figure,
  what: `${figure.what}, on PostgreSQL with ${counted(movies)} movies`,
})
