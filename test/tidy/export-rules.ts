import {
  isExportDeclaration,
  isIdentifier,
  isImportDeclaration,
  isNamedExports,
  isNamedImports,
  isStringLiteral,
  isVariableStatement,
  type Node,
  SyntaxKind,
} from 'typescript/unstable/ast'
import type { Rule } from './code-rules.ts'
import { type File, importedBy, isSource, lineOf } from './project.ts'
import { resolveSpecifier } from './texts.ts'

type Exported = { name: string; node: Node }

/** What a file declares and exports by name. */
function exportedBy({ tree }: File): Exported[] {
  return [...(tree?.statements ?? [])].flatMap((node): Exported[] => {
    const { modifiers, name } = node as { modifiers?: Iterable<Node>; name?: Node }
    if (![...(modifiers ?? [])].some(({ kind }) => kind === SyntaxKind.ExportKeyword)) return []
    const names = isVariableStatement(node) ? [...node.declarationList.declarations].map((one) => one.name) : [name]
    return names.flatMap((one) => (one && isIdentifier(one) ? { name: one.text, node } : []))
  })
}

/** Names that a file takes from another: `*` for all of them. */
function takenBy({ path, tree }: File): [from: string, name: string][] {
  return [...(tree?.statements ?? [])].flatMap((node): [string, string][] => {
    if (!isImportDeclaration(node) && !isExportDeclaration(node)) return []
    const { moduleSpecifier } = node
    const from = moduleSpecifier && isStringLiteral(moduleSpecifier) && resolveSpecifier(path, moduleSpecifier.text)
    if (!from) return []
    const named = isImportDeclaration(node) ? node.importClause?.namedBindings : node.exportClause
    if (!named || !(isNamedImports(named) || isNamedExports(named))) return [[from, '*']]
    return [...named.elements].map(({ propertyName, name }) => [from, (propertyName ?? name).text])
  })
}

/** Who reads a file knows from its exports what others use of it. */
const exportsAreUsed: Rule = (project) => {
  const taken = new Set<string>()
  for (const file of project) {
    const statements = takenBy(file)
    for (const [from, name] of statements) taken.add(`${from} ${name}`)
    // Dynamic imports, and those of types within types, take what they like.
    const known = new Set(statements.map(([from]) => from))
    for (const path of importedBy(file)) if (!known.has(path)) taken.add(`${path} *`)
  }
  return project.filter(isSource).flatMap((file) =>
    exportedBy(file)
      .filter(({ name }) => !taken.has(`${file.path} ${name}`) && !taken.has(`${file.path} *`))
      .map(({ name, node }) => {
        const line = file.tree ? lineOf(file.tree, node.getStart(file.tree)) : 0
        return `${file.path}:${line} ${name} is exported, and nobody imports it`
      }),
  )
}

export const exportRules: Record<string, Rule> = { 'what is exported is imported by others': exportsAreUsed }
