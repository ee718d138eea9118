import { existsSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packageRoot } from '#src/package-root.ts'

/** Debian and most others have a file system in memory here. */
const MEMORY = '/dev/shm'
/** A run needs a fraction of this, but tests must not take the memory that other programs of the machine need. */
const LEAST_MEMORY_BYTES = 4 * 1024 ** 3
const NAME = /^reelcommons-run-(\d+)-/

/**
 * Makes the folder in which a run of the tests has all its temporary files, in memory where there is room, so that no
 * test waits for a disk. It is gone when this process is.
 */
export async function openRunFolder(): Promise<string> {
  const parent = process.env.TMPDIR === undefined && holdsPrograms(MEMORY) && hasRoom(MEMORY) ? MEMORY : tmpdir()
  removeAbandoned(parent)
  const folder = await mkdtemp(join(parent, `reelcommons-run-${process.pid}-`))
  // PostgreSQL runs as another user, who has a folder in it.
  await chmod(folder, 0o711)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  process.env.TMPDIR = folder
  // Each process that tests start would compile the same thousand modules.
  process.env.NODE_COMPILE_CACHE ??= join(packageRoot, 'node_modules', '.cache', 'compiled-for-tests')
  return folder
}

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return Math.min(bavail * bsize, process.availableMemory()) >= LEAST_MEMORY_BYTES
}

/** In containers, programs in memory are often not run. */
function holdsPrograms(folder: string): boolean {
  if (!existsSync('/proc/mounts')) return false
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
  const mount = mounts.map((line) => line.split(' ')).findLast(([, path]) => path === folder)
  return mount !== undefined && !mount[3]?.split(',').includes('noexec')
}

/** Removes what runs have left that were killed. */
function removeAbandoned(parent: string) {
  for (const name of readdirSync(parent)) {
    const pid = NAME.exec(name)?.[1]
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(parent, name), { recursive: true, force: true })
  }
}
