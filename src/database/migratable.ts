import type { Database } from './database.ts'
import type { Writer } from './statement.ts'

export type EngineName = 'sqlite' | 'postgres'

/** What an engine offers beyond `Database`, to change the tables themselves. */
export type Migratable = Database & {
  readonly engineName: EngineName
  /** Runs `work` in a transaction while no other migration runs. `script` takes several statements at once. */
  exclusively<Result>(work: (db: Database, script: (text: string) => Promise<void>) => Promise<Result>): Promise<Result>
  /** The single writer for the transactions of all processes of the server; absent if there is none. */
  readonly writer?: Pick<Writer, 'transaction'>
  /** The whole database as bytes; only for SQLite. */
  image?(): Uint8Array
  /** Reads and transactions in progress or waiting; absent if nothing waits for a connection. */
  workload?(): { reads: number; transactions: number }
}
