import {
  isFunctionDeclaration,
  isIdentifier,
  isImportDeclaration,
  isNamedImports,
  isStringLiteral,
  isVariableStatement,
  type Node,
} from 'typescript/unstable/ast'
import type { Rule } from './code-rules.ts'
import { type File, isSource, lineOf, nodesOf } from './project.ts'
import { resolveSpecifier } from './texts.ts'

/** What makes a loop out of a piece of work. */
const makers: readonly [path: string, name: string][] = [
  ['src/background/loop.ts', 'runLoop'],
  ['src/background/follow.ts', 'keepFollowing'],
  ['src/background/log-follower.ts', 'follow'],
]
/** The only file that runs loops, in a process of its own. */
const place = 'src/beside/work.ts'
/** Loops where requests are answered, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'src/http/hosts/watch-certificates.ts': 'it looks at two files once a day, and tells the server that has them open',
}

/** Commands do by hand what loops do, and end. */
const mayLoop = ({ path }: File): boolean =>
  path === place || path in exceptions || (path.startsWith('src/commands/') && path !== 'src/commands/serve.ts')

type Import = { from: string; name: string; local: string; line: number }

function importsOf({ path, tree }: File): Import[] {
  return [...(tree?.statements ?? [])].flatMap((node) => {
    if (!tree || !isImportDeclaration(node) || !isStringLiteral(node.moduleSpecifier)) return []
    const from = resolveSpecifier(path, node.moduleSpecifier.text)
    const named = node.importClause?.namedBindings
    if (from === undefined || !named || !isNamedImports(named)) return []
    return named.elements.map((element) => ({
      ...{ from, name: (element.propertyName ?? element.name).text, local: element.name.text },
      line: lineOf(tree, node.getStart(tree)),
    }))
  })
}

/** What a file declares at its top, by name. */
const declarationsOf = ({ tree }: File): [name: string, node: Node][] =>
  [...(tree?.statements ?? [])].flatMap((node): [string, Node][] => {
    if (isFunctionDeclaration(node)) return node.name ? [[node.name.text, node]] : []
    if (!isVariableStatement(node)) return []
    return node.declarationList.declarations.flatMap(({ name }): [string, Node][] =>
      isIdentifier(name) ? [[name.text, node]] : [],
    )
  })

const keyOf = (path: string, name: string) => `${path} ${name}`

/** What loops, because it makes a loop or uses what does: found again and again until there is no more of it. */
function loopingIn(files: readonly File[]): Set<string> {
  const looping = new Set(makers.map(([path, name]) => keyOf(path, name)))
  const parts = files.flatMap((file) => {
    const imported = new Map(importsOf(file).map(({ from, name, local }) => [local, keyOf(from, name)]))
    return declarationsOf(file).map(([name, node]) => {
      const words = nodesOf(node).flatMap((inner) => (isIdentifier(inner) && inner.text !== name ? inner.text : []))
      const uses = [...new Set(words)].map((word) => imported.get(word) ?? keyOf(file.path, word))
      return { key: keyOf(file.path, name), uses }
    })
  })
  for (let before = 0; before < looping.size; ) {
    before = looping.size
    for (const { key, uses } of parts) if (uses.some((use) => looping.has(use))) looping.add(key)
  }
  return looping
}

const beside: Rule = (project) => {
  const files = project.filter((file) => isSource(file) && file.tree)
  const looping = loopingIn(files.filter((file) => !mayLoop(file)))
  const closed = (path: string) => /^src\/(commands|http|workers|run|pages|groups)\//.test(path)
  return files.flatMap((file) => {
    if (mayLoop(file) || !closed(file.path)) return []
    return importsOf(file)
      .filter(({ from, name }) => looping.has(keyOf(from, name)))
      .map(({ name, line }) => `${file.path}:${line} import of ${name}, which loops where requests are answered`)
  })
}

export const loopRules: Record<string, Rule> = {
  'loops run beside requests, in a process of their own': beside,
}
