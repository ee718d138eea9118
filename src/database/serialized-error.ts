import {
  DatabaseBusyError,
  DatabaseClosedError,
  DiskFullError,
  ReadOnlyError,
  TransactionTimeoutError,
} from './errors.ts'

/** The parts of an error that we need and that messages between threads or processes do not carry by themselves. */
export type SerializedError = { name: string; message: string; code?: string; errcode?: number }

const named = new Map(
  [DatabaseBusyError, DatabaseClosedError, DiskFullError, ReadOnlyError, TransactionTimeoutError].map((of) => [
    of.name,
    of,
  ]),
)

export function serializeError(error: unknown): SerializedError {
  const { name, message, code, errcode } = error as SerializedError
  return { name, message, ...(code === undefined ? {} : { code }), ...(errcode === undefined ? {} : { errcode }) }
}

export function deserializeError({ name, message, ...rest }: SerializedError): Error {
  const Named = named.get(name)
  return Named ? new Named(message) : Object.assign(new Error(message), rest)
}
