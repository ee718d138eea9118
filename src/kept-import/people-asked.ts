import { JobFailure } from '#src/jobs/kind.ts'
import { SeveralPeople } from './formats/whose.ts'

/** Somebody has to say first who counts: until then the file is kept. */
const asking = 'several_people '

export function orAsk(error: unknown): never {
  throw error instanceof SeveralPeople ? new JobFailure(asking + JSON.stringify(error.people)) : error
}

/** The people from whom one has to be chosen, if the reading of a file has failed for that. */
export const peopleAsked = (failure: string): readonly string[] =>
  failure.startsWith(asking) ? JSON.parse(failure.slice(asking.length)) : []
