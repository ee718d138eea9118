import { FollowProblem } from '../problems.ts'

const NEWLINE = 10
const RETURN = 13

/** A server-sent event; a beat only says that the server is still there. */
type ServerEvent = { is: 'event'; name: string; data: Buffer } | { is: 'beat' }

/** The longest line besides those with data. */
const maxFieldBytes = 1_024

/** The events of a stream, with at most so many bytes of data each. What is not understood is passed over. */
export async function* eventsOf(chunks: AsyncIterable<Buffer>, most: number): AsyncGenerator<ServerEvent> {
  let rest: Buffer[] = []
  let restBytes = 0
  let name = ''
  let data: Buffer[] = []
  let dataBytes = 0
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      const line = withoutReturn(Buffer.concat([...rest, chunk.subarray(start, end)]))
      rest = []
      restBytes = 0
      start = end + 1
      if (line.length === 0) {
        if (data.length > 0) yield { is: 'event', name, data: joined(data) }
        name = ''
        data = []
        dataBytes = 0
        continue
      }
      if (line[0] === COLON) {
        yield { is: 'beat' }
        continue
      }
      const [field, value] = fieldOf(line)
      if (field === 'event') name = value.subarray(0, maxFieldBytes).toString('latin1')
      if (field !== 'data') continue
      dataBytes += value.length + 1
      if (dataBytes > most) throw tooLong(most)
      data.push(value)
    }
    const remaining = chunk.subarray(start)
    restBytes += remaining.length
    if (restBytes > most + maxFieldBytes) throw tooLong(most)
    if (remaining.length > 0) rest.push(remaining)
  }
}

const COLON = 58
const BLANK = 32

const tooLong = (most: number) => new FollowProblem('bounds', `an event has more than ${most} bytes`)

const withoutReturn = (line: Buffer): Buffer => (line.at(-1) === RETURN ? line.subarray(0, -1) : line)

function fieldOf(line: Buffer): [field: string, value: Buffer] {
  const colon = line.subarray(0, maxFieldBytes).indexOf(COLON)
  if (colon < 0) return [line.subarray(0, maxFieldBytes).toString('latin1'), Buffer.alloc(0)]
  const value = line.subarray(colon + 1)
  return [line.subarray(0, colon).toString('latin1'), value[0] === BLANK ? value.subarray(1) : value]
}

const lineBreak = Buffer.from('\n')
const joined = (data: readonly Buffer[]): Buffer =>
  data.length === 1
    ? (data[0] as Buffer)
    : Buffer.concat(data.flatMap((part, at) => (at > 0 ? [lineBreak, part] : [part])))
