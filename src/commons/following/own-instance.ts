import type { Config } from '#src/config.ts'
import { findKey } from '../publishing/keys.ts'

/** The id of this instance; undefined if it has never published anything. */
export const ownInstance = async ({ data }: Pick<Config, 'data'>): Promise<string | undefined> =>
  (await findKey(data))?.id
