import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeConfig, readConfig, variablesOf } from './config.ts'

test('what is given is known, whatever it is; and a process with the same settings looks up the others', () => {
  const { config } = readConfig(
    { port: '8080', private: false },
    { REELCOMMONS_SITE_NAME: 'Films', REELCOMMONS_HOST: '' },
  )
  assert.deepEqual([...config.given].sort(), ['port', 'private', 'siteName'])
  const { REELCOMMONS_SITE_NAME, REELCOMMONS_PRIVATE, REELCOMMONS_GREETING, REELCOMMONS_SIGNUPS } = variablesOf(config)
  assert.deepEqual([REELCOMMONS_SITE_NAME, REELCOMMONS_PRIVATE], ['Films', 'false'])
  assert.deepEqual([REELCOMMONS_GREETING, REELCOMMONS_SIGNUPS], [undefined, undefined])
})

test('replicas are described without their passwords', () => {
  const { config } = readConfig(
    { database: 'postgres://host/reel', 'read-database': 'postgres://reel:geheim@one/reel postgres://two/reel' },
    {},
  )
  assert.equal(describeConfig(config).readDatabase, 'postgres://reel:***@one/reel postgres://two/reel')
})

test('Redis is described without its password', () => {
  for (const [redis, shown] of [
    ['rediss://reel:geheim@redis.example:6380/1', 'rediss://reel:***@redis.example:6380/1'],
    ['redis://:geheim@redis.example', 'redis://redis.example'],
    ['unix://reel:geheim@/run/redis.sock', '(hidden)'],
    ['unix:///run/redis.sock', 'unix:///run/redis.sock'],
  ] as const)
    assert.equal(describeConfig(readConfig({ redis }, {}).config).redis, shown)
})
