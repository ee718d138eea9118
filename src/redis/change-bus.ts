import type { ChangeBus } from '#src/background/change-bus.ts'
import { type Topic, topics } from '#src/database/topics.ts'
import type { Redis } from './redis.ts'

/** The channel for changes. Announcements of another catalogue on the same Redis only cause a useless check. */
const CHANNEL = 'reelcommons:told'

/**
 * Connects the change bus to Redis: what other servers publish is published here, and every topic after an
 * interruption. Returns a function that publishes the changes of this server.
 */
export function shareChanges(redis: Redis, changeBus: ChangeBus): (announced: ReadonlySet<Topic>) => void {
  redis.subscribe(CHANNEL, {
    receive: (message) => topics.filter((topic) => topic === message).forEach(changeBus.publish),
    reconnected: () => topics.forEach(changeBus.publish),
  })
  return (announced) => {
    for (const topic of announced) void redis.ask((client) => client.publish(CHANNEL, topic))
  }
}
