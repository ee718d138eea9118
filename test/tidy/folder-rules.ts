import { posix } from 'node:path'
import { type ImportDeclaration, isImportDeclaration, isNamedImports, isStringLiteral } from 'typescript/unstable/ast'
import type { Rule } from './code-rules.ts'
import { importedBy, lineOf, nodesOf, type Project } from './project.ts'

const maximumFilesAtTop = 8
const maximumFilesInFolder = 25

/** Folders of files that are all alike: a reader looks one up and reads no list of them. */
const foldersOfAlikeFiles = [
  'docs/decisions',
  'migrations',
  'src/catalogue/parts',
  'src/pages/assets',
  'src/texts',
  'src/texts/de',
  'src/texts/en',
  'test/support/world',
]

/**
 * The folders of `src/` and the files at its top, from those that run the program to those that know nothing of it. A
 * file imports from its own folder and from lines below its own; names of one line do not know each other.
 */
const layers = [
  ['main'],
  ['commands'],
  ['workers'],
  ['http'],
  ['pages'],
  ['installation'],
  ['interface'],
  ['groups', 'run', 'sample'],
  ['accounts', 'connect', 'import', 'transfer'],
  ['contributions', 'keys'],
  ['mail'],
  ['feeds', 'texts'],
  ['matching', 'quality', 'sitemaps'],
  ['audit', 'cache', 'kept', 'media', 'metrics', 'popularity', 'search'],
  ['catalogue', 'credentials', 'jobs', 'redis'],
  ['background', 'contract', 'log'],
  ['config', 'database', 'log-text'],
  ['certificates', 'log-buffer', 'package-root', 'reference', 'settings'],
  ['files'],
]

/** A smaller depth is a higher layer. */
const depthOf = new Map(layers.flatMap((names, depth) => names.map((name) => [name, depth] as const)))

const isSource = ({ path }: { path: string }) => path.startsWith('src/') && !path.endsWith('.test.ts')

/** The folder of `src/` that a file belongs to, or the name of a file at its top. */
const partOf = (path: string): string => (path.split('/')[1] as string).replace(/\.ts$/, '')

const filesByFolder = (project: Project) =>
  Map.groupBy(
    project.filter(({ path }) => !path.endsWith('.test.ts')),
    ({ path }) => posix.dirname(path),
  )

const topOfSource: Rule = (project) => {
  const count = filesByFolder(project).get('src')?.length ?? 0
  return count > maximumFilesAtTop ? [`src has ${count} files at its top`] : []
}

const folderSize: Rule = (project) =>
  [...filesByFolder(project)].flatMap(([folder, files]) =>
    files.length > maximumFilesInFolder && !foldersOfAlikeFiles.includes(folder)
      ? `${folder} has ${files.length} files`
      : [],
  )

const directions: Rule = (project) => [
  ...new Set(
    project.filter(isSource).flatMap((file) => {
      const from = partOf(file.path)
      const depth = depthOf.get(from)
      if (depth === undefined) return `${from} is in no layer`
      return importedBy(file).flatMap((target) => {
        const to = target.startsWith('src/') ? partOf(target) : from
        const isBelow = (depthOf.get(to) ?? Infinity) > depth
        return to === from || isBelow ? [] : `${file.path} imports ${target}, and ${from} is not above ${to}`
      })
    }),
  ),
]

const serverModules = ['node:http', 'node:https', 'node:http2']

/** Whether an import gives the web framework, one of its plugins, or what makes a server. */
function isOfServer({ moduleSpecifier, importClause }: ImportDeclaration): boolean {
  const name = isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : ''
  if (/^(fastify|@fastify)(\W|$)/.test(name)) return true
  if (!serverModules.includes(name) || !importClause) return false
  const { namedBindings } = importClause
  if (!namedBindings || !isNamedImports(namedBindings)) return true
  return namedBindings.elements.some((element) => /Server$/.test((element.propertyName ?? element.name).text))
}

const framework: Rule = (project) =>
  project.filter(isSource).flatMap(({ path, tree }) => {
    if (!tree || path.startsWith('src/http/')) return []
    return [...nodesOf(tree)].flatMap((node) =>
      isImportDeclaration(node) && isOfServer(node)
        ? `${path}:${lineOf(tree, node.getStart(tree))} import of a server outside src/http`
        : [],
    )
  })

export const folderRules: Record<string, Rule> = {
  'the top of the source is seen at a glance': topOfSource,
  'folders are seen at a glance': folderSize,
  'imports between folders of the source point downwards': directions,
  'only src/http knows the server and its framework': framework,
}
