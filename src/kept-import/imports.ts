import { type Static, Type } from 'typebox'
import { type Looping, runLoop } from '#src/background/loop.ts'
import { nullable } from '#src/contract/schema.ts'
import { countRows } from '#src/database/count-rows.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'

/** Files of an account that are being imported or can be undone. Who has as many deletes one first. */
export const maxImports = 10
/** Bytes of a file, as it is sent. */
export const maxImportBytes = 33_554_432
/** How long an import can be undone after it was last changed. */
export const IMPORT_DAYS = 180

/** What becomes of a file, in this order; reading, writing and undoing are jobs. */
export type ImportStage = 'arriving' | 'reading' | 'ready' | 'writing' | 'written' | 'undoing' | 'undone' | 'failed'

const KeptImport = Type.Object({
  id: Type.Integer(),
  account_id: Type.Integer(),
  job_id: nullable(Type.Integer()),
  stage: Type.Unsafe<ImportStage>({ type: 'string' }),
  failure: Type.String(),
  file: Type.String(),
  created_at: Type.String(),
})
export type KeptImport = Static<typeof KeptImport>
const columns = sql`id, account_id, job_id, stage, failure, file, created_at`

/** An import of an account. */
export const findImport = (db: Reader, id: number, account_id: number): Promise<KeptImport | undefined> =>
  db.one(
    KeptImport,
    sql`select ${columns} from kept_import where id = ${id} and account_id = ${account_id} and stage <> 'arriving'`,
  )

/** All imports of an account, the last one first. */
export const listImports = (db: Reader, account_id: number): Promise<KeptImport[]> =>
  db.all(
    KeptImport,
    sql`
    select ${columns} from kept_import where account_id = ${account_id} and stage <> 'arriving'
    order by id desc ${limit(maxImports)}`,
  )

/**
 * Whether an account still has an import, in the transaction of what is written about it. Once an account is deleted
 * one engine, which has one writer, gives the numbers of its imports to the next ones, of anybody.
 */
export const hasImport = async (tx: Database, id: number, account_id: number): Promise<boolean> =>
  (await countRows(tx, sql`from kept_import where id = ${id} and account_id = ${account_id}`)) === 1

/**
 * Finds an import and keeps others from changing it until the transaction ends; undefined unless it is in one of these
 * stages.
 */
export async function lockImport(
  tx: Database,
  id: number,
  account_id: number,
  stages: readonly ImportStage[],
): Promise<KeptImport | undefined> {
  await tx.run(sql`update kept_import set stage = stage where id = ${id} and account_id = ${account_id}`)
  const found = await findImport(tx, id, account_id)
  return found && stages.includes(found.stage) ? found : undefined
}

/** Puts an import into another stage. */
export const setStage = (
  tx: Database,
  id: number,
  { stage, failure = '', job_id = null }: { stage: ImportStage; failure?: string; job_id?: number | null },
  now: Date,
) =>
  tx.run(sql`
    update kept_import set stage = ${stage}, failure = ${failure}, job_id = ${job_id}, changed_at = ${now.toISOString()}
    where id = ${id}`)

/** Makes an import for a file that arrives; undefined if the account has too many. */
export function beginImport(db: Database, account_id: number, file: string, now: Date): Promise<number | undefined> {
  const at = now.toISOString()
  return db.transaction(async (tx) => {
    await tx.run(sql`update account set username = username where id = ${account_id}`)
    if ((await countRows(tx, sql`from kept_import where account_id = ${account_id}`)) >= maxImports) return undefined
    const made = await tx.one(
      Id,
      sql`
      insert into kept_import (account_id, stage, failure, file, bytes, created_at, changed_at)
      values (${account_id}, 'arriving', '', ${file}, 0, ${at}, ${at}) returning id`,
    )
    return made?.id
  })
}

/** Deletes an import with all that was noted about it. What it has written stays, and can no longer be undone. */
export const deleteImport = (db: Database, id: number, account_id: number) =>
  db.run(sql`delete from kept_import where id = ${id} and account_id = ${account_id}`)

type ExpiryOptions = Looping & { clock(): Date }
/** How long to rest after everything expired was deleted. */
const REST_MS = 600_000

/** Deletes what expires until `signal` is aborted; `failed` gets errors, after which it goes on. */
export const runImportExpiry = (db: Database, { clock, ...looping }: ExpiryOptions): Promise<void> =>
  runLoop(() => deleteExpiredImports(db, clock(), looping.signal), { ...looping, restMs: REST_MS })

/** Imports that are deleted in one transaction, which other writers have to wait for. */
const IMPORTS_AT_ONCE = 1
const dayMs = 86_400_000

/**
 * Deletes imports that can no longer be undone, and files that never arrived as a whole, or of which nobody says whose
 * they are.
 */
export async function deleteExpiredImports(db: Database, now: Date, signal?: AbortSignal): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * dayMs).toISOString()
  while (!signal?.aborted) {
    const expired = await db.all(
      Id,
      sql`
      select id from kept_import where changed_at <= ${before(1)}
        and (changed_at <= ${before(IMPORT_DAYS)} or stage = 'arriving'
          or (stage = 'failed' and failure like 'several_people %'))
      order by changed_at, id ${limit(IMPORTS_AT_ONCE)}`,
    )
    if (expired.length === 0) return
    await db.run(sql`
      delete from kept_import where ${db.engine.anyOf(
        sql`id`,
        expired.map(({ id }) => id),
      )}`)
  }
}
