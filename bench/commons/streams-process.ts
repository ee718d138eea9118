import { get, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { StreamsAnswer, StreamsOrder } from './open-streams.ts'

// This file runs in a process that reads streams of changes, and says when all of them have told the same.

const post = (answer: StreamsAnswer) => void process.send?.(answer)
/** The word of an edit, which its event has once. */
const wordIn = /Told (\d+)/
/** Streams that are opened before others are. */
const AT_ONCE = 20

const heard = new Map<string, number>()

/** An event is long, but its word is not. */
function listen({ address, streams }: StreamsOrder): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get(address, { agent: false }, (response: IncomingMessage) => {
      if (response.statusCode !== 200) return reject(new Error(`${address} is answered with ${response.statusCode}`))
      resolve()
      let end = ''
      response.setEncoding('latin1').on('data', (chunk: string) => {
        end += chunk
        const [, word] = wordIn.exec(end) ?? []
        end = end.slice(-20)
        if (word === undefined) return
        end = ''
        const count = (heard.get(word) ?? 0) + 1
        heard.set(word, count)
        if (count === streams) post({ is: 'told', word, atMs: performance.timeOrigin + performance.now() })
      })
      response.once('close', () => post({ is: 'failed', why: 'a stream has ended' }))
    })
    request.once('error', reject)
  })
}

process.once('disconnect', () => process.exit())
process.on('message', async (order: StreamsOrder) => {
  try {
    for (let open = 0; open < order.streams; open += AT_ONCE) {
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, order.streams - open) }, () => listen(order)))
      await pause(1)
    }
    post({ is: 'open' })
  } catch (error) {
    post({ is: 'failed', why: String(error) })
  }
})
