import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname } from 'node:path'
import { DiskFullError, ReadOnlyError, SQLITE_FULL, SQLITE_READONLY } from '../errors.ts'

const SQLITE_IOERR = 10
const SQLITE_CANTOPEN = 14
const SQLITE_IOERR_SHMSIZE = 4_874

/** What SQLite says where a file cannot be made, extended or changed; it does not say why. */
const aboutFiles = [SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN]

const codeOf = (error: unknown): number => (error as { errcode?: number } | null)?.errcode ?? 0

export const isAboutFiles = (error: unknown): boolean => aboutFiles.includes(codeOf(error) % 256)

/** Why the database at `path` could not be written; undefined if the error is about something else. */
export function refusalOf(path: string, error: unknown): DiskFullError | ReadOnlyError | undefined {
  if (error instanceof DiskFullError || error instanceof ReadOnlyError) return error
  if (!isAboutFiles(error)) return undefined
  const obstacle = obstacleAt(path)
  if (obstacle) return readOnly(obstacle)
  const isFull = codeOf(error) % 256 === SQLITE_FULL || codeOf(error) === SQLITE_IOERR_SHMSIZE
  return isFull ? new DiskFullError('The disk with the catalogue is full.') : undefined
}

/** What keeps this process from writing or reading: a read-only disk, or that the place belongs to another user. */
type Obstacle = { place: string; code: string; user: string; owner: string }

/** What keeps this process from writing the database at `path`, or from reading it; undefined if nothing does. */
export function obstacleAt(path: string, to: 'write' | 'read' = 'write'): Obstacle | undefined {
  for (const place of [dirname(path), path, `${path}-wal`, `${path}-shm`].filter(existsSync)) {
    const code = refusalTo(to, place)
    if (code !== undefined) return { place, code, user: userName(), owner: String(statSync(place).uid) }
  }
  return undefined
}

const belongs = ({ place, code, user, owner }: Obstacle, verb: string) =>
  `The user ${user} cannot ${verb} ${place} (${code}), which belongs to the user with the id ${owner}.`

/** An obstacle to reading, for whoever runs a command. */
export const unreadable = (obstacle: Obstacle): Error =>
  new Error(`${belongs(obstacle, 'read')} Run the command as that user.`)

const readOnly = (obstacle: Obstacle): ReadOnlyError =>
  new ReadOnlyError(
    obstacle.code === 'EROFS'
      ? `The disk with ${obstacle.place} is read-only (EROFS). Mount it so that it can be written, or copy the ` +
          'folder to another one.'
      : `${belongs(obstacle, 'write')} Run the command as that user, or let ${obstacle.user} write the folder.`,
  )

function refusalTo(to: 'write' | 'read', place: string): string | undefined {
  try {
    accessSync(place, to === 'write' ? constants.W_OK : constants.R_OK)
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code
  }
}

/** In containers, users often have no name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `with the id ${process.getuid?.()}`
  }
}
