import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
// @ts-expect-error: it comes without types.
import Validator from '@adobe/structured-data-validator'
import { packageRoot } from '#src/package-root.ts'

type Node = Record<string, unknown> & { '@type': string }

type Issue = { severity: string; issueMessage: string; rootType: string }

/** The things that a page is about, as its data say. */
export function structuredDataOf(body: string): Node[] {
  const blocks = [...body.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)]
  assert.ok(blocks.length <= 1, 'a page has one block of data')
  const [block] = blocks
  if (!block) return []
  const { '@context': context, '@graph': graph } = JSON.parse(block[1] as string)
  assert.equal(context, 'https://schema.org')
  return graph
}

/** What a validator of rich results finds wrong: required properties that are missing, and values it cannot read. */
export async function faultsForSearch(nodes: readonly Node[]): Promise<string[]> {
  const byType = Object.groupBy(nodes, (node) => node['@type'])
  const issues: Issue[] = await new Validator().validate({ jsonld: structuredClone(byType), errors: [] })
  return issues
    .filter(({ severity }) => severity === 'ERROR')
    .map(({ issueMessage, rootType }) => `${rootType}: ${issueMessage}`)
}

/** Whether each thing has only properties that its type has, with values that they may have, by schema-dts. */
export async function faultsOfVocabulary(nodes: readonly Node[]): Promise<string> {
  // Beside the packages, where the compiler finds the vocabulary.
  await mkdir(join(packageRoot, 'tmp'), { recursive: true })
  const folder = await mkdtemp(join(packageRoot, 'tmp/vocabulary-'))
  try {
    const types = [...new Set(nodes.map((node) => node['@type']))].sort()
    const lines = nodes.map((node, at) => `export const n${at}: ${node['@type']}Leaf = ${JSON.stringify(node)}`)
    const file = join(folder, 'nodes.ts')
    await writeFile(
      file,
      [`import type { ${types.map((type) => `${type}Leaf`).join(', ')} } from 'schema-dts'`, ...lines, ''].join('\n'),
    )
    const flags = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext']
    const compiler = join(packageRoot, 'node_modules/.bin/tsc')
    return await promisify(execFile)(compiler, [...flags, file]).then(
      () => '',
      (error: { stdout: string }) => error.stdout,
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
