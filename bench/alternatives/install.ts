import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { benchData, madeWhole } from '../support/catalogues.ts'
import { environment } from '../support/server.ts'
import type { Alternative } from './alternative.ts'

/** Packages with native code are compiled where nobody has done so. */
const INSTALL_TIMEOUT_MS = 1_200_000

/** Where Debian's package has the headers of Node: interfaces for native code stay the same from version to version. */
const HEADERS = '/usr'

/** Where npm has installed a version of a package, which it is asked for once. */
export async function installed({ name, version, beside = {} }: Alternative): Promise<string> {
  const folder = join(benchData, 'npm', `${name}-${version}`)
  await mkdir(join(benchData, 'npm'), { recursive: true })
  await madeWhole(folder, async (part) => {
    await mkdir(part)
    const wanted = { private: true, dependencies: { [name]: version, ...beside }, overrides: beside }
    await writeFile(join(part, 'package.json'), JSON.stringify(wanted))
    const args = ['install', '--no-audit', '--no-fund', '--legacy-peer-deps']
    const headers = existsSync(join(HEADERS, 'include/node/node_api.h')) ? { npm_config_nodedir: HEADERS } : {}
    const options = { cwd: part, env: environment(headers), timeout: INSTALL_TIMEOUT_MS }
    await promisify(execFile)('npm', args, options)
  })
  return folder
}
