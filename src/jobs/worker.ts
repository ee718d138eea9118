import { setTimeout as delay } from 'node:timers/promises'
import { Compile, type Validator } from 'typebox/compile'
import { type Looping, runLoop } from '#src/background/loop.ts'
import type { Database } from '#src/database/database.ts'
import { isConflict, isUnavailable, isUnwritable } from '#src/database/errors.ts'
import { endJob, MAX_ATTEMPTS, nextJob, putOff, StepTaken, type StoredJob, takeStep, writeStep } from './jobs.ts'
import { type Ending, JobFailure, type JobKind } from './kind.ts'
import type { Tally } from './tally.ts'

/** How long to rest when no job can go on; a job that is started meanwhile begins this much later. */
const REST_MS = 500

type WorkerOptions = {
  clock(): Date
  /** Gets errors of jobs that nobody foresaw. */
  failed(error: unknown): void
  /** What is done is counted here. */
  tally?: Tally
}

type Known = { kind: JobKind; input: Validator; state: Validator }

/** Does the next step of a job in one transaction with the state after it; says whether that was the last one. */
async function advance(db: Database, job: StoredJob, { kind, input, state }: Known, now: Date): Promise<boolean> {
  const { id, account_id } = job
  // An older version of the program may have started it.
  if (!input.Check(job.input) || !state.Check(job.state)) throw new JobFailure('other_version')
  const work = await kind.step(db, { id, account_id, input: job.input, state: job.state, now })
  return db.transaction(async (tx) => {
    await takeStep(tx, job)
    const step = await work(tx)
    await writeStep(tx, id, step, now)
    if (step.isDone) await kind.ended?.(tx, job, 'done', { now, failure: '' })
    return step.isDone
  })
}

type End = { ending: Ending; failure: string; now: Date }

/** Works on the jobs of these kinds, one step at a time. */
export function openJobWorker(db: Database, kinds: readonly JobKind[], { clock, failed, tally }: WorkerOptions) {
  const names = kinds.map(({ name }) => name)
  const known = new Map(
    kinds.map((kind): [string, Known] => [kind.name, { kind, input: Compile(kind.input), state: Compile(kind.state) }]),
  )

  /** Ends a job that is not done, unless another process has done something with it. */
  async function end(job: StoredJob, { kind }: Known, { ending, failure, now }: End) {
    await db.transaction(async (tx) => {
      await takeStep(tx, job)
      await endJob(tx, job.id, ending, failure, now)
      await kind.ended?.(tx, job, ending, { now, failure })
    })
    tally?.ended(job.kind, ending)
  }

  async function fail(job: StoredJob, of: Known, error: unknown, now: Date) {
    if (error instanceof JobFailure) return end(job, of, { ending: 'failed', failure: error.reason, now })
    // Another process has done it or is in the way, or the database is away or only lets read: no fault of the job.
    if (error instanceof StepTaken || isConflict(error) || isUnavailable(error) || isUnwritable(error)) throw error
    failed(error)
    if (job.attempts + 1 >= MAX_ATTEMPTS) return end(job, of, { ending: 'failed', failure: 'fault', now })
    return db.transaction(async (tx) => {
      await takeStep(tx, job)
      await putOff(tx, job, now)
    })
  }

  async function goOn(job: StoredJob, of: Known, now: Date) {
    try {
      if (await advance(db, job, of, now)) tally?.ended(job.kind, 'done')
    } catch (error) {
      await fail(job, of, error, now)
    }
  }

  /** Does one step of the job whose turn it is; false if there is none. */
  async function tick(): Promise<boolean> {
    const now = clock()
    for (const kind of kinds) await kind.letGo?.(db)
    const job = names.length === 0 ? undefined : await nextJob(db, names, now)
    const of = known.get(job?.kind ?? '')
    if (!job || !of) return false
    const beganMs = performance.now()
    try {
      if (job.cancelled_at !== null) await end(job, of, { ending: 'cancelled', failure: '', now })
      else await goOn(job, of, now)
    } catch (error) {
      if (!(error instanceof StepTaken)) throw error
    } finally {
      tally?.worked(job.kind, performance.now() - beganMs)
    }
    return true
  }

  return { tick }
}

type RunOptions = WorkerOptions & Looping & { pauseMs: number }

/** Works until `signal` is aborted, with a pause after each step that leaves time to others. */
export function runJobs(db: Database, kinds: readonly JobKind[], { pauseMs, ...options }: RunOptions): Promise<void> {
  const { signal } = options
  const { tick } = openJobWorker(db, kinds, options)
  const work = async () => {
    while (!signal.aborted && (await tick())) await delay(pauseMs, undefined, { signal }).catch(() => {})
  }
  return runLoop(work, { ...options, restMs: REST_MS })
}
