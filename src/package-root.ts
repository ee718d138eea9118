import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * The folder of package.json, with the migrations, the sample and the contract. This file lies below it as well as
 * every file that is built of it.
 */
export const packageRoot: string = rootAbove(import.meta.dirname)

/** The folder of the program: its sources, or the bundle. */
export const programFolder: string = import.meta.dirname

/** The version of the package. */
export const version: string = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')).version

function rootAbove(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : rootAbove(dirname(folder))
}

const load = createRequire(import.meta.url)

/**
 * Gives a package that is loaded when it is first used, because no start needs it: `scripts/later-packages.ts` lists
 * them. `require` does at once what `import()` promises, so that nobody has to wait. `Package` is its type.
 */
export function atFirstUse<Package>(name: string): () => Package {
  let loaded: Package | undefined
  return () => {
    loaded ??= load(name) as Package
    return loaded
  }
}
