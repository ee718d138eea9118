import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { Type } from 'typebox'
import { createKey, hasKey } from '#src/accounts/keys.ts'
import { openUsage, type Usage, usageIntervalMs } from '#src/accounts/usage.ts'
import { keepFollowingNames } from '#src/catalogue/name-index.ts'
import { type Config, describeConfig, siteAddress } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { watchLoad } from '#src/load.ts'
import { buildServer, type LogOptions } from '#src/server.ts'
import { type Command, exitCode, type Io, readWords, refuseWords } from './command.ts'
import { openCatalogue } from './open-catalogue.ts'

/** What is left open after the end, such as a connection to a database that hangs, holds the process this long. */
const EXIT_TIMEOUT_MS = 2_000

export const serve: Command = {
  usage: '[--port N] [--host H] [--data DIR] [--database URL] [--dialect neutral|common] [--empty]',
  summary: 'Runs the server until it is told to stop',
  words: [
    ['--port N', 'the port to listen on; 8080'],
    ['--host H', 'the address to listen on; 127.0.0.1, which other machines cannot reach'],
    ['--data DIR', 'the folder that everything is kept in; data'],
    ['--database URL', 'a PostgreSQL database instead of the SQLite file in the data folder'],
    ['--dialect D', 'neutral, the words of the specification, or common, those of existing clients'],
    ['--empty', 'an empty catalogue stays empty; without it, it gets the sample'],
  ],
  async run(argv, io) {
    const { config, words } = readWords(argv, io, {})
    refuseWords('serve', words)
    const db = await openCatalogue(config, 'thread')
    try {
      await loadSampleOnce(db, config, io)
      await listen(db, config, io)
    } finally {
      await db.close()
    }
    setTimeout(() => process.exit(), EXIT_TIMEOUT_MS).unref()
    return exitCode.done
  },
}

const Id = Type.Object({ id: Type.Integer() })

/**
 * A new installation starts with the sample catalogue. Without a key the first start has not come to its end, so a
 * sample that is there may be a part of it, and is loaded again: that completes it.
 */
async function loadSampleOnce(db: Database, config: Config, io: Io) {
  if (config.empty || ((await hasKey(db)) && (await db.one(Id, sql`select id from edit limit 1`)))) return
  const { loadSample, sampleNote } = await import('#src/import/sample.ts')
  if (await db.one(Id, sql`select id from edit where note <> ${sampleNote} limit 1`)) return
  io.stdout.write('Loading the sample catalogue; this happens once.\n')
  await loadSample(db, new Date())
}

/** A new installation starts with a key without limits for whoever set it up; it is shown once. */
async function makeFirstKey(db: Database): Promise<string | undefined> {
  if (await hasKey(db)) return undefined
  const development = { name: 'development', plan: 'developer', account_id: null, limit_per_second: 0 } as const
  return (await createKey(db, { ...development, now: new Date() })).secret
}

async function listen(db: Database, config: Config, io: Io) {
  const load = watchLoad(config.eventLoopDelayMs)
  const clock = () => new Date()
  const usage = openUsage(db, clock)
  const print = (line: string) => void io.stdout.write(line)
  const app = buildServer({ db, config, clock, logger: await logOptions(config, io), load, usage, print })
  app.log.debug(describeConfig(config), 'settings')
  const { write, stopWriting } = keepWriting(usage, app.log)
  const stopped = stopSignal()
  const following = new AbortController()
  let followed: Promise<void> | undefined
  let illustrated: Promise<void> | undefined
  try {
    await app.listen({ host: config.host, port: config.port })
    const site = siteAddress(config, (app.server.address() as AddressInfo).port)
    // Not earlier: of a server that could not listen nobody would have seen it.
    const secret = await makeFirstKey(db)
    io.stdout.write(`\nReelcommons is at ${site}, its reference at ${site}/docs.\n`)
    if (secret) io.stdout.write(await welcome(db, site, secret))
    followed = keepFollowingNames(db, following.signal, (error) =>
      app.log.error({ err: error }, 'the names of records cannot be kept up to date'),
    )
    illustrated = illustrate(db, clock, following.signal).catch((error) =>
      app.log.error({ err: error }, 'the pictures of the sample cannot be made'),
    )
  } catch (error) {
    await app.close()
    await stopWriting()
    throw isAddressTaken(error) ? new Error(`${error.message}; --port N takes another port.`) : error
  }
  await stopped
  app.log.info('finishing the requests in flight')
  const timeout = setTimeout(() => app.server.closeAllConnections(), config.shutdownTimeoutMs)
  following.abort()
  // Usage is also written now: what takes long at the end, mails above all, may end with the process being killed.
  await Promise.all([app.close(), write()])
  await Promise.all([followed, illustrated])
  clearTimeout(timeout)
  await stopWriting()
  app.log.info('stopped')
}

/** The records of the sample get their pictures while the server is already there for people. */
async function illustrate(db: Database, clock: () => Date, signal: AbortSignal) {
  const { sampleNote } = await import('#src/import/sample.ts')
  if (!(await db.one(Id, sql`select id from edit where note = ${sampleNote} limit 1`))) return
  const { illustrateSample } = await import('#src/media/drawing/sample.ts')
  await illustrateSample(db, clock, signal)
}

/** Writes what was counted every now and then, when it is told to, and once more when that stops. */
function keepWriting(usage: Usage, log: FastifyBaseLogger) {
  const write = () =>
    usage.write().catch((error) => log.error({ err: error }, 'the usage of keys could not be written'))
  const timer = setInterval(write, usageIntervalMs)
  const stopWriting = () => {
    clearInterval(timer)
    return write()
  }
  return { write, stopWriting }
}

const isAddressTaken = (error: unknown): error is Error => (error as NodeJS.ErrnoException).code === 'EADDRINUSE'

/** The key of the first start, and a request that answers with something. */
async function welcome(db: Database, site: string, secret: string): Promise<string> {
  const movie = await db.one(Id, sql`select id from movie order by id limit 1`)
  const path = movie ? `movie/${movie.id}` : 'configuration/languages'
  return `Your API key, shown only this once: ${secret}
Try it:

  curl '${site}/3/${path}?api_key=${secret}'

`
}

/** Resolves when the process is told to stop. Told a second time, it stops at once. */
async function stopSignal() {
  const listening = new AbortController()
  const { signal } = listening
  await Promise.race([once(process, 'SIGTERM', { signal }), once(process, 'SIGINT', { signal })])
  listening.abort()
}

async function logOptions({ logLevel: level, logFormat }: Config, { stdout }: Io): Promise<LogOptions> {
  const isPretty = logFormat === 'pretty' || (logFormat === 'auto' && stdout.isTTY === true)
  if (!isPretty) return { level, stream: stdout }
  const { default: pretty } = await import('pino-pretty')
  return {
    level,
    stream: pretty({ ignore: 'pid,hostname', singleLine: true, destination: stdout as never, sync: true }),
  }
}
