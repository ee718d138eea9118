import { type Looping, runLoop } from '#src/background/loop.ts'
import { settingsNow } from '#src/background/stored-settings.ts'
import type { Config } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { version } from '#src/package-root.ts'
import { digestOfFiles } from './digest-of-files.ts'
import { maxStarts, wordsOf } from './fill-job.ts'
import { findPlace } from './folders.ts'
import { type ImportProcess, startImport } from './import-process.ts'
import { dueImport, noteEnd, noteStart, putOff, type ScheduledImport } from './scheduled-imports.ts'

/** How often it is looked whether a folder is due, and how long one waits while another import works. */
const LOOK_MS = 10_000
export const BUSY_MS = 60_000

type Options = {
  clock(): Date
  signal: AbortSignal
  /** Starts the process that imports; tests look at what it is told. */
  start?: typeof startImport
}

/**
 * Imports the folder that is due, if there is one, and says whether there was. A folder whose files are the same as
 * last time is only looked at. The import runs in a process of its own; nobody else works on another one meanwhile.
 */
export async function importDue(
  db: Database,
  config: Config,
  { clock, signal, start = startImport }: Options,
): Promise<boolean> {
  const due = await dueImport(db, clock())
  if (!due || signal.aborted) return false
  // Links may lead elsewhere by now, and the setting may have another folder.
  const place = await findPlace(await settingsNow(db, config), due.folder)
  if (place?.path !== due.folder) return failedWith(db, due, clock(), 'file_gone')
  if (due.starts >= maxStarts) return failedWith(db, due, clock(), 'fault')
  const { folder, options, seen } = due
  const digest = await digestOfFiles(folder, JSON.stringify([version, options]))
  if (digest !== undefined && digest === seen) {
    await noteEnd(db, due, clock(), { outcome: 'unchanged', seen })
    return true
  }
  await noteStart(db, folder)
  const words = wordsOf({ ...options, sample: 'keep', is_dry_run: false, keepsUndone: true }, folder)
  const { failure, summary } = await untilEnded(start(config, words), signal)
  // Whoever leads next begins it again.
  if (signal.aborted) return false
  if (failure === 'ImportRunningError') await putOff(db, due, new Date(clock().getTime() + BUSY_MS))
  else if (summary) await noteEnd(db, due, clock(), { outcome: 'imported', summary, seen: digest ?? '' })
  else return failedWith(db, due, clock(), failure === undefined || failure === 'killed' ? 'fault' : failure)
  return true
}

/** Waits until an import has ended by itself, or is stopped because its server ends. */
async function untilEnded({ ended, seen, stop }: ImportProcess, signal: AbortSignal): Promise<ImportProcess['seen']> {
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop)
  await ended
  signal.removeEventListener('abort', stop)
  return seen
}

async function failedWith(db: Database, due: ScheduledImport, now: Date, failure: string): Promise<boolean> {
  await noteEnd(db, due, now, { outcome: 'failed', failure })
  return true
}

/** Imports folders on their schedule until `signal` is aborted. */
export function runScheduled(
  db: Database,
  config: Config,
  { clock, ...looping }: Looping & Pick<Options, 'clock'>,
): Promise<void> {
  const work = async () => {
    while (await importDue(db, config, { clock, signal: looping.signal }));
  }
  return runLoop(work, { ...looping, restMs: LOOK_MS })
}
