import { type Ended, runCommand } from './command-process.ts'

export type Import = Ended & { lines: number }

/** Runs `reelcommons import` to its end. `to` is a data folder, or the address of a PostgreSQL database. */
export async function runImport(paths: readonly string[], to: { data: string; database?: string }): Promise<Import> {
  const env = to.database === undefined ? undefined : { REELCOMMONS_DATABASE: to.database }
  const ended = await runCommand(['import', ...paths, '--data', to.data], env)
  return { ...ended, lines: Number(/^read ([\d,]+) lines/m.exec(ended.summary)?.[1]?.replaceAll(',', '')) }
}
