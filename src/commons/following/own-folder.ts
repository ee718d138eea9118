import { join } from 'node:path'
import type { Config } from '#src/config.ts'

/** Where the files of a followed catalogue wait until they are taken in. */
export const folderOf = ({ data }: Pick<Config, 'data'>, id: string): string => join(data, 'following', id)
