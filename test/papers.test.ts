import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { packageRoot } from '#src/package-root.ts'

const read = (path: string) => readFile(join(packageRoot, path), 'utf8')

type Locked = { version: string; dev?: boolean; devOptional?: boolean }
type Component = { type: string; name: string; version: string; purl: string; 'bom-ref': string; licenses: object[] }

test('the build lists all packages that a server runs with, and their licences, and always alike', async (context) => {
  const folders = [
    await mkdtemp(join(tmpdir(), 'reelcommons-papers-')),
    await mkdtemp(join(tmpdir(), 'reelcommons-p-')),
  ]
  context.after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))
  for (const folder of folders)
    await promisify(execFile)(process.execPath, [join(packageRoot, 'scripts/papers.ts'), folder], { cwd: packageRoot })
  const [[sbom = '', licences = ''], again] = (await Promise.all(
    folders.map((folder) =>
      Promise.all(['sbom.cdx.json', 'LICENCES.txt'].map((name) => readFile(join(folder, name), 'utf8'))),
    ),
  )) as [string[], string[]]
  assert.ok(sbom === again[0] && licences === again[1], 'the same packages make the same papers')

  // What CycloneDX 1.5 asks of each.
  const { $schema, bomFormat, specVersion, version, metadata, components, dependencies } = JSON.parse(sbom)
  assert.deepEqual([bomFormat, specVersion, version], ['CycloneDX', '1.5', 1])
  assert.match($schema, /cyclonedx\.org\/schema\/bom-1\.5/)
  const own = JSON.parse(await read('package.json'))
  assert.deepEqual([metadata.component.name, metadata.component.version], [own.name, own.version])
  const refs = new Set([metadata.component['bom-ref']])
  for (const component of components as Component[]) {
    const { type, name, version, purl, licenses } = component
    assert.equal(type, 'library', name)
    assert.ok(name && version && purl.startsWith('pkg:npm/') && licenses.length > 0, name)
    assert.ok(!refs.has(component['bom-ref']), `${name} is listed once`)
    refs.add(component['bom-ref'])
    assert.ok(licences.includes(`${name} ${version}\nLicence: `), `the licence of ${name}`)
  }
  for (const { ref, dependsOn = [] } of dependencies as { ref: string; dependsOn?: string[] }[])
    for (const each of [ref, ...dependsOn]) assert.ok(refs.has(each), `${each} is a component`)
  const listed = (components as Component[]).map(({ name, version }) => `${name}@${version}`)
  const { packages } = JSON.parse(await read('package-lock.json')) as { packages: Record<string, Locked> }
  const installed = Object.entries(packages).filter(
    ([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional && existsSync(join(packageRoot, path)),
  )
  const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const expected = new Set(installed.map(([path, { version }]) => `${nameOf(path)}@${version}`))
  assert.deepEqual(listed.toSorted(), [...expected].sort())
  assert.doesNotMatch(sbom + licences, new RegExp(packageRoot))
})

test('each test that docs/security.md names is there, and each chapter has its own', async () => {
  const text = await read('docs/security.md')
  const there = new Set(globSync('{src,test}/**/*.test.ts', { cwd: packageRoot }))
  const named = [...text.matchAll(/`((?:src|test)\/[\w/-]+\.test\.ts)`/g)].map(([, path]) => path as string)
  assert.deepEqual(
    [...new Set(named)].filter((path) => !there.has(path)),
    [],
  )
  assert.ok(named.length > 0)
  const chapters = text.split(/^## (?=V\d+ )/m).slice(1)
  assert.deepEqual(
    chapters.map((chapter) => /^V(\d+) /.exec(chapter)?.[1]),
    Array.from({ length: 17 }, (_, index) => String(index + 1)),
  )
  for (const chapter of chapters) assert.match(chapter, /\.test\.ts`|Does not apply\./, chapter.slice(0, 40))
})
