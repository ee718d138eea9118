import type { Config } from '#src/config.ts'
import type { Log } from '#src/log.ts'
import { openRedis, type Redis } from './redis.ts'

/** Opens the Redis that the settings name, which servers of one catalogue share besides the database. */
export function openShared(config: Config, log: () => Log): Redis | undefined {
  const { redis: url, redisTimeoutMs: answerMs } = config
  if (url === '') return undefined
  return openRedis(url, {
    answerMs,
    report(event, error) {
      if (event === 'there') log().info('Redis is connected')
      else log().warn({ err: error }, event === 'away' ? 'Redis is not reachable' : 'Redis refused a command')
    },
  })
}
