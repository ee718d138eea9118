import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { type Io, UsageError } from './command.ts'

/** No more is read from standard input: no password is that long. */
const INPUT_BYTES = 4_096

/**
 * Reads the password for a new account: typed twice without echo on a terminal, otherwise one line of standard input.
 */
export const readNewPassword = (io: Io): Promise<string> => (io.stdin.isTTY ? askTwice(io) : readLine(io, 'password'))

/** One line of standard input; `what` it is, for errors. */
export async function readLine({ stdin }: Io, what: string): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stdin) {
    chunks.push(Buffer.from(chunk))
    length += chunk.length
    if (length > INPUT_BYTES) break
  }
  const text = Buffer.concat(chunks)
    .toString()
    .replace(/\r?\n$/, '')
  if (text === '') throw new UsageError(`The ${what} is expected on standard input.`)
  if (/[\r\n]/.test(text)) throw new UsageError(`The ${what} on standard input has to be one line.`)
  return text
}

async function askTwice(io: Io): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: io.stdin, output: nowhere, terminal: true, historySize: 0 })
  const lines = terminal[Symbol.asyncIterator]()

  async function ask(prompt: string): Promise<string> {
    io.stderr.write(prompt)
    const { value = '', done } = await lines.next()
    io.stderr.write('\n')
    // Control-C and control-D end the input.
    if (done) throw new UsageError('No password was given.')
    return value
  }

  try {
    const password = await ask('Password: ')
    if (password !== (await ask('Password again: '))) throw new UsageError('The passwords do not match.')
    return password
  } finally {
    terminal.close()
  }
}

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
