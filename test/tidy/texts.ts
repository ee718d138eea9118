import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

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

/** The path of the file that `specifier` names inside `from`, or undefined for a package. */
export function resolveSpecifier(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('#src/')) return specifier.slice(1)
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : undefined
}
