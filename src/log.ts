import type { Config } from './config.ts'
import { type LogStream, type Output, openLogBuffer } from './log-buffer.ts'
import { openLogText } from './log-text.ts'

type Write = { (facts: object, sentence: string): void; (sentence: string): void }

/** A log, for code that does not know where its lines go. */
export type Log = Readonly<Record<'debug' | 'info' | 'warn' | 'error', Write>>

/** How much is logged, and where to; `base` is part of each line. */
export type LogOptions = { level: string; stream: LogStream; base?: Readonly<Record<string, unknown>> }

type LogSettings = Pick<Config, 'logLevel' | 'logFormat' | 'logDelayMs'>

/** Whether lines are text for people. */
export const isText = ({ logFormat }: Pick<Config, 'logFormat'>, output: { isTTY?: boolean }): boolean =>
  logFormat === 'pretty' || (logFormat === 'auto' && output.isTTY === true)

/**
 * The log by the settings: lines of JSON, or text for people. Lines of JSON are written together; `stopped` resolves
 * when the process is told to stop, and `close` writes what is still to be written.
 */
export function openLogOutput(
  { logLevel: level, logDelayMs, ...format }: LogSettings,
  output: Output,
  stopped: Promise<unknown>,
): LogOptions & { close(): void } {
  if (!isText(format, output)) return { level, ...openLogBuffer(output, logDelayMs, stopped) }
  return { level, stream: openLogText(output), close() {} }
}
