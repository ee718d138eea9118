import { DatabaseBusyError, DatabaseClosedError, TransactionTimeoutError } from './errors.ts'

/** The part of an error that we need and that a message between threads or processes does not carry by itself. */
export type Failure = { name: string; message: string; code?: string; errcode?: number }

const named = new Map([DatabaseBusyError, DatabaseClosedError, TransactionTimeoutError].map((of) => [of.name, of]))

export function failureOf(error: unknown): Failure {
  const { name, message, code, errcode } = error as Failure
  return { name, message, ...(code === undefined ? {} : { code }), ...(errcode === undefined ? {} : { errcode }) }
}

export function revive({ name, message, ...rest }: Failure): Error {
  const Named = named.get(name)
  return Named ? new Named(message) : Object.assign(new Error(message), rest)
}
