import type { Config } from '#src/config.ts'

/** The id of this instance; undefined if it has never published anything. */
export async function ownInstance(_config: Config): Promise<string | undefined> {
  return undefined
}
