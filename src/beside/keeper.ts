import type { ChangeBus } from '#src/background/change-bus.ts'
import { GATHER_MS, noRounds, pauseFor, type Rounds } from '#src/background/follow.ts'
import { openRestartDelays } from '#src/background/restart-delays.ts'
import { locationOf } from '#src/catalogue/open-catalogue.ts'
import type { Config } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { whileLeading } from '#src/database/locks.ts'
import { topics } from '#src/database/topics.ts'
import { openTally } from '#src/jobs/tally.ts'
import type { Log } from '#src/log.ts'
import { startBesideProcess } from './beside-process.ts'
import { watchForHang } from './hang-watch.ts'
import { errorOf, type FromBeside } from './messages.ts'
import { counted, waitingIn } from './occasions.ts'
import { hasTurn, type Rests, restsAfter, restsAtStart } from './rests.ts'

/** How often it is looked whether something waits, and how seldom while that fails. */
const LOOK_MS = 1_000
const LONGEST_LOOK_MS = 60_000

type Given = {
  db: Database
  config: Config
  changeBus: ChangeBus
  log: Log
  /** Gets what the process writes to its standard error. */
  complain(text: string): void
  start?: typeof startBesideProcess
  /** Hears of changes elsewhere that are to be taken in, until `signal` is aborted. */
  hear?(signal: AbortSignal): Promise<void>
  /** Waits until a time has passed or the signal is aborted. */
  pause?: typeof pauseFor
}

/**
 * Has done what is done beside requests, by a process that is only there while it has something to do: of all servers
 * of a catalogue by that of one. Here it is only noticed that something waits.
 */
export function openBeside(given: Given) {
  const { config, log, pause = pauseFor } = given
  const followers = counted.map((name) => ({ name, rounds: noRounds() }))
  const tally = openTally()
  const failed = (sentence: string) => (error: unknown) => log.error({ err: error }, sentence)

  const count: Count = ({ rounds, jobs }) => {
    for (const [name, more] of rounds) {
      const known = followers.find((follower) => follower.name === name)?.rounds
      if (known) for (const outcome of Object.keys(more) as (keyof Rounds)[]) known[outcome] += more[outcome]
    }
    for (const [kind, worked] of jobs) tally.add(kind, worked)
  }

  async function lead(signal: AbortSignal) {
    const hearing = given.hear?.(signal).catch(failed('changes of followed catalogues could not be heard'))
    await keepWorking(signal)
    await hearing
  }

  async function keepWorking(signal: AbortSignal) {
    let rests = restsAtStart()
    const delays = openRestartDelays()
    while (!signal.aborted) {
      rests = await untilTurn(given, rests, signal)
      if (signal.aborted) return
      const beganMs = performance.now()
      const { left, code, signal: killedBy } = await live(given, count, rests, signal)
      if (signal.aborted) return
      delays.lived(performance.now() - beganMs)
      if (left) {
        rests = left
        continue
      }
      const delayMs = delays.next()
      log.error(
        { code, signal: killedBy, delay_ms: delayMs },
        'the process that works beside requests ended; another one replaces it',
      )
      await pause(delayMs, signal)
    }
  }

  return {
    /** What was done of it, for metrics. */
    done: { followers, jobs: tally.kinds },
    /** Has it done until `signal` is aborted, by whoever leads. */
    lead,
    /** The same, by one of all servers of the catalogue. */
    run: (signal: AbortSignal): Promise<void> =>
      whileLeading(locationOf(config), 'background', signal, lead, failed('background work failed')),
  }
}

type Count = (worked: Extract<FromBeside, { type: 'worked' }>) => void

/** One process, to its end. Returns the rests that it has left; undefined if it ended otherwise. */
async function live(given: Given, count: Count, rests: Rests, signal: AbortSignal) {
  const { config, changeBus, log, complain, start = startBesideProcess } = given
  let left: Rests | undefined
  let hasBegun = false
  const receive = (message: FromBeside) => {
    watch.heard()
    if (message.type === 'begun') hasBegun = true
    else if (message.type === 'log')
      log[message.level]('err' in message.facts ? withError(message.facts) : message.facts, message.sentence)
    else if (message.type === 'changed') changeBus.publish(message.topic)
    else if (message.type === 'worked') count(message)
    else if (message.type === 'ending') left = message.rests
  }
  const process = start(receive, complain)
  const watch = watchForHang(config.hangTimeoutMs, (silent_ms) => {
    log.error({ silent_ms }, 'the process that works beside requests hangs, so it is ended')
    process.kill('SIGKILL')
  })
  const unfollow = topics.map((topic) =>
    changeBus.subscribe([topic], async () => process.post({ type: 'changed', topic })),
  )
  process.post({ type: 'start', config, rests })
  let timeout: NodeJS.Timeout | undefined
  const stop = () => {
    // One that is still starting has nothing to finish.
    if (!hasBegun) return process.kill('SIGKILL')
    process.post({ type: 'stop' })
    timeout = setTimeout(() => process.kill('SIGKILL'), config.shutdownTimeoutMs)
  }
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  const { code, signal: killedBy } = await process.ended
  signal.removeEventListener('abort', stop)
  watch.end()
  clearTimeout(timeout)
  for (const end of unfollow) end()
  return { left, code, signal: killedBy }
}

const withError = ({ err, ...facts }: { err?: unknown }) => ({ ...facts, err: errorOf(err as object) })

/** Waits until something has its turn. Returns the rests at that time. */
async function untilTurn(given: Given, before: Rests, signal: AbortSignal): Promise<Rests> {
  const { db, changeBus, log, pause = pauseFor } = given
  const beganMs = performance.now()
  const restsNow = () => restsAfter(before, performance.now() - beganMs)
  let rest = new AbortController()
  let failures = 0
  const unfollow = changeBus.subscribe(['changes'], async () => rest.abort())
  try {
    while (!signal.aborted) {
      // Before the look, so that an announcement during it skips the pause.
      rest = new AbortController()
      try {
        const waiting = await waitingIn(db, new Date())
        failures = 0
        if (hasTurn(restsNow(), waiting)) break
        await pause(LOOK_MS, AbortSignal.any([signal, rest.signal]))
        if (rest.signal.aborted) await pause(GATHER_MS, signal)
      } catch (error) {
        log.error({ err: error }, 'it could not be found out what waits to be done beside requests')
        failures++
        await pause(Math.min(LOOK_MS * 2 ** failures, LONGEST_LOOK_MS), signal)
      }
    }
  } finally {
    unfollow()
  }
  return restsNow()
}
