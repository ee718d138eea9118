import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { castOf, nameOf, peopleAt, personAt, personName, word, yearOf } from './invented.ts'

const nothing = '\\N'
const titleId = (film: number) => `tt${9_000_000 + film}`
const personId = (person: number) => `nm${9_000_000 + person}`

type Row = readonly (string | number)[]
/** The rows of each file about a film; the first ones are its columns. */
type TitleFile = { columns: string; rows(film: number, films: number): readonly Row[] }

const regions = [
  ['US', 'en'],
  ['DE', 'de'],
  ['FR', 'fr'],
]

const titleFiles: Readonly<Record<string, TitleFile>> = {
  'title.basics': {
    columns: 'tconst titleType primaryTitle originalTitle isAdult startYear endYear runtimeMinutes genres',
    rows: (film) => [
      [titleId(film), 'movie', nameOf(film), nameOf(film), 0, yearOf(film), nothing, 80 + (film % 60), 'Comedy,Drama'],
    ],
  },
  'title.akas': {
    columns: 'titleId ordering title region language types attributes isOriginalTitle',
    rows: (film) =>
      regions.map(([region = '', language = ''], at) => [
        ...[titleId(film), at + 1, `${nameOf(film)} ${region}`, region, language, 'imdbDisplay', nothing, 0],
      ]),
  },
  'title.crew': {
    columns: 'tconst directors writers',
    rows: (film, films) => [[titleId(film), personId(personAt(film, castOf, films)), nothing]],
  },
  'title.episode': { columns: 'tconst parentTconst seasonNumber episodeNumber', rows: () => [] },
  'title.principals': {
    columns: 'tconst ordering nconst category job characters',
    rows: (film, films) =>
      Array.from({ length: castOf }, (_, at) => [
        ...[titleId(film), at + 1, personId(personAt(film, at, films)), 'actor', nothing, `["Role ${at}"]`],
      ]),
  },
  'title.ratings': {
    columns: 'tconst averageRating numVotes',
    rows: (film) => [[titleId(film), `6.${film % 10}`, film]],
  },
}

const nameColumns = 'nconst primaryName birthYear deathYear primaryProfession knownForTitles'
const nameRow = (person: number): Row => [
  ...[personId(person), personName(person), 1900 + (person % 100), nothing, `actor,${word(person)}`, titleId(person)],
]

/** The seven public files of IMDb with so many films and their people, in a folder. */
export async function writeImdb(folder: string, films: number): Promise<void> {
  const write = (name: string, columns: string, rows: () => Iterable<Row>) => {
    function* lines() {
      yield `${columns.replaceAll(' ', '\t')}\n`
      for (const row of rows()) yield `${row.join('\t')}\n`
    }
    return pipeline(lines, createGzip({ level: 1 }), createWriteStream(join(folder, `${name}.tsv.gz`)))
  }
  for (const [name, { columns, rows }] of Object.entries(titleFiles))
    await write(name, columns, function* () {
      for (let film = 0; film < films; film++) yield* rows(film, films)
    })
  await write('name.basics', nameColumns, function* () {
    for (let person = 1; person <= peopleAt(films); person++) yield nameRow(person)
  })
}
