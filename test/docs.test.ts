import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { shapeOf } from '#src/catalogue/edits/kind-shape.ts'
import { kindNames } from '#src/catalogue/kinds.ts'
import { vocabularyNames } from '#src/catalogue/vocabularies.ts'
import { packageRoot } from '#src/package-root.ts'

const read = (path: string) => readFileSync(join(packageRoot, path), 'utf8')

/** The line of a decision record in the index: its title, and what replaces it. */
function lineOf(path: string): string {
  const text = read(path)
  const [, number, title] = /^# (\d{4}): (.*)$/m.exec(text) ?? []
  const [, how, by] = /^\*\*(Replaced(?: in part)? by) \[(\d{4})\]/m.exec(text) ?? []
  return `- [${number}](${path.slice(path.lastIndexOf('/') + 1)}) ${title}${how ? ` (${how.toLowerCase()} ${by})` : ''}`
}

test('docs/decisions/README.md lists each decision record once, under its subject', () => {
  const expected = globSync('docs/decisions/[0-9]*.md', { cwd: packageRoot }).map(lineOf).sort()
  const listed: string[] = read('docs/decisions/README.md').match(/^- .*$/gm) ?? []
  const missing = expected.filter((line) => !listed.includes(line))
  assert.deepEqual(missing, [], 'docs/decisions/README.md lacks these lines; put each under its subject')
  assert.deepEqual(listed.toSorted(), expected)
})

test('a decision record names what it replaces, and is named there', () => {
  for (const path of globSync('docs/decisions/[0-9]*.md', { cwd: packageRoot })) {
    const [, by, file = ''] = /^\*\*Replaced.* by \[(\d{4})\]\(([^)]+)\)/m.exec(read(path)) ?? []
    if (by) assert.match(read(join('docs/decisions', file)), new RegExp(`^# ${by}: `), path)
  }
})

test('docs/catalogue-lines.md has a row for each field of each part', () => {
  const kindsOf = new Map<string, Set<string>>()
  for (const kind of kindNames) {
    const { storedParts } = shapeOf(kind)
    for (const { store } of storedParts)
      for (const field of Object.keys(store.lines(kind)))
        kindsOf.set(field, new Set([...(kindsOf.get(field) ?? []), kind]))
  }
  const rows = [...read('docs/catalogue-lines.md').matchAll(/^\| `([\w/]+)` \| ([\w, ]+) \|/gm)]
  const documented = new Map(rows.map(([, field = '', kinds = '']) => [field, kinds.split(', ')]))
  const missing = [...kindsOf.keys()].filter((field) => !documented.has(field))
  assert.deepEqual(missing, [], 'the table of parts in docs/catalogue-lines.md lacks these fields')
  for (const [field, kinds] of kindsOf)
    assert.deepEqual(documented.get(field)?.toSorted(), [...kinds].sort(), `the kinds of ${field}`)
  assert.equal(documented.size, kindsOf.size, 'the table has no other fields')
})

test('docs/catalogue-lines.md names the kinds of lines', () => {
  const [, records = '', others = ''] =
    /^- `kind` is ([^.]*), or one of ([^.]*)\./m.exec(read('docs/catalogue-lines.md')) ?? []
  const namesIn = (text: string) => Array.from(text.matchAll(/`(\w+)`/g), ([, name]) => name).sort()
  assert.deepEqual(namesIn(records), kindNames.toSorted())
  assert.deepEqual(namesIn(others), ['source', ...vocabularyNames].toSorted())
})

test('links between documents lead to files that are there', () => {
  const broken: string[] = []
  for (const path of globSync(['*.md', 'docs/**/*.md', 'sample/*.md', 'bench/**/*.md'], { cwd: packageRoot }))
    for (const [, to = ''] of read(path).matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g))
      if (!existsSync(join(packageRoot, dirname(path), to))) broken.push(`${path}: ${to}`)
  assert.deepEqual(broken, [])
})
