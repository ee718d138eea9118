/** Others held the database for too long, or too many wait for it. The same work may succeed later. */
export class DatabaseBusyError extends Error {
  override name = 'DatabaseBusyError'
}

/** So much waits for the database that more is refused: nothing is wrong with it. */
export class DatabaseOverloadedError extends DatabaseBusyError {
  override name = 'DatabaseOverloadedError'
}

/** The database was closed, or lost the thread that writes it. */
export class DatabaseClosedError extends Error {
  override name = 'DatabaseClosedError'
}

/** The database server is not there, refuses connections, or went away. The same work may succeed later. */
export class DatabaseUnreachableError extends Error {
  override name = 'DatabaseUnreachableError'
}

/** The disk has no room for another write. The same work succeeds once there is some. */
export class DiskFullError extends Error {
  override name = 'DiskFullError'
}

/** What is to be written may only be read. The same work succeeds once that is mended. */
export class ReadOnlyError extends Error {
  override name = 'ReadOnlyError'
}

/** A transaction was rolled back because it took longer than it may delay others. */
export class TransactionTimeoutError extends Error {
  override name = 'TransactionTimeoutError'
}

/** A read took longer than anybody waits for it. */
export class StatementTimeoutError extends Error {
  override name = 'StatementTimeoutError'
}

export const SQLITE_READONLY = 8
const SQLITE_CONSTRAINT = 19
const SQLITE_CONSTRAINT_PRIMARYKEY = 1555
const SQLITE_CONSTRAINT_UNIQUE = 2067
export const SQLITE_FULL = 13
const POSTGRES_DISK_FULL = '53100'
const POSTGRES_READ_ONLY = '25006'
const POSTGRES_INTEGRITY = /^23/
const POSTGRES_UNIQUE_VIOLATION = '23505'
const POSTGRES_QUERY_CANCELED = '57014'
const POSTGRES_SERIALIZATION_FAILURE = '40001'
const POSTGRES_DEADLOCK_DETECTED = '40P01'

/** A statement was refused because a row with the same key, or the same value of a unique index, exists. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown }
  return (
    code === POSTGRES_UNIQUE_VIOLATION ||
    errcode === SQLITE_CONSTRAINT_UNIQUE ||
    errcode === SQLITE_CONSTRAINT_PRIMARYKEY
  )
}

/** A statement was refused because of what is in other rows, or of a rule of its table. */
export function isConstraintViolation(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown }
  return (
    (typeof code === 'string' && POSTGRES_INTEGRITY.test(code)) ||
    (typeof errcode === 'number' && errcode % 256 === SQLITE_CONSTRAINT)
  )
}

/** There is no room on the disk of the database, or left in a quota. Nothing of the transaction was written. */
export function isDiskFull(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown }
  return (
    error instanceof DiskFullError ||
    code === POSTGRES_DISK_FULL ||
    code === 'ENOSPC' ||
    code === 'EDQUOT' ||
    (typeof errcode === 'number' && errcode % 256 === SQLITE_FULL)
  )
}

/** The database, or the disk of a file, is there for reading only. Nothing of the transaction was written. */
export function isReadOnly(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown }
  return (
    error instanceof ReadOnlyError ||
    code === POSTGRES_READ_ONLY ||
    code === 'EROFS' ||
    (typeof errcode === 'number' && errcode % 256 === SQLITE_READONLY)
  )
}

/** Nothing can be written until somebody makes room or mends the place; reads go on. */
export const isUnwritable = (error: unknown): boolean => isDiskFull(error) || isReadOnly(error)

/**
 * A conflict with other transactions, or on a replica with what the primary has sent. Nothing of the transaction was
 * written, and the same work may succeed at once. On SQLite there are none: transactions that write take turns.
 */
export function isConflict(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  return code === POSTGRES_SERIALIZATION_FAILURE || code === POSTGRES_DEADLOCK_DETECTED
}

/** The same, or the end of a transaction that was tried as often as anybody waits for it. */
export const isFromConflict = (error: unknown): boolean =>
  isConflict(error) || (error instanceof DatabaseBusyError && isConflict(error.cause))

/** Nobody can use the database at the moment. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof DatabaseBusyError ||
  error instanceof DatabaseClosedError ||
  error instanceof DatabaseUnreachableError

/** A statement or a transaction was given up because it took too long. */
export const isOverTime = (error: unknown): boolean =>
  error instanceof TransactionTimeoutError ||
  error instanceof StatementTimeoutError ||
  (error as { code?: unknown } | null)?.code === POSTGRES_QUERY_CANCELED
