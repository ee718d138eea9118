import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { findFormat, formats } from '#src/import/formats/index.ts'
import { maxXmlElements } from '#src/import/formats/nfo/xml.ts'
import { readLimits } from '#src/kept/imports/limits.ts'
import { readKept } from '#src/kept/imports/read-kept.ts'
import { zipOf } from '../support/kept/zip.ts'
import { assertCosts, watch } from '../support/worst/cost.ts'
import { fewWorstTexts } from '../support/worst/texts.ts'

/**
 * Every format of files that people import, with the worst texts in all of its fields, and with very many of what it
 * has. A format that is new belongs into one of the tables.
 */

type Files = Readonly<Record<string, string | Buffer>>
type Worst = {
  /** Files with a text wherever one may stand. */
  text(text: string): Files
  /** Files with so many of what may be many. */
  many(count: number): Files
}

const watched = watch(after)
let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelcommons-worst-'))
})
after(() => rm(folder, { recursive: true, force: true }))

/** Of a text, and of many things: enough to tell how a reader grows, and little enough to read all of it. */
const mostText = 8_192
const mostThings = 4_096
/** Files are read by processes and jobs of their own, which may take long. */
const loops = Number.POSITIVE_INFINITY

const times = (count: number, of: (at: number) => string, between = '') =>
  Array.from({ length: count }, (_, at) => of(at)).join(between)
const rowOf = (columns: readonly string[], cell: (name: string) => string, delimiter = ',') =>
  `${columns.join(delimiter)}\n${columns.map(cell).join(delimiter)}\n`

const columns =
  'title,key,kind,original_title,date,runtime,overview,tagline,homepage,language,country,genres,directors,writers,cast,companies,certificate,collection,imdb,tmdb,wikidata'.split(
    ',',
  )
const elements =
  'title originaltitle plot outline tagline runtime mpaa certification set premiered year genre country studio director credits uniqueid id status rating votes trailer tag'.split(
    ' ',
  )
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
const inCell = (text: string) => text.replace(/[\t\n\r]/g, ' ')

const show = (text: string, more: object = {}) => ({
  ...{ id: 1, name: text, type: text, language: text, genres: [text], status: text, premiered: text, summary: text },
  ...{ network: { id: 2, name: text, country: { code: text, name: text } }, externals: { imdb: text } },
  ...more,
})
const item = (id: string) => ({ type: 'wikibase-entityid', value: { 'entity-type': 'item', id } })
const claim = (property: string, datavalue: object) => ({
  mainsnak: { snaktype: 'value', property, datavalue },
  type: 'statement',
  rank: 'normal',
})
const named = (value: string) => ({ en: { language: 'en', value }, de: { language: 'de', value } })
const film = (text: string, claims: Record<string, object[]>, aliases: readonly string[] = [text]) => ({
  ...{ type: 'item', id: 'Q1', labels: named(text), descriptions: named(text) },
  aliases: { en: aliases.map((value) => ({ language: 'en', value })) },
  claims: { P31: [claim('P31', item('Q11424'))], ...claims },
})
const said = (text: string) => {
  const value = { type: 'string', value: text }
  const title = { type: 'monolingualtext', value: { text, language: text } }
  const day = { type: 'time', value: { time: text, precision: 11 } }
  const length = { type: 'quantity', value: { amount: text, unit: text } }
  return {
    ...{ P1476: [claim('P1476', title)], P577: [claim('P577', day)], P2047: [claim('P2047', length)] },
    ...Object.fromEntries(['P345', 'P856', 'P4947', 'P1874'].map((property) => [property, [claim(property, value)]])),
  }
}

/** By the names of the formats. */
const catalogues: Readonly<Record<string, Worst>> = {
  nfo: {
    text: (text) => ({
      'movies/a (2001)/movie.nfo': `<movie>${elements.map((name) => `<${name}>${escaped(text)}</${name}>`).join('')}
        <actor><name>${escaped(text)}</name><role>${escaped(text)}</role><type>Actor</type></actor></movie>`,
      'movies/b/movie.nfo': text,
      'shows/c/tvshow.nfo': `<tvshow>${elements.map((name) => `<${name}>${escaped(text)}</${name}>`).join('')}</tvshow>`,
    }),
    many: (count) => ({
      'movies/a (2001)/movie.nfo': `<movie><title>a</title>${times(
        Math.min(count, maxXmlElements / 8),
        (at) => `<actor><name>b${at}</name><role>c</role></actor><genre>d${at}</genre><director>e${at}</director>`,
      )}</movie>`,
      'movies/b (2001)/movie.nfo': `<movie>${times(count, () => '<set/>')}</movie>`,
    }),
  },
  csv: {
    text: (text) => ({
      'a.csv': rowOf(columns, () => quoted(text)),
      'b.csv': rowOf(columns, () => inCell(text)),
      'c.csv': text,
    }),
    many: (count) => ({
      'a.csv': `title,cast\n${times(count, (at) => `a${at},b${at}\n`)}`,
      'b.csv': `title,cast,genres\na,${quoted(times(count, (at) => `B${at}`, ', '))},${quoted(times(count, () => 'c', ';'))}\n`,
      'c.csv': `title,${times(count, (at) => `c${at}`, ',')}\na,${times(count, () => 'b', ',')}\n`,
      'd.csv': `title,cast\n${times(count, (at) => `"a${at},b"c\n`)}`,
      'e.csv': `title,cast\n${times(count, () => '\r')}`,
    }),
  },
  imdb: {
    text: (text) => {
      const cell = inCell(text)
      const title = 'tconst titleType primaryTitle originalTitle isAdult startYear endYear runtimeMinutes genres'
      const name = 'nconst primaryName birthYear deathYear primaryProfession knownForTitles'
      const row = (header: string, id: string, more: string[]) =>
        `${header.replaceAll(' ', '\t')}\n${[id, ...more].join('\t')}\n`
      return {
        'title.basics.tsv': row(title, 'tt0000001', ['movie', cell, cell, cell, cell, cell, cell, cell]),
        'title.akas.tsv': row('titleId ordering title region language types attributes isOriginalTitle', 'tt0000001', [
          ...['1', cell, cell, cell, cell, cell, cell],
        ]),
        'title.crew.tsv': row('tconst directors writers', 'tt0000001', [cell, cell]),
        'title.principals.tsv': row('tconst ordering nconst category job characters', 'tt0000001', [
          ...['1', 'nm0000001', 'actor', cell, cell],
        ]),
        'name.basics.tsv': row(name, 'nm0000001', [cell, cell, cell, cell, cell]),
      }
    },
    many: (count) => ({
      'title.basics.tsv': `tconst\ttitleType\tprimaryTitle\toriginalTitle\tisAdult\tstartYear\tendYear\truntimeMinutes\tgenres
tt0000001\tmovie\ta\ta\t0\t2001\t\\N\t90\t${times(count, () => 'Drama', ',')}\n`,
      'title.akas.tsv': `titleId\tordering\ttitle\tregion\tlanguage\ttypes\tattributes\tisOriginalTitle\n${times(
        count,
        (at) => `tt0000001\t${at}\tb${at}\tDE\tde\t\\N\t\\N\t0\n`,
      )}`,
      'title.crew.tsv': `tconst\tdirectors\twriters\ntt0000001\t${times(count, (at) => `nm${at + 1_000}`, ',')}\t\\N\n`,
      'title.principals.tsv': `tconst\tordering\tnconst\tcategory\tjob\tcharacters\n${times(
        count,
        (at) => `tt0000001\t${at}\tnm${at + 1_000}\tactor\t\\N\t["c"]\n`,
      )}`,
    }),
  },
  tvmaze: {
    text: (text) => ({
      'show.json': JSON.stringify(
        show(text, {
          _embedded: {
            episodes: [{ id: 3, name: text, season: 1, number: 1, airdate: text, summary: text, runtime: 1 }],
            cast: [{ person: { id: 4, name: text, birthday: text }, character: { id: 5, name: text } }],
            akas: [{ name: text, country: { code: text } }],
          },
        }),
      ),
    }),
    many: (count) => ({
      'show.json': JSON.stringify(
        show('a', {
          genres: Array.from({ length: count }, (_, at) => `g${at}`),
          _embedded: {
            episodes: Array.from({ length: count }, (_, at) => ({
              id: at + 10,
              name: `b${at}`,
              season: 1,
              number: at,
            })),
            cast: Array.from({ length: count }, (_, at) => ({
              person: { id: at + 10, name: `c${at}` },
              character: { id: 5, name: 'd' },
            })),
            akas: Array.from({ length: count }, (_, at) => ({ name: `e${at}`, country: null })),
          },
        }),
      ),
    }),
  },
  wikidata: {
    text: (text) => ({
      'a.json': JSON.stringify({ entities: { Q1: film(text, said(text)) } }),
      'b.json': `[\n${JSON.stringify(film(text, said(text)))},\n]\n`,
      'c.json': JSON.stringify([
        { item: 'http://www.wikidata.org/entity/Q1', itemLabel: text, P1476: text, P577: text },
      ]),
      'd.json': text,
    }),
    many: (count) => ({
      'a.json': JSON.stringify({
        entities: {
          Q1: film(
            'a',
            {
              P161: Array.from({ length: count }, (_, at) => claim('P161', item(`Q${at + 10}`))),
              P136: Array.from({ length: count }, (_, at) => claim('P136', item(`Q${at + 10}`))),
              P577: Array.from({ length: count }, (_, at) =>
                claim('P577', { type: 'time', value: { time: `+20${(at % 90) + 10}-01-01T00:00:00Z`, precision: 11 } }),
              ),
              P1476: Array.from({ length: count }, (_, at) =>
                claim('P1476', { type: 'monolingualtext', value: { text: `b${at}`, language: 'fr' } }),
              ),
            },
            Array.from({ length: count }, (_, at) => `c${at}`),
          ),
        },
      }),
      'b.json': `[\n${times(count, (at) => `{"id":"Q${at}","claims":{}},\n`)}]\n`,
    }),
  },
}

const kept: Readonly<Record<string, Worst>> = {
  letterboxd: {
    text: (text) => ({
      'reviews.csv': rowOf(
        ['Date', 'Name', 'Year', 'Letterboxd URI', 'Rating', 'Rewatch', 'Review', 'Tags', 'Watched Date'],
        () => quoted(text),
      ),
      'diary.csv': rowOf(['Date', 'Name', 'Year', 'Letterboxd URI', 'Rating', 'Watched Date'], () => inCell(text)),
      'list.csv': `Letterboxd list export v7\nDate,Name,Tags,URL,Description\n${rowOf(
        ['Position', 'Name', 'Year', 'URL', 'Description'],
        () => quoted(text),
      )}`,
    }),
    many: (count) => ({
      'ratings.csv': `Date,Name,Year,Letterboxd URI,Rating\n${times(count, (at) => `2022-01-01,a${at},1987,,4\n`)}`,
      'broken.csv': `Date,Name,Year,Letterboxd URI,Rating\n${times(count, (at) => `2022-01-01,"a${at}"b,1987,,"4\n`)}`,
      'wide.csv': `Name,Letterboxd URI,${times(count, (at) => `c${at}`, ',')}\na,b,${times(count, () => 'c', ',')}\n`,
      'blank.csv': `Name,Letterboxd URI\n${times(count, () => '\n')}`,
    }),
  },
  'tables of IMDb': {
    text: (text) => ({
      'ratings.csv': rowOf(
        ['Const', 'Your Rating', 'Date Rated', 'Title', 'Original Title', 'Title Type', 'Year', 'Directors'],
        () => quoted(text),
      ),
      'list.csv': rowOf(['Position', 'Const', 'Created', 'Description', 'Title', 'Directors'], () => quoted(text)),
    }),
    many: (count) => ({
      'ratings.csv': `Const,Your Rating,Title,Directors\n${times(count, (at) => `tt${at + 10_000},7,a,b\n`)}`,
      'directors.csv': `Const,Your Rating,Title,Directors\ntt10000,7,a,${quoted(times(count, (at) => `b${at}`, ', '))}\n`,
    }),
  },
  trakt: {
    text: (text) => ({
      'ratings-movies.json': JSON.stringify([
        { rated_at: text, rating: 7, movie: { title: text, year: text, ids: { imdb: text, trakt: 1 } } },
        { listed_at: text, notes: text, show: { title: text, ids: { imdb: text, trakt: 1 } } },
        { name: text, description: text, ids: { trakt: 1 } },
      ]),
      'list.json': `[{"${text.replace(/["\\\n\r\t]/g, '-')}": ${JSON.stringify(text)}}]`,
      'broken.json': `[${text}`,
      'brackets.json': `[{"a":${text}}]`,
    }),
    many: (count) => ({
      'history.json': JSON.stringify(
        Array.from({ length: count }, (_, at) => ({
          watched_at: null,
          movie: { title: `a${at}`, ids: { trakt: at } },
        })),
      ),
      'watched.json': JSON.stringify([
        {
          last_watched_at: null,
          show: { title: 'a', ids: { trakt: 1 } },
          seasons: [{ number: 1, episodes: Array.from({ length: count }, (_, number) => ({ number })) }],
        },
      ]),
      'deep.json': `[{"a":${'['.repeat(count)}${']'.repeat(count)}}]`,
    }),
  },
  "one's own data": {
    text: (text) => ({
      'data.json': JSON.stringify({
        [text]: text,
        ratings: [{ kind: 'movie', entity_id: 1, value: 7, created_at: text, title: text }],
        reviews: [{ kind: 'movie', entity_id: 1, rating: 7, created_at: text, title: text, content: text }],
        lists: [{ name: text, description: text, items: [{ kind: text, entity_id: 1 }] }],
      }),
    }),
    many: (count) => ({
      'data.json': JSON.stringify({
        lists: [{ name: 'a', items: Array.from({ length: count }, (_, at) => ({ kind: 'movie', entity_id: at + 1 })) }],
      }),
    }),
  },
  'an archive': {
    text: (text) => ({
      'a.zip': zipOf([
        { path: `lists/${text.slice(0, 10_000)}.csv`, content: `Name,Letterboxd URI\n${text}` },
        { path: 'ratings.csv', content: text },
      ]),
    }),
    many: (count) => ({
      'a.zip': zipOf(
        Array.from({ length: Math.min(count, readLimits.archiveFiles) }, (_, at) => ({
          path: `lists/${at}.csv`,
          content: 'Name,Letterboxd URI\n',
        })),
      ),
    }),
  },
}

async function inFolder(files: Files, read: (path: string, names: readonly string[]) => Promise<void>) {
  const path = await mkdtemp(join(folder, 'files-'))
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(path, name)), { recursive: true })
    await writeFile(join(path, name), content)
  }
  await read(path, Object.keys(files))
  await rm(path, { recursive: true })
}

async function drain(all: AsyncIterable<unknown>) {
  for await (const _ of all);
}

const readingsOf = (table: Readonly<Record<string, Worst>>, read: (what: string, files: Files) => Promise<void>) =>
  Object.entries(table).flatMap(([what, { text, many }]) => [
    ...fewWorstTexts.map((worst) => ({
      name: `${what} ${worst.name}`,
      most: mostText,
      least: 4_096,
      loops,
      read: (size: number) => read(what, text(worst.of(size))),
    })),
    { name: `${what}, many`, most: mostThings, least: 2_048, loops, read: (size: number) => read(what, many(size)) },
  ])

test('formats of catalogues', () => {
  assert.deepEqual(Object.keys(catalogues).sort(), formats.map(({ name }) => name).sort())
  const read = (what: string, files: Files) =>
    inFolder(files, async (path, names) => {
      const format = findFormat(what)
      assert.ok(format)
      const scratch = await mkdtemp(join(folder, 'scratch-'))
      const paths = format.takesFolders ? [path] : names.map((name) => join(path, name))
      await drain(format.read(paths, { stdin: process.stdin, scratch, onBytes() {}, language: 'de' }))
      await rm(scratch, { recursive: true })
    })
  return assertCosts(watched, readingsOf(catalogues, read))
})

test('files of what people keep elsewhere', () => {
  const read = (_what: string, files: Files) =>
    inFolder(files, async (path, names) => {
      for (const name of names) await drain(readKept(join(path, name), name))
    })
  return assertCosts(watched, readingsOf(kept, read))
})
