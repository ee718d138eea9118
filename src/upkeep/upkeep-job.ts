import { join } from 'node:path'
import { type Static, Type } from 'typebox'
import { recordAct } from '#src/audit/acts.ts'
import type { Config } from '#src/config.ts'
import { requireAdministrator } from '#src/contract/access.ts'
import { nullable } from '#src/contract/schema.ts'
import { write } from '#src/contract/write.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { revise } from '#src/database/revisions.ts'
import { limit, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { type CommandEnd, startCommand } from '#src/jobs/command-process.ts'
import { jobColumns, shownColumns, startJob } from '#src/jobs/jobs.ts'
import { JobFailure, jobKind, type Step } from '#src/jobs/kind.ts'
import { tellServer } from '#src/webhooks/queue.ts'
import { backupsFolder } from './backups.ts'

/** How often a command is begun again that was killed with its server. */
const maxStarts = 5
/** Between two looks at a command. */
const LOOK_MS = 400
/** Characters that are told of why a backup has failed. */
const maxWhy = 500
/** Records of the sample that stay and are named; the others are counted. */
export const maxKeptNamed = 50

/** What administrators have done on pages that takes long, each by a command of ours. */
const taskNames = ['remove_sample', 'load_sample', 'backup'] as const
export type Task = (typeof taskNames)[number]

const Input = Type.Object({ task: Type.Union(taskNames.map((name) => Type.Literal(name))) })
const Kept = Type.Object({ kind: Type.String(), id: Type.Integer(), name: Type.String() })
const Outcome = Type.Object({
  removed: Type.Optional(Type.Integer()),
  kept: Type.Optional(Type.Integer()),
  records: Type.Optional(Type.Array(Kept)),
  folder: Type.Optional(Type.String()),
})
/** What has come of a task, as its command tells it. */
type Outcome = Static<typeof Outcome>
const State = Type.Object({ starts: Type.Integer(), outcome: nullable(Outcome) })
type State = Static<typeof State>

/** What a command tells whoever has started it. */
export type TaskTold = { is: 'task'; outcome: Outcome }

/** What starts a task; `upkeepJobIn` does it. */
const upkeepJob = { name: 'upkeep' }

const isUnderWay = sql`kind = ${upkeepJob.name} and ended_at is null`

type Begun = { account_id: number; task: Task; now: Date }

/**
 * Starts a task, one at a time whoever wants it: `running` if one is under way, undefined if the account has as many
 * jobs as it may have.
 */
export async function beginTask(
  tx: Database,
  { account_id, task, now }: Begun,
): Promise<number | 'running' | undefined> {
  // Until this transaction ends, nobody else begins one.
  await revise(tx, 'settings')
  if (await tx.one(Id, sql`select id from job where ${isUnderWay} limit 1`)) return 'running'
  const state: State = { starts: 0, outcome: null }
  return startJob(tx, upkeepJob, { account_id, input: { task }, state, phase: task, now })
}

export const startTask = write([], ({ db, now, account }, task: Task) => {
  requireAdministrator(account)
  return db.transaction((tx) => beginTask(tx, { account_id: account.id, task, now }))
})

/** The command of a task. */
const wordsOf = (task: Task, config: Config, now: Date): string[] =>
  ({
    remove_sample: ['sample', 'remove'],
    load_sample: ['sample', 'load'],
    backup: ['backup', '--', join(backupsFolder(config), now.toISOString().slice(0, 19).replaceAll(':', '-'))],
  })[task]

const acts = { remove_sample: 'sample_removed', load_sample: 'sample_loaded', backup: 'backup_made' } as const

/** What a command complains of, which may name any file, as a database can keep it. */
const plain = (text: string): string => text.toWellFormed().replaceAll('\0', '').trim()

/** Tells the webhooks of the server that a backup has failed, and why. */
export const tellOfFailedBackup = (tx: Database, why: string, now: Date): Promise<void> =>
  tellServer(tx, { type: 'backup.failed', data: { why: why.slice(0, maxWhy) }, path: '/admin/setup' }, now)

type Running = ReturnType<typeof startCommand> & { seen: { end: CommandEnd | undefined; outcome: Outcome | undefined } }

function run(config: Config, words: readonly string[]): Running {
  const seen: Running['seen'] = { end: undefined, outcome: undefined }
  const started = startCommand(config, words, (message) => {
    const told = message as TaskTold
    if (told.is === 'task') seen.outcome = told.outcome
  })
  void started.ended.then((end) => {
    seen.end = end
  })
  return { ...started, seen }
}

/** Does tasks, each in a process of its own, while a step looks whether it has ended. */
export function upkeepJobIn(config: Config, signal: AbortSignal) {
  const running = new Map<number, Running>()
  signal.addEventListener('abort', () => {
    for (const { stop } of running.values()) stop()
  })
  return jobKind({
    ...{ ...upkeepJob, input: Input, state: State },
    async step(_db, { id, input: { task }, state, now }) {
      const known = running.get(id)
      if (!known && state.starts >= maxStarts) throw new JobFailure('fault')
      const process = known ?? run(config, wordsOf(task, config, now))
      running.set(id, process)
      const { seen, complaint } = process
      const starts = state.starts + (known ? 0 : 1)
      const progress = { phase: task, done: 0, total: null }
      if (seen.end === 'failed' && seen.outcome === undefined) throw new JobFailure(plain(complaint()) || 'fault')
      if (seen.end === 'killed') running.delete(id)
      const isDone = seen.end === 'done' || (seen.end === 'failed' && seen.outcome !== undefined)
      const after: Step<State> = {
        ...{ state: { starts, outcome: (isDone && seen.outcome) || null }, progress, isDone, waitMs: LOOK_MS },
      }
      return async () => after
    },
    async ended(tx, { id, account_id, input: { task } }, ending, { now, failure }) {
      running.get(id)?.stop()
      running.delete(id)
      if (ending === 'done') await recordAct(tx, acts[task], { by: account_id, now }, {})
      if (ending === 'failed' && task === 'backup') await tellOfFailedBackup(tx, failure, now)
    },
  })
}

const Found = Type.Object({ ...jobColumns, input: Input, state: State })
export type UpkeepTask = Static<typeof Found>

const columns = sql`${shownColumns}, job.input, job.state`

/** The task that is under way, whoever has started it. */
export const taskUnderWay = (db: Reader): Promise<UpkeepTask | undefined> =>
  db.one(Found, sql`select ${columns} from job where ${isUnderWay} order by worked_at, id ${limit(1)}`)

/** The last task that an account has started. */
export const lastTaskOf = (db: Reader, account_id: number): Promise<UpkeepTask | undefined> =>
  db.one(
    Found,
    sql`
    select ${columns} from job where account_id = ${account_id} and kind = ${upkeepJob.name}
    order by id desc ${limit(1)}`,
  )
