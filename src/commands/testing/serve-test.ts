import { join } from 'node:path'
import { stopSignal } from '#src/background/stop-signal.ts'
import { type Config, readConfig } from '#src/config.ts'
import { isLoopback } from '#src/mail/transport.ts'
import { defaultNow } from '#src/test-server/fixed.ts'
import { nowForm, readNow } from '#src/test-server/now.ts'
import { alternatives, exitCode, type Io, UsageError } from '../command.ts'

/** Options of `serve` that only a server for tests has. */
type TestValues = {
  test?: boolean | undefined
  now?: string | undefined
  fixture?: string[] | undefined
  'stop-with-input'?: boolean | undefined
}

/** Settings that a server for tests takes, as options: variables are for the server that somebody really runs. */
const settings = ['host', 'port', 'dialect', 'logLevel', 'workers'] as const
const settingWords = ['--host', '--port', '--dialect', '--log-level']

/** Why some settings are refused. */
const reasons: Partial<Record<Config['given'][number], string>> = {
  data: '--data does not go with --test: a server for tests has its catalogue in memory, and leaves no file behind.',
  database:
    '--database does not go with --test: a server for tests has its catalogue in memory, and never touches another.',
}

/** Refuses options of tests for a server that is none. */
function refuseTestOptions({ test, ...values }: TestValues): void {
  const [name] = Object.entries(values).find(([, value]) => value !== undefined) ?? []
  if (!test && name !== undefined) throw new UsageError(`--${name} goes with --test only.`)
}

/** Refuses what a server for tests cannot do. */
function refuseSettings({ given, host, workers }: Config): void {
  for (const name of given) {
    const reason = reasons[name]
    if (reason !== undefined) throw new UsageError(reason)
  }
  if (workers !== '1') throw new UsageError('--workers does not go with --test: a server for tests is one process.')
  if (!isLoopback(host))
    throw new UsageError(
      'A server for tests listens on this machine only, because everybody knows its keys: --host has to be ' +
        `127.0.0.1, ::1 or localhost, not ${JSON.stringify(host)}.`,
    )
  const other = given.find((name) => !(settings as readonly string[]).includes(name))
  if (other === undefined) return
  const option = other.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  throw new UsageError(`--${option} does not go with --test, which takes ${alternatives(settingWords)}.`)
}

/** The settings of a server for tests: nothing is cached, counted or limited that would depend on the real time. */
export function testConfig({ host, port, dialect, logLevel, given }: Config): Config {
  const { config } = readConfig({}, {})
  return {
    ...config,
    ...{ host, dialect },
    port: given.includes('port') ? port : 0,
    logLevel: given.includes('logLevel') ? logLevel : 'warn',
    // A path below a file: whoever tries to write there fails.
    data: join(process.execPath, 'none'),
    replyCacheBytes: 0,
    writesPerMinute: 0,
    editsOfNewMembers: 0,
  }
}

function nowOf(text: string | undefined): Date {
  if (text === undefined) return new Date(defaultNow)
  const now = readNow(text)
  if (!now) throw new UsageError(`--now has to be ${nowForm}, not ${JSON.stringify(text)}.`)
  return now
}

/** Serves a catalogue in memory to tests, until it is told to stop. Standard output gets one line. */
export async function serveTest(given: Config, values: TestValues, io: Io): Promise<number> {
  refuseTestOptions(values)
  refuseSettings(given)
  const now = nowOf(values.now)
  const stopped = Promise.race([stopSignal(), ...(values['stop-with-input'] ? [endOf(io.stdin)] : [])])
  const { serveForTests } = await import('#src/test-server/serve-tests.ts')
  const config = testConfig(given)
  const logger = { level: config.logLevel, stream: io.stderr }
  const { beginning, stop } = await serveForTests({ config, now, fixtures: values.fixture ?? [], logger })
  io.stdout.write(`${JSON.stringify(beginning)}\n`)
  await stopped
  await stop()
  return exitCode.done
}

/** Resolves when whoever has started this process closes its input, or ends. */
function endOf(input: Io['stdin']): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<void>()
  for (const event of ['end', 'close', 'error']) input.once(event, () => resolve())
  input.resume()
  return promise
}
