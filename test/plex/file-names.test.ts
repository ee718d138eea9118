import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { readConfig } from '#src/config.ts'
import { buildServer } from '#src/http/server.ts'
import { packageRoot } from '#src/package-root.ts'
import { updateNameIndex } from '#src/search/name-index.ts'
import { titlesOf } from '../matching/sample-titles.ts'
import { emptyCatalogue, importInto, openFor, sources } from '../support/catalogue.ts'
import { sqliteEngine } from '../support/engines.ts'
import { openPlex } from '../support/plex/open.ts'
import { testDay } from '../support/world.ts'

/** How many of the 400 names have to lead to their record. */
const wantedRight = 0.97

test('names of files in ten styles are matched by the providers', async (context) => {
  const db = await openFor(context, sqliteEngine(emptyCatalogue))
  await importInto(db, [...sources, ...(await titlesOf('movies')), ...(await titlesOf('series'))])
  await updateNameIndex(db)
  const app = buildServer({ db, config: readConfig({}, {}).config, clock: () => new Date(testDay) })
  context.after(() => app.close())
  const { movies, television } = await openPlex({ app, db })
  const table = await readFile(join(packageRoot, 'test/matching/file-names.tsv'), 'utf8')
  const wrong: string[] = []
  const rows = table.trimEnd().split('\n')
  for (const row of rows) {
    const [filename = '', kind, id] = row.split('\t')
    const [found] =
      kind === 'movie' ? await movies.match({ type: 1, filename }) : await television.match({ type: 2, filename })
    const key = `${kind === 'movie' ? 'movie' : 'show'}-${id}`
    if (found?.ratingKey !== key) wrong.push(`${filename}: ${found?.ratingKey} ${found?.score}`)
  }
  assert.ok(wrong.length <= rows.length * (1 - wantedRight), `${wrong.length} are wrong:\n${wrong.join('\n')}`)
  context.diagnostic(`${wrong.length} of ${rows.length} are wrong`)
})

test('a number that a media server takes for the year may belong to the title', async (context) => {
  const db = await openFor(context, sqliteEngine(emptyCatalogue))
  const film = (id: number, title: string, year: number) => ({
    ...{ kind: 'movie', id, title, original_title: title, release_date: `${year}-02-03`, source: 'low' },
  })
  await importInto(db, [...sources, film(1, 'Wonder Street 1984', 2020), film(2, 'Harbour Runner 2049', 2017)])
  await updateNameIndex(db)
  const app = buildServer({ db, config: readConfig({}, {}).config, clock: () => new Date(testDay) })
  context.after(() => app.close())
  const { movies } = await openPlex({ app, db })
  const asked = [
    { title: 'Wonder Street 1984', filename: '/f/Wonder.Street.1984.mkv' },
    { title: 'Wonder Street', year: 1984, filename: '/f/Wonder.Street.1984.mkv' },
    { title: 'Harbour Runner 2049', filename: '/f/Harbour Runner 2049.mkv' },
    { title: 'Harbour Runner', year: 2049, filename: '/f/Harbour Runner 2049.mkv' },
  ]
  const found = await Promise.all(asked.map((body) => movies.match({ type: 1, ...body })))
  assert.deepEqual(
    found.map(([first]) => first?.ratingKey),
    ['movie-1', 'movie-1', 'movie-2', 'movie-2'],
  )
})
