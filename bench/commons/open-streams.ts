import { fork } from 'node:child_process'
import { once } from 'node:events'

/** Streams of changes that are to be opened. */
export type StreamsOrder = { address: string; streams: number }
/** All are open, or all have told something that contains the word, at a moment of the clock that processes share. */
export type StreamsAnswer = { is: 'open' } | { is: 'told'; word: string; atMs: number } | { is: 'failed'; why: string }

/** Readers of a stream in processes of their own, so that they take no time from whoever measures. */
export async function openStreams(order: StreamsOrder, processes: number) {
  const children = Array.from({ length: processes }, () =>
    fork(new URL('streams-process.ts', import.meta.url), { serialization: 'advanced' }),
  )
  const answers = () =>
    Promise.all(
      children.map(async (child) => {
        const [answer] = (await once(child, 'message')) as [StreamsAnswer]
        if (answer.is === 'failed') throw new Error(answer.why)
        return answer
      }),
    )
  const opened = answers()
  for (const child of children) child.send({ ...order, streams: order.streams / processes })
  await opened
  return {
    /** When the last of them has heard of the word that `tell` has told. */
    async heard(tell: () => Promise<unknown>): Promise<number> {
      const told = answers()
      await tell()
      return Math.max(...(await told).map((answer) => (answer.is === 'told' ? answer.atMs : 0)))
    },
    close(): void {
      for (const child of children) child.kill()
    },
  }
}
