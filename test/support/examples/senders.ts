import { execFile, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

export type Answer = { status: number; body: unknown }

/** Runs a request as it stands on a page. */
export type Sender = { send(code: string): Promise<Answer>; close(): void }

const CURL_TIMEOUT_MS = 60_000

/** In a shell. What is asked besides is the status. */
export const byCurl: Sender = {
  async send(code) {
    const asked = `${code} \\\n  --silent --show-error --write-out '\\n%{http_code}'`
    const { stdout } = await promisify(execFile)('sh', ['-c', asked], { timeout: CURL_TIMEOUT_MS, maxBuffer: 2 ** 26 })
    const end = stdout.lastIndexOf('\n')
    return { status: Number(stdout.slice(end)), body: JSON.parse(stdout.slice(0, end)) }
  },
  close() {},
}

const AsyncFunction = (async () => {}).constructor as new (code: string) => () => Promise<Answer>

export const byFetch: Sender = {
  send: (code) => new AsyncFunction(`${code}\nreturn { status: reply.status, body: found }`)(),
  close() {},
}

const python = `
import json, sys
for line in sys.stdin:
    scope = {}
    exec(json.loads(line), scope)
    print(json.dumps({'status': scope['reply'].status, 'body': scope['found']}), flush=True)
`

/** In one process for all requests. */
export function byPython(): Sender {
  const child = spawn('python3', ['-c', python], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    async send(code) {
      child.stdin.write(`${JSON.stringify(code)}\n`)
      const { value, done } = await lines.next()
      if (done) throw new Error(`Python ended at: ${code}`)
      return JSON.parse(value)
    },
    close: () => void child.stdin.end(),
  }
}
