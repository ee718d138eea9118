import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { build } from 'esbuild'
import { packageRoot } from '#src/package-root.ts'
import { environment, reelcommons, type Server, serveSettled } from '../../bench/support/server.ts'
import { readDifferences } from './compare.ts'
import type { Generator } from './generator.ts'
import { generators } from './generators.ts'

const usage = `node scripts/clients/run.ts [--folder DIR] [--only PACKAGE]

Makes clients of openapi.json and openapi-commons.json with generators from npm, which are installed into DIR (or a
temporary folder, which is removed), compiles them strictly, and lets each read ten replies from a server that has the
sample. Exit code: 0 if all of that works, else 1.`

const INSTALL_TIMEOUT_MS = 600_000
const run = promisify(execFile)
const said = (error: unknown) => {
  const { stdout = '', stderr = '', message } = error as { stdout?: string; stderr?: string; message: string }
  return `${stdout}${stderr}`.trim() || message
}

/** Strict, as careful projects have it, and looking at code that generators tell compilers to leave alone. */
const compilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  skipLibCheck: true,
  types: [],
}

/** What all programs begin with: the server, and uses of a value that only compile if it has its type. */
const declared = `
const place = { url: process.env['PLACE_URL'] ?? '', key: process.env['PLACE_KEY'] ?? '' }
const text = (...values: string[]): void => void values
const count = (...values: number[]): void => void values
declare const process: { env: Record<string, string | undefined> }
`
const main = `
import { reads, refused } from './reads'
const replies: Record<string, unknown> = {}
for (const [name, read] of Object.entries(reads)) replies[name] = await read()
console.log(JSON.stringify({ replies, refused: await refused() }))
`

async function install(folder: string, { name, version, beside }: Generator) {
  await mkdir(join(folder, 'client'), { recursive: true })
  const wanted = { private: true, type: 'module', dependencies: { [name]: version, ...beside } }
  await writeFile(join(folder, 'package.json'), JSON.stringify(wanted))
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts']
  await run('npm', args, { cwd: folder, env: environment({}), timeout: INSTALL_TIMEOUT_MS })
}

/** The errors of the compiler, which is the one of this project. */
async function compile(folder: string): Promise<void> {
  for (const file of await readdir(join(folder, 'client'), { recursive: true })) {
    if (!file.endsWith('.ts')) continue
    const text = await readFile(join(folder, 'client', file), 'utf8')
    await writeFile(join(folder, 'client', file), text.replaceAll('// @ts-nocheck', ''))
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['client/**/*.ts'] }))
  await run(join(packageRoot, 'node_modules/.bin/tsc'), ['--project', folder])
}

/** What is wrong with the client that a generator makes, as sentences. */
async function tryGenerator(folder: string, generator: Generator, server: Server, key: string): Promise<string[]> {
  await install(folder, generator)
  for (const [file, out] of [['openapi.json', 'interface'] as const, ['openapi-commons.json', 'commons'] as const]) {
    const [program = '', ...args] = generator.command(join(packageRoot, file), join('client', out))
    await run(join(folder, 'node_modules/.bin', program), args, { cwd: folder, env: environment({}) })
  }
  await writeFile(join(folder, 'client/reads.ts'), `${declared}${generator.reads}`)
  await writeFile(join(folder, 'client/main.ts'), main)
  await compile(folder)
  const outfile = join(folder, 'main.mjs')
  const options = { bundle: true, format: 'esm', platform: 'node', logLevel: 'error' } as const
  await build({ ...options, entryPoints: [join(folder, 'client/main.ts')], outfile })
  const env = environment({ PLACE_URL: server.url, PLACE_KEY: key })
  const { stdout } = await run(process.execPath, [outfile], { env, maxBuffer: 64 * 2 ** 20 })
  return readDifferences(JSON.parse(stdout), server.url, key)
}

async function tryAll(folder: string, only: string): Promise<boolean> {
  const data = join(folder, 'data')
  const server = await serveSettled(data)
  let isRight = true
  try {
    const created = ['key', 'create', '--name', 'Clients', '--plan', 'developer', '--data', data]
    const { stdout } = await run(process.execPath, [reelcommons, ...created], { env: environment({}) })
    const [key = ''] = /[0-9a-f]{32}/.exec(stdout) ?? []
    for (const generator of generators.filter(({ name }) => name.includes(only))) {
      const own = join(folder, generator.name.replaceAll(/\W+/g, '-'))
      const wrong = await tryGenerator(own, generator, server, key).catch((error: unknown) => [said(error)])
      console.log(`${generator.name} ${generator.version}: ${wrong.length === 0 ? 'right' : wrong.join('\n  ')}`)
      if (wrong.length > 0) isRight = false
    }
  } finally {
    await server.stop()
  }
  return isRight
}

const { values } = parseArgs({
  options: { folder: { type: 'string' }, only: { type: 'string', default: '' }, help: { type: 'boolean' } },
})
if (values.help) console.log(usage)
else {
  const folder = values.folder ?? (await mkdtemp(join(tmpdir(), 'reelcommons-clients-')))
  try {
    process.exitCode = (await tryAll(folder, values.only)) ? 0 : 1
  } finally {
    if (values.folder === undefined) await rm(folder, { recursive: true })
  }
}
