import type { News } from '#src/background/change-bus.ts'
import { keepReplies, type Replies } from '#src/cache/replies.ts'
import { fittingBytes } from '#src/cache/reply-cache.ts'
import { openSharedReplies } from '#src/cache/shared-replies.ts'
import type { Config } from '#src/config.ts'
import { telling } from '#src/database/announcing.ts'
import type { Database, Topic } from '#src/database/database.ts'
import { openReading, type Reading } from '#src/database/replicas/replicas.ts'
import type { Log } from '#src/log.ts'
import type { States } from '#src/metrics/metrics.ts'
import { shareNews } from '#src/redis/change-bus.ts'
import type { Redis } from '#src/redis/redis.ts'

type Given = {
  db: Database
  config: Config
  clock(): Date
  now?(): number
  news?: News
  log(): Log
  /** Where servers share replies, if anywhere. */
  redis: Redis | undefined
  site(): string
}

/** What a server reads and writes. */
export type Reads = {
  /** Where everything is written, and read by whoever has a session. */
  db: Database
  /** Where everybody else reads: the same, or a replica. */
  reads: Database
  replies: Replies
  states(): Pick<States, 'replicas' | 'sharedReplies'>
  close(): Promise<void>
}

/** What makes replies old. */
const shown: readonly Topic[] = ['changes', 'names', 'authors']

/** Opens replicas, where there are any, and keeps what is rendered from them, as old as they are. */
export function openReads({ db, config, clock, now, news, log, redis, site }: Given): Reads {
  const replicas = openReplicas(db, config, log)
  const reads = replicas?.database ?? db
  const failed = (sentence: string) => (error: unknown) => log().error({ err: error }, sentence)
  const openShares = (redis: Redis) =>
    openSharedReplies({
      ...{ redis, clock },
      scope: () => [config.dialect, site()],
      failed: failed('a reply could not be shared'),
    })
  const shared = redis && config.replyCacheBytes > 0 ? openShares(redis) : undefined
  const replies = keepReplies({
    ...{ db: reads, primary: db, clock, limitBytes: fittingBytes(config.replyCacheBytes), shared, ...(now && { now }) },
    failed: failed('a reply could not be rendered again'),
  })
  news?.follow(shown, async () => {
    // Word comes from the primary, and what it is about may come to the replica later.
    await replicas?.catchUp()
    await replies.changed()
  })
  const publish = redis && news && shareNews(redis, news)
  const changed = telling(db, (topics) => {
    publish?.(topics)
    if (!shown.some((topic) => topics.has(topic))) return
    replicas?.wrote()
    // What is written stays so, and whoever was told otherwise would write it again.
    return replies.changed().catch((error) => {
      replies.forget()
      failed('what was changed could not be looked at')(error)
    })
  })
  const states = () => ({ replicas: replicas?.states() ?? [], sharedReplies: shared?.counts })
  return { db: changed, reads, replies, states, close: async () => replicas?.close() }
}

function openReplicas(db: Database, config: Config, log: Given['log']): Reading | undefined {
  const { database, readDatabase, databaseConnections: connections, replicaLagMs: maxLagMs } = config
  if (readDatabase === '') return undefined
  return openReading(db, database, readDatabase.split(/ +/), {
    ...{ connections, maxLagMs },
    report(event, replica, error) {
      if (event === 'fit again') log().info({ replica }, 'a replica is read again')
      else log().warn({ replica, ...(error ? { err: error } : {}) }, 'a replica is left out')
    },
  })
}
