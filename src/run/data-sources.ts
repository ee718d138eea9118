import type { ChangeBus } from '#src/background/change-bus.ts'
import { openReplies, type Replies } from '#src/cache/replies.ts'
import { fittingBytes } from '#src/cache/reply-cache.ts'
import { openSharedReplies } from '#src/cache/shared-replies.ts'
import type { Config } from '#src/config.ts'
import { announcing } from '#src/database/announcing.ts'
import type { Database } from '#src/database/database.ts'
import { openReplicaReads, type ReplicaReads } from '#src/database/replicas/replicas.ts'
import { invalidatingTopics } from '#src/database/topics.ts'
import type { Log } from '#src/log.ts'
import type { States } from '#src/metrics/metrics.ts'
import { shareChanges } from '#src/redis/change-bus.ts'
import type { Redis } from '#src/redis/redis.ts'

type SourceOptions = {
  db: Database
  config: Config
  clock(): Date
  now?(): number
  identifyTimeoutMs?: number
  changeBus?: ChangeBus
  log(): Log
  /** Where servers share replies, if anywhere. */
  redis: Redis | undefined
}

/** What a server reads and writes. */
type DataSources = {
  /** The database for all writes, and for reads of people with a session. */
  db: Database
  /** The database for all other reads: the same one, or a replica. */
  reads: Database
  /** Whether they may be different ones. */
  hasReplicas: boolean
  replies: Replies
  states(): Pick<States, 'replicas' | 'sharedReplies'>
  close(): Promise<void>
}

/** Opens replicas, if there are any, and the cache of replies that are rendered from them. */
export function openDataSources(options: SourceOptions): DataSources {
  const { db, config, clock, now, identifyTimeoutMs, changeBus, log, redis } = options
  const replicas = openReplicas(db, config, log)
  const reads = replicas?.database ?? db
  const failed = (sentence: string) => (error: unknown) => log().error({ err: error }, sentence)
  const openShares = (redis: Redis) =>
    openSharedReplies({
      redis,
      clock,
      scope: () => [],
      failed: failed('a reply could not be shared'),
    })
  const shared = redis && config.replyCacheBytes > 0 ? openShares(redis) : undefined
  const replies = openReplies({
    db: reads,
    primary: db,
    clock,
    limitBytes: fittingBytes(config.replyCacheBytes),
    shared,
    identifyTimeoutMs,
    ...(now && { now }),
    failed: failed('a reply could not be rendered again'),
  })
  changeBus?.subscribe(invalidatingTopics, async () => {
    // Announcements come from the primary, and changes may reach the replica later.
    await replicas?.catchUp()
    await replies.invalidateChanged()
  })
  const publish = redis && changeBus && shareChanges(redis, changeBus)
  const changed = announcing(db, (topics) => {
    publish?.(topics)
    if (!invalidatingTopics.some((topic) => topics.has(topic))) return
    replicas?.wrote()
    // The write has succeeded; a client that was told otherwise would repeat it.
    return replies.invalidateChanged().catch((error) => {
      replies.invalidateAll()
      failed('changes could not be read')(error)
    })
  })
  const states = () => ({ replicas: replicas?.states() ?? [], sharedReplies: shared?.counts })
  return {
    db: changed,
    reads,
    hasReplicas: replicas !== undefined,
    replies,
    states,
    close: async () => replicas?.close(),
  }
}

function openReplicas(db: Database, config: Config, log: SourceOptions['log']): ReplicaReads | undefined {
  const { database, readDatabase, databaseConnections: connections, replicaLagMs: maxLagMs } = config
  if (readDatabase === '') return undefined
  return openReplicaReads(db, database, readDatabase.split(/ +/), {
    connections,
    maxLagMs,
    report(event, replica, error) {
      if (event === 'fit again') log().info({ replica }, 'a replica is used again')
      else log().warn({ replica, ...(error ? { err: error } : {}) }, 'a replica is not used')
    },
  })
}
