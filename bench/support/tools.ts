import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Programs of others that some figures need, with the packages that have them in Debian. */
const packages = { nginx: 'nginx', 'redis-server': 'redis-server', wrk: 'wrk' } as const
export type Tool = keyof typeof packages

/** Where programs are; the path of an ordinary user has no programs of the system. */
const folders = process.env.BENCH_TOOLS ?? `${process.env.PATH}${delimiter}/usr/local/sbin${delimiter}/usr/sbin`

/** Where a program is; undefined if it is missing. */
export const pathOf = (tool: Tool): string | undefined =>
  folders
    .split(delimiter)
    .map((folder) => join(folder, tool))
    .find((path) => existsSync(path))

/** Where a program is that somebody has asked for before. */
export function pathFound(tool: Tool): string {
  const path = pathOf(tool)
  if (path === undefined) throw new Error(missing(tool))
  return path
}

export const missing = (tool: Tool) => `${tool} is missing: apt-get install ${packages[tool]}`

/** The figure in place of one that needs a program which is missing. */
export const unmeasured = (what: string, tool: Tool, command: string) => ({
  what,
  measured: `not measured: ${tool} is missing`,
  command,
})
