import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { readConfig } from '#src/config.ts'
import { statusEnvelope } from '#src/contract/statuses.ts'
import { sql } from '#src/database/sql.ts'
import { buildServer } from '#src/http/server.ts'
import { sqliteEngine } from '../support/engines.ts'
import { keys, loadWorld, sessions, testDay } from '../support/world.ts'

const NGINX = '/usr/sbin/nginx'
const START_TRIES = 500

const engine = sqliteEngine(loadWorld)
const Count = Type.Object({ count: Type.Integer() })

/** Delivers each request to a server, waits for its answer and ends without passing it on, as a node that dies does. */
async function dyingNode(context: TestContext, port: number) {
  let delivered = 0
  const node = createServer((client) => {
    client.on('error', () => {})
    const server = connect(port, '127.0.0.1')
    client.pipe(server)
    server.once('data', () => {
      delivered++
      client.destroy()
      server.destroy()
    })
  })
  node.listen(0, '127.0.0.1')
  await once(node, 'listening')
  context.after(() => node.close())
  return { port: (node.address() as AddressInfo).port, delivered: () => delivered }
}

/** nginx that sends a request to the next node when one does not answer, even if it may change something. */
async function retryingProxy(context: TestContext, [first, second]: readonly [number, number]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-proxy-'))
  const socket = join(folder, 'proxy.sock')
  await writeFile(
    join(folder, 'nginx.conf'),
    `
daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 64; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  upstream nodes {
    server 127.0.0.1:${first} max_fails=0;
    server 127.0.0.1:${second} backup;
  }
  server {
    listen unix:${socket};
    location / {
      proxy_pass http://nodes;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_next_upstream error timeout non_idempotent;
    }
  }
}`,
  )
  const child = spawn(NGINX, ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' })
  const ended = once(child, 'close')
  context.after(async () => {
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true })
  })
  for (let tries = 0; !existsSync(socket); tries++) {
    assert.ok(tries < START_TRIES, await readFile(join(folder, 'error.log'), 'utf8').catch(() => 'nginx has no log'))
    await sleep(20)
  }
  return socket
}

/** Sends a request through a proxy that listens on a socket of the file system. */
async function post(socket: string, path: string, body: object) {
  const text = JSON.stringify(body)
  const client = connect(socket)
  const head = ['Host: localhost', 'Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]
  client.write(`${[`POST ${path} HTTP/1.1`, ...head, 'Connection: close'].join('\r\n')}\r\n\r\n${text}`)
  const reply = (await client.setEncoding('utf8').toArray()).join('')
  return { status: Number(reply.slice(9, 12)), body: JSON.parse(/\{.*\}/s.exec(reply)?.[0] ?? 'null') }
}

test('a write that a proxy repeats, since its first answer was lost, is there once', {
  skip: existsSync(NGINX) ? false : 'nginx is not installed',
}, async (context) => {
  const db = await engine.open()
  const app = buildServer({ db, config: readConfig({}, {}).config, clock: () => new Date(testDay) })
  await app.listen({ host: '127.0.0.1', port: 0 })
  context.after(async () => {
    await app.close()
    await db.close()
  })
  const { port } = app.server.address() as AddressInfo
  const dying = await dyingNode(context, port)
  const proxy = await retryingProxy(context, [dying.port, port])
  const entries = async () => (await db.one(Count, sql`select count(*) as count from watchlist`))?.count
  const before = (await entries()) as number
  const path = `/3/account/1/watchlist?api_key=${keys.first}&session_id=${sessions.ada}`
  const put = (watchlist: boolean) => post(proxy, path, { media_type: 'movie', media_id: 502, watchlist })

  assert.deepEqual(await put(true), { status: 200, body: statusEnvelope('entry_added_again') })
  assert.deepEqual([dying.delivered(), await entries()], [1, before + 1])
  assert.deepEqual(await put(false), { status: 200, body: statusEnvelope('deleted') })
  assert.deepEqual([dying.delivered(), await entries()], [2, before])
})
