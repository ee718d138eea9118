import { sentenceOf, upgradeAddresses } from '#src/accounts/address-upgrade.ts'
import { type ChangeBus, openChangeBus } from '#src/background/change-bus.ts'
import { giveBackWhenIdle } from '#src/background/idle-memory.ts'
import { toldByStarter } from '#src/background/starter.ts'
import { exitCodeOf, type StopSignal, stopSignal } from '#src/background/stop-signal.ts'
import { settingsNow } from '#src/background/stored-settings.ts'
import { repeatUntilWritten, unlessUnwritable } from '#src/background/until-written.ts'
import { startWatchdog, type Watchdog } from '#src/background/watchdog/watchdog.ts'
import { openBeside } from '#src/beside/keeper.ts'
import { beginningNotes, prepareCatalogue } from '#src/catalogue/edits/apply-edit.ts'
import { locationOf, openCatalogue } from '#src/catalogue/open-catalogue.ts'
import { allSources } from '#src/catalogue/sources.ts'
import { beginPublishing } from '#src/commons/publishing/publication.ts'
import { type Config, describeConfig, siteAddress } from '#src/config.ts'
import { fitPrivacy } from '#src/contributions/members/first-privacy.ts'
import { announcing } from '#src/database/announcing.ts'
import type { Database } from '#src/database/database.ts'
import { waitForLock } from '#src/database/locks.ts'
import type { Migratable } from '#src/database/migratable.ts'
import { listenToChanges } from '#src/database/postgres/listener.ts'
import { sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { watchCertificates } from '#src/http/hosts/watch-certificates.ts'
import { refuseTaken } from '#src/http/listening/listening-sockets.ts'
import { metricsPlace, serveMetrics } from '#src/http/listening/metrics-server.ts'
import type { RunningServer } from '#src/http/listening/running-server.ts'
import { completeDialects, hasKey } from '#src/keys/keys.ts'
import { makeSharedKey } from '#src/keys/keys-of-apps.ts'
import { isText, type Log, openLogOutput } from '#src/log.ts'
import { isLoopback } from '#src/mail/transport.ts'
import { measureBackground, type OwnWork } from '#src/metrics/background.ts'
import { textOf } from '#src/metrics/gather.ts'
import { countWorkers, settingsOfPrimary } from '#src/workers/divided-settings.ts'
import { serveWithWorkers } from '#src/workers/serve-with-workers.ts'
import { type Command, exitCode, type Io, readArguments, refuseArguments } from './command.ts'
import { howToSetUp, makeFirstKey, welcome } from './first-start.ts'

/** Anything still open, such as a connection to a database that hangs, keeps the process alive for this long. */
const EXIT_TIMEOUT_MS = 2_000

/** Options that only a server for tests has. */
const testOptions = {
  test: { type: 'boolean' },
  now: { type: 'string' },
  fixture: { type: 'string', multiple: true },
  'stop-with-input': { type: 'boolean' },
} as const

export const serve: Command = {
  usage: [
    '[--port N] [--host H] [--site URL] [--data DIR] [--database URL] [--workers N|auto] [--empty] …',
    '--test [--now TIME] [--fixture FILE]… [--stop-with-input] [--port N] [--dialect D]',
  ],
  about:
    'Ctrl-c stops it. With --test it is a server for the tests of an app: with a small catalogue in memory, the same ' +
    'at each start, on a free port, which it prints as a line of JSON with its key and an account ' +
    '(docs/test-server.md).',
  outlivesOutput: true,
  words: [
    ['--port N', 'the port to listen on; 8080 by default'],
    ['--host H', 'the address to listen on; 127.0.0.1 by default, so that only this machine reaches the server'],
    ['--site URL', 'the address that people open; links in e-mails begin with it'],
    ['--data DIR', 'the folder where everything is stored; data by default'],
    ['--database URL', 'a PostgreSQL database instead of the SQLite file in the data folder'],
    ['--workers N|auto', 'how many processes answer requests; 1 by default, auto for one per processor'],
    ['--tls-certificate FILE', 'a certificate in PEM, to serve https; `certificate` makes one'],
    ['--tls-key FILE', 'the private key of the certificate'],
    ['--dialect D', 'field names of new keys: neutral (as in the specification) or common (as existing apps expect)'],
    ['--private', 'show the catalogue only to people who sign in and to programs with a key'],
    ['--empty', 'start with an empty catalogue instead of the sample'],
    ['--test', 'serve tests, without any file; settings in variables do not count'],
    ['--now TIME', 'what the clock of a server for tests shows; 2026-01-15T12:00:00Z by default'],
    ['--fixture FILE', 'catalogue lines instead of the fixed catalogue of a server for tests'],
    ['--stop-with-input', 'stop a server for tests when its standard input ends, such as with who started it'],
  ],
  examples: [
    'serve --port 9000',
    'serve --host 0.0.0.0 --site http://films.lan:8080',
    'serve --test --now 2026-01-15T12:00:00Z',
  ],
  async run(argv, io) {
    const isTest = argv.includes('--test')
    const { config, words, values } = readArguments(argv, isTest ? { ...io, env: {} } : io, testOptions)
    refuseArguments('serve', words)
    if (values.test || Object.keys(values).some((name) => name !== 'test' && name in testOptions))
      return (await import('./testing/serve-test.ts')).serveTest(config, values, io)
    const workers = countWorkers(config)
    await refusePorts(config)
    const watchdog = startWatchdog({ ...config, isText: isText(config, io.stdout) })
    // The code that answers requests is loaded while threads of the database start, and only where they are answered.
    if (workers === 1) void import('#src/http/listening/listen.ts').catch(() => {})
    const db = await openCatalogue(workers === 1 ? config : settingsOfPrimary(config, workers), 'thread')
    try {
      await refuseOpenly(db, config)
      const unwritable = await unlessUnwritable(prepare(db, config, io))
      await serveUntilStopped(db, config, workers, io, { unwritable, watchdog })
    } finally {
      await db.close()
    }
    setTimeout(() => process.exit(), EXIT_TIMEOUT_MS).unref()
    return exitCode.done
  },
}

/** What every start adds to the catalogue; starting again completes it. */
const prepare = (db: Database, config: Config, io: Io): Promise<void> =>
  inTurn(config, async () => {
    await prepareCatalogue(db)
    await completeDialects(db, config.dialect)
    for (const odd of await upgradeAddresses(db, new Date())) io.stdout.write(`${sentenceOf(odd)}\n`)
    const { private: isPrivate } = await settingsNow(db, config)
    await db.transaction((tx) => fitPrivacy(tx, isPrivate))
    await beginPublishing(db, config.publish, new Date())
    await loadSampleOnce(db, config, io)
  })

/** Finds out that a port is taken before anything is stored. */
async function refusePorts({ host, port, metrics }: Config) {
  await refuseTaken({ host, port }).catch(advise('--port N'))
  if (metrics !== '') await refuseTaken(metricsPlace(metrics)).catch(advise('--metrics HOST:PORT'))
}

/** Says which option chooses another port. */
const advise = (option: string) => (error: NodeJS.ErrnoException) => {
  throw error.code === 'EADDRINUSE' ? new Error(`${error.message}. Choose another port with ${option}.`) : error
}

/** What may only be used personally is shown to nobody else. */
async function refuseOpenly(db: Database, config: Config) {
  if ((await settingsNow(db, config)).private) return
  const [source] = (await allSources(db)).filter(({ private_only }) => private_only)
  if (source)
    throw new Error(
      `The catalogue has values from ${source.name}, which are for personal use only. Start the server with ` +
        `--private, or remove them: npx reelcommons source remove ${source.id}`,
    )
}

/**
 * A new installation starts with the sample catalogue. As long as there is no key, the first start was not completed,
 * so the sample may be incomplete and is loaded again, which completes it.
 */
async function loadSampleOnce(db: Database, config: Config, io: Io) {
  if (config.empty || ((await hasKey(db)) && (await hasContent(db)))) return
  const { loadSample, sampleNote } = await import('#src/sample/sample.ts')
  if (await hasContent(db, sampleNote)) return
  io.stdout.write('Loading the sample catalogue. This happens only once.\n')
  const now = new Date()
  await loadSample(db, now)
  // Lists are sensible from the first request on.
  const { computePopularity } = await import('#src/popularity/background.ts')
  await computePopularity(db, now)
}

/** Whether anything was stated in the catalogue besides what all begin with, and besides edits with these notes. */
async function hasContent(db: Database, ...notes: string[]): Promise<boolean> {
  const skipped = db.engine.anyOf(sql`note`, [...beginningNotes, ...notes])
  return (await db.one(Id, sql`select id from edit where not (${skipped}) limit 1`)) !== undefined
}

/** Serves until it is told to stop, or cannot go on. */
async function serveUntilStopped(
  opened: Migratable,
  config: Config,
  workers: number,
  io: Io,
  { unwritable, watchdog }: { unwritable: Error | undefined; watchdog: Watchdog },
) {
  const stopped = Promise.race([stopSignal(), toldByStarter(config.shutdownTimeoutMs)])
  void stopped.then(() => watchdog.stopping(config.shutdownTimeoutMs))
  const changeBus = openChangeBus((error) => serving?.log.error({ err: error }, 'changes could not be read'))
  // PostgreSQL notifies every listener; changes of a file are only known to this process and its workers.
  const db = config.database === '' ? announcing(opened, (topics) => topics.forEach(changeBus.publish)) : opened
  // Lines of workers have waited already.
  const logger = openLogOutput(workers > 1 ? { ...config, logDelayMs: 0 } : config, io.stdout, stopped)
  const print = (line: string) => void io.stdout.write(line)
  const begin = async () => {
    if (workers > 1) return serveWithWorkers({ db, config, logger, io, changeBus, stopped }, workers)
    const { listen } = await import('#src/http/listening/listen.ts')
    return listen({ db, config, logger, changeBus, print })
  }
  let serving: RunningServer | undefined
  // The port may have been taken meanwhile.
  const starting = begin().catch(advise('--port N'))
  serving = await stoppable(starting, stopped)
  watchdog.started()
  const { log, port, failed, stop } = serving
  const listening = listenToDatabase(config, changeBus, log)
  let metrics: Awaited<ReturnType<typeof serveMetrics>> | undefined
  log.debug(describeConfig(config), 'settings')
  const following = new AbortController()
  let background: Promise<unknown> | undefined
  const keepMemory = giveBackWhenIdle()
  try {
    const complain = (text: string) => void io.stderr.write(text)
    const beside = openBeside({
      ...{ db, config, changeBus, log, complain },
      hear: hearingOf({ db, config, changeBus, log }),
    })
    metrics = await openMetrics(config, db, serving, beside.done)
    const site = siteAddress(config, port)
    // Not earlier: if the server could not listen, nobody would have seen it.
    const makeKeys = async () => {
      const secret = (await hasKey(db)) ? undefined : await inTurn(config, () => makeFirstKey(db, config))
      if (config.appHosts !== '') await inTurn(config, () => makeSharedKey(db, new Date()))
      if (secret) io.stdout.write(await welcome(db, config, site, secret))
      io.stdout.write(await howToSetUp(db, config, site))
    }
    io.stdout.write(`\nReelcommons is at ${site}, and its reference at ${site}/docs.\n`)
    if (mailsNeedSite(config))
      io.stdout.write(`Links in e-mails begin with ${site}. If that is not the address people open, set --site.\n`)
    const { signal } = following
    const obstacle = unwritable ?? (await unlessUnwritable(makeKeys()))
    const writing = async () => {
      if (obstacle) await repeatUntilWritten(() => prepare(db, config, io).then(makeKeys), { obstacle, log, signal })
      await beside.run(signal)
    }
    background = Promise.all([writing(), watchCertificates(config, log, signal)])
    await Promise.race([stopped, failed])
  } finally {
    following.abort()
    keepMemory()
    changeBus.close()
    // In parallel: a listener on a database that hangs takes seconds to end.
    await Promise.all([stop(), listening?.close(), metrics?.close()])
    await background
    logger.close()
  }
}

/** A start that hangs ends shortly after the process is told to stop. */
async function stoppable<Result>(starting: Promise<Result>, stopped: Promise<StopSignal>): Promise<Result> {
  let isStarting = true
  void stopped.then((signal) => {
    const exit = () => isStarting && process.exit(exitCodeOf(signal))
    setTimeout(exit, EXIT_TIMEOUT_MS).unref()
  })
  try {
    return await starting
  } finally {
    isStarting = false
  }
}

/** Hears what changes in followed catalogues. */
function hearingOf({ db, config, changeBus, log }: { db: Database; config: Config; changeBus: ChangeBus; log: Log }) {
  const announce = () => changeBus.publish('changes')
  const failed = (error: unknown) => log.warn({ err: error }, 'changes of a followed catalogue could not be heard')
  const given = { db, config, announce, failed, clock: () => new Date() }
  return async (signal: AbortSignal) => {
    const { keepHearing } = await import('#src/commons/following/hearing/keep-hearing.ts')
    await keepHearing(given, signal)
  }
}

/** Serves metrics, if the settings say so. */
async function openMetrics({ metrics: address }: Config, db: Database, { log, measure }: RunningServer, own: OwnWork) {
  if (address === '') return undefined
  const failed = (error: unknown) => log.error({ err: error }, 'metrics could not be collected')
  const text = async () => textOf([...(await measure()), await measureBackground(db, own)])
  const serving = await serveMetrics(address, text, failed)
  log.info({ port: serving.port }, 'metrics are served')
  return serving
}

/** Listens to changes of other nodes and commands, if the database can announce them. */
function listenToDatabase({ database }: Config, changeBus: ChangeBus, log: RunningServer['log']) {
  if (database === '') return undefined
  return listenToChanges(database, {
    onChange: changeBus.publish,
    report(event, error) {
      if (event === 'back') log.info('changes of other nodes are announced again')
      else
        log.warn(
          { err: error },
          'changes of other nodes are not announced; the change log is read at intervals instead',
        )
    },
  })
}

/** Servers of one catalogue that start together do this one after the other, so that the second one finds it done. */
async function inTurn<Result>(config: Config, work: () => Promise<Result>): Promise<Result> {
  const lock = await waitForLock(locationOf(config), 'start', new AbortController().signal)
  try {
    return await work()
  } finally {
    await lock?.release()
  }
}

/** Whether the links of mails lead nowhere on other devices. */
const mailsNeedSite = ({ site, host, smtp }: Config) => site === '' && (smtp !== '' || !isLoopback(host))
