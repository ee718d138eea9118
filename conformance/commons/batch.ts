import { setTimeout as wait } from 'node:timers/promises'
import { type Answer, field } from '../client.ts'
import { isSame } from '../shape.ts'
import { type Beyond, keyRules, type Part, type Trial } from './beyond.ts'

const path = '/commons/1/batch'
/** What one request may ask at once. */
const MOST_READS = 50
/** The number of a record that no catalogue has. */
const NOBODY = 2_147_483_646

type Read = { path: string; if_none_match?: string }
type Row = { status?: unknown; etag?: unknown; body?: unknown }

/** Each read counts against the limit of the key, which may end in the middle. */
const REPEATS = 20
const REPEAT_MS = 1_000

async function batchOf(beyond: Beyond, requests: readonly unknown[], headers: Record<string, string> = {}) {
  for (let repeat = 0; ; repeat++) {
    const answer = await beyond.ask('POST', path, { body: { requests }, headers })
    if (repeat === REPEATS || !responsesOf(answer).some(({ status }) => status === 429 || status === 503)) return answer
    await wait(REPEAT_MS)
  }
}

const responsesOf = ({ body }: Answer): Row[] => {
  const responses = field(body, 'responses')
  return Array.isArray(responses) ? responses : []
}

/** Reads of several kinds, among them one that is refused and one that is not there at all. */
function readsOf({ records }: Beyond): Read[] {
  const ids = (pool: string) => records.subjects.get(pool) ?? []
  const of = (pool: string, place: string, to: (id: string) => string) =>
    ids(pool)
      .slice(0, 2)
      .map(({ params }) => ({ path: to(String(params[place])) }))
  return [
    ...of('movie', 'movie_id', (id) => `/3/movie/${id}?language=de-DE`),
    ...of('movie', 'movie_id', (id) => `/3/movie/${id}?append_to_response=credits,videos`),
    ...of('series', 'series_id', (id) => `/3/tv/${id}`),
    ...of('person', 'person_id', (id) => `/3/person/${id}`),
    { path: '/3/movie/popular?page=2' },
    { path: '/3/configuration' },
    { path: `/3/movie/${NOBODY}` },
    { path: '/3/movie/popular?page=0' },
    { path: '/3/nothing/of/the/sort' },
  ]
}

/** Each read is answered as a request of its own is, in the order in which they are asked. */
async function checkReads({ ask, notes }: Beyond, reads: readonly Read[], answer: Answer) {
  const rows = responsesOf(answer)
  notes.check('as many answers', answer, rows.length !== reads.length && `${rows.length} for ${reads.length} requests`)
  for (const [at, read] of reads.entries()) {
    const alone = await ask('GET', read.path)
    const { status, etag, body } = rows[at] ?? {}
    const asked = { asked: `${answer.asked}: ${read.path}` }
    notes.check('status as alone', asked, status !== alone.status && `it is ${status}, and alone ${alone.status}`)
    notes.check('body as alone', asked, !isSame(body, alone.body) && 'the body is another one')
    const tag = alone.headers.get('etag') ?? undefined
    const isOther = alone.status === 200 && etag !== tag
    notes.check('etag as alone', asked, isOther && `it is ${etag}, and alone ${tag}`)
  }
}

/** What somebody has already is not sent again: each part, and the whole. */
async function checkConditions(beyond: Beyond, reads: readonly Read[], answer: Answer) {
  const { notes } = beyond
  const known = responsesOf(answer).map(({ etag }) => etag)
  const again = reads.map((read, at) => ({ ...read, ...(known[at] ? { if_none_match: String(known[at]) } : {}) }))
  const second = await batchOf(beyond, again)
  for (const [at, { status, etag, body }] of responsesOf(second).entries()) {
    if (known[at] === undefined || known[at] === null) continue
    const asked = { asked: `${second.asked}: ${reads[at]?.path} if none matches ${known[at]}` }
    notes.check('a part that is known', asked, status !== 304 && `its status is ${status}`)
    notes.check('a part that is known has no body', asked, body !== undefined && 'it has one')
    notes.check('a part that is known has its etag', asked, etag !== known[at] && `it is ${etag}`)
  }
  const tag = answer.headers.get('etag')
  notes.check('etag of the whole', answer, !/^(W\/)?"[^"]*"$/.test(tag ?? '') && `it is ${tag}`)
  if (tag === null) return
  const whole = await batchOf(beyond, reads, { 'if-none-match': tag })
  notes.check('the whole that is known', whole, whole.status !== 304 && `got ${whole.status} instead of 304`)
  const others = await batchOf(beyond, reads.slice(1), { 'if-none-match': tag })
  notes.check('the etag is of these requests', others, others.status === 304 && 'others are answered with 304')
}

/** What does not fit is refused, as a whole. */
async function checkBounds(beyond: Beyond) {
  const { notes, ask } = beyond
  const read = { path: '/3/configuration' }
  const most = await batchOf(beyond, Array(MOST_READS).fill(read))
  notes.check('fifty reads', most, responsesOf(most).length !== MOST_READS && `${responsesOf(most).length} answers`)
  const refused = [
    ['no reads', await batchOf(beyond, [])],
    ['more than fifty reads', await batchOf(beyond, Array(MOST_READS + 1).fill(read))],
    ['a read without a path', await batchOf(beyond, [{}])],
    ['no requests', await ask('POST', path, { body: {} })],
  ] as const
  for (const [rule, answer] of refused) {
    const isRefused = answer.status === 400 || answer.status === 422
    notes.check(rule, answer, !isRefused && `got ${answer.status} instead of 400 or 422`)
  }
}

const batch: Trial = {
  probe: (beyond) => batchOf(beyond, [{ path: '/3/configuration' }]),
  async try(beyond) {
    const reads = readsOf(beyond)
    await keyRules(beyond, 'POST', path, { body: { requests: [{ path: '/3/configuration' }] } })
    const answer = await batchOf(beyond, reads)
    beyond.notes.check('status', answer, answer.status !== 200 && `got ${answer.status} instead of 200`)
    if (answer.status !== 200) return
    await checkReads(beyond, reads, answer)
    await checkConditions(beyond, reads, answer)
    await checkBounds(beyond)
  },
}

export const batchPart: Part = { title: 'Several reads in one request', operations: { [`POST ${path}`]: batch } }
