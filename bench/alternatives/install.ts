import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { benchData, madeWhole } from '../support/catalogues.ts'
import { environment } from '../support/server.ts'

/** Packages with native code are compiled where nobody has done so. */
const INSTALL_TIMEOUT_MS = 1_200_000

/** Where npm has installed a version of a package, which it is asked for once. */
export async function installed({ name, version }: { name: string; version: string }): Promise<string> {
  const folder = join(benchData, 'npm', `${name}-${version}`)
  await mkdir(join(benchData, 'npm'), { recursive: true })
  await madeWhole(folder, async (part) => {
    await mkdir(part)
    await writeFile(join(part, 'package.json'), '{ "private": true }')
    const args = ['install', '--save-exact', '--no-audit', '--no-fund', `${name}@${version}`]
    const options = { cwd: part, env: environment({}), timeout: INSTALL_TIMEOUT_MS }
    await promisify(execFile)('npm', args, options)
  })
  return folder
}
