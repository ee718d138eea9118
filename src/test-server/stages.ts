import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { type ChangeBus, openChangeBus } from '#src/background/change-bus.ts'
import type { Config } from '#src/config.ts'
import { announcing } from '#src/database/announcing.ts'
import type { Database } from '#src/database/database.ts'
import type { Migratable } from '#src/database/migratable.ts'
import type { Application } from '#src/http/application.ts'
import { isForPrograms } from '#src/http/require-key.ts'
import { buildServer } from '#src/http/server.ts'
import type { LogOptions } from '#src/log.ts'
import { beginAt } from './begin-at.ts'

/** How long a stage that is left waits for what it still answers, and how often it looks. */
const MOST_LEAVING_MS = 5_000
const LOOK_MS = 5

type App = ReturnType<typeof buildServer>

const reads: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

/** No mail is sent, and none is written anywhere. */
const noOutbox = { wake() {}, start() {}, async close() {} }

/** Applications and their database, until the next reset. What they keep in memory goes with them. */
type Stage = {
  /** Answers programs. */
  app: App
  /** Answers people: made when a page is first asked for, because it takes most of the time. */
  pages: (() => Promise<App>) & { made?: Promise<App> }
  db: Migratable
  announced: Database
  changeBus: ChangeBus
  /** Requests that are being answered, and those of them that may write. */
  answering: number
  writing: number
  /** Whether what follows from all writes is there. */
  isSettled: boolean
}

type Making = { config: Config; logger: LogOptions; clock(): Date }
type Options = Omit<Making, 'clock'> & { begun: Date; open(): Promise<Migratable> }

export type Stages = Awaited<ReturnType<typeof openStages>>

/**
 * The states of a server for tests: each reset and each move of the clock takes a new application, so that nothing
 * that an earlier one kept in memory (replies, limits, known keys) is left.
 */
export async function openStages({ config, logger, begun, open }: Options) {
  let now = begun
  const enter = (db: Migratable) => makeStage(db, { config, logger, clock: () => now })
  let stage = await enter(await begin())
  let leaving: Promise<unknown> = Promise.resolve()
  let turn: Promise<unknown> = Promise.resolve()

  /** One thing after another. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = turn.then(work)
    turn = done.catch(() => {})
    return done
  }

  async function begin(): Promise<Migratable> {
    const db = await open()
    now = begun
    await beginAt(db, now, config.dialect)
    return db
  }

  async function change(to: Promise<Migratable>) {
    const before = stage
    stage = await enter(await to)
    leaving = Promise.all([leaving, leave(before, before.db !== stage.db)])
  }

  /** A test finds what it wrote with its next request. */
  async function settle() {
    const { followAll } = await import('./follow-all.ts')
    stage.isSettled = stage.writing === 0
    await followAll(stage.announced, () => now)
  }

  return {
    now: () => now,
    /** Goes back to the beginning. */
    reset: () => inTurn(() => change(begin())),
    setClock: (at: Date) =>
      inTurn(() => {
        now = at
        return change(Promise.resolve(stage.db))
      }),
    answer(request: IncomingMessage, response: ServerResponse) {
      if (stage.isSettled) return handOver(stage, request, response)
      inTurn(settle).then(
        () => handOver(stage, request, response),
        (error) => response.destroy(error),
      )
    },
    close: () =>
      inTurn(async () => {
        await Promise.all([leaving, leave(stage, true)])
      }),
  }
}

/** Puts an application on a database. */
async function makeStage(db: Migratable, { config, logger, clock }: Making): Promise<Stage> {
  const changeBus = openChangeBus((error) => logger.stream.write(`${error}\n`))
  const announced = announcing(db, (topics) => topics.forEach(changeBus.publish))
  const make = async (more: Partial<Application>) => {
    const app = buildServer({ db: announced, config, logger, changeBus, outbox: noOutbox, clock, ...more })
    await app.ready()
    return app
  }
  const pages: Stage['pages'] = () => (pages.made ??= make({}))
  const app = await make({ pages: [] })
  return { app, pages, db, announced, changeBus, answering: 0, writing: 0, isSettled: true }
}

function handOver(stage: Stage, request: IncomingMessage, response: ServerResponse): void {
  const writes = reads.includes(request.method ?? '') ? 0 : 1
  if (writes > 0) stage.isSettled = false
  stage.answering++
  stage.writing += writes
  response.once('close', () => {
    stage.answering--
    stage.writing -= writes
  })
  if (isForPrograms(request.url ?? '')) return void stage.app.server.emit('request', request, response)
  stage.pages().then(
    ({ server }) => server.emit('request', request, response),
    (error) => response.destroy(error),
  )
}

/** Closes an application when it has answered what it was asked, and its database if nobody uses it any more. */
async function leave(stage: Stage, isLast: boolean): Promise<void> {
  stage.changeBus.close()
  // Streams end with it.
  await stage.app.close()
  await (await stage.pages.made)?.close()
  const endMs = performance.now() + MOST_LEAVING_MS
  while (stage.answering > 0 && performance.now() < endMs) await pause(LOOK_MS)
  if (isLast) await stage.db.close()
}
