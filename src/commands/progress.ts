/** A phase of long work, how much is done, and of how much, if known; of what, if that is something else here. */
type Progress = { phase: string; done: number; of?: number | undefined; unit?: string }

/** How often progress is shown on a terminal, and in a log. */
const TERMINAL_MS = 200
const LOG_MS = 10_000

/**
 * Shows the progress of long work: one changing line on a terminal, which begins with each phase, and a new line from
 * time to time elsewhere. The total may also be known in bytes.
 */
export function showProgress(
  to: NodeJS.WritableStream & { isTTY?: boolean },
  unit: string,
  clockMs: () => number = () => performance.now(),
) {
  const intervalMs = to.isTTY ? TERMINAL_MS : LOG_MS
  let printedMs = clockMs()
  let startMs = printedMs
  let phase: string | undefined
  let readBytes = 0
  let totalBytes: number | undefined

  function textOf({ done, of, unit: ofPhase = unit }: Progress, seconds: number): string {
    const part = of !== undefined ? done / (of || 1) : totalBytes ? readBytes / totalBytes : undefined
    const remaining = part && part < 1 ? `, ${durationOf((seconds * (1 - part)) / part)} to go` : ''
    const percent = part === undefined ? '' : ` (${Math.floor(Math.min(part, 1) * 100)} %)`
    // A phase that has just begun has no speed.
    const speed = seconds > 0 ? `, ${count(Math.round(done / seconds))} a second${remaining}` : ''
    return `${phase} ${count(done)} ${ofPhase}${percent}${speed}`
  }

  return {
    /** How many bytes there are to read. */
    of(bytes: number) {
      totalBytes = bytes
    },
    bytes(more: number) {
      readBytes += more
    },
    show(progress: Progress) {
      const nowMs = clockMs()
      const isNew = progress.phase !== phase
      if (isNew) {
        if (phase !== undefined) [startMs, printedMs] = [nowMs, nowMs]
        phase = progress.phase
      }
      if (nowMs - printedMs < intervalMs && !(isNew && to.isTTY)) return
      printedMs = nowMs
      const text = textOf(progress, isNew ? 0 : (nowMs - startMs) / 1000)
      to.write(to.isTTY ? `\r\u001b[K${text}` : `${text}\n`)
    },
    /** Makes room for another line of text. */
    clear() {
      if (to.isTTY) to.write('\r\u001b[K')
    },
  }
}

const numbers = new Intl.NumberFormat('en-US')
export const count = (value: number): string => numbers.format(value)

function durationOf(seconds: number): string {
  const whole = Math.ceil(seconds)
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)]
  if (hours > 0) return `${hours} h ${minutes} min`
  return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`
}
