import type { Static, TSchema } from 'typebox'
import type { Database, Reader } from '#src/database/database.ts'

/** How far a job has come: a word for what it does, and how much of that. */
export type Progress = { phase: string; done: number; total: number | null }

/** How a job can end. */
export type Ending = 'done' | 'failed' | 'cancelled'

/** A job as its kind sees it. */
export type JobOf<Input, State> = {
  id: number
  account_id: number
  input: Input
  /** What the last step has left. */
  state: State
  now: Date
}

/** What a step leaves. */
export type Step<State> = {
  state: State
  progress: Progress
  isDone: boolean
  /** How long the next step waits for something else. */
  waitMs?: number
}

/**
 * A kind of background job. A job advances in steps of some milliseconds, so that it delays nobody. What a step
 * writes and the state after it are one transaction: whenever the process is killed, nothing is lost, and nothing
 * happens twice.
 */
export type JobKind<Input = unknown, State = unknown> = {
  name: string
  input: TSchema
  state: TSchema
  /**
   * Prepares the next step outside of the transaction, where it may read much with `db.wide`, and returns what is done
   * inside. That may run again from its beginning if it conflicts with others.
   */
  step(db: Reader, job: JobOf<Input, State>): Promise<(tx: Database) => Promise<Step<State>>>
  /** What else has to happen when a job ends, in the same transaction; `failure` is why it failed. */
  ended?(
    tx: Database,
    job: { id: number; account_id: number; input: Input },
    ending: Ending,
    about: { now: Date; failure: string },
  ): Promise<unknown>
  /** Lets go of what this process holds for jobs that are gone, as with their account; asked before each step. */
  letGo?(db: Database): Promise<unknown>
}

/** Declares a kind of job, whose input and state have the types of their schemas. */
export const jobKind = <Input extends TSchema, State extends TSchema>(
  declaration: Omit<JobKind<Static<Input>, Static<State>>, 'input' | 'state'> & { input: Input; state: State },
): JobKind<Static<Input>, Static<State>> => declaration

/** A reason why a job cannot go on, as a word for which the pages have a sentence. It is not tried again. */
export class JobFailure extends Error {
  override name = 'JobFailure'
  readonly reason: string
  constructor(reason: string) {
    super(`The job cannot go on: ${reason}`)
    this.reason = reason
  }
}
