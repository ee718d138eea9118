import { createInterface } from 'node:readline/promises'
import type { Io } from './command.ts'

/** Whether the person at the terminal agrees; undefined if nobody sits there. */
export async function agrees({ stdin, stderr }: Io, question: string): Promise<boolean | undefined> {
  if (!stdin.isTTY) return undefined
  const terminal = createInterface({ input: stdin, output: stderr })
  try {
    return /^y(es)?$/i.test((await terminal.question(question)).trim())
  } finally {
    terminal.close()
  }
}
