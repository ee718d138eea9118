import type { Config } from '#src/config.ts'
import { startCommand } from '#src/jobs/command-process.ts'
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

/** Starts the command `import` in a process of its own, so that requests are answered meanwhile. */
export function startImport(config: Config, words: readonly string[]) {
  const seen = {
    progress: { phase: 'reading', done: 0, total: null as number | null },
    refusals: [] as Refusal[],
    refused: 0,
    titles: [] as FatedTitle[],
    summary: undefined as FillSummary | undefined,
    failure: undefined as string | undefined,
    hasEnded: false,
  }
  const receive = (message: unknown) => {
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
  }
  const { ended, stop } = startCommand(config, ['import', ...words], receive)
  const whole = ended.then((end) => {
    seen.hasEnded = true
    if (!seen.summary) seen.failure ??= end === 'killed' ? 'killed' : 'fault'
  })
  return { seen: seen as Readonly<typeof seen>, ended: whole, stop }
}
