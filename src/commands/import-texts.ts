import type { ForeignSummary } from '#src/import/foreign/import-foreign.ts'
import type { Review } from '#src/import/foreign/reviews.ts'
import type { VideoCounts } from '#src/import/foreign/staged-videos.ts'
import type { ImportSummary, Progress } from '#src/import/import.ts'
import type { Refusal } from '#src/import/line.ts'
import type { Unresolved } from '#src/import/read-records.ts'
import { count } from './progress.ts'

export const refusalText = ({ file, line, field, reason }: Refusal) =>
  line === 0
    ? `${file}: refused: ${field === '' ? 'it' : field} ${reason}`
    : `${file}:${line}: refused: ${field === '' ? 'the line' : field} ${reason}`

export const unresolvedText = ({ file, line, field, target, id }: Unresolved) =>
  `${file}${line === 0 ? '' : `:${line}`}: left out: ${field} refers to the ${target} ${id}, which does not exist`

export const reviewText = ({ kind, title, year, guesses, file }: Review) =>
  `${file}: for you to decide: ${kind} ${JSON.stringify(title)}${year === null ? '' : ` (${year})`} ` +
  (guesses.length === 0 ? 'is not in the catalogue' : `may be ${guesses.map(({ id }) => id).join(' or ')}`)

/** What was written last may have arrived without an answer. */
export const lostText = (written: Progress | undefined): string =>
  written
    ? `Stopped: at least ${count(written.done)} of ${count(written.of ?? 0)} lines are in the catalogue. ` +
      'Run the same import again to complete it.'
    : 'Stopped: few lines were written, or none. Run the same import again to complete it.'

export function interruptedText(written: Progress | undefined): string {
  if (!written) return 'Interrupted: nothing was written. Run the same import again.'
  const { done, of = 0 } = written
  const missing = done < of ? '' : ', but some references between records are missing'
  return (
    `Interrupted: ${count(done)} of ${count(of)} lines are in the catalogue${missing}. ` +
    'Run the same import again to complete it.'
  )
}

export const leftOutText = ({ file, first }: { file: string; first?: string }) =>
  `${file}: left out${first === undefined ? '' : `: it is of the same film or series as ${first}`}`

const foreignText = ({ found, made, leftOut, reviews, videos }: ForeignSummary): string[] => [
  `found in the catalogue: ${count(found)}, new: ${count(made)}`,
  `left out, with what belongs to it: ${count(leftOut)}` +
    (reviews.length > 0 ? ' (decide under Settings → Administration → Matches)' : ''),
  ...(videos ? [videosText(videos)] : []),
]

const videosText = ({ found, made, leftOut, extra }: VideoCounts) =>
  `video files: ${count(found + made + leftOut + extra)}, of these found: ${count(found)}, new: ${count(made)}, ` +
  `left out: ${count(leftOut)}, trailers and other extras: ${count(extra)}`

export function summaryText(
  summary: ImportSummary | ForeignSummary,
  values: { strict?: boolean; 'dry-run'?: boolean },
  seconds: number,
): string {
  const { read, refused, deleted, created, changed, unchanged, unresolved } = summary
  const named = (fields: Record<string, number>) =>
    Object.entries(fields)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, times]) => `${name} (${count(times)})`)
      .join(', ') || 'none'
  const isStopped = refused > 0 && values.strict
  return [
    ...(isStopped ? ['Stopped at the first refused line. Nothing was written.'] : []),
    ...(values['dry-run'] ? ['This was a dry run. Nothing was written.'] : []),
    `read ${count(read)} ${read === 1 ? 'line' : 'lines'} in ${seconds.toFixed(1)} s`,
    `records: ${count(created)} created, ${count(changed)} changed, ${count(unchanged)} unchanged`,
    `lines refused: ${count(refused)}`,
    ...(deleted > 0 ? [`lines about records that were deleted here: ${count(deleted)}`] : []),
    `references left out: ${count(unresolved)}`,
    ...('found' in summary ? foreignText(summary) : []),
    `unknown fields: ${named(summary.ignored)}`,
    `computed fields: ${named(summary.computed)}`,
    '',
  ].join('\n')
}
