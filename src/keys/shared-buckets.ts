import { hash } from 'node:crypto'
import type { Client } from '#src/redis/client.ts'
import type { Redis } from '#src/redis/redis.ts'
import type { Taken } from './buckets.ts'
import type { Lessor } from './leased-limiter.ts'

/** Keys in one script: while it runs, Redis does nothing else. */
const MOST_KEYS = 100

/**
 * The buckets of `buckets.ts`, with the clock of Redis: what was used of a key's second, and when. A negative number
 * gives back, whatever the limit is. A bucket that was not used for a second is gone, and full.
 */
const SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local answers = {}
for i, key in ipairs(KEYS) do
  local limit, wanted = tonumber(ARGV[2 * i - 1]), tonumber(ARGV[2 * i])
  local used, at = string.match(redis.call('GET', key) or '', '^(%S+) (%S+)$')
  used, at = tonumber(used), tonumber(at)
  if wanted < 0 then
    if used then
      redis.call('SET', key, string.format('%.3f %.3f', math.max(0, used + wanted), at), 'KEEPTTL')
    end
    answers[i] = {}
  else
    used = math.max(0, (used or 0) - math.max(0, now - (at or now)) * limit / 1000)
    local taken = math.max(0, math.min(wanted, math.floor(limit - used)))
    used = used + taken
    redis.call('SET', key, string.format('%.3f %.3f', used, now), 'PX', 1000)
    local left = limit - used
    answers[i] = { taken, math.max(0, math.floor(left)), math.max(0, math.ceil((1 - left) * 1000 / limit)) }
  end
end
return answers
`
const digest = hash('sha1', SCRIPT)

type Asked = { key_id: number; limit: number; wanted: number; answer(taken: Taken | undefined): void }

/**
 * Leases requests of keys from buckets in Redis that all servers share. Leases at the same time travel in one command;
 * a lease fails if Redis does not answer.
 */
export function openSharedBuckets(redis: Pick<Redis, 'ask'>, space: () => string | undefined): Lessor {
  let waiting: Asked[] = []

  function ask(asked: Asked) {
    if (waiting.push(asked) > 1) return
    queueMicrotask(() => {
      const all = waiting
      waiting = []
      for (let at = 0; at < all.length; at += MOST_KEYS) void send(all.slice(at, at + MOST_KEYS))
    })
  }

  async function send(all: Asked[]) {
    const within = space()
    const options = {
      keys: all.map(({ key_id }) => `reelcommons:limits:${within}:${key_id}`),
      arguments: all.flatMap(({ limit, wanted }) => [String(limit), String(wanted)]),
    }
    const answers = within === undefined ? undefined : await redis.ask((client) => run(client, options))
    for (const [at, { answer }] of all.entries()) answer(Array.isArray(answers) ? takenIn(answers[at]) : undefined)
  }

  return {
    lease: (key_id, limit, wanted) =>
      new Promise((resolve, reject) => {
        const answer = (taken: Taken | undefined) =>
          taken ? resolve(taken) : reject(new Error('Redis did not answer'))
        ask({ key_id, limit, wanted, answer })
      }),
    giveBack: (key_id, requests) => ask({ key_id, limit: 0, wanted: -requests, answer() {} }),
  }
}

/** The script's answer for one key; undefined if it is malformed. */
function takenIn(answer: unknown): Taken | undefined {
  if (!Array.isArray(answer) || answer.length !== 3 || !answer.every(Number.isInteger)) return undefined
  const [taken, requests, waitMs] = answer as [number, number, number]
  return { taken, requests, waitMs }
}

/** Redis forgets scripts when it ends. */
async function run(client: Client, options: { keys: string[]; arguments: string[] }): Promise<unknown> {
  const answers = client.evalSha(digest, options).catch((error: Error) => {
    if (!error.message.startsWith('NOSCRIPT')) throw error
    return client.eval(SCRIPT, options)
  })
  return await answers
}
