import { execFileSync } from 'node:child_process'
import { statfsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'

/** Room for a catalogue of the tests, and for what a server puts beside it. */
const DISK_BYTES = 100 * 1_048_576

/** Why there are no disks to test with, for the option `skip` of a test. */
export const skipWithoutDisks = ((): string | false => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'mounting a disk takes root'
  try {
    const trial = execFileSync('mktemp', ['-d']).toString().trim()
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', trial], { stdio: 'ignore' })
    execFileSync('umount', [trial])
    execFileSync('rmdir', [trial])
    return false
  } catch {
    return 'this system lets nobody mount a disk'
  }
})()

export type Disk = Awaited<ReturnType<typeof openDisk>>

/** A small disk in memory, which a test fills, empties and makes read-only. */
export async function openDisk(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES},mode=755`, 'tmpfs', folder])
  t.after(async () => {
    execFileSync('umount', ['--lazy', folder])
    await rm(folder, { recursive: true })
  })
  const [data, ballast] = [join(folder, 'data'), join(folder, 'ballast')]
  await mkdir(data)
  // Commands in this process have let nobody else read what it makes.
  await chmod(data, 0o755)
  const remount = (mode: 'ro' | 'rw') => execFileSync('mount', ['-o', `remount,${mode}`, folder])
  return {
    data,
    /** Leaves not a byte. */
    async fill() {
      const { bavail, bsize } = statfsSync(folder)
      await writeFile(ballast, Buffer.alloc(bavail * bsize))
    },
    empty: () => rm(ballast),
    makeReadOnly: () => remount('ro'),
    makeWritable: () => remount('rw'),
  }
}
