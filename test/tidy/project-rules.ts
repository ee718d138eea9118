import { posix } from 'node:path'
import type { Rule } from './code-rules.ts'
import { type File, importedBy, type Project } from './project.ts'
import { propertyRules } from './property-rules.ts'

const maximumArchitectureLines = 200

/** Parts of the source that only tests and scripts use. */
const testSupport = ['src/database/checked.ts']

/** Patterns are written so that they do not find themselves. */
const toDo = /\bTO[D]O\b(?!\s*\(?#\d+)|\bFIXM[E]\b|\bXX[X]\b/
const leaks = [
  /(^|[\s'"`(=:])\/(hom[e]|roo[t]|User[s]|tm[p]|wor[k]|far[m])\/[\w.]/,
  /[A-Z]:\\User[s]\\/,
  /\bnpm[j]s\.(org|com)\b|\bregistr[y]\.[a-z]|\bdeb[i]an\.org\b|\bubunt[u]\.com\b/,
  /\bsubagen[t]/,
]

const eachLine = (project: Project, pattern: RegExp, offence: string) =>
  project.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, at) => (pattern.test(line) ? `${path}:${at + 1} ${offence}` : [])),
  )

const openEnds: Rule = (project) => eachLine(project, toDo, 'note to oneself without an issue')

const outsideText: Rule = (project) => leaks.flatMap((leak) => eachLine(project, leak, 'path or host of a machine'))

/** Files of a group that declare no operation serve those that do. */
const declaresOperation = /\b(operation|detailsOperation)\(/

const tablesOfContents: Rule = (project) => {
  const imports = new Map(project.map((file) => [file.path, importedBy(file)]))
  const importsOfTop = project.flatMap((file) => (/^src\/[^/]+\.ts$/.test(file.path) ? importedBy(file) : []))
  const importedWithin = (group: string, path: string) =>
    [...imports].some(([from, to]) => from.startsWith(`${group}/`) && to.includes(path))
  return project.flatMap(({ path, text }) => {
    const group = /^src\/groups\/[^/]+/.exec(path)?.[0]
    if (group === undefined || path.endsWith('.test.ts')) return []
    const index = `${group}/index.ts`
    if (path === index) return importsOfTop.includes(index) ? [] : `${path} is not mounted by any file of src/`
    if (!declaresOperation.test(text) && importedWithin(group, path)) return []
    return imports.get(index)?.includes(path) ? [] : `${path} is not in ${index}`
  })
}

/** A thread or process is started by address, so that its name stands as a text in the file that starts it. */
const entriesOf = (file: File, project: Project): string[] =>
  project
    .filter(({ path }) => path.endsWith('-entry.ts'))
    .filter(({ path }) => path !== file.path && file.text.includes(posix.basename(path, '.ts')))
    .map(({ path }) => path)

/** An asset is named by the page that uses it. */
const assetsOf = (file: File, project: Project): string[] =>
  project
    .filter(({ path }) => path.startsWith('src/pages/assets/') && file.text.includes(`'${posix.basename(path)}'`))
    .map(({ path }) => path)

const deadFiles: Rule = (project) => {
  const files = new Map(project.map((file) => [file.path, file]))
  const reached = new Set<string>()
  const waiting = ['src/main.ts', ...testSupport]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const file = files.get(path)
    if (!file || reached.has(path)) continue
    reached.add(path)
    waiting.push(...importedBy(file), ...entriesOf(file, project), ...assetsOf(file, project))
  }
  return project
    .filter(({ path }) => path.startsWith('src/') && !path.endsWith('.test.ts') && !reached.has(path))
    .map(({ path }) => `${path} is reached by nothing`)
}

const pad = (number: number) => String(number).padStart(4, '0')

const decisionRecords: Rule = (project) => {
  const records = project
    .filter(({ path }) => /^docs\/decisions\/.*\.md$/.test(path) && !path.endsWith('/README.md'))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
  return records.flatMap(({ path, text }, at) => {
    const number = pad(at + 1)
    const offences = []
    if (!path.startsWith(`docs/decisions/${number}-`)) offences.push(`${path} should have the number ${number}`)
    const title = `# ${posix.basename(path).slice(0, 4)}: `
    if (!text.startsWith(title) || /^\s/.test(text.slice(title.length)))
      offences.push(`${path} has no title "${title}…"`)
    return offences
  })
}

const architectureLength: Rule = (project) =>
  project.flatMap(({ path, text }) => {
    const length = text.split('\n').length - 1
    return path === 'ARCHITECTURE.md' && length > maximumArchitectureLines ? `${path} has ${length} lines` : []
  })

/** A number has one text for both engines or one for each of them, under one name. */
const migrationNumbers: Rule = (project) => {
  const names = project.flatMap(({ path }) => /^migrations\/(.+)$/.exec(path)?.[1] ?? [])
  const known = /^(\d{4})-[a-z\d-]+(\.sqlite|\.postgres)?\.sql$/
  const misnamed = names.filter((name) => !known.test(name)).map((name) => `migrations/${name} is misnamed`)
  const numbers = [...new Set(names.flatMap((name) => known.exec(name)?.[1] ?? []))].toSorted()
  const gaps = numbers.flatMap((number, at) =>
    number === pad(at + 1) ? [] : `migration ${number} should have the number ${pad(at + 1)}`,
  )
  const incomplete = numbers.flatMap((number) => {
    const [first = '', ...others] = names.filter((name) => name.startsWith(`${number}-`)).toSorted()
    const isCommon = others.length === 0 && !/\.(sqlite|postgres)\.sql$/.test(first)
    const isPair = others.length === 1 && others[0] === first.replace('.postgres.sql', '.sqlite.sql')
    return isCommon || isPair ? [] : `migration ${number} is neither one text nor a pair: ${[first, ...others]}`
  })
  return [...misnamed, ...gaps, ...incomplete]
}

export const projectRules: Record<string, Rule> = {
  'notes to oneself name an issue': openEnds,
  'no text is about the machine it was written on': outsideText,
  'each operation is in the table of contents of its group, and each group is mounted': tablesOfContents,
  'every file of the source is used': deadFiles,
  'decision records have a number and a title': decisionRecords,
  'the architecture is read in one sitting': architectureLength,
  'migrations are numbered without gaps': migrationNumbers,
  ...propertyRules,
}
