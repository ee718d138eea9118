import type { Migratable } from '../migratable.ts'
import { openSqlite } from './sqlite.ts'

/** Opens a database that is only in memory, empty or as an image of one. It is gone when it is closed. */
export const openMemory = (image?: Uint8Array): Promise<Migratable> =>
  openSqlite(':memory:', { writes: 'inline', image })
