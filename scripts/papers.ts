import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { packageRoot } from '#src/package-root.ts'

/**
 * Writes what operators want to know of the packages that a server runs with: `sbom.cdx.json` lists them in the form of
 * CycloneDX, `LICENCES.txt` has the text of each licence. Both lie beside the program, or in the folder that is given,
 * and are the same for the same packages.
 */
const folder = process.argv[2] ?? join(packageRoot, 'dist')
/** Files of a package that state its licence. */
const licenceFile = /^((un)?licen[cs]e|copying|notice|ofl)([.-].*)?$/i
/** How much npm may print. */
const MAX_SBOM_BYTES = 64 * 2 ** 20

type Component = { 'bom-ref': string; name: string; version: string; licenses?: Licence[] }
type Licence = { license?: { id?: string; name?: string }; expression?: string }
type Sbom = {
  serialNumber?: string
  metadata: { timestamp?: string; component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn?: string[] }[]
}
type Locked = { packages: Record<string, { version: string; dev?: boolean }> }

async function readSbom(): Promise<Sbom> {
  const words = ['sbom', '--sbom-format=cyclonedx']
  const { stdout } = await promisify(execFile)('npm', words, { cwd: packageRoot, maxBuffer: MAX_SBOM_BYTES })
  const sbom = JSON.parse(stdout) as Sbom
  // They differ each time, and the format needs neither.
  delete sbom.serialNumber
  delete sbom.metadata.timestamp
  // npm names it after the folder of the checkout.
  const own = JSON.parse(await readFile(join(packageRoot, 'package.json'), 'utf8'))
  sbom.metadata.component.name = own.name
  keepNeeded(sbom, own.dependencies)
  const before = (a: string, b: string) => (a < b ? -1 : 1)
  sbom.components.sort((a, b) => before(a['bom-ref'], b['bom-ref']))
  sbom.dependencies.sort((a, b) => before(a.ref, b.ref))
  for (const { dependsOn } of sbom.dependencies) dependsOn?.sort(before)
  return sbom
}

/**
 * Leaves out what only developers need. npm would do that, but with `--omit=dev` it also leaves out what a server and a
 * tool of developers both need.
 */
function keepNeeded(sbom: Sbom, dependencies: Record<string, string>) {
  const needs = new Map(sbom.dependencies.map(({ ref, dependsOn = [] }) => [ref, dependsOn]))
  const needed = new Set(Object.entries(dependencies).map(([name, version]) => `${name}@${version}`))
  // A set is also visited where it grows meanwhile.
  for (const ref of needed) for (const each of needs.get(ref) ?? []) needed.add(each)
  sbom.components = sbom.components.filter((component) => needed.has(component['bom-ref']))
  const own = sbom.metadata.component['bom-ref']
  sbom.dependencies = sbom.dependencies
    .filter(({ ref }) => ref === own || needed.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => needed.has(each)) }))
}

/** The folders of all installed packages that a server runs with, by name and version. */
async function readFolders(): Promise<Map<string, string>> {
  const { packages } = JSON.parse(await readFile(join(packageRoot, 'package-lock.json'), 'utf8')) as Locked
  const found = new Map<string, string>()
  for (const [path, { version, dev }] of Object.entries(packages)) {
    const place = join(packageRoot, path)
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    if (path !== '' && !dev && existsSync(place)) found.set(`${name}@${version}`, place)
  }
  return found
}

const stated = ({ licenses = [] }: Component) =>
  licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name).join(', ') || 'none stated'

/** Some packages name their licence and leave its text out. */
function withoutText({ licenses = [] }: Component): string {
  const ids = licenses.flatMap(({ license }) => license?.id ?? [])
  const places = ids.map((id) => `Its text is at https://spdx.org/licenses/${id}`)
  return ['The package names its licence without its text.', ...places].join('\n')
}

async function textOf(component: Component, place: string | undefined): Promise<string> {
  const names = place === undefined ? [] : (await readdir(place)).filter((name) => licenceFile.test(name)).sort()
  const texts = await Promise.all(names.map((name) => readFile(join(place as string, name), 'utf8')))
  const title = `${component.name} ${component.version}\nLicence: ${stated(component)}`
  const text = texts.map((each) => each.trim()).join('\n\n') || withoutText(component)
  return `${'='.repeat(80)}\n${title}\n\n${text}\n`
}

const [sbom, folders] = await Promise.all([readSbom(), readFolders()])
const texts = await Promise.all(
  sbom.components.map((each) => textOf(each, folders.get(`${each.name}@${each.version}`))),
)
await mkdir(folder, { recursive: true })
await writeFile(join(folder, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`)
await writeFile(join(folder, 'LICENCES.txt'), texts.join('\n').replaceAll('\r\n', '\n'))
