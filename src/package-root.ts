import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The folder of package.json, with the migrations, the sample and the contract. This file and every file of the bundle
 * are exactly one folder below it.
 */
export const packageRoot: string = dirname(import.meta.dirname)

/** The folder of the program: its sources, or the bundle. */
export const programFolder: string = import.meta.dirname

/** The version of the package. */
export const version: string = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')).version
