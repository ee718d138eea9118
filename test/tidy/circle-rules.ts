import { posix } from 'node:path'
import {
  type ImportDeclaration,
  isExportDeclaration,
  isImportDeclaration,
  isNamedImports,
  isStringLiteral,
  SyntaxKind,
} from 'typescript/unstable/ast'
import type { Rule } from './code-rules.ts'
import { type File, importedBy, isSource, type Project } from './project.ts'
import { resolveSpecifier } from './texts.ts'

type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** Groups of names that lead to each other, each in order; a name alone is none. By Tarjan's algorithm. */
function circlesIn(graph: Graph): string[][] {
  const indexOf = new Map<string, number>()
  const lowOf = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  const lower = (name: string, by: number) => lowOf.set(name, Math.min(lowOf.get(name) ?? by, by))
  function visit(name: string) {
    indexOf.set(name, indexOf.size)
    lower(name, indexOf.size - 1)
    stack.push(name)
    for (const next of graph.get(name) ?? []) {
      if (!indexOf.has(next)) visit(next)
      if (stack.includes(next)) lower(name, lowOf.get(next) as number)
    }
    if (lowOf.get(name) !== indexOf.get(name)) return
    const circle = stack.splice(stack.indexOf(name))
    if (circle.length > 1) circles.push(circle.sort())
  }
  for (const name of graph.keys()) if (!indexOf.has(name)) visit(name)
  return circles
}

/** The graph of pairs, without those of a name with itself. */
function graphOf(pairs: Iterable<readonly [from: string, to: string]>): Graph {
  const graph = new Map<string, Set<string>>()
  for (const [from, to] of pairs) if (from !== to) graph.set(from, (graph.get(from) ?? new Set()).add(to))
  return graph
}

function foldersAbove(path: string): string[] {
  const folder = posix.dirname(path)
  return folder === '.' ? [] : [folder, ...foldersAbove(folder)]
}

/** A folder is understood without those that import it. Types of files beside each other may name each other. */
const circlesOfFolders: Rule = (project) => {
  const imports = importsOf(project)
  const folders = new Set(imports.flatMap(([from]) => foldersAbove(from)))
  return [...folders].sort().flatMap((folder) => {
    const partOf = (path: string) => path.slice(folder.length + 1).split('/', 1)[0] as string
    const isWithin = (path: string) => path.startsWith(`${folder}/`)
    const within = imports.filter(([from, to]) => isWithin(from) && isWithin(to))
    return circlesIn(graphOf(within.map(([from, to]) => [partOf(from), partOf(to)])))
      .filter((circle) => circle.some((part) => !part.endsWith('.ts')))
      .map((circle) => `${folder}: ${circle.join(', ')} import each other`)
  })
}

const importsOf = (project: Project) =>
  project.filter(isSource).flatMap((file) => importedBy(file).map((to) => [file.path, to] as const))

/** Values of modules that import each other are not there yet when one of them is evaluated. */
const circlesOfValues: Rule = (project) => {
  const pairs = project.filter(isSource).flatMap((file) => valuesFrom(file).map((to) => [file.path, to] as const))
  return circlesIn(graphOf(pairs)).map((circle) => `${circle.join(', ')} import values of each other`)
}

/** The files of which a file imports more than types before it is evaluated itself. */
const valuesFrom = ({ path, tree }: File): string[] =>
  [...(tree?.statements ?? [])].flatMap((node) => {
    const isOfValues = isImportDeclaration(node) ? !isOfTypes(node) : isExportDeclaration(node) && !node.isTypeOnly
    const { moduleSpecifier } = node as ImportDeclaration
    const isOfFile = isOfValues && moduleSpecifier !== undefined && isStringLiteral(moduleSpecifier)
    return isOfFile ? (resolveSpecifier(path, moduleSpecifier.text) ?? []) : []
  })

function isOfTypes({ importClause }: ImportDeclaration): boolean {
  if (importClause?.phaseModifier === SyntaxKind.TypeKeyword) return true
  const named = importClause?.namedBindings
  return named !== undefined && isNamedImports(named) && named.elements.every(({ isTypeOnly }) => isTypeOnly)
}

export const circleRules: Record<string, Rule> = {
  'folders import each other in no circle': circlesOfFolders,
  'values of files import each other in no circle': circlesOfValues,
}
