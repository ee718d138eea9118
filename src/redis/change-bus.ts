import type { ChangeBus } from '#src/background/change-bus.ts'
import { type Topic, topics } from '#src/database/database.ts'
import type { Redis } from './redis.ts'

/** What servers tell each other of their changes on. Who hears of those of another catalogue looks in vain. */
const CHANNEL = 'reelcommons:told'

/**
 * Word of changes, through Redis: what other servers publish is told here, and everything when nothing could be heard
 * for a while. What is returned publishes what this one has changed.
 */
export function shareChanges(redis: Redis, changeBus: ChangeBus): (announced: ReadonlySet<Topic>) => void {
  redis.subscribe(CHANNEL, {
    heard: (message) => topics.filter((topic) => topic === message).forEach(changeBus.publish),
    missed: () => topics.forEach(changeBus.publish),
  })
  return (announced) => {
    for (const topic of announced) void redis.ask((client) => client.publish(CHANNEL, topic))
  }
}
