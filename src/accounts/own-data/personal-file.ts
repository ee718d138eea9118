import { Readable } from 'node:stream'
import type { Reader } from '#src/database/database.ts'
import { importEntries } from './background-data.ts'
import { largeText, rowsText } from './large-data.ts'
import { smallData } from './personal-data.ts'

/**
 * The file of one's own data: what `personalData` has, and the entries of imports. What there may be much of is read as
 * it is sent, so that neither the memory nor the thread that answers everybody has to hold all of it.
 */
export async function personalFile(db: Reader, account_id: number): Promise<Readable> {
  const data = await smallData(db, account_id)
  return Readable.from(textOf(db, account_id, data))
}

async function* textOf(db: Reader, account_id: number, data: Awaited<ReturnType<typeof smallData>>) {
  const object = JSON.stringify(data, undefined, 2)
  yield object.slice(0, object.lastIndexOf('\n'))
  yield* largeText(db, account_id)
  yield ',\n  "import_entries": ['
  yield* rowsText(importEntries(db, data.imports), '    ')
  yield ']\n}\n'
}
