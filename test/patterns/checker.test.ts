import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { check } from 'recheck'
import checker from 'recheck/package.json' with { type: 'json' }
import { packageRoot } from '#src/package-root.ts'
import { parseProject } from '../tidy/project.ts'
import { readTexts } from '../tidy/texts.ts'
import known from './known.json' with { type: 'json' }
import { literalsOf, mayHavePattern, type Observed, observe, type Pattern } from './written.ts'

/** Places that build patterns only while the server runs, and why these are safe. */
const builtLater: Readonly<Record<string, string>> = {
  'src/contract/cache-tags.ts': 'of names in schemas, which are checked where they are written',
  'src/contract/dialects.ts': 'of names in schemas, which are checked where they are written',
  'src/http/refusals.ts': 'of paths of operations, whose parameters have no slash in them',
}

/** Limits of the search for a bad text, the same on every machine. What known.json has was found with them. */
const limits = {
  attackLimit: 100_000_000,
  attackTimeout: null,
  incubationTimeout: null,
  maxInitialGenerationSize: 100,
  maxGenerationSize: 30,
  maxIteration: 5,
  timeout: null,
}

/**
 * Patterns that take this checker a second or more each, and that it has found to be safe: what it finds is the same on
 * every machine, so a pattern as it stands here is not asked about again. `npm run test:many` asks about all of them.
 */
const isSameChecker = known.checker === checker.version
const knownSafe = new Set(isSameChecker ? known.safe : [])
const isAsked = (text: string) => process.env.TEST_MANY === '1' || !knownSafe.has(text)

const textOf = ({ source, flags }: Pattern) => `/${source}/${flags}`

/** What makes patterns slow, as `path:line pattern: how`; empty if none takes longer than a multiple of the text. */
async function slowAmong(patterns: readonly Pattern[]): Promise<string[]> {
  const found: string[] = []
  for (const [text, same] of Map.groupBy(patterns, textOf)) {
    if (!isAsked(text)) continue
    const [{ source, flags }] = same as [Pattern]
    const checked = await check(source, flags, limits)
    if (checked.status === 'safe') continue
    const sites = [...new Set(same.map(({ site }) => site))].join(' ')
    const how = checked.status === 'vulnerable' ? checked.complexity.summary : checked.error.kind
    found.push(`${sites} ${text}: ${how}`)
  }
  return found
}

/** The patterns that modules build, once all of them are loaded. */
async function builtBy(observed: readonly Observed[], modules: readonly string[]): Promise<Pattern[]> {
  const child = fork(new URL('./load.ts', import.meta.url))
  child.send({ observed, modules })
  const [patterns] = await once(child, 'message')
  return patterns
}

test('no pattern takes longer than a multiple of the text that it is tried on', async () => {
  const texts = Object.entries(readTexts(packageRoot, ['src', 'conformance'])).filter(
    ([path]) => /\.(js|ts)$/.test(path) && !path.endsWith('.test.ts'),
  )
  const project = parseProject(Object.fromEntries(texts.filter(([, text]) => mayHavePattern(text))))
  const observed = observe(project)
  // Those that start something when they are loaded build no patterns.
  const modules = texts
    .map(([path]) => path)
    .filter((path) => /^src\/.*\.ts$/.test(path) && !/(^src\/main|-entry)\.ts$/.test(path))
  const built = await builtBy(observed, modules)
  const seen = new Set(built.map(({ site }) => site))
  const unseen = observed.flatMap(({ path, sites }) => (sites.every((site) => seen.has(site)) ? [] : path))
  assert.deepEqual(unseen, Object.keys(builtLater), 'places whose patterns nobody has seen')
  const patterns = [...literalsOf(project), ...built]
  const written = new Set(patterns.map(textOf))
  assert.deepEqual(
    known.safe.filter((text) => !written.has(text)),
    [],
    'known.json has patterns that are gone',
  )
  assert.deepEqual(await slowAmong(patterns), [])
})

test('a slow pattern is found, whether it is written or built', async () => {
  const lines = [
    'const blanks = [/^ +$/, / +$/]',
    'const twice = [/^(?:a|a)+(?!b)$/, new RegExp(["^(?:a", "a)+$"].join("|"), "i")]',
    'const pattern = "z*!$"',
    'const schemas = [{ pattern }, { pattern: ["^z*", "!"].join("") }, { pattern: ["z+", "!"].join("") }]',
  ]
  const project = parseProject({ 'src/a.js': lines.join('\n') })
  const [{ text, sites } = { text: '', sites: [] }] = observe(project)
  assert.deepEqual(sites, ['src/a.js:2', 'src/a.js:4', 'src/a.js:4', 'src/a.js:4'])
  const built: Pattern[] = []
  const seePattern = (site: string, pattern: string | RegExp) => {
    const { source, flags } = new RegExp(pattern)
    built.push({ source, flags, site })
    return pattern
  }
  new Function('globalThis', text)({ seePattern })
  assert.deepEqual(await slowAmong([...literalsOf(project), ...built]), [
    'src/a.js:1 / +$/: 2nd degree polynomial',
    'src/a.js:2 /^(?:a|a)+(?!b)$/: exponential (fuzz)',
    'src/a.js:2 /^(?:a|a)+$/i: exponential',
    'src/a.js:4 /z*!$/: 2nd degree polynomial',
    'src/a.js:4 /z+!/: 2nd degree polynomial',
  ])
})
