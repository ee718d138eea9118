/** Lines that are this long together are written without waiting for more. */
const TOGETHER_CHARACTERS = 16_384
/**
 * How much may wait for a reader that is slow or hangs; what comes after that is dropped and counted, as is what cannot
 * be written.
 */
export const WAITING_BYTES = 8_388_608
/** The level of warnings in lines of pino. They and what is worse are written at once. */
const WARNING = 40

export type Output = NodeJS.WritableStream & { isTTY?: boolean; writableLength?: number }

/** Where a log writes its lines. */
export type LogStream = { write(lines: string): unknown }

/** What ends the process without an event, unless somebody listens. */
const fatalSignals = ['SIGHUP', 'SIGQUIT'] as const

const held = new Set<() => void>()

/** Writes what all logs of this process hold back. */
export function writeHeldBack(): void {
  for (const flush of held) flush()
}

/**
 * Writes lines together, because a system call for each takes much of a busy server's time. None waits for longer than
 * `delayMs`, and none is lost at the end of the process, unless it is killed or aborts. After `stopped` each line is
 * written at once, because the next signal ends the process.
 */
export function openLogBuffer(output: Output, delayMs: number, stopped: Promise<unknown>) {
  let lines = ''
  let dropped = 0
  let isHeldBack = delayMs > 0
  let timer: NodeJS.Timeout | undefined

  function flush() {
    clearTimeout(timer)
    timer = undefined
    if (lines === '') return
    const before = dropped
    const count = lines.split('\n').length - 1
    const written = before === 0 ? lines : droppedLine(before) + lines
    const isTooMuch = (output.writableLength ?? 0) > WAITING_BYTES
    lines = ''
    dropped = isTooMuch ? before + count : 0
    if (isTooMuch) return
    output.write(written, (error) => {
      if (error) dropped += before + count
    })
  }
  function writeAtOnce() {
    isHeldBack = false
    flush()
  }
  function close() {
    writeAtOnce()
    held.delete(flush)
    process.removeListener('exit', flush)
    for (const signal of fatalSignals) process.removeListener(signal, endBySignal)
  }
  function endBySignal(signal: NodeJS.Signals) {
    close()
    process.kill(process.pid, signal)
  }

  held.add(flush)
  process.on('exit', flush)
  for (const signal of fatalSignals) process.on(signal, endBySignal)
  stopped.then(writeAtOnce)
  const stream = {
    // Makes pino leave the level of each line in `lastLevel`.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(added: string) {
      lines += added
      const isUrgent = stream.lastLevel >= WARNING
      stream.lastLevel = 0
      if (isUrgent || !isHeldBack || lines.length >= TOGETHER_CHARACTERS) flush()
      else timer ??= setTimeout(flush, delayMs).unref()
    },
  }
  return { stream, close }
}

const droppedLine = (lines: number) => {
  const msg = 'lines of the log were dropped, because they could not be written in time'
  return `${JSON.stringify({ level: WARNING, time: Date.now(), pid: process.pid, lines, msg })}\n`
}
