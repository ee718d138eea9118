import { type Static, Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import { write } from '#src/contract/write.ts'
import { countRows } from '#src/database/count-rows.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import type { Ending, JobKind, Step } from './kind.ts'

/** Jobs of one account that wait or run. One of them runs at a time; those of different accounts take turns. */
export const maxOpenJobsOfAccount = 5
/** How long a job that has ended is kept. */
export const JOB_DAYS = 30
/** Failures in a row after which a job has failed, and the pause after the first, which each one doubles. */
export const MAX_ATTEMPTS = 5
export const RETRY_MS = 1_000

type JobStatus = 'waiting' | 'running' | Ending

const Json = Type.Record(Type.String(), Type.Unknown())
/** What is shown of a job, for those that show more of theirs, too. */
export const jobColumns = {
  id: Type.Integer(),
  account_id: Type.Integer(),
  kind: Type.String(),
  status: Type.Unsafe<JobStatus>({ type: 'string' }),
  phase: Type.String(),
  done: Type.Integer(),
  total: nullable(Type.Integer()),
  failure: Type.String(),
  created_at: Type.String(),
  cancelled_at: nullable(Type.String()),
  ended_at: nullable(Type.String()),
}
const Job = Type.Object(jobColumns)
/** A job as its owner sees it. */
export type Job = Static<typeof Job>

const StoredJob = Type.Object({
  ...jobColumns,
  input: Json,
  state: Json,
  revision: Type.Integer(),
  attempts: Type.Integer(),
})
/** A job as whoever works on it sees it. */
export type StoredJob = Static<typeof StoredJob>

export const shownColumns = sql`job.id, job.account_id, job.kind, job.status, job.phase, job.done, job.total,
  job.failure, job.created_at, job.cancelled_at, job.ended_at`
const stored = sql`${shownColumns}, job.input, job.state, job.revision, job.attempts`

type NewJob<Input, State> = { account_id: number; input: Input; state: State; phase: string; now: Date }

/** Starts a job and returns its id; undefined if its account has as many open jobs as an account may have. */
export function startJob<Input, State>(
  db: Database,
  { name }: Pick<JobKind, 'name'>,
  { account_id, input, state, phase, now }: NewJob<Input, State>,
): Promise<number | undefined> {
  const at = now.toISOString()
  return db.transaction(async (tx) => {
    // Nobody else starts one for this account meanwhile, so that parallel requests cannot exceed the limit.
    await tx.run(sql`update account set username = username where id = ${account_id}`)
    const open = await countRows(
      tx,
      sql`from job where account_id = ${account_id} and status in ('waiting', 'running')`,
    )
    if (open >= maxOpenJobsOfAccount) return undefined
    const made = await tx.one(
      Id,
      sql`
      insert into job (account_id, kind, input, state, status, revision, phase, done, attempts, failure, created_at,
        worked_at, next_at)
      values (${account_id}, ${name}, ${input}, ${state}, 'waiting', 0, ${phase}, 0, 0, '', ${at}, ${at}, ${at})
      returning id`,
    )
    return made?.id
  })
}

/** A job of an account. */
export const findJob = (db: Reader, id: number, account_id: number): Promise<Job | undefined> =>
  db.one(Job, sql`select ${shownColumns} from job where job.id = ${id} and job.account_id = ${account_id}`)

/** Jobs that are listed, whoever has started them. */
const maxListed = 20

const OpenJob = Type.Object({ id: Type.Integer(), kind: Type.String(), username: Type.String() })

/** What waits or runs, and who has started it. */
export const openJobs = (db: Reader) =>
  db.all(
    OpenJob,
    sql`
    select job.id, job.kind, account.username from job join account on account.id = job.account_id
    where job.ended_at is null order by job.worked_at, job.id ${limit(maxListed)}`,
  )

/** Tells a job to end before its next step; false if it has ended. What it has done stays. */
export const cancelJob = write([], async ({ db, now, account }, id: number) => {
  const at = now.toISOString()
  const cancelled = await db.run(sql`
    update job set cancelled_at = ${at}, next_at = ${at}
    where id = ${id} and account_id = ${account.id} and ended_at is null and cancelled_at is null`)
  return cancelled === 1
})

/**
 * The job whose turn it is: of those that may go on, the one that has waited longest. An account has one running job at
 * a time, and those of a suspended account rest.
 */
export const nextJob = (db: Reader, kinds: readonly string[], now: Date): Promise<StoredJob | undefined> =>
  db.one(
    StoredJob,
    sql`
    select ${stored} from job
    where job.ended_at is null and job.next_at <= ${now.toISOString()} and ${db.engine.anyOf(sql`job.kind`, kinds)}
      and (job.status = 'running' or job.cancelled_at is not null or not exists (
        select 1 from job other where other.account_id = job.account_id and other.status = 'running'))
      and not exists (select 1 from account a where a.id = job.account_id and a.disabled_at is not null)
    order by job.worked_at, job.id ${limit(1)}`,
  )

/** Another process has done the step, or the job is gone. */
export class StepTaken extends Error {
  override name = 'StepTaken'
}

/** Takes the next step of a job for this transaction. One engine gives the number of a job that is gone to another. */
export async function takeStep(tx: Database, { id, account_id, created_at, revision }: StoredJob): Promise<void> {
  const taken = await tx.run(sql`
    update job set revision = revision + 1
    where id = ${id} and account_id = ${account_id} and created_at = ${created_at} and revision = ${revision}
      and ended_at is null`)
  if (taken === 0) throw new StepTaken()
}

/** Writes what a step has left. */
export async function writeStep(
  tx: Database,
  id: number,
  { state, progress, isDone, waitMs = 0 }: Step<unknown>,
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  await tx.run(sql`
    update job set state = ${state}, phase = ${progress.phase}, done = ${progress.done}, total = ${progress.total},
      status = ${isDone ? 'done' : 'running'}, attempts = 0, worked_at = ${at},
      next_at = ${laterBy(now, waitMs)}, ended_at = ${isDone ? at : null}
    where id = ${id}`)
}

/** Lets a job wait after a failure. */
export const putOff = (tx: Database, { id, attempts }: StoredJob, now: Date) =>
  tx.run(sql`
    update job set attempts = attempts + 1, next_at = ${laterBy(now, RETRY_MS * 2 ** attempts)} where id = ${id}`)

const laterBy = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString()

/** Ends a job that is not done. */
export const endJob = (tx: Database, id: number, ending: Ending, failure: string, now: Date) =>
  tx.run(sql`
    update job set status = ${ending}, failure = ${failure}, worked_at = ${now.toISOString()},
      ended_at = ${now.toISOString()}
    where id = ${id}`)
