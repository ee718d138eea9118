import type { Static, TSchema } from 'typebox'
import { JobFailure, type JobKind, jobKind } from '#src/jobs/kind.ts'
import { hasImport } from './imports.ts'

type Declaration<Input extends TSchema, State extends TSchema> = Omit<
  JobKind<Static<Input> & { import_id: number }, Static<State>>,
  'input' | 'state'
> & { input: Input; state: State }

/** Declares a kind of job about an import, which writes nothing once its account has that no longer. */
export const importJob = <Input extends TSchema, State extends TSchema>({
  step,
  ended,
  ...declaration
}: Declaration<Input, State>): JobKind =>
  jobKind({
    ...declaration,
    async step(db, job) {
      const known = job as Parameters<typeof step>[1]
      const work = await step(db, known)
      return async (tx) => {
        if (!(await hasImport(tx, known.input.import_id, known.account_id))) throw new JobFailure('import_gone')
        return work(tx)
      }
    },
    async ended(tx, job, ...how) {
      const known = job as Parameters<NonNullable<typeof ended>>[1]
      if (await hasImport(tx, known.input.import_id, known.account_id)) await ended?.(tx, known, ...how)
    },
  }) as JobKind
