import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Type } from 'typebox'
import { openPostgres } from '#src/database/postgres/postgres.ts'
import { sql } from '#src/database/sql.ts'
import { type Cluster, skipWithoutClusters, startAlone } from '../support/clusters.ts'
import { makeAuthority } from '../support/failures/certificates.ts'
import { fillCatalogue, startNode } from '../support/failures/nodes.ts'
import { skipWithoutRedis, startRedis } from '../support/redis.ts'
import { logOf } from '../support/running.ts'

/** The address of a server under another host, with what it says about encryption. */
function addressOf({ url }: Cluster, host: string, sslmode = 'verify-full') {
  const address = new URL(url)
  address.hostname = host
  if (sslmode) address.searchParams.set('sslmode', sslmode)
  return address.href
}

const Encrypted = Type.Object({ is_encrypted: Type.Boolean() })
const connections = sql`
  select distinct ssl as is_encrypted from pg_stat_ssl join pg_stat_activity using (pid)
  where application_name = 'reelcommons'`

/** A server that accepts encrypted connections only, with a catalogue. */
async function startFilled(context: TestContext, subject: string) {
  const authority = await makeAuthority(context)
  const cluster = await startAlone(context, await authority.issue('server', subject))
  const db = await openPostgres(addressOf(cluster, '127.0.0.1', 'require'), { connections: 1 })
  context.after(() => db.close())
  await fillCatalogue(db)
  return { authority, cluster, db, trusting: { NODE_EXTRA_CA_CERTS: authority.cert } }
}

test('PostgreSQL is asked over TLS, and not at all with a wrong certificate', {
  skip: skipWithoutClusters,
}, async (t) => {
  const { cluster, db, trusting } = await startFilled(t, 'IP:127.0.0.1')
  const node = await startNode(t, addressOf(cluster, '127.0.0.1'), [], trusting)
  assert.equal((await node.watch(1)).status, 200)
  assert.deepEqual(await db.all(Encrypted, connections), [{ is_encrypted: true }])

  const here = addressOf(cluster, '127.0.0.1')
  const cases = [
    ['of nobody known', here, {}, /The server ended: .*unable to verify the first certificate/],
    ['for another name', addressOf(cluster, 'localhost'), trusting, /The server ended: .*Host: localhost\. is not/],
    ['and no encryption', addressOf(cluster, '127.0.0.1', ''), trusting, /The server ended: .*no encryption/],
  ] as const
  for (const [name, address, env, said] of cases) await assert.rejects(startNode(t, address, [], env), said, name)
})

test('Redis is asked over TLS, and left out with a wrong certificate', {
  skip: skipWithoutClusters || skipWithoutRedis,
}, async (t) => {
  const authority = await makeAuthority(t)
  const cluster = await startAlone(t)
  const db = await openPostgres(cluster.url, { connections: 1 })
  t.after(() => db.close())
  await fillCatalogue(db)
  const redis = await startRedis(t, {}, await authority.issue('redis', 'DNS:localhost'))
  const elsewhere = redis.url.replace('localhost', '127.0.0.1')
  const trusting = { NODE_EXTRA_CA_CERTS: authority.cert }
  const cases = [
    ['of nobody known', redis.url, {}, /^UNABLE_TO_VERIFY_LEAF_SIGNATURE$/],
    ['for another name', elsewhere, trusting, /^ERR_TLS_CERT_ALTNAME_INVALID$/],
    // Redis closes the connection, or the client hears first that it was reset.
    [
      'and no encryption',
      redis.url.replace('rediss', 'redis'),
      trusting,
      /^(ECONNRESET|SocketClosedUnexpectedlyError)$/,
    ],
  ] as const
  for (const [name, address, env, said] of cases) {
    const node = await startNode(t, cluster.url, ['--redis', address], env)
    await node.running.until(/Redis is not reachable/)
    const [line] = logOf(node.running).filter(({ msg }) => msg === 'Redis is not reachable') as unknown as {
      err: { code?: string; type: string }
    }[]
    assert.match(String(line?.err.code ?? line?.err.type), said, name)
    assert.equal((await node.rendered()).status, 200)
    assert.deepEqual(JSON.parse((await node.ready()).body).redis, { status: 'degraded' }, name)
    await node.running.stop()
  }
  assert.equal(await redis.ask('dbsize'), 0)

  const node = await startNode(t, cluster.url, ['--redis', redis.url], trusting)
  await node.running.until(/Redis is connected/)
  assert.equal((await node.rendered()).status, 200)
  assert.deepEqual(JSON.parse((await node.ready()).body).redis, { status: 'ok' })
  assert.notEqual(await redis.ask('dbsize'), 0)
})
