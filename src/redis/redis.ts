import type { Config } from '#src/config.ts'
import type { Log } from '#src/log.ts'
import { type Listener, openChannels } from './channels.ts'
import { type Client, isRefusal } from './client.ts'
import { type Connection, keepConnection, within } from './connection.ts'

const LOOK_MS = 1_000
const CONNECT_MS = 1_000
/** After this many unanswered commands in a row, the server counts as away. */
export const MOST_FAILURES = 3
/** Commands that may wait for an answer; further ones are not sent. */
export const MOST_WAITING = 1_000
/** The shortest time between two reports that the server refuses commands. */
const REFUSAL_NOTE_MS = 60_000

export type RedisOptions = {
  /** The time limit for a command. */
  answerMs: number
  /** How often a server that is there is probed, and one that is away is tried. */
  checkMs?: number
  connectMs?: number
  /**
   * Called when the server comes and goes, and from time to time while it refuses commands, for example because it is
   * full.
   */
  report?(event: 'there' | 'away' | 'refuses', error?: unknown): void
}

export type RedisState = {
  /** Its address, without secrets. */
  name: string
  isThere: boolean
  /** For how long it has been in this state. */
  forMs: number
  /** Commands so far: answered, not answered in time, and refused by the server. */
  answered: number
  unanswered: number
  refused: number
}

export type Redis = ReturnType<typeof openRedis>

/**
 * A Redis or Valkey server, which may be slow, full or away at any time: nobody waits longer than the limit, its errors
 * are never thrown into a request, and while it is away nobody waits at all. It is tried again and used when it is
 * back.
 */
export function openRedis(url: string, options: RedisOptions) {
  const { answerMs, checkMs = LOOK_MS, connectMs = CONNECT_MS, report = () => {} } = options
  const channels = openChannels()
  const connection: Connection = keepConnection(url, {
    checkMs,
    connectMs,
    async prepare(client) {
      // A server that is still loading its file accepts connections but refuses everything else. One that answers too
      // late would be given up after a few commands.
      await within(answerMs, client.ping())
      await channels.listenAll(client)
    },
    report(event, error) {
      report(event, error)
      if (event === 'there') channels.reconnected()
    },
    check: () => ask((client) => client.ping()),
  })
  const { ask, counts } = openAsking(() => connection, answerMs, report)

  return {
    /**
     * The answer to a command; undefined if the server is away, refuses, or does not answer in time. A late server may
     * still have run the command.
     */
    ask,

    /** Listens to a channel while the server is there; messages meanwhile are lost. */
    subscribe(channel: string, listener: Listener): void {
      const client = connection.current
      channels.add(channel, listener, client).catch((error) => client && connection.leave(client, error))
    },

    /** Whether there is a connection. */
    get isThere(): boolean {
      return connection.current !== undefined
    },
    state: (): RedisState => ({
      name: nameOf(url),
      isThere: connection.current !== undefined,
      forMs: connection.forMs(),
      ...counts,
    }),

    close: connection.close,
  }
}

const nameOf = (url: string): string => url.replace(/^\w+:\/\/([^/@]*@)?/, '').replace(/\?.*/, '')

/** Sends commands on the current connection, and gives it up when it does not answer. */
function openAsking(connection: () => Connection, answerMs: number, report: Required<RedisOptions>['report']) {
  const counts = { answered: 0, unanswered: 0, refused: 0 }
  let failures = 0
  let waiting = 0
  let refusedMs = Number.NEGATIVE_INFINITY

  function refused(error: unknown) {
    counts.refused++
    failures = 0
    if (performance.now() - refusedMs < REFUSAL_NOTE_MS) return
    refusedMs = performance.now()
    report('refuses', error)
  }

  function unanswered(client: Client, error: unknown) {
    counts.unanswered++
    failures++
    if (failures < MOST_FAILURES) return
    failures = 0
    connection().leave(client, error)
  }

  async function ask<Reply>(command: (client: Client) => Promise<Reply>): Promise<Reply | undefined> {
    const client = connection().current
    if (!client || waiting >= MOST_WAITING) return undefined
    waiting++
    try {
      const reply = await within(answerMs, command(client))
      counts.answered++
      failures = 0
      return reply
    } catch (error) {
      if (await isRefusal(error)) refused(error)
      else unanswered(client, error)
      return undefined
    } finally {
      waiting--
    }
  }

  return { ask, counts }
}

/** Opens the Redis that the settings name, which servers of one catalogue share besides the database. */
export function openShared(config: Config, log: () => Log): Redis | undefined {
  const { redis: url, redisTimeoutMs: answerMs } = config
  if (url === '') return undefined
  return openRedis(url, {
    answerMs,
    report(event, error) {
      if (event === 'there') log().info('Redis is connected')
      else log().warn({ err: error }, event === 'away' ? 'Redis is not reachable' : 'Redis refused a command')
    },
  })
}
