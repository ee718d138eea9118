import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { testConfig } from '#src/commands/testing/serve-test.ts'
import { readConfig } from '#src/config.ts'
import { secrets } from '#src/test-server/fixed.ts'
import { serveForTests } from '#src/test-server/serve-tests.ts'

type Options = { now?: string; fixtures?: string[]; dialect?: 'neutral' | 'common'; port?: number; images?: string }

/** A server for tests in this process, and some ways to ask it. */
export async function openTests(
  t: TestContext,
  { now = '2026-01-15T12:00:00Z', fixtures = [], images, ...settings }: Options = {},
) {
  const given = Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)]))
  const stream = new PassThrough()
  const log = text(stream)
  const config = testConfig(readConfig(given, {}).config)
  const logger = { level: 'warn', stream }
  const server = await serveForTests({ config, now: new Date(now), fixtures, logger, ...(images && { images }) })
  let isStopped = false
  const stop = async () => {
    if (isStopped) return ''
    isStopped = true
    await server.stop()
    stream.end()
    return log
  }
  t.after(stop)
  const { beginning } = server
  const send = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${beginning.url}${path}`, {
      method,
      ...(body !== undefined && {
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    })
    const written = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') && written !== ''
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(written) : written }
  }
  const withKey = (path: string) =>
    `${path}${path.includes('?') ? '&' : '?'}api_key=${secrets.api_key}&session_id=${secrets.session_id}`
  return {
    ...{ beginning, stop, send, url: beginning.url },
    get: (path: string) => send('GET', withKey(path)),
    post: (path: string, body: unknown) => send('POST', withKey(path), body),
  }
}
