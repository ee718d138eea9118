import { maxXmlElements } from '#src/import/formats/nfo/xml.ts'
import { escaped, inCell, quoted, rowOf, times, type WorstFiles } from './files.ts'

const quotedIn = (text: string) => escaped(text).replaceAll('"', '&quot;')

const columns = [
  ...'title key kind original_title date runtime overview tagline homepage language country genres'.split(' '),
  ...'directors writers cast companies certificate collection imdb tmdb wikidata'.split(' '),
]
const elements = [
  ...'title originaltitle plot outline tagline runtime mpaa certification set premiered year genre'.split(' '),
  ...'country studio director credits uniqueid id status rating votes trailer tag'.split(' '),
]
const inElements = (text: string) =>
  elements.map((name) => `<${name} type="${quotedIn(text)}">${escaped(text)}</${name}>`).join('')
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
/** Versions of one film, films in one folder, and files of a series without a number. */
const manyVideos = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      [`movies/c (2001)/c (2001) - ${at}.mkv`, ''],
      [`movies/d${at}.nfo`, ''],
      [`movies/d${at}.mkv`, ''],
      [`shows/e/lamp ${'a'.repeat(at % 9)}.mkv`, ''],
    ]).flat() as [string, string][],
  )
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
    ...Object.fromEntries(
      ['P136', 'P364', 'P495', 'P1657'].map((property) => [property, [claim(property, item(text))]]),
    ),
  }
}

const rows: Readonly<Record<string, string>> = {
  ...{ tconst: 'tt0000001', titleType: 'movie', primaryTitle: 'a', originalTitle: 'a', isAdult: '0' },
  ...{ startYear: '2001', endYear: '\\N', runtimeMinutes: '90' },
}

/** By the names of the formats. */
export const catalogueFiles: Readonly<Record<string, WorstFiles>> = {
  nfo: {
    text: (text) => ({
      'movies/a (2001)/movie.nfo': `<movie>${inElements(text)}
        <actor><name>${escaped(text)}</name><role>${escaped(text)}</role><type>Actor</type></actor></movie>`,
      'movies/b/movie.nfo': text,
      'shows/c/tvshow.nfo': `<tvshow>${inElements(text)}</tvshow>`,
    }),
    many: (count) => ({
      'movies/a (2001)/movie.nfo': `<movie><title>a</title>${times(
        Math.min(count, maxXmlElements / 8),
        (at) => `<actor><name>b${at}</name><role>c</role></actor><genre>d${at}</genre><director>e${at}</director>`,
      )}</movie>`,
      'movies/b (2001)/movie.nfo': `<movie>${times(count, () => '<set/>')}</movie>`,
      ...manyVideos(Math.ceil(count / 16)),
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
      'b.csv': `title,cast\na,${quoted(times(count, (at) => `B${at}`, ', '))}\n`,
      'f.csv': `title,genres\na,${quoted(times(count, () => 'c', ';'))}\n`,
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
      'title.basics.tsv': rowOf(
        [...'tconst titleType primaryTitle originalTitle isAdult startYear endYear runtimeMinutes genres'.split(' ')],
        (name) => rows[name] ?? times(count, () => 'Drama', ','),
        '\t',
      ),
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
