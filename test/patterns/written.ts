import {
  isArrowFunction,
  isCallExpression,
  isIdentifier,
  isNewExpression,
  isPropertyAssignment,
  isRegularExpressionLiteral,
  isShorthandPropertyAssignment,
  type Node,
} from 'typescript/unstable/ast'
import { type File, lineOf, nodesOf, type Project } from '../tidy/project.ts'

/** A regular expression, and the place in the code where it is written or built, as `path:line`. */
export type Pattern = { readonly source: string; readonly flags: string; readonly site: string }

/** Whether there may be one in a text; most files have none, and need not be parsed. */
export const mayHavePattern = (text: string): boolean =>
  /RegExp|pattern/.test(text) || /(?:^|[^\w\s)\]*/'"`.]\s*|\breturn\s+)\/[^/*\n]/m.test(text)

/** All literals of a project. */
export const literalsOf = (project: Project): Pattern[] =>
  project.flatMap((file) =>
    nodesIn(file).flatMap((node) => {
      if (!isRegularExpressionLiteral(node)) return []
      const [, source = '', flags = ''] = /^\/(.*)\/(\w*)$/.exec(node.text) ?? []
      return { source, flags, site: siteOf(file, node) }
    }),
  )

const nodesIn = ({ tree }: File): Node[] => (tree ? [...nodesOf(tree)] : [])
const siteOf = ({ path, tree }: File, node: Node) => `${path}:${tree ? lineOf(tree, node.getStart(tree)) : 0}`

/** The text of a file in which `globalThis.seePattern(site, pattern)` gets each pattern that is built at a site. */
export type Observed = { readonly path: string; readonly text: string; readonly sites: readonly string[] }

/** Watches where code builds patterns: at `new RegExp(…)`, and where a schema gets its `pattern`. */
export const observe = (project: Project): Observed[] =>
  project.flatMap((file) => {
    const built = nodesIn(file).flatMap((node) => {
      const value = patternBuiltBy(node)
      return value ? { value, site: siteOf(file, node), isShorthand: isShorthandPropertyAssignment(node) } : []
    })
    if (built.length === 0) return []
    const inserted = built.flatMap(({ value, site, isShorthand }) => [
      { at: value.getStart(file.tree), text: `${isShorthand ? 'pattern: ' : ''}globalThis.seePattern('${site}', ` },
      { at: value.end, text: ')' },
    ])
    const text = inserted
      .sort((one, other) => other.at - one.at)
      .reduce((changed, { at, text }) => changed.slice(0, at) + text + changed.slice(at), file.text)
    return { path: file.path, text, sites: built.map(({ site }) => site) }
  })

function patternBuiltBy(node: Node): Node | undefined {
  if (isNewExpression(node) || isCallExpression(node)) return isNamed(node.expression, 'RegExp') ? node : undefined
  if (isShorthandPropertyAssignment(node)) return isNamed(node.name, 'pattern') ? node.name : undefined
  if (!isPropertyAssignment(node) || !isNamed(node.name, 'pattern')) return undefined
  return isArrowFunction(node.initializer) ? undefined : node.initializer
}

const isNamed = (node: Node, name: string) => isIdentifier(node) && node.text === name
