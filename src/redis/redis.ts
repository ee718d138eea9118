import { type Listener, openChannels } from './channels.ts'
import { type Client, isRefusal } from './client.ts'
import { type Connection, keepConnection, within } from './connection.ts'

const LOOK_MS = 1_000
const CONNECT_MS = 1_000
/** After so many commands in a row that got no answer in time nothing is asked, until the server is back. */
export const MOST_FAILURES = 3
/** While so many commands wait for their answers, further ones are not sent. */
export const MOST_WAITING = 1_000
/** That the server refuses commands is told no more often than this. */
const REFUSAL_NOTE_MS = 60_000

export type RedisOptions = {
  /** How long a command may take. */
  answerMs: number
  /** How often a server that is there is asked whether it still is, and one that is not whether it is back. */
  lookMs?: number
  connectMs?: number
  /** Told when the server is there or away, in turn, and now and then that it refuses commands, as for want of room. */
  report?(event: 'there' | 'away' | 'refuses', error?: unknown): void
}

export type RedisState = {
  /** Where it is, without what is secret about it. */
  name: string
  isThere: boolean
  /** For how long it has been so. */
  forMs: number
  /** Commands by now: with an answer, without one in time, and refused by the server. */
  answered: number
  unanswered: number
  refused: number
}

export type Redis = ReturnType<typeof openRedis>

/**
 * A server of Redis or Valkey, which may be slow, full or away at any time: nobody waits for it longer than the bound,
 * nothing that goes wrong with it is thrown into a request, and while it is away nobody waits at all. It is looked for,
 * and used again when it is back.
 */
export function openRedis(url: string, options: RedisOptions) {
  const { answerMs, lookMs = LOOK_MS, connectMs = CONNECT_MS, report = () => {} } = options
  const channels = openChannels()
  const connection: Connection = keepConnection(url, {
    ...{ lookMs, connectMs },
    async prepare(client) {
      // One that is still reading its file takes connections, and refuses everything else. One that answers too late
      // would be given up again after a few commands.
      await within(answerMs, client.ping())
      await channels.listenAll(client)
    },
    report(event, error) {
      report(event, error)
      if (event === 'there') channels.missed()
    },
    look: () => ask((client) => client.ping()),
  })
  const { ask, counts } = openAsking(() => connection, answerMs, report)

  return {
    /**
     * What the server answers to a command; undefined where it is away, does not answer in time or refuses. What was
     * sent may still be done by a server that is late.
     */
    ask,

    /** Hears what is published on a channel while the server is there. What is published meanwhile is lost. */
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

const nameOf = (url: string): string => url.replace(/^\w+:\/\/([^/@]*@)?/, '').replace(/\?.*$/, '')

/** Asks on the connection that there is, and gives it up when it does not answer. */
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
