import type { Config } from './config.ts'

type Write = { (facts: object, sentence: string): void; (sentence: string): void }

/** A log, for code that does not know where its lines go. */
export type Log = Readonly<Record<'debug' | 'info' | 'warn' | 'error', Write>>

/** How much is logged, and where to; `base` is part of each line. */
export type LogOptions = { level: string; stream: NodeJS.WritableStream; base?: Readonly<Record<string, unknown>> }

type Output = NodeJS.WritableStream & { isTTY?: boolean }

/** The log by the settings: lines of JSON, or text for people. */
export async function logOptions({ logLevel: level, logFormat }: Config, output: Output): Promise<LogOptions> {
  const isPretty = logFormat === 'pretty' || (logFormat === 'auto' && output.isTTY === true)
  if (!isPretty) return { level, stream: output }
  const { default: pretty } = await import('pino-pretty')
  return {
    level,
    stream: pretty({ ignore: 'pid,hostname', singleLine: true, destination: output as never, sync: true }),
  }
}
