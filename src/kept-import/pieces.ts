import { Type } from 'typebox'
import { ApiError } from '#src/contract/statuses.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { hasImport, maxImportBytes } from './imports.ts'

/** Bytes of a piece of a file, which is one row. */
const PIECE_BYTES = 196_608
const maxPieces = Math.ceil(maxImportBytes / PIECE_BYTES) + 1

const Piece = Type.Object({ import_id: Type.Integer(), number: Type.Integer(), content: Type.String() })
const Content = Type.Object({ content: Type.String() })
const pieces = { name: 'kept_import_piece', key: ['import_id', 'number'], row: Piece }

/**
 * Stores the file of an import of an account piece by piece as it arrives; returns its bytes, or undefined if there are
 * too many. Throws `not_found` if the account has the import no longer.
 */
export async function storeFile(
  db: Database,
  { id: import_id, account_id }: { id: number; account_id: number },
  content: AsyncIterable<Buffer>,
): Promise<number | undefined> {
  let waiting: Buffer[] = []
  let [bytes, waitingBytes, number] = [0, 0, 0]
  const write = async (piece: Buffer) => {
    const row = { import_id, number: number++, content: piece.toString('base64') }
    await db.transaction(async (tx) => {
      if (!(await hasImport(tx, import_id, account_id))) throw new ApiError('not_found')
      await tx.put(pieces, [row])
    })
  }
  for await (const chunk of content) {
    bytes += chunk.length
    if (bytes > maxImportBytes) return undefined
    waiting.push(chunk)
    waitingBytes += chunk.length
    if (waitingBytes < PIECE_BYTES) continue
    const whole = Buffer.concat(waiting)
    let from = 0
    for (; from + PIECE_BYTES <= whole.length; from += PIECE_BYTES)
      await write(whole.subarray(from, from + PIECE_BYTES))
    waiting = [whole.subarray(from)]
    waitingBytes = whole.length - from
  }
  if (waitingBytes > 0) await write(Buffer.concat(waiting))
  return bytes
}

/** The whole file of an import. */
export async function fileOf(db: Reader, import_id: number): Promise<Buffer> {
  const rows = await db.wide.all(
    Content,
    sql`select content from kept_import_piece where import_id = ${import_id} order by number ${limit(maxPieces)}`,
  )
  return Buffer.concat(rows.map(({ content }) => Buffer.from(content, 'base64')))
}

/** A file is kept until it is read, and no longer. */
export const deleteFile = (tx: Database, import_id: number) =>
  tx.run(sql`delete from kept_import_piece where import_id = ${import_id}`)
