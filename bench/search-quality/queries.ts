import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { plainWords, sameNames, type Title, type TitleKind, titleKinds } from './titles.ts'

/** What makes a query hard. */
export const queryClasses = [
  'one slip',
  'two slips',
  'inner word',
  'order',
  'joined or parted words',
  'punctuation',
  'accents and umlauts',
  'articles',
  'numbers',
  'year in words',
  'year in brackets',
  'year as parameter',
  'other titles',
  'outside ids',
  'other scripts',
] as const
export type QueryClass = (typeof queryClasses)[number]

/** A record by what people call it. Without a year every record of the name is meant. */
export type Expected = { kind: TitleKind; name: string; year?: number }

export type Query = {
  class: QueryClass
  /** `sample`: what is expected is in the sample, so that this one alone is enough; `bulk`: in the bulk data. */
  catalogue: 'sample' | 'bulk'
  /** The operation that is asked. */
  search: TitleKind | 'multi'
  /** The parameter `year`. */
  year?: number
  text: string
  /** Each of them is a right answer. */
  expected: Expected[]
}

/** The first line of each file of queries. */
export const queryColumns = ['class', 'catalogue', 'search', 'year', 'query', 'expected'].join('\t')
export const queryFiles = ['by-hand.tsv', 'by-rule.tsv'] as const

const folder = import.meta.dirname

/** The committed set: what people wrote, and what rules made of titles. */
export const readQueries = async (files: readonly string[] = queryFiles): Promise<Query[]> =>
  (await Promise.all(files.map(readQueryFile))).flat()

async function readQueryFile(file: string): Promise<Query[]> {
  const [columns, ...lines] = (await readFile(join(folder, file), 'utf8')).trimEnd().split('\n')
  if (columns !== queryColumns) throw new Error(`${file} does not begin with the names of the columns`)
  return lines.map((line, at) => {
    try {
      return queryOf(line)
    } catch (error) {
      throw new Error(`${file}, line ${at + 2}: ${(error as Error).message}`)
    }
  })
}

function queryOf(line: string): Query {
  const [queryClass, catalogue, search, year, text, expected, ...more] = line.split('\t')
  if (expected === undefined || more.length > 0) throw new Error('this line has not six columns')
  const known = <Name extends string>(names: readonly Name[], name: string | undefined): Name => {
    if (!names.includes(name as Name)) throw new Error(`${name} is none of ${names.join(', ')}`)
    return name as Name
  }
  return {
    class: known(queryClasses, queryClass),
    catalogue: known(['sample', 'bulk'], catalogue),
    search: known([...titleKinds, 'multi'], search),
    ...(year !== '' && { year: Number(year) }),
    text: text as string,
    expected: expected.split(' | ').map(expectedOf),
  }
}

/** `movie: Halloween (1978)`. */
function expectedOf(text: string): Expected {
  const [, kind, name, year] = /^(\w+): (.+?)(?: \((\d{4})\))?$/.exec(text) ?? []
  if (name === undefined || !titleKinds.includes(kind as TitleKind)) throw new Error(`${text} names no record`)
  return { kind: kind as TitleKind, name, ...(year !== undefined && { year: Number(year) }) }
}

export const lineOf = ({ class: queryClass, catalogue, search, year, text, expected }: Query): string =>
  [queryClass, catalogue, search, year ?? '', text, expected.map(expectedText).join(' | ')].join('\t')

export const expectedText = ({ kind, name, year }: Expected): string =>
  `${kind}: ${name}${year === undefined ? '' : ` (${year})`}`

/** Records are compared by kind and id. */
export const recordKey = ({ kind, id }: { kind: string; id: number }): string => `${kind} ${id}`

/** Finds which records of a catalogue answer a query: those of the expected names, the same movie twice included. */
export function openAnswers(titles: readonly Title[]): (query: Query) => ReadonlySet<string> {
  const named = new Map<string, Title[]>()
  for (const title of titles)
    for (const name of sameNames(title.name)) {
      const key = `${title.kind} ${name}`
      const list = named.get(key)
      if (list) list.push(title)
      else named.set(key, [title])
    }
  return ({ expected }) =>
    new Set(
      expected.flatMap(({ kind, name, year }) =>
        (named.get(`${kind} ${plainWords(name)}`) ?? [])
          .filter((title) => year === undefined || title.year === year)
          .map(recordKey),
      ),
    )
}
