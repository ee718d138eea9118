import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { putWhole, removeAbandoned, writeLasting, writeNew } from '#src/files/lasting.ts'

/** The file in each folder that holds the digests of what was written there. */
const ledgerName = '.reelcommons.json'
/** Names beside films, in a ledger that is read at all. */
const maxLedgerBytes = 4_194_304

export type Written = 'written' | 'same' | 'kept'

const digestOf = (bytes: Buffer) => hash('sha256', bytes, 'hex')

/**
 * Writes files beside the films of a folder, and never over one that it did not write itself, or that somebody has
 * changed since: of each file that it writes, its digest is kept in the folder.
 */
export async function openWrittenFiles(
  folder: string,
  { isForced, isDryRun }: { isForced: boolean; isDryRun: boolean },
) {
  const ledgerPath = join(folder, ledgerName)
  if (!isDryRun) await removeAbandoned(folder)
  const digests = new Map(Object.entries(await ledgerAt(ledgerPath)))
  let isChanged = false

  async function put(name: string, bytes: Buffer): Promise<Written> {
    const path = join(folder, name)
    const present = await readFile(path).catch(missing)
    const digest = digestOf(bytes)
    if (present && digestOf(present) === digest && digests.get(name) === digest) return 'same'
    if (present && !isForced && digests.get(name) !== digestOf(present)) return 'kept'
    if (isDryRun) return 'written'
    await putWhole(path, (draft) => writeNew(draft, bytes))
    digests.set(name, digest)
    isChanged = true
    return 'written'
  }

  return {
    put,
    /** Copies a file, as `put` writes one. */
    copy: async (name: string, from: string): Promise<Written> => put(name, await readFile(from)),
    /** Keeps the digests of what was written. */
    async close() {
      if (!isChanged) return
      const kept = Object.fromEntries([...digests].sort(([one], [other]) => (one < other ? -1 : 1)))
      await writeLasting(ledgerPath, `${JSON.stringify(kept, null, 1)}\n`)
    },
  }
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
  return undefined
}

/** The files of a folder that were written here and that nobody has changed since. */
export async function ownFiles(folder: string, names: readonly string[]): Promise<ReadonlySet<string>> {
  const own = new Set<string>()
  if (!names.includes(ledgerName)) return own
  const digests = await ledgerAt(join(folder, ledgerName))
  for (const name of names.filter((one) => Object.hasOwn(digests, one))) {
    const bytes = await readFile(join(folder, name)).catch(missing)
    if (bytes && digestOf(bytes) === digests[name]) own.add(name)
  }
  return own
}

async function ledgerAt(path: string): Promise<Record<string, string>> {
  const bytes = await readFile(path).catch(missing)
  if (!bytes || bytes.length > maxLedgerBytes) return {}
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    if (typeof value !== 'object' || value === null) return {}
    return Object.fromEntries(Object.entries(value).filter(([, digest]) => typeof digest === 'string'))
  } catch {
    return {}
  }
}
