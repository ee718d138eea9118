import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { packageRoot } from '#src/package-root.ts'
import { wordTable } from '#src/reference/word-table.ts'
import { type Language, languages } from '#src/texts/index.ts'

/** A text of a document: a file of the project. */
type DocumentText = { file: string; title: string }
/** A document of the guide: a file of the project, where its page is, and its text in other languages than English. */
export type GuideDocument = DocumentText & { address: string; others: ReadonlyMap<Language, DocumentText> }

export const guideAddress = '/docs/guide'

/** The parts of the guide, with their documents in the order in which one reads them. */
const parts = {
  begin: [
    ...['README.md', 'docs/first-steps.md', 'docs/first-evening.md', 'docs/importing.md', 'docs/clients.md'],
    ...['docs/following.md', 'docs/search.md'],
  ],
  use: ['docs/members.md', 'docs/editors.md'],
  run: [
    ...['docs/commands.md', 'docs/settings.md', 'docs/operations.md', 'docs/publishing.md', 'docs/security.md'],
    'SECURITY.md',
  ],
  interface: [
    ...['docs/behaviour.md', 'docs/batch.md', 'docs/changes.md', 'docs/webhooks.md', 'docs/test-server.md'],
    'docs/catalogue-lines.md',
    'docs/conformance.md',
  ],
  measures: ['docs/performance.md'],
  develop: [
    ...[
      'ARCHITECTURE.md',
      'CONTRIBUTING.md',
      'docs/how-to-add.md',
      'docs/how-to-write.md',
      'docs/schema.md',
      'docs/query-plans.md',
    ],
    'docs/decisions/README.md',
    ...['CHANGELOG.md', 'sample/PROVENANCE.md'],
  ],
} as const
type GuidePart = keyof typeof parts

/** Several documents have the same title; in a menu they need one that tells them apart. */
const titles: Readonly<Record<string, string>> = wordTable({
  'README.md': 'Reelcommons',
  'SECURITY.md': 'Reporting a vulnerability',
})

export const textOfDocument = ({ file }: Pick<DocumentText, 'file'>): string =>
  readFileSync(join(packageRoot, file), 'utf8')

const titleOf = (file: string): string =>
  titles[file] ?? /^# (.+)$/m.exec(textOfDocument({ file }))?.[1]?.replaceAll('`', '') ?? file

function addressOf(file: string): string {
  if (file === 'README.md') return guideAddress
  if (file === 'SECURITY.md') return `${guideAddress}/vulnerabilities`
  const stem = posix.join(posix.dirname(file), posix.basename(file, '.md')).toLowerCase()
  return `${guideAddress}/${stem.replace(/^(docs|sample)\//, '').replace(/\/readme$/, '')}`
}

/** The languages that a document is written in besides English, each in a folder of its own: `docs/de/members.md`. */
function othersOf(file: string): Map<Language, DocumentText> {
  const found = languages.map((language) => [language, posix.join('docs', language, posix.basename(file))] as const)
  return new Map(
    found
      .filter(([, other]) => file.startsWith('docs/') && existsSync(join(packageRoot, other)))
      .map(([language, other]) => [language, { file: other, title: titleOf(other) }]),
  )
}

const documentOf = (file: string): GuideDocument => ({
  ...{ file, address: addressOf(file), title: titleOf(file) },
  others: othersOf(file),
})

/** The text of a document in a language, or in English. */
export const textIn = (document: GuideDocument, language: Language): DocumentText =>
  document.others.get(language) ?? document

/** The documents of each part; further ones of `docs/` come last, so that none is ever missing. */
function findParts(): ReadonlyMap<GuidePart, readonly GuideDocument[]> {
  const named = new Set<string>(Object.values(parts).flat())
  const others = globSync('docs/*.md', { cwd: packageRoot }).filter((file) => !named.has(file))
  return new Map(
    (Object.entries(parts) as [GuidePart, readonly string[]][]).map(([part, files]) => {
      const all = part === 'develop' ? [...files, ...others.sort()] : files
      return [part, all.filter((file) => existsSync(join(packageRoot, file))).map(documentOf)]
    }),
  )
}

let known:
  | { parts: ReadonlyMap<GuidePart, readonly GuideDocument[]>; byFile: ReadonlyMap<string, GuideDocument> }
  | undefined

/** The parts of the guide, and every document by its file; those on decisions stand in no menu. */
export function guide() {
  if (!known) {
    const found = findParts()
    const decisions = globSync('docs/decisions/[0-9]*.md', { cwd: packageRoot }).sort().map(documentOf)
    const all = [...[...found.values()].flat(), ...decisions]
    const files = ({ file, others }: GuideDocument) => [file, ...[...others.values()].map((other) => other.file)]
    const byFile = all.flatMap((document) => files(document).map((file) => [file, document] as const))
    known = { parts: found, byFile: new Map(byFile) }
  }
  return known
}

/** The document whose page is at an address. */
export const documentAt = (address: string): GuideDocument | undefined =>
  [...guide().byFile.values()].find((document) => document.address === address)

/** The pictures that documents show, by their files. */
export const isPicture = (file: string): boolean =>
  /^docs\/[\w/-]+\.(png|jpg|webp|svg)$/.test(file) && existsSync(join(packageRoot, file))

export const pictureAddress = (file: string): string =>
  `${guideAddress}/pictures/${file.slice('docs/'.length).replaceAll('/', '~')}`

/** The pixels of a WebP picture, so that its page does not move when it comes; undefined for other pictures. */
export function pictureSize(file: string): { width: number; height: number } | undefined {
  const bytes = readFileSync(join(packageRoot, file))
  if (bytes.toString('latin1', 8, 16) !== 'WEBPVP8X') return undefined
  return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
}

/** The file of a picture by the last part of its address; undefined if there is none. */
export function pictureFile(name: string): string | undefined {
  const file = `docs/${name.replaceAll('~', '/')}`
  return isPicture(file) ? file : undefined
}
