import {
  isCallExpression,
  isEnumDeclaration,
  isExportAssignment,
  isExportSpecifier,
  isFunctionLikeDeclaration,
  isIdentifier,
  isImportDeclaration,
  isImportSpecifier,
  isModuleDeclaration,
  isNamedImports,
  isNoSubstitutionTemplateLiteral,
  isObjectLiteralExpression,
  isPropertyAccessExpression,
  isSpreadElement,
  isStringLiteral,
  isTaggedTemplateExpression,
  isTemplateExpression,
  isVariableDeclaration,
  type Node,
  SyntaxKind,
  type TaggedTemplateExpression,
} from 'typescript/unstable/ast'
import { type File, lineOf, nodesOf, type Project, specifiersOf } from './project.ts'

/** What is wrong, each as `path:line what`, or `path what` where it is about the whole file. */
export type Rule = (project: Project) => string[]

const maximumFunctionLines = 70
const maximumFileLines = 300
const maximumColumns = 120

/** Tables of data, which may be longer than a reader takes in at one sitting. */
const dataTables = [
  'src/catalogue/kinds.ts',
  'src/settings.ts',
  'test/interface/',
  'test/support/rows.ts',
  'test/support/world/',
]

const isIn = (...folders: string[]) => {
  const prefixes = folders.map((folder) => `${folder}/`)
  return ({ path }: File) => prefixes.some((prefix) => path.startsWith(prefix))
}
const isOurs = isIn('src', 'test', 'bench', 'conformance', 'scripts', 'bin')
const isTest = ({ path }: File) => path.endsWith('.test.ts')
const lines = (text: string) => text.replace(/\n$/, '').split('\n')

/** One line per node of our code that `find` has something to say about. */
const eachNode =
  (find: (node: Node, file: File) => string | undefined, isChecked: (file: File) => boolean = isOurs): Rule =>
  (project) =>
    project.filter(isChecked).flatMap((file) => {
      const { path, tree } = file
      if (!tree) return []
      return nodesOf(tree).flatMap((node) => {
        const offence = find(node, file)
        return offence === undefined ? [] : `${path}:${lineOf(tree, node.getStart(tree))} ${offence}`
      })
    })

/** The body of a suite is a list of tests, each of which is measured. */
const isSuite = (node: Node | undefined) =>
  node !== undefined &&
  isCallExpression(node) &&
  isIdentifier(node.expression) &&
  ['describe', 'suite', 'forEachEngine'].includes(node.expression.text)

const functionLength = eachNode((node, { tree }) => {
  if (!tree || !isFunctionLikeDeclaration(node) || isSuite(node.parent)) return undefined
  const length = lineOf(tree, node.end) - lineOf(tree, node.getStart(tree)) + 1
  return length > maximumFunctionLines ? `function of ${length} lines` : undefined
})

const fileLength: Rule = (project) =>
  project.filter(isOurs).flatMap(({ path, text, tree }) => {
    const length = lines(text).length
    const isTooLong = length > maximumFileLines && !dataTables.some((table) => path.startsWith(table))
    return tree && isTooLong ? `${path} has ${length} lines` : []
  })

const lineLength: Rule = (project) =>
  project
    .filter((file) => (isOurs(file) && file.tree) || file.path.endsWith('.sql'))
    .flatMap(({ path, text }) =>
      lines(text).flatMap((line, at) =>
        line.length > maximumColumns ? `${path}:${at + 1} line of ${line.length} columns` : [],
      ),
    )

const bannedWords = ['manager', 'helper', 'util', 'utils', 'service', 'dto', 'impl']
const camelWords = (name: string) => name.replace(/([a-z\d])([A-Z])/g, '$1 $2').split(' ')

/** Words of the glossary that no name has, with their endings. */
const glossary = 'docs/how-to-write.md'
function bannedByGlossary(project: Project): RegExp | undefined {
  const rows = project.find(({ path }) => path === glossary)?.text.match(/^\|.*\|$/gm) ?? []
  const words = rows.flatMap((row) => [...(row.split('|')[3] ?? '').matchAll(/`([a-z]+?)(e?)`/g)])
  const forms = words.map(([, stem, e]) => `${stem}(${e}|${e}s|ed|ing)`)
  return forms.length === 0 ? undefined : new RegExp(`^(${forms.join('|')})$`, 'i')
}

/** A name that we gave: of a declaration, a property or a parameter. Names with underscores are the interface's. */
function isOwnName(node: Node): boolean {
  const { parent } = node
  if (!isIdentifier(node) || node.text.includes('_') || !('name' in parent) || parent.name !== node) return false
  return !isPropertyAccessExpression(parent) && !isImportSpecifier(parent)
}

const bannedNames: Rule = (project) => {
  const ofGlossary = bannedByGlossary(project)
  const isBanned = (words: string[]) =>
    words.some((word) => bannedWords.includes(word.toLowerCase()) || ofGlossary?.test(word))
  return [
    ...eachNode((node) =>
      isOwnName(node) && isIdentifier(node) && isBanned(camelWords(node.text)) ? `name ${node.text}` : undefined,
    )(project),
    ...project.flatMap(({ path }) => (isBanned(path.split(/[/.-]/).flatMap(camelWords)) ? `${path} name` : [])),
  ]
}

const foreignSql =
  /\b(lateral|distinct\s+on|merge\s+into|for\s+update|limit\s+-1|greatest|ilike|strict|group_concat)\b/i

/** The texts of a template between its interpolations. */
const templateTexts = (node: Node): string =>
  isNoSubstitutionTemplateLiteral(node)
    ? node.text
    : isTemplateExpression(node)
      ? [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join(' ? ')
      : ''

const isQuery = (node: Node): node is TaggedTemplateExpression =>
  isTaggedTemplateExpression(node) && isIdentifier(node.tag) && node.tag.text === 'sql'

/** SQLite prepares a statement anew each time that a value is bound to its limit. */
const limits = eachNode(
  (node) => (isQuery(node) && /\blimit\s+\?/i.test(templateTexts(node.template)) ? 'bound limit' : undefined),
  (file) => isIn('src')(file) && !isTest(file),
)

const sqlSubset: Rule = (project) => [
  ...eachNode(
    (node) => {
      if (!isQuery(node)) return undefined
      const found = foreignSql.exec(templateTexts(node.template))
      return found ? `SQL outside the common subset: ${found[0]}` : undefined
    },
    // The fragments of one engine live here, and nowhere else.
    (file) => isOurs(file) && !isIn('src/database')(file),
  )(project),
  ...project.flatMap(({ path, text }) => {
    const isCommon = /^migrations\/[^.]+\.sql$/.test(path)
    const found = isCommon ? foreignSql.exec(text.replace(/--.*/g, '')) : null
    return found ? `${path} SQL outside the common subset: ${found[0]}` : []
  }),
]

const onlyImporters: Rule = (project) =>
  ['node:sqlite', 'postgres', '@redis/client'].flatMap((driver) => {
    const importers = project
      .filter((file) => isIn('src')(file) && file.tree && specifiersOf(file.tree).includes(driver))
      .map(({ path }) => path)
    return importers.length > 1 ? `${importers.join(', ')} import ${driver}, which one file may` : []
  })

/** The environment is read in one place. Tests pass theirs on to what they start, and bin/ runs before any setting. */
const environment = eachNode(
  (node) => {
    const isProcess = isStringLiteral(node) && /^(node:)?process$/.test(node.text)
    if (isProcess) return 'import of the process module'
    if (!isPropertyAccessExpression(node) || node.name.text !== 'env') return undefined
    return isIdentifier(node.expression) && node.expression.text === 'process' ? 'process.env' : undefined
  },
  (file) => isIn('src', 'scripts')(file) && !isTest(file) && file.path !== 'src/config.ts',
)

/** Calls that take each element of a list as an argument; the stack holds about a hundred thousand of them. */
const takers = /(\.(push|unshift|splice|toSpliced|concat|apply)|\bMath\.(max|min)|\.(fromCharCode|fromCodePoint))$/

const spreads = eachNode(
  (node, { tree }) => {
    if (!tree || !isCallExpression(node)) return undefined
    const callee = node.expression.getText(tree)
    const isApplied = callee.endsWith('.apply') || node.arguments.some(isSpreadElement)
    return isApplied && takers.test(callee) ? `call of ${takers.exec(callee)?.[0]} with a list` : undefined
  },
  (file) => isIn('src', 'bin')(file) && file.path.endsWith('.ts') && !isTest(file),
)

/** A constant table that may be asked about any word: `const kinds: Readonly<Record<string, Kind>> = { … }`. */
const wordTables = eachNode(
  (node, { tree }) => {
    if (!tree || !isVariableDeclaration(node) || !node.type || !node.initializer) return undefined
    const isTable = /^Readonly<Record<string,/.test(node.type.getText(tree))
    const isBare = isObjectLiteralExpression(node.initializer) && node.initializer.properties.length > 0
    return isTable && isBare ? 'table of words that is no wordTable' : undefined
  },
  (file) => isIn('src')(file) && !isTest(file),
)

const forms = eachNode((node) => {
  if (isExportAssignment(node) || node.kind === SyntaxKind.DefaultKeyword) {
    const isExport = isExportAssignment(node) || 'modifiers' in node.parent
    return isExport ? 'default export' : undefined
  }
  if (isExportSpecifier(node) && node.name.text === 'default') return 'default export'
  if (isEnumDeclaration(node)) return 'enum'
  return isModuleDeclaration(node) && isIdentifier(node.name) && node.name.text !== 'global' ? 'namespace' : undefined
})

const packageAddress = eachNode(
  (node) => {
    const isMeta = isPropertyAccessExpression(node) && node.expression.kind === SyntaxKind.MetaProperty
    return isMeta && ['dirname', 'filename'].includes(node.name.text) ? `import.meta.${node.name.text}` : undefined
  },
  (file) => isIn('src')(file) && file.path !== 'src/package-root.ts',
)

/** What writes, moves or links files. */
const writing =
  /^(appendFile|copyFile|cp|createWriteStream|fdatasync|fsync|link|rename|symlink|truncate|write|writeFile)(Sync)?$/

/** Files that are written and read in between, and may be gone at any time. */
const scratch = [
  // It writes to the log.
  'src/background/watchdog/watchdog-entry.ts',
  // It writes standard output and errors.
  'src/files/output.ts',
  'src/import/formats/csv.ts',
  'src/import/files/unpack.ts',
  'src/media/bucket.ts',
  'src/media/decode.ts',
  'src/media/media.ts',
  'src/media/originals.ts',
  'src/media/pictures.ts',
  'src/media/store.ts',
  'src/kept-import/read-job.ts',
]

/** Every file that is there after it was acknowledged goes through the one place that syncs it and its folder. */
const lastingFiles = eachNode(
  (node) => {
    const isOpening =
      isCallExpression(node) && isIdentifier(node.expression) && /^open(Sync)?$/.test(node.expression.text)
    const flags = isOpening ? node.arguments[1] : undefined
    if (flags && isStringLiteral(flags) && /[wa+]/.test(flags.text))
      return `open for writing outside src/files/lasting.ts`
    if (!isImportDeclaration(node) || !isStringLiteral(node.moduleSpecifier)) return undefined
    if (!/^(node:)?fs(\/promises)?$/.test(node.moduleSpecifier.text)) return undefined
    const named = node.importClause?.namedBindings
    if (!named || !isNamedImports(named)) return 'import of all of node:fs'
    const names = named.elements.map((element) => (element.propertyName ?? element.name).text)
    const found = names.filter((name) => writing.test(name))
    return found.length > 0 ? `import of ${found.join(', ')} outside src/files/lasting.ts` : undefined
  },
  (file) => isIn('src')(file) && !isTest(file) && file.path !== 'src/files/lasting.ts' && !scratch.includes(file.path),
)

export const codeRules: Record<string, Rule> = {
  'functions fit on a screen': functionLength,
  'files fit in a sitting': fileLength,
  'lines fit in 120 columns': lineLength,
  'names have no banned word': bannedNames,
  'SQL keeps to the common subset': sqlSubset,
  'limits stand in the text of a query': limits,
  'each database driver has one importer': onlyImporters,
  'only the configuration reads the environment': environment,
  'no call takes a list of any length as its arguments': spreads,
  'tables of words answer to nothing but their entries': wordTables,
  'there are no default exports, enums and namespaces': forms,
  'files of the package are found from its root': packageAddress,
  'files that last are written in one place': lastingFiles,
}
