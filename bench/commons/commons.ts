import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bench, Benchmark, Figure } from '../benchmark.ts'
import { figuresOfFollowing, measureFollowing } from './following.ts'
import { figuresOfNearLive, measureNearLive, STREAMS, TOLD } from './near-live.ts'
import { onPaper } from './on-paper.ts'
import { PER_SECOND, QUIET_MS, WARM_UP_MS } from './pace.ts'
import { EDITS, figuresOfPublishing, measurePublishing, PUBLISH_EVERY } from './publishing.ts'

export const commons: Benchmark = {
  name: 'commons',
  title: 'A catalogue that is published and followed',
  method: `A server with a copy of the larger catalogue answers ${PER_SECOND} requests a second for details of movies,
at a steady pace, warmed up for ${WARM_UP_MS / 1_000} s: first for ${QUIET_MS / 1_000} s without anything else, then
while a whole dump is made; the process beside requests and the one that it starts for that are watched for their
processor time and memory (\`VmHWM\`, that of the larger one). Then ${EDITS} records are edited one after the other,
each at another moment of the ${PUBLISH_EVERY} s after which what has changed is published, and it is seen when a
manifest has it. Bootstrap is \`reelcommons follow\` of the whole dump of the smaller catalogue into a new data
folder, from the start of the process to its end; \`reelcommons import\` of the same lines into another one takes
turns with it. Then half of the movies there, 5,000 at most, are changed at the publisher, and a server that follows
it takes in the packets while it answers the same reads.
Where changes are told as they happen, ${STREAMS} connections wait for them while ${TOLD} records are edited, which is
compared to the same without anybody who waits; and a server that follows is asked for each edit until it has it.
Publisher, follower and load generator share the machine.`,
  async run(bench) {
    const published = await measurePublishing(bench)
    const followed = await measureFollowing(bench)
    await Promise.all(['published', 'origin', 'dump'].map((name) => remove(bench, name)))
    const told = await measureNearLive(bench)
    const figures: Figure[] = [...figuresOfPublishing(published, bench), ...figuresOfFollowing(followed, bench)]
    if (told) for (const figure of figuresOfNearLive(told, bench)) figures.push(figure)
    return [...figures, onPaper({ ...published.sizes, ...followed.sizes }, bench)]
  },
}

const remove = ({ scratch }: Bench, name: string) => rm(join(scratch, name), { recursive: true, force: true })
