import type { FastifyBaseLogger } from 'fastify'
import { keepReplies, type Replies, tellingOfChanges } from './cache/replies.ts'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import { openReading, type Reading } from './database/replicas.ts'

type Given = { db: Database; config: Config; clock(): Date; now?(): number; log(): FastifyBaseLogger }

/** What a server reads and writes. */
export type Reads = {
  /** Where everything is written, and read by whoever has a session. */
  db: Database
  /** Where everybody else reads: the same, or a replica. */
  reads: Database
  replies: Replies
  close(): Promise<void>
}

/** Opens replicas, where there are any, and keeps what is rendered from them, as old as they are. */
export function openReads({ db, config, clock, now, log }: Given): Reads {
  const replicas = openReplicas(db, config, log)
  const reads = replicas?.database ?? db
  const replies = keepReplies({
    ...{ db: reads, clock, limitBytes: config.replyCacheBytes, ...(now && { now }) },
    failed: (error) => log().error({ err: error }, 'a reply could not be rendered again'),
  })
  const changed = () => {
    replicas?.wrote()
    return replies.changed()
  }
  return { db: tellingOfChanges(db, changed), reads, replies, close: async () => replicas?.close() }
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
