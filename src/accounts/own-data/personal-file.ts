import { Readable } from 'node:stream'
import type { Reader } from '#src/database/database.ts'
import { importEntries } from './background-data.ts'
import { personalData } from './personal-data.ts'

/** The file of one's own data: all of `personalData`, and behind it the entries of imports as they are read. */
export async function personalFile(db: Reader, account_id: number): Promise<Readable> {
  const data = await personalData(db, account_id)
  return Readable.from(linesOf(db, data))
}

async function* linesOf(db: Reader, data: Awaited<ReturnType<typeof personalData>>) {
  const object = JSON.stringify(data, undefined, 2)
  yield `${object.slice(0, object.lastIndexOf('\n'))},\n  "import_entries": [`
  let comma = ''
  for await (const entry of importEntries(db, data.imports)) {
    yield `${comma}\n    ${JSON.stringify(entry)}`
    comma = ','
  }
  yield comma === '' ? ']\n}\n' : '\n  ]\n}\n'
}
