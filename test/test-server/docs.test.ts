import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { packageRoot } from '#src/package-root.ts'
import { account, defaultNow, secrets } from '#src/test-server/fixed.ts'
import { fixedCatalogue } from '#src/test-server/prepare.ts'

const run = promisify(execFile)
const text = readFileSync(join(packageRoot, 'docs', 'test-server.md'), 'utf8')

/** The example of the document that stands below a mark with the name of its file. */
function exampleOf(file: string): string {
  const [, code] = text.split(`<!-- run: ${file} -->\n`)
  const [, , example = ''] = /^```(\w+)\n([\s\S]*?\n)```\n/.exec(code ?? '') ?? []
  assert.notEqual(example, '', file)
  return example
}

/** A project with the package among its dependencies, and an example in it. */
async function projectWith(t: TestContext, file: string) {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-example-'))
  t.after(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'node_modules', '.bin'), { recursive: true })
  await symlink(packageRoot, join(folder, 'node_modules', 'reelcommons'))
  await symlink('../reelcommons/bin/reelcommons.js', join(folder, 'node_modules', '.bin', 'reelcommons'))
  await writeFile(join(folder, file), exampleOf(file))
  const path = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  return { folder, options: { cwd: folder, env: { ...env, PATH: path } } }
}

/** Whether a program is there. */
const has = (...words: [string, ...string[]]): Promise<boolean> =>
  run(words[0], words.slice(1)).then(
    () => true,
    () => false,
  )

test('the document names what is fixed', () => {
  for (const value of [...Object.values(secrets), defaultNow, account.username, account.password, account.name])
    assert.ok(text.includes(`"${value}"`), value)
})

test('the document lists the records of the catalogue', () => {
  const [, listed = ''] = /<!-- catalogue -->\n([\s\S]*?)\n\n/.exec(text) ?? []
  const oneLine = listed.replaceAll(/\s+/g, ' ')
  const lines = readFileSync(fixedCatalogue, 'utf8').trimEnd().split('\n')
  let records = 0
  for (const line of lines) {
    const { kind, id, title, name, original_title } = JSON.parse(line)
    if (kind === 'source' || (id > 5101 && id <= 5121)) continue
    records++
    const shown = id === 5101 ? '5101 to 5121 Reel 01 to Reel 21' : `${id} ${title ?? name ?? original_title ?? ''}`
    const words = kind === 'season' || kind === 'episode' || kind === 'series' ? `${id} ` : shown
    assert.ok(oneLine.includes(words), `${kind} ${words}`)
  }
  assert.ok(records > 40)
})

test('the example in JavaScript runs', async (t) => {
  const { options } = await projectWith(t, 'films.test.mjs')
  const { stdout } = await run(process.execPath, ['--test', '--test-reporter=tap', 'films.test.mjs'], options)
  assert.match(stdout, /^# pass 3$/m)
})

test('the example in Python runs', async (t) => {
  if (!(await has('python3', '-m', 'pytest', '--version'))) return t.skip('pip install pytest')
  const { options } = await projectWith(t, 'test_films.py')
  const { stdout } = await run('python3', ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', 'test_films.py'], options)
  assert.match(stdout, /2 passed/)
})

/** JUnit in the cache of Maven, in one version; undefined if it is not all there. */
function findJunit(): string[] | undefined {
  const cache = join(homedir(), '.m2', 'repository', 'org')
  const jar = (group: string, name: string, version: string) =>
    join(cache, ...group.split('.'), name, version, `${name}-${version}.jar`)
  for (const minor of ['12.2', '12.1', '11.4', '11.3', '10.3', '10.2']) {
    const jars = [
      ...['api', 'engine'].map((name) => jar('junit.jupiter', `junit-jupiter-${name}`, `5.${minor}`)),
      ...['commons', 'engine', 'launcher'].map((name) => jar('junit.platform', `junit-platform-${name}`, `1.${minor}`)),
      jar('opentest4j', 'opentest4j', '1.3.0'),
      jar('apiguardian', 'apiguardian-api', '1.1.2'),
    ]
    if (jars.every((path) => existsSync(path))) return jars
  }
  return undefined
}

/** Runs the tests of a class with JUnit's launcher, which is more often in a cache than its console. */
const launcher = `
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import org.junit.platform.launcher.core.*;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
class Run {
    public static void main(String[] args) throws Exception {
        var request = LauncherDiscoveryRequestBuilder.request().selectors(selectClass(Class.forName(args[0]))).build();
        var listener = new SummaryGeneratingListener();
        LauncherFactory.create().execute(request, listener);
        var summary = listener.getSummary();
        for (var failure : summary.getFailures()) failure.getException().printStackTrace();
        System.out.println(summary.getTestsSucceededCount() + " passed");
    }
}
`

test('the example in Java runs', async (t) => {
  const jars = findJunit()
  if (!jars || !(await has('javac', '--version')))
    return t.skip('a JDK of 17 or newer, and JUnit in the cache of Maven')
  const { folder, options } = await projectWith(t, 'FilmsTest.java')
  await writeFile(join(folder, 'Run.java'), launcher)
  const path = [...jars, '.'].join(delimiter)
  await run('javac', ['-cp', path, 'FilmsTest.java', 'Run.java'], options)
  const { stdout, stderr } = await run('java', ['-cp', path, 'Run', 'FilmsTest'], options)
  assert.match(stdout, /^2 passed$/m, stderr)
})
