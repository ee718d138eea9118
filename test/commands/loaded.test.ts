import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { packageRoot } from '#src/package-root.ts'
import { laterPackages } from '../../scripts/later-packages.ts'
import { Running, run } from '../support/running.ts'

/** Modules that a command loads which only tells what there is: those of Node count, too. */
const MAX_MODULES_OF_HELP = 30
/**
 * Modules that a server of a clone has loaded when it listens: those in `src/`, and all, those of packages and of Node
 * among them. There are some 1,480 and 2,385, of which a third are pages; what makes them fewer lowers these.
 */
const MAX_OWN_MODULES_OF_SERVER = 1_490
const MAX_MODULES_OF_SERVER = 2_395
/** Modules that a thread of the database loads, which is there as long as the server. There are 25. */
const MAX_MODULES_OF_THREAD = 30

const folder = await mkdtemp(join(tmpdir(), 'reelcommons-loaded-'))
after(() => rm(folder, { recursive: true, force: true }))

/**
 * Writes down what each thread loads: a file of addresses for each process and each name of a thread; that of the main
 * one has none.
 */
const hook = join(folder, 'hook.mjs')
await writeFile(
  hook,
  `import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { isMainThread, threadName } from 'node:worker_threads'
const place = process.argv[1]?.includes('beside-entry') ? '-beside' : ''
const file = process.env.LOADED + place + (isMainThread ? '' : '-' + threadName.replaceAll(' ', '-'))
registerHooks({
  load(url, context, next) {
    appendFileSync(file, url + '\\n')
    return next(url, context)
  },
})
// Parts of Node that other parts load, too.
if (isMainThread) process.on('exit', () => appendFileSync(file + '-of-node', process.moduleLoadList.join('\\n')))`,
)

const sources = pathToFileURL(join(packageRoot, 'src/')).href
const built = pathToFileURL(join(packageRoot, '.built/')).href

const environment = (name: string) => ({ NODE_OPTIONS: `--import=${hook}`, LOADED: join(folder, name) })

/** The modules of a file that was loaded: a file of the built program holds many. */
async function modulesOf(url: string): Promise<string[]> {
  if (!url.startsWith(built)) return [url]
  const { sources } = JSON.parse(await readFile(new URL(`${url}.map`), 'utf8')) as { sources: string[] }
  return sources.map((source) => new URL(source, url).href)
}

async function loadedAs(name: string): Promise<string[]> {
  const urls = (await readFile(join(folder, name), 'utf8')).trim().split('\n')
  return (await Promise.all(urls.map(modulesOf))).flat()
}

// The first start with these sources builds the program, which loads more.
await run(['--version'])

test('the list of commands and the version load no command', async () => {
  for (const word of ['help', '--version']) {
    const { code } = await run([word], '', environment(word))
    assert.equal(code, 0)
    const loaded = await loadedAs(word)
    assert.deepEqual(
      loaded.filter((url) => /node_modules|\/src\/commands\/(?!command|help)/.test(url)),
      [],
    )
    assert.ok(loaded.length <= MAX_MODULES_OF_HELP, `${loaded.length} modules`)
  }
})

/** What is only loaded where it is worked beside requests; a new loop does not run where requests are answered. */
const besideOnly = [
  'beside/work.ts',
  'popularity/background.ts',
  'popularity/trends.ts',
  'quality/follow-quality.ts',
  'sample/redraw.ts',
  'search/build.ts',
  'search/name-index.ts',
  'search/refresh-weights.ts',
  'sitemaps/follow-sitemaps.ts',
].map((path) => `${sources}${path}`)

/** What a server of a clone has loaded when it listens, and when its first work is done: in each of its processes. */
async function loadedByServer() {
  const words = ['serve', '--data', join(folder, 'data'), '--port=0', '--empty']
  const server = new Running(words, { env: environment('serve') })
  await server.until(/Server listening at/)
  const loaded = await loadedAs('serve')
  const byWriter = await loadedAs('serve-writes-the-database')
  await server.until(/"msg":"the search index is complete"/)
  const [later, beside] = [await loadedAs('serve'), await loadedAs('serve-beside')]
  await server.stop()
  return { loaded, byWriter, later, beside, ofNode: await loadedAs('serve-of-node') }
}

describe('a server has started', async () => {
  const { loaded, byWriter, later, beside, ofNode } = await loadedByServer()

  test('without the packages that are loaded at their first use', () => {
    assert.ok(
      loaded.some((url) => url.includes('/node_modules/fastify/')),
      'it was written down',
    )
    const early = laterPackages.filter((name) =>
      loaded.some((url) => url.includes(`/node_modules/${name.replace(/\*$/, '')}`)),
    )
    assert.deepEqual(early, [])
  })

  test('without what works beside requests, which another process loads', () => {
    const among = (urls: readonly string[]) => besideOnly.filter((url) => urls.includes(url))
    assert.deepEqual(among(beside), besideOnly)
    assert.deepEqual(among(later), [])
  })

  test('with no more modules than it may load', () => {
    const all = new Set(loaded)
    const own = [...all].filter((url) => url.startsWith(sources))
    const isWithin = own.length <= MAX_OWN_MODULES_OF_SERVER && all.size <= MAX_MODULES_OF_SERVER
    assert.ok(
      isWithin,
      `A start loads ${own.length} modules of src/ and ${all.size} in all; ${MAX_OWN_MODULES_OF_SERVER} and ` +
        `${MAX_MODULES_OF_SERVER} are allowed. Load what no start needs at its first use, or raise the limit and ` +
        'say in the commit why.',
    )
  })

  test('without the client of HTTP that Node has', () => {
    assert.ok(ofNode.includes('NativeModule http'))
    assert.deepEqual(
      ofNode.filter((name) => name.includes('undici')),
      [],
    )
  })

  test('with threads of the database that know only the database', () => {
    assert.ok(byWriter.some((url) => url.endsWith('/src/database/sqlite/connection.ts')))
    assert.ok(byWriter.length <= MAX_MODULES_OF_THREAD, `${byWriter.length} modules: ${byWriter.join(', ')}`)
  })
})
