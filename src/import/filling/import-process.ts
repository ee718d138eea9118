import { fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { type Config, variablesOf } from '#src/config.ts'
import { packageRoot } from '#src/package-root.ts'
import type { VideoCounts } from '../foreign/staged-videos.ts'
import type { FatedTitle, TitleFate } from '../foreign/title-fates.ts'
import type { Refusal } from '../line.ts'

/** What an import tells whoever has started it. */
export type ImportTold =
  | { is: 'progress'; phase: string; done: number; of?: number | undefined }
  | ({ is: 'refused' } & Refusal)
  | ({ is: 'title' } & FatedTitle)
  | { is: 'summary'; summary: FillSummary }
  | { is: 'failed'; reason: string }

/** What has become of an import, or would become. */
export type FillSummary = {
  format: string
  refused: number
  created: number
  changed: number
  unchanged: number
  deleted: number
  leftOut: number
  edit_id: number | null
  titles?: TitleCounts
  /** What became of the video files, where there are any. */
  videos?: VideoCounts
}

/** How many films and series have which fate, and of how many that are left out the catalogue has none. */
export type TitleCounts = Record<TitleFate | 'unknown', number>

/** Refused places that are kept to be shown; the others are counted. */
export const maxRefusalsShown = 200
/** Films and series of one fate that are kept to be shown. */
export const maxTitlesKept = 500
/** The longest text of a refused place that is kept. */
export const maxShownText = 300

/** A text of a file, which may hold anything, as JSON can keep it. */
const shown = (text: string): string => text.slice(0, maxShownText).toWellFormed().replaceAll('\0', '\uFFFD')

export type ImportProcess = ReturnType<typeof startImport>

/** What bin/reelcommons.js starts imports with. */
const execArgv = ['--max-semi-space-size=8', '--heap-growing-percent=50']
const arenas = { MALLOC_ARENA_MAX: '2' }

/** Starts the command `import` in a process of its own, so that requests are answered meanwhile. */
export function startImport(config: Config, words: readonly string[]) {
  const child = fork(join(packageRoot, 'bin', 'start.js'), ['import', ...words], {
    ...{ execArgv, env: { ...variablesOf(config), ...arenas }, serialization: 'json' as const },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const seen = {
    progress: { phase: 'reading', done: 0, total: null as number | null },
    refusals: [] as Refusal[],
    refused: 0,
    titles: [] as FatedTitle[],
    summary: undefined as FillSummary | undefined,
    failure: undefined as string | undefined,
    hasEnded: false,
  }
  child.on('message', (message) => {
    const told = message as ImportTold
    if (told.is === 'progress') seen.progress = { phase: told.phase, done: told.done, total: told.of ?? null }
    else if (told.is === 'summary') seen.summary = told.summary
    else if (told.is === 'failed') seen.failure = told.reason
    else if (told.is === 'title') {
      const { is: _, ...title } = told
      seen.titles.push({ ...title, title: shown(title.title), file: shown(title.file) })
    } else {
      seen.refused++
      const { file, line, field, reason } = told
      if (seen.refusals.length < maxRefusalsShown)
        seen.refusals.push({ file: shown(file), line, field: shown(field), reason: shown(reason) })
    }
  })
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const end = (failure: string) => {
    seen.hasEnded = true
    if (!seen.summary) seen.failure ??= failure
    resolve()
  }
  child.on('error', () => end('fault'))
  // Messages arrive before the process has closed.
  child.on('close', (code, signal) => end(signal !== null || (code ?? 0) > 128 ? 'killed' : 'fault'))
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already.
  }
  return { seen: seen as Readonly<typeof seen>, ended, stop: () => void child.kill('SIGTERM') }
}
