import type { Config } from './config.ts'

type Write = { (facts: object, sentence: string): void; (sentence: string): void }

/** Where code writes lines to that knows nothing of how they get anywhere. */
export type Log = Readonly<Record<'debug' | 'info' | 'warn' | 'error', Write>>

/** How much is logged, and where to; `base` stands in each line. */
export type LogOptions = { level: string; stream: NodeJS.WritableStream; base?: Readonly<Record<string, unknown>> }

type Output = NodeJS.WritableStream & { isTTY?: boolean }

/** The log as the settings want it: lines of JSON, or for people. */
export async function logOptions({ logLevel: level, logFormat }: Config, output: Output): Promise<LogOptions> {
  const isPretty = logFormat === 'pretty' || (logFormat === 'auto' && output.isTTY === true)
  if (!isPretty) return { level, stream: output }
  const { default: pretty } = await import('pino-pretty')
  return {
    level,
    stream: pretty({ ignore: 'pid,hostname', singleLine: true, destination: output as never, sync: true }),
  }
}
