import type { Rounds } from '#src/background/follow.ts'
import type { Migratable } from '#src/database/migratable.ts'
import type { ReplicaState } from '#src/database/replicas/replicas.ts'
import type { JobTally } from '#src/jobs/tally.ts'
import type { RedisState } from '#src/redis/redis.ts'
import type { BackgroundState } from './background.ts'
import type { Requests } from './requests.ts'

/** One metric in the library's form, with its values. */
export type Metric = {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  aggregator: 'first'
  values: Value[]
}
type Value = { value: number; labels: Record<string, string | number>; metricName?: string }

/** What is counted and observed where requests are answered. */
export type States = {
  requests: Requests
  /** Requests that were refused because of the limit of their key. */
  limited: number
  /** Requests that wait for their work to begin, that are worked on, and that were refused because of load. */
  admissions: readonly { work: string; state: { waiting: number; inFlight: number; refused: number } }[]
  replies: { bytes: number; size: number }
  followers: readonly Followed[]
  replicas: ReplicaState[]
  /** Absent: Redis is not used. */
  redis?: RedisState | undefined
  /** Outcomes of look-ups of shared replies, and how many were stored. */
  sharedReplies?: Readonly<Record<string, number>> | undefined
  /** Whether the limits of keys are counted together with other servers. */
  limitsAreShared: boolean
}

const metric =
  (type: Metric['type']) =>
  (name: string, help: string, values: number | Value[]): Metric => {
    const all = typeof values === 'number' ? [{ value: values, labels: {} }] : values
    return { name: `reelcommons_${name}`, help, type, aggregator: 'first', values: all }
  }
const gauge = metric('gauge')
const counter = metric('counter')

/** The metrics of a process that answers requests, besides those of every Node.js process. */
export function metricsOf(states: States, { workload }: Pick<Migratable, 'workload'>): Metric[] {
  const { requests, limited, admissions, replies, followers, replicas } = states
  const ofWork = (name: 'waiting' | 'inFlight' | 'refused') =>
    admissions.map(({ work, state }) => ({ value: state[name], labels: { work } }))
  const answered = requests.answered().map(({ count, ...labels }) => ({ value: count, labels }))
  return [
    counter('requests_total', 'Answers by group of operations, status, and whether the reply was kept.', answered),
    durationsOf(requests),
    counter('rate_limited_total', 'Requests that were over the limit of their key.', limited),
    gauge('requests_waiting', 'Requests whose work has yet to begin.', ofWork('waiting')),
    gauge('requests_in_flight', 'Requests that are worked on.', ofWork('inFlight')),
    counter('requests_refused_total', 'Requests that were refused because of load.', ofWork('refused')),
    gauge('reply_cache_bytes', 'Memory that kept replies take.', replies.bytes),
    gauge('reply_cache_entries', 'Kept replies.', replies.size),
    roundsOf(followers),
    ...(workload ? [databaseOf(workload())] : []),
    ...(replicas.length > 0 ? replicasOf(replicas) : []),
    ...redisOf(states),
  ]
}

function durationsOf(requests: Requests): Metric {
  const { within, count, seconds } = requests.durations()
  const name = 'request_seconds'
  const full = `reelcommons_${name}`
  return metric('histogram')(name, 'How long answers took, those apart that were sent from memory at once.', [
    ...within.map(({ bound, count }) => ({ value: count, labels: { le: bound }, metricName: `${full}_bucket` })),
    { value: count, labels: { le: '+Inf' }, metricName: `${full}_bucket` },
    { value: seconds, labels: {}, metricName: `${full}_sum` },
    { value: count, labels: {}, metricName: `${full}_count` },
  ])
}

const databaseOf = (workload: { reads: number; transactions: number }): Metric =>
  gauge(
    'database_workload',
    'Reads and transactions at hand or waiting for one of the connections.',
    Object.entries(workload).map(([kind, value]) => ({ value, labels: { kind } })),
  )

function replicasOf(replicas: States['replicas']): Metric[] {
  const each = (measure: (state: ReplicaState) => number | undefined) =>
    replicas.flatMap((state) => {
      const value = measure(state)
      return value === undefined ? [] : [{ value, labels: { replica: state.name } }]
    })
  return [
    gauge(
      'replica_lag_seconds',
      'For how long a replica has lacked something; absent where it does not answer.',
      each(({ lagMs }) => lagMs && lagMs / 1_000),
    ),
    gauge(
      'replica_fit',
      'Whether a replica answers and is not too far behind.',
      each(({ isFit }) => Number(isFit)),
    ),
    gauge(
      'replica_read',
      'Whether this process reads a replica.',
      each(({ isRead }) => Number(isRead)),
    ),
  ]
}

function redisOf({ redis, sharedReplies, limitsAreShared }: States): Metric[] {
  if (!redis) return []
  const { isThere, answered, unanswered, refused } = redis
  const outcomes = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts).map(([outcome, value]) => ({ value, labels: { outcome } }))
  return [
    gauge('redis_up', 'Whether Redis is there.', Number(isThere)),
    counter(
      'redis_commands_total',
      'Commands to Redis: answered, without an answer in time, refused.',
      outcomes({ answered, unanswered, refused }),
    ),
    gauge('limits_shared', 'Whether limits are counted together with other servers.', Number(limitsAreShared)),
    counter(
      'shared_replies_total',
      'Replies that were found in Redis, missing there or too old, and those stored.',
      outcomes(sharedReplies ?? {}),
    ),
  ]
}

/** Work that waits in the background, the same for all servers of a catalogue. */
export const backgroundMetrics = ({ mails, jobs, followers }: BackgroundState): Metric[] => [
  gauge('mails_waiting', 'Mails that are queued.', mails),
  gauge(
    'jobs_open',
    'Background jobs that wait for their first step, and those that have begun.',
    (['waiting', 'running'] as const).map((status) => ({ value: jobs[status], labels: { status } })),
  ),
  gauge(
    'follower_behind_changes',
    'Changes of the catalogue that a follower has not handled yet.',
    followers.map(({ name, changes }) => ({ value: changes, labels: { follower: name } })),
  ),
  gauge(
    'follower_rebuilding',
    'Whether a follower makes everything anew.',
    followers.map(({ name, isRebuilding }) => ({ value: Number(isRebuilding), labels: { follower: name } })),
  ),
]

/** A follower of the change log in this process. */
export type Followed = { name: string; rounds: Rounds }

/** What this process has done of jobs, of which one process of all servers does any. */
export function jobsOf(jobs: JobTally): Metric[] {
  const kinds = [...jobs]
  const outcomes = ['done', 'failed', 'cancelled'] as const
  return [
    counter(
      'jobs_ended_total',
      'Background jobs that have ended, by how.',
      kinds.flatMap(([kind, worked]) =>
        outcomes.map((outcome) => ({ value: worked[outcome], labels: { kind, outcome } })),
      ),
    ),
    counter(
      'job_seconds_total',
      'How long steps of background jobs took.',
      kinds.map(([kind, { seconds }]) => ({ value: seconds, labels: { kind } })),
    ),
  ]
}

export const roundsOf = (followers: readonly Followed[]): Metric =>
  counter(
    'follower_rounds_total',
    'How often a follower went on, began anew, and failed.',
    followers.flatMap(({ name, rounds }) =>
      Object.entries(rounds).map(([outcome, value]) => ({ value, labels: { follower: name, outcome } })),
    ),
  )
