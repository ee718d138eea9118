import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AnyLine, emptyCatalogue, importInto, linesOf, openFor, sources } from '../../support/catalogue.ts'
import { forEachEngine } from '../../support/engines.ts'
import { folderOf, importFormat } from '../../support/foreign/import-format.ts'
import { nfoFilms, nfoSeries } from '../../support/foreign/nfo-cases.ts'
import { nfoFacts } from '../../support/foreign/nfo-fact-cases.ts'

const nameOf = (line: AnyLine | undefined) => line?.title ?? line?.name

/** What is stored of a record, with names instead of ids, and what was refused of its folder. */
function toldOf(lines: readonly AnyLine[], refused: readonly string[], folder: string) {
  const named = new Map(lines.map((line) => [`${line.kind} ${line.id}`, nameOf(line)]))
  const own = (line: AnyLine | undefined): AnyLine | undefined =>
    line && {
      ...line,
      ...(line.external_ids && { external_ids: { ...line.external_ids } }),
      companies: line.production_companies?.map(({ id }: AnyLine) => named.get(`company ${id}`)),
      networks: line.networks?.map(({ id }: AnyLine) => named.get(`network ${id}`)),
      countries: line.production_countries?.map(({ iso_3166_1 }: AnyLine) => iso_3166_1),
      collection: line.belongs_to_collection
        ? [line.belongs_to_collection.id, named.get(`collection ${line.belongs_to_collection.id}`)]
        : undefined,
      crew: line.credits?.crew.map(({ id }: AnyLine) => named.get(`person ${id}`)),
      certificates: line.release_dates?.results.map((one: AnyLine) => [
        one.iso_3166_1,
        one.release_dates[0].certification,
      ]),
      posters: line.images?.posters?.length,
    }
  const isTitle = ({ kind }: AnyLine) => kind === 'movie' || kind === 'series'
  const title = own(lines.find((line) => isTitle(line) && nameOf(line) === folder))
  const inside = lines.filter(({ kind, series_id }) => {
    return (kind === 'season' || kind === 'episode') && title?.kind === 'series' && series_id === title.id
  })
  return {
    ...title,
    seasons: inside.filter(({ kind }) => kind === 'season').map(({ season_number, name }) => [season_number, name]),
    episodes: inside
      .filter(({ kind }) => kind === 'episode')
      .map(({ season_number, episode_number, name }) => `${season_number}x${episode_number} ${name ?? ''}`.trim()),
    refused: refused.filter((text) => text.startsWith(`${folder} (`)).map((text) => text.slice(text.indexOf('/') + 1)),
  }
}

forEachEngine(emptyCatalogue, (engine) => {
  test('what NFO files say is stored as it is meant', async (context) => {
    const db = await openFor(context, engine)
    const cases = [...nfoFilms, ...nfoFacts, ...nfoSeries]
    assert.equal(new Set(cases.map(([title]) => title)).size, cases.length)
    const files = cases.flatMap(([title, given]) => {
      const inside = typeof given === 'string' || given instanceof Uint8Array ? { 'movie.nfo': given } : given
      return Object.entries(inside).map(([name, content]) => [`${title} (1999)/${name}`, content] as const)
    })
    const folder = await folderOf(context, Object.fromEntries(files))
    const { refused, reviews } = await importFormat(db, 'nfo', folder)
    // Nothing else is taken for a film.
    assert.deepEqual(
      reviews.map(({ title }) => title),
      ['Lily Eight', 'Lily Six'],
    )
    const lines = await linesOf(db)
    const told = cases.map(([title, , expected]) => {
      const all: AnyLine = toldOf(lines, refused, title)
      return [title, Object.fromEntries(Object.keys(expected).map((name) => [name, all[name] ?? null]))]
    })
    assert.deepEqual(
      Object.fromEntries(told),
      Object.fromEntries(cases.map(([title, , expected]) => [title, expected])),
    )
    const again = await importFormat(db, 'nfo', folder)
    assert.deepEqual([again.edit_id, again.refused], [undefined, refused])
  })
  test('a film that an address names is found, and keeps what is known of it', async (context) => {
    const db = await openFor(context, engine)
    const known = { title: 'Known', original_title: 'Known', release_date: '1999-02-03', source: 'low' }
    await importInto(db, [
      ...sources,
      { kind: 'movie', id: 5, ...known, external_ids: { filmdb_id: 'tt8800901' } },
      { kind: 'movie', id: 6, ...known, title: 'By its name', original_title: 'By its name' },
    ])
    const before = await linesOf(db)
    const external_ids = { filmdb_id: 'tt8800902', sources: { filmdb_id: 'nfo' } }
    const folder = await folderOf(context, {
      'Otherwise (1987)/movie.nfo': 'https://www.imdb.com/title/tt8800901/',
      'Otherwise (1987)/Otherwise.mkv': '',
      'By its name (1999)/movie.nfo': 'https://www.imdb.com/title/tt8800902/',
    })
    const { identified, refused } = await importFormat(db, 'nfo', folder)
    assert.deepEqual([identified, refused], [{ found: 2, made: 0, leftOut: 0 }, []])
    const after = (await linesOf(db)).filter(({ kind, id }) => kind !== 'source' || id !== 'nfo')
    assert.deepEqual(
      after,
      before.map((line) => (line.kind === 'movie' && line.id === 6 ? { ...line, external_ids } : line)),
    )
  })

  test('names of seasons are in the language of the texts', async (context) => {
    const db = await openFor(context, engine)
    const folder = await folderOf(context, {
      'Show (1999)/tvshow.nfo': '<tvshow><title>Show</title><namedseason number="1">Morgen</namedseason></tvshow>',
    })
    await importFormat(db, 'nfo', folder, [''], { language: 'de' })
    const season = (await linesOf(db)).find(({ kind }) => kind === 'season')
    assert.deepEqual(
      season?.translations.translations.map(({ iso_639_1, data }: AnyLine) => [iso_639_1, data.name]),
      [['de', 'Morgen']],
    )
  })
})
