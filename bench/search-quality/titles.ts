import { findFiles, readFiles } from '#src/import/files/read-files.ts'

/** Kinds as the paths of the search operations call them. */
export const titleKinds = ['movie', 'tv', 'person', 'company', 'collection'] as const
export type TitleKind = (typeof titleKinds)[number]

/** What the queries are about: one line of the sample or of the bulk data, as far as a search looks at it. */
export type Title = {
  kind: TitleKind
  id: number
  name: string
  /** Translated and alternative titles, names that a person is also known as. */
  otherNames: string[]
  /** Of the first release or the first day on the air, where the line has it. */
  year: number | undefined
  /** What the record is called elsewhere: `tt0077651`, `Q842306`. */
  outsideIds: string[]
}

type Named = { title?: string; name?: string }
type Line = Named & {
  kind: string
  id: number
  original_title?: string
  original_name?: string
  release_date?: string
  first_air_date?: string
  also_known_as?: string[]
  alternative_titles?: { titles?: Named[]; results?: Named[] }
  alternative_names?: { results?: Named[] }
  external_ids?: Record<string, string | null>
}

const kindOf: Partial<Record<string, TitleKind>> = {
  movie: 'movie',
  series: 'tv',
  person: 'person',
  company: 'company',
  collection: 'collection',
}

/** Outside ids that people know and paste. */
const pastedIds = /^(tt|nm|co)\d+$|^Q\d+$/

/** The titles in files of catalogue lines, or in folders of them. */
export async function readTitles(paths: readonly string[]): Promise<Title[]> {
  const titles: Title[] = []
  for await (const batch of readFiles(await findFiles(paths, process.stdin), () => {})) {
    for (const line of batch) {
      if (!('text' in line)) throw new Error(`${line.file}, line ${line.line} ${line.reason}`)
      const title = titleOf(JSON.parse(line.text))
      if (title) titles.push(title)
    }
  }
  return titles
}

function titleOf(line: Line): Title | undefined {
  const kind = kindOf[line.kind]
  if (kind === undefined) return undefined
  const name = line.title ?? line.name ?? ''
  const parts = [line.alternative_titles?.titles, line.alternative_titles?.results, line.alternative_names?.results]
  const others = [
    line.original_title ?? line.original_name ?? '',
    ...parts.flatMap((part) => (part ?? []).map((other) => other.title ?? other.name ?? '')),
    ...(line.also_known_as ?? []),
  ]
  const date = line.release_date ?? line.first_air_date ?? ''
  return {
    kind,
    id: line.id,
    name,
    otherNames: [...new Set(others)].filter((other) => other !== '' && other !== name),
    year: date === '' ? undefined : Number(date.slice(0, 4)),
    outsideIds: Object.values(line.external_ids ?? {}).filter((id) => id !== null && pastedIds.test(id)) as string[],
  }
}

const leadingArticle = /^(?:the|an?) (?=.)/

/** Words of a text without case, accents, punctuation and an English article at its beginning. */
export const plainWords = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(leadingArticle, '')

/** What a source adds to the title of a copy that it has: `[DVD]`, `(Captioned)`. */
const remark = / *(\[[^\]]*\]?|\([^)]*\))$/

/** Names that tell whether two records are the same movie: without remarks, and each side of `Title = Other title`. */
export const sameNames = (name: string): string[] => [
  ...new Set([name, ...name.replace(remark, '').split(' = ')].map(plainWords)),
]
