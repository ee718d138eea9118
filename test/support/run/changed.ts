import { execFileSync } from 'node:child_process'
import { basename } from 'node:path'
import { resolveSpecifier } from '../../tidy/texts.ts'

/**
 * The files of tests that a change can reach: those that import what was changed, however many files there are between.
 * Files that put everything together (the interface, all pages, the server) end the way, because by them everything
 * reaches everything; behind them, tests are chosen that share a word of their paths with what was changed.
 */

/** A file that imports so many others puts things together, and knows nothing of them. */
const mostImports = 30
/** Rules and documents may notice any change, and take seconds. */
const always = ['test/tidy.test.ts', 'test/docs.test.ts', 'test/generated-pages.test.ts', 'test/contract.test.ts']
const specifier = /(?:from|import)\s*\(?\s*'((?:#src|\.{1,2})\/[^']+\.ts)'/g

/** What is changed since a commit, and what git does not know yet. */
export function changedSince(commit: string, cwd: string): string[] {
  const git = (...words: string[]) => execFileSync('git', words, { cwd, encoding: 'utf8' }).split('\n').filter(Boolean)
  return [...git('diff', '--name-only', commit), ...git('ls-files', '--others', '--exclude-standard')]
}

export function reached(changed: readonly string[], texts: Readonly<Record<string, string>>): string[] {
  const imports = new Map(
    Object.entries(texts)
      .filter(([path]) => path.endsWith('.ts'))
      .map(([path, text]) => [
        path,
        [...text.matchAll(specifier)].flatMap(([, to = '']) => resolveSpecifier(path, to) ?? []),
      ]),
  )
  const importers = new Map<string, string[]>()
  for (const [path, all] of imports) for (const one of all) importers.set(one, [...(importers.get(one) ?? []), path])
  const seen = new Set(changed)
  for (const path of seen)
    if (path.includes('.test.') || (imports.get(path)?.length ?? 0) <= mostImports || changed.includes(path))
      for (const importer of importers.get(path) ?? []) seen.add(importer)
  const isTest = (path: string) => path.endsWith('.test.ts')
  const words = new Set(changed.flatMap(wordsOf))
  const named = changed.filter((path) => !path.endsWith('.ts')).map((path) => basename(path))
  return Object.keys(texts)
    .filter(isTest)
    .filter(
      (path) =>
        seen.has(path) ||
        always.includes(path) ||
        wordsOf(path).some((word) => words.has(word)) ||
        named.some((name) => texts[path]?.includes(name)),
    )
    .sort()
}

/** Words that are in many paths say nothing. */
const common = new Set(['src', 'test', 'support', 'index', 'pages', 'catalogue', 'groups', 'http', 'database'])

/** The words of a path's last folder and name: `src/pages/lists/hide.ts` has `lists` and `hide`. */
const wordsOf = (path: string): string[] =>
  path
    .replace(/(\.test)?\.\w+$/, '')
    .split('/')
    .slice(-2)
    .flatMap((part) => [part, ...part.split('-')])
    .filter((word) => word.length > 3 && !common.has(word))
