import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import {
  isCallExpression,
  isExportDeclaration,
  isIdentifier,
  isImportDeclaration,
  isImportTypeNode,
  isLiteralTypeNode,
  isStringLiteralLikeNode,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast'
import { createVirtualFileSystem } from 'typescript/unstable/fs'
import { API } from 'typescript/unstable/sync'

/** A text file of the project. `path` is relative and has slashes; only code has a tree. */
export type File = { readonly path: string; readonly text: string; readonly tree?: SourceFile }
export type Project = readonly File[]

const isCode = (path: string) => /\.(ts|js)$/.test(path)

/** Parses texts by path. No import is followed and no type is known: rules are about form. */
export function parseProject(texts: Readonly<Record<string, string>>): Project {
  const code = Object.keys(texts).filter(isCode)
  const configuration = {
    compilerOptions: { allowJs: true, noResolve: true, noLib: true, types: [] },
    files: code.map((path) => `./${path}`),
  }
  const virtual = Object.fromEntries(code.map((path) => [`/project/${path}`, texts[path] as string]))
  virtual['/project/tsconfig.json'] = JSON.stringify(configuration)
  const api = new API({ cwd: '/project', fs: createVirtualFileSystem(virtual) })
  try {
    const snapshot = api.updateSnapshot({ openProjects: ['/project/tsconfig.json'] })
    const program = snapshot.getProjects()[0]?.program
    return Object.entries(texts).map(([path, text]) => {
      const tree = isCode(path) ? program?.getSourceFile(`/project/${path}`) : undefined
      return tree ? { path, text, tree } : { path, text }
    })
  } finally {
    api.close()
  }
}

export const readProject = (root: string): Project => parseProject(readTexts(root))

/** All files in `folders` that git tracks or would track, by path, without those that hold no text. */
export function readTexts(root: string, folders: readonly string[] = ['.']): Record<string, string> {
  const listing = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...folders]
  const listed = execFileSync('git', listing, { cwd: root })
  const texts: Record<string, string> = {}
  for (const path of new Set(listed.toString().split('\0'))) {
    if (path === '' || !existsSync(join(root, path))) continue
    const content = readFileSync(join(root, path))
    if (!content.includes(0)) texts[path] = content.toString()
  }
  return texts
}

export function* nodesOf(node: Node): Generator<Node> {
  yield node
  const children: Node[] = []
  node.forEachChild((child) => {
    children.push(child)
  })
  for (const child of children) yield* nodesOf(child)
}

export const lineOf = (tree: SourceFile, position: number) => tree.text.slice(0, position).split('\n').length

/** The specifiers of all imports and re-exports, those of types and dynamic ones included, if they are literal. */
export function specifiersOf(tree: SourceFile): string[] {
  return [...nodesOf(tree)].flatMap((node) => {
    const specifier = specifierOf(node)
    return specifier && isStringLiteralLikeNode(specifier) ? [specifier.text] : []
  })
}

function specifierOf(node: Node): Node | undefined {
  if (isImportTypeNode(node)) return isLiteralTypeNode(node.argument) ? node.argument.literal : undefined
  if (isImportDeclaration(node) || isExportDeclaration(node)) return node.moduleSpecifier
  if (!isCallExpression(node)) return undefined
  const isImport =
    node.expression.kind === SyntaxKind.ImportKeyword ||
    (isIdentifier(node.expression) && node.expression.text === 'require')
  return isImport ? node.arguments[0] : undefined
}

/** The path of the file that `specifier` names inside `from`, or undefined for a package. */
function resolveSpecifier(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('#src/')) return specifier.slice(1)
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : undefined
}

/** The paths of the files that a file imports. */
export const importedBy = ({ path, tree }: File): string[] =>
  tree ? specifiersOf(tree).flatMap((specifier) => resolveSpecifier(path, specifier) ?? []) : []
