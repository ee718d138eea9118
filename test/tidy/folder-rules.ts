import { posix } from 'node:path'
import { type ImportDeclaration, isImportDeclaration, isNamedImports, isStringLiteral } from 'typescript/unstable/ast'
import type { Rule } from './code-rules.ts'
import { importedBy, isSource, lineOf, nodesOf, type Project } from './project.ts'

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
 * Folders whose parts (their folders, and the files at their top) have an order, from those that use the others to
 * those that know nothing of them. A file imports from its own part and from lines below its own; parts of one line do
 * not know each other.
 */
const floors: Readonly<Record<string, readonly (readonly string[])[]>> = {
  src: [
    ['main'],
    ['commands'],
    ['test-server', 'workers'],
    ['http'],
    ['pages'],
    ['installation'],
    ['beside', 'interface'],
    ['commons', 'players'],
    ['groups', 'run', 'sample'],
    ['accounts', 'connect', 'import', 'kept-import', 'upkeep'],
    ['contributions', 'keys'],
    ['webhooks'],
    ['mail'],
    ['feeds', 'texts'],
    ['matching', 'quality', 'sitemaps'],
    ['audit', 'cache', 'kept', 'media', 'metrics', 'popularity', 'search'],
    ['catalogue', 'credentials', 'jobs', 'redis'],
    ['background', 'contract', 'log', 'personal'],
    ['certificates', 'config', 'database', 'file-formats', 'log-text'],
    ['log-buffer', 'package-root', 'reference', 'settings'],
    ['files'],
  ],
  'src/pages': [
    ['index'],
    ['connect', 'following', 'players', 'webhooks'],
    ['kept-import', 'keys'],
    ['catalogue', 'settings'],
    ['account', 'collections', 'merge-and-delete', 'people'],
    ['admin', 'edit', 'home', 'profiles', 'queue', 'undo'],
    ['diary', 'history', 'lists', 'members', 'moderation'],
    ['layout', 'library', 'record-form', 'reviews'],
    [
      'commons',
      'discover',
      'feeds',
      'header',
      'kept',
      'pictures',
      'quality',
      'seasons',
      'sharing',
      'videos',
      'watchlist',
    ],
    ['search'],
    ['authenticate', 'guide', 'records', 'status-page'],
    ['choose-appearance', 'choose-language', 'components', 'reference', 'typed-again'],
    ['page', 'stay-in-language'],
    ['assets', 'form-token', 'html', 'limits', 'local-address', 'row-id', 'shared', 'titles-by-id', 'viewer'],
  ],
}

/** The part of a folder that a file belongs to: a folder of its own, or the name of a file at its top. */
const partOf = (folder: string, path: string): string =>
  (path.slice(folder.length + 1).split('/')[0] as string).replace(/\.ts$/, '')

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

const directions: Rule = (project) =>
  Object.entries(floors).flatMap(([folder, lines]) => {
    /** A smaller depth is a higher floor. */
    const depthOf = new Map(lines.flatMap((names, depth) => names.map((name) => [name, depth] as const)))
    const isWithin = (path: string) => path.startsWith(`${folder}/`)
    const faults = project.filter(isSource).flatMap((file) => {
      if (!isWithin(file.path)) return []
      const from = partOf(folder, file.path)
      const depth = depthOf.get(from)
      if (depth === undefined) return `${folder}/${from} has no floor`
      return importedBy(file).flatMap((target) => {
        const to = isWithin(target) ? partOf(folder, target) : from
        const isBelow = (depthOf.get(to) ?? Infinity) > depth
        return to === from || isBelow ? [] : `${file.path} imports ${target}, and ${from} is not above ${to}`
      })
    })
    return [...new Set(faults)]
  })

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
    return nodesOf(tree).flatMap((node) =>
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
