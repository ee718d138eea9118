import type { Rounds } from '#src/background/follow.ts'
import type { Config } from '#src/config.ts'
import type { Topic } from '#src/database/topics.ts'
import type { Worked } from '#src/jobs/tally.ts'
import type { Log } from '#src/log.ts'
import type { Rests } from './rests.ts'

/** Messages of the process that works beside requests to the one that has started it. */
export type FromBeside =
  /** It does not hang. */
  | { type: 'alive' }
  /** It has opened the catalogue. */
  | { type: 'begun' }
  /** A line for the log. */
  | { type: 'log'; level: keyof Log; facts: object; sentence: string }
  /** It has changed something. */
  | { type: 'changed'; topic: Topic }
  /** What it has done since the last such message. */
  | { type: 'worked'; rounds: [follower: string, rounds: Rounds][]; jobs: [kind: string, worked: Worked][] }
  /** There is nothing to do, or it was told to stop. */
  | { type: 'ending'; rests: Rests }
  /** The last message, whatever came before it. */
  | { type: 'ended' }

/** Messages to that process. */
export type ToBeside =
  | { type: 'start'; config: Config; rests: Rests }
  /** Somebody has changed something. */
  | { type: 'changed'; topic: Topic }
  | { type: 'stop' }

/** An error as a message carries it, with the stacks of its causes and what is simple of the rest. */
export function toldError(error: unknown): object {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), stack: '' }
  const simple = Object.entries(error).filter(([, value]) => /^(string|number|boolean)$/.test(typeof value))
  return { ...Object.fromEntries(simple), name: error.name, message: error.message, stack: stackOf(error) }
}

function stackOf(error: Error): string {
  const { stack = '', cause } = error
  return cause instanceof Error ? `${stack}\ncaused by: ${stackOf(cause)}` : stack
}

/** The error again, as the log takes it: without a class, so that it writes the name. */
export const errorOf = (told: object): object => Object.assign(Object.create(null), told)
