import { once } from 'node:events'
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import { performance } from 'node:perf_hooks'

export type Event = { name: string; id: string; data: string }

/** A client of server-sent events, which keeps what it has read. */
export class EventReader {
  readonly response: IncomingMessage
  readonly events: Event[] = []
  beats = 0
  lastId = ''
  isOver = false
  private readonly request: ClientRequest
  private rest = ''

  constructor(asked: ClientRequest, response: IncomingMessage) {
    this.request = asked
    this.response = response
    response.setEncoding('utf8')
    response.on('data', (text: string) => this.read(text))
    response.on('error', () => {})
    response.once('close', () => {
      this.isOver = true
    })
  }

  private read(text: string) {
    const blocks = (this.rest + text).split('\n\n')
    this.rest = blocks.pop() as string
    for (const block of blocks) {
      const event = { name: '', id: this.lastId, data: '' }
      for (const line of block.split('\n')) {
        if (line.startsWith(':')) this.beats++
        else if (line.startsWith('event: ')) event.name = line.slice(7)
        else if (line.startsWith('id: ')) event.id = line.slice(4)
        else if (line.startsWith('data: ')) event.data += line.slice(6)
      }
      this.lastId = event.id
      if (event.data !== '') this.events.push(event)
    }
  }

  /** The data of the events without a name. */
  get answers(): { position: number; changes: { kind: string; id: number }[]; lines?: object[] }[] {
    return this.events.filter(({ name }) => name === '').map(({ data }) => JSON.parse(data))
  }

  /** The records that were told of, in order. */
  get told(): string[] {
    return this.answers.flatMap(({ changes }) => changes.map(({ kind, id }) => `${kind} ${id}`))
  }

  close() {
    this.request.destroy()
  }
}

type Opening = { port: number; path: string; headers?: Record<string, string>; agent?: Agent }

/** Opens a stream; `response` says whether there is one. */
export async function openEvents({ port, path, headers = {}, agent }: Opening): Promise<EventReader> {
  const asked = request({ host: '127.0.0.1', port, path, headers, ...(agent ? { agent } : { agent: false }) })
  asked.on('error', () => {})
  asked.end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  return new EventReader(asked, response)
}

/**
 * Opens so many streams and measures what a change costs: the processor time of this process from `change` until all of
 * them have read it, for each of them. A benchmark has the server in another process, and asks that one.
 */
export async function measureStreams(
  opening: Omit<Opening, 'agent'>,
  count: number,
  change: () => Promise<unknown>,
  cpuOf: () => NodeJS.CpuUsage = () => process.cpuUsage(),
) {
  const agent = new Agent({ maxSockets: count })
  const readers = await Promise.all(Array.from({ length: count }, () => openEvents({ ...opening, agent })))
  const before = readers.map(({ events }) => events.length)
  const cpu = cpuOf()
  const beganMs = performance.now()
  await change()
  const lateMs = await Promise.all(
    readers.map(async (reader, at) => {
      while (reader.events.length <= (before[at] as number)) await new Promise((resolve) => setTimeout(resolve, 2))
      return performance.now() - beganMs
    }),
  )
  const after = cpuOf()
  const usedMs = (after.user - cpu.user + after.system - cpu.system) / 1_000
  lateMs.sort((one, other) => one - other)
  return {
    readers,
    lateMs,
    msForEach: usedMs / count,
    close() {
      for (const reader of readers) reader.close()
      agent.destroy()
    },
  }
}
