import { type Answer, field, rowsOf } from '../client.ts'
import type { Shape } from '../shape.ts'
import { type Beyond, keyRules, type Part, type Trial } from './beyond.ts'

const path = '/commons/1/changes'
const streamPath = `${path}/stream`

const change = { kind: 'text', id: 'id', position: 'count', gone: 'bool', into: 'id|null' } as const
const shape: Shape = {
  incarnation: 'text',
  after: 'count',
  position: 'count',
  next: 'text',
  has_more: 'bool',
  time: 'timestamp',
  changes: [change],
  'lines?': ['any'],
}

const unknownPosition = [410, 47] as const
const wrongParameters = [422, 5] as const

/** How far before the present position it is looked for changes, and how many answers are followed from there. */
const LOOK_BACK = 200
const MOST_ANSWERS = 6
/** How long an answer waits here, in seconds, and how exactly clocks measure that. */
const WAIT_SECONDS = 1
const WAIT_TOLERANCE_MS = 100
const STREAM_PATIENCE_MS = 10_000

const number = (body: unknown, name: string) => Number(field(body, name))
const positionsOf = ({ body }: Answer) => rowsOf(body, 'changes').map(({ position }) => Number(position))
const nameOf = ({ kind, id }: Record<string, unknown>) => `${kind}:${id}`

/** The answer says which position this is. */
async function present({ notes, ask, client }: Beyond): Promise<Answer> {
  const answer = await ask('GET', path, { query: { wait: 0 } })
  notes.reply(answer, shape, client.dialect)
  const [after, position] = [number(answer.body, 'after'), number(answer.body, 'position')]
  const isEmpty = after === position && rowsOf(answer.body, 'changes').length === 0
  notes.check('the present position', answer, !isEmpty && `it is ${position}, and the changes begin after ${after}`)
  return answer
}

/** Each answer goes on where the one before has ended, in order, and has each record once. */
function checkOrder({ notes }: Beyond, answer: Answer, from: number) {
  const { body } = answer
  const after = number(body, 'after')
  notes.check('goes on after the position', answer, after !== from && `it goes on after ${after}, not ${from}`)
  const positions = positionsOf(answer)
  const last = number(body, 'position')
  const outside = positions.find((position) => position <= from || position > last)
  notes.check('positions of the answer', answer, outside !== undefined && `${outside} is not in ${from + 1} to ${last}`)
  const isOrdered = positions.every((position, at) => at === 0 || position > (positions[at - 1] as number))
  notes.check('in the order of positions', answer, !isOrdered && 'the changes are in another order')
  const names = rowsOf(body, 'changes').map(nameOf)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  notes.check('each record once', answer, twice !== undefined && `${twice} is there twice`)
  const stays = field(body, 'has_more') === true && last <= from
  notes.check('goes on', answer, stays && `there is more, but the position stays at ${last}`)
}

/** The changes before the present, as far as an answer says where it goes on. */
async function followed(beyond: Beyond, head: number): Promise<Answer[]> {
  const { ask, notes, client } = beyond
  const answers: Answer[] = []
  let from = Math.max(0, head - LOOK_BACK)
  for (let after = String(from); answers.length < MOST_ANSWERS; ) {
    const answer = await ask('GET', path, { query: { after, wait: 0 } })
    // A server need not know everything that was.
    if (answer.status === 410 && answers.length === 0) return []
    if (!notes.reply(answer, shape, client.dialect)) return answers
    checkOrder(beyond, answer, from)
    answers.push(answer)
    from = number(answer.body, 'position')
    after = String(field(answer.body, 'next'))
    if (field(answer.body, 'has_more') !== true) {
      notes.check('up to the present', answer, from < head && `it ends at ${from}, before ${head}`)
      break
    }
  }
  return answers
}

/** With `lines`, each change has its line; filters leave out others and change nothing else. */
async function checkChoice({ ask, notes }: Beyond, { body, asked }: Answer) {
  const after = /after=([^&]*)/.exec(asked)?.[1] ?? ''
  const rows = rowsOf(body, 'changes')
  const [first] = rows
  if (!first) return
  const query = { after: decodeURIComponent(after), wait: 0 }
  const withLines = await ask('GET', path, { query: { ...query, lines: true } })
  const changed = rowsOf(withLines.body, 'changes').map(nameOf)
  const lines = rowsOf(withLines.body, 'lines').map((line) =>
    line.kind === 'gone' ? `${line.of}:${line.id}` : nameOf(line),
  )
  notes.check('a line for each change', withLines, changed.join() !== lines.join() && 'the lines are of other records')
  notes.check('lines only where they are asked for', { asked }, field(body, 'lines') !== undefined && 'there are lines')
  const ofKind = await ask('GET', path, { query: { ...query, kinds: String(first.kind) } })
  const kinds = new Set(rowsOf(ofKind.body, 'changes').map(({ kind }) => kind))
  notes.check('kinds', ofKind, kinds.size !== 1 || !kinds.has(first.kind) ? `there are ${[...kinds]}` : false)
  const ofRecord = await ask('GET', path, { query: { ...query, record: nameOf(first) } })
  const names = rowsOf(ofRecord.body, 'changes').map(nameOf)
  notes.check('record', ofRecord, names.join() !== nameOf(first) && `there are ${names}`)
}

/** An answer waits for the first change, as long as it is asked to. */
async function checkWaiting({ ask, notes }: Beyond) {
  const head = await ask('GET', path, { query: { wait: 0 } })
  const startMs = performance.now()
  const query = { after: String(field(head.body, 'next')), wait: WAIT_SECONDS }
  const waited = await ask('GET', path, { query })
  const isEarly = performance.now() - startMs < WAIT_SECONDS * 1_000 - WAIT_TOLERANCE_MS
  const isEmpty = rowsOf(waited.body, 'changes').length === 0
  notes.check('wait', waited, isEarly && isEmpty && 'it was answered before anything had changed')
}

const changes: Trial = {
  probe: ({ ask }) => ask('GET', path, { query: { wait: 0 } }),
  async try(beyond) {
    const { ask, notes } = beyond
    await keyRules(beyond, 'GET', path, { query: { wait: 0 } })
    const head = await present(beyond)
    const answers = await followed(beyond, number(head.body, 'position'))
    const told = answers.find(({ body }) => rowsOf(body, 'changes').length > 0)
    if (told) await checkChoice(beyond, told)
    await checkWaiting(beyond)
    const elsewhere = await ask('GET', path, { query: { after: '1:00000000000000000000000000000000', wait: 0 } })
    notes.refusal('a position of another catalogue', elsewhere, unknownPosition)
    notes.refusal('no position', await ask('GET', path, { query: { after: 'x', wait: 0 } }), wrongParameters)
  },
}

/** An event of a stream: its fields, by name. */
type Event = Readonly<Record<string, string>>

/** What a stream begins with, and its first event, if one comes in time. */
async function firstEvent({ client }: Beyond, after: string): Promise<{ type: string; event: Event | undefined }> {
  const stop = new AbortController()
  const response = await client.open(`${streamPath}?after=${encodeURIComponent(after)}`, stop.signal)
  const timer = setTimeout(() => stop.abort(), STREAM_PATIENCE_MS)
  let text = ''
  try {
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString('utf8')
      const whole = text.split('\n\n').slice(0, -1)
      const event = whole.map(fieldsOf).find((fields) => fields.data !== undefined)
      if (event) return { type: response.headers.get('content-type') ?? '', event }
    }
  } catch {
    // Nothing came in time.
  } finally {
    clearTimeout(timer)
    stop.abort()
  }
  return { type: response.headers.get('content-type') ?? '', event: undefined }
}

const fieldsOf = (block: string): Event =>
  Object.fromEntries(block.split('\n').flatMap((line) => (/^\w+: /.test(line) ? [line.split(/: (.*)/s, 2)] : [])))

/** A position before the present with changes right behind it, and the answer that has them. */
async function recentChanges({ ask }: Beyond): Promise<{ after: string; alone: Answer } | undefined> {
  const head = number((await ask('GET', path, { query: { wait: 0 } })).body, 'position')
  for (let back = LOOK_BACK; back >= 1; back = Math.floor(back / 2)) {
    const after = String(Math.max(0, head - back))
    const alone = await ask('GET', path, { query: { after, wait: 0 } })
    if (alone.status === 200 && rowsOf(alone.body, 'changes').length > 0) return { after, alone }
  }
  return undefined
}

const stream: Trial = {
  // It does not end, and an answer with an error does.
  probe: ({ ask }) => ask('GET', streamPath, { query: { after: '1:00000000000000000000000000000000' } }),
  async try(beyond) {
    const { ask, notes } = beyond
    await keyRules(beyond, 'GET', streamPath)
    const refused = await ask('GET', streamPath, { query: { after: '1:00000000000000000000000000000000' } })
    notes.refusal('a position of another catalogue', refused, unknownPosition)
    const told = await recentChanges(beyond)
    if (!told) return
    const { after, alone } = told
    const asked = { asked: `GET ${streamPath}?after=${after}` }
    const { type, event } = await firstEvent(beyond, after)
    notes.check('content type of a stream', asked, !/^text\/event-stream/.test(type) && `the content type is ${type}`)
    notes.check('an event for what has changed', asked, !event && 'none came')
    if (!event) return
    const data: unknown = JSON.parse(event.data ?? 'null')
    const same = JSON.stringify(rowsOf(data, 'changes')) === JSON.stringify(rowsOf(alone.body, 'changes'))
    notes.check('the same as an answer', asked, !same && 'the event has other changes')
    const next = field(data, 'next')
    notes.check('id of an event', asked, event.id !== next && `it is ${event.id}, and next is ${next}`)
  },
}

export const changesPart: Part = {
  title: 'Changes as they happen',
  operations: { [`GET ${path}`]: changes, [`GET ${streamPath}`]: stream },
}
