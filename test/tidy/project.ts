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
import { readTexts, resolveSpecifier } from './texts.ts'

/** A text file of the project. `path` is relative and has slashes; only code has a tree. */
export type File = { readonly path: string; readonly text: string; readonly tree?: SourceFile }
export type Project = readonly File[]

/** Code of the program, without its tests. */
export const isSource = ({ path }: File): boolean => path.startsWith('src/') && !path.endsWith('.test.ts')

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

/** Nodes are read anew from what the compiler sends whenever somebody asks for them, and each rule asks for all. */
const known = new WeakMap<Node, readonly Node[]>()

/** A node and all nodes in it, in the order of the text. */
export function nodesOf(node: Node): readonly Node[] {
  const found = known.get(node) ?? collect(node, [])
  known.set(node, found)
  return found
}

function collect(node: Node, found: Node[]): Node[] {
  found.push(node)
  node.forEachChild((child) => {
    collect(child, found)
  })
  return found
}

export const lineOf = (tree: SourceFile, position: number) => tree.text.slice(0, position).split('\n').length

/** The specifiers of all imports and re-exports, those of types and dynamic ones included, if they are literal. */
export function specifiersOf(tree: SourceFile): string[] {
  return nodesOf(tree).flatMap((node) => {
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

/** The paths of the files that a file imports. */
export const importedBy = ({ path, tree }: File): string[] =>
  tree ? specifiersOf(tree).flatMap((specifier) => resolveSpecifier(path, specifier) ?? []) : []
