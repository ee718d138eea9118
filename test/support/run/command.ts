import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Io } from '#src/commands/command.ts'
import { main } from '#src/main.ts'

/** Pictures are read at the lowest priority, and a machine that does much else takes its time for them. */
const env = { REELCOMMONS_IMAGE_TIMEOUT_MS: '60000' }

export type CommandResult = { code: number; stdout: string; stderr: string }

/** Runs a command on its own connections, as the processes beside a server do. */
export async function runCommand(words: string[], stdin: Io['stdin'] = Readable.from([])): Promise<CommandResult> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const told = Promise.all([text(stdout), text(stderr)])
  const code = await main(words, { stdin, stdout, stderr, env })
  for (const stream of [stdout, stderr]) stream.end()
  const [written, complaints] = await told
  return { code, stdout: written, stderr: complaints }
}
