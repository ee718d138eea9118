import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { until } from '../support/clients.ts'
import { tokenIn } from '../support/pages/visitor.ts'
import { Running } from '../support/running.ts'

const password = 'four words in a row'
const said = { siteName: 'Lamp room', greeting: '', signups: 'closed', private: 'false' }

type Got = { status: number; location: string; body: string }

/** A browser, each request of which has a connection of its own, so that any process of the server answers it. */
function openBrowser(site: string) {
  const cookies = new Map<string, string>()
  const ask = (path: string, fields?: Record<string, string>): Promise<Got> =>
    new Promise((resolve, reject) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const form = fields && new URLSearchParams(fields).toString()
      const headers = {
        ...{ accept: 'text/html', 'accept-language': 'en', ...(cookie && { cookie }) },
        ...(form && { 'content-type': 'application/x-www-form-urlencoded', 'content-length': form.length }),
      }
      const agent = new Agent({ keepAlive: false })
      const asking = request(`${site}${path}`, { method: form ? 'POST' : 'GET', headers, agent }, (reply) => {
        let body = ''
        reply.setEncoding('utf8').on('data', (text) => {
          body += text
        })
        reply.on('end', () => {
          for (const line of reply.headers['set-cookie'] ?? []) {
            const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
            if (value === '') cookies.delete(name)
            else cookies.set(name, value)
          }
          resolve({ status: reply.statusCode ?? 0, location: reply.headers.location ?? '', body })
        })
      })
      asking.on('error', reject)
      asking.end(form)
    })
  const send = async (path: string, fields: Record<string, string>) =>
    ask(path, { form_token: tokenIn((await ask(path)).body), ...fields })
  return { ask, send }
}

async function serve(t: TestContext, words: string[]) {
  const server = new Running(['serve', '--port', '0', '--empty', ...words])
  t.after(() => server.stop('SIGKILL'))
  const [, site = ''] = await server.until(/Reelcommons is at (http:\S+),/)
  return { server, site }
}

test('a server with several processes is set up by the code that it prints, and all know at once', async (t) => {
  const data = await mkdtemp(join(tmpdir(), 'reelcommons-set-up-'))
  t.after(() => rm(data, { recursive: true, force: true, maxRetries: 20 }))
  const { server, site } = await serve(t, ['--data', data, '--workers', '2', '--proxies', 'loopback'])
  const [, code = ''] = await server.until(/asks for this code, which is valid for a day: {2}(\S+)/)
  assert.match(server.output, /Set up this server in a browser: {2}\S+\/setup\nThe page asks for this code/)
  const mara = openBrowser(site)
  const answers = { username: 'mara', email: '', password, repeat: password, ...said, catalogue: 'sample', folder: '' }
  assert.equal((await mara.send('/setup', { ...answers, code: 'AAAA' })).status, 422)
  const made = await mara.send('/setup', { ...answers, code })
  assert.deepEqual([made.status, made.location], [303, '/welcome'], made.body)
  const anybody = openBrowser(site)
  /** Whether each of many connections, which both processes take, finds it so. */
  const allFind = async (path: string, isSo: (got: Got) => boolean) =>
    (await Promise.all(Array.from({ length: 12 }, () => anybody.ask(path)))).every(isSo)
  await until(() => allFind('/login', ({ body }) => body.includes('Sign in · Lamp room')))
  assert.ok(await allFind('/setup', ({ location }) => location === '/login'))
  assert.equal((await mara.send('/admin/server', { ...said, private: 'true' })).status, 303)
  await until(() => allFind('/movie', ({ location }) => location.startsWith('/login')))
  assert.equal(await server.stop(), 0)

  const again = await serve(t, ['--data', data, '--site-name', 'Given'])
  assert.doesNotMatch(again.server.output, /Set up this server/)
  const later = openBrowser(again.site)
  assert.match((await later.ask('/login')).body, /Sign in · Given/)
  assert.match((await later.ask('/movie')).location, /^\/login/)
  assert.equal(await again.server.stop(), 0)
})
