import { type Answer, field, rowsOf } from '../client.ts'
import type { Beyond, Part, Trial } from './beyond.ts'

const paths = { reset: '/test/reset', clock: '/test/clock', faults: '/test/faults' }
/** What is spoilt, which every server has. */
const spoilt = '/3/configuration'

/** A day, and a time on it, that no clock shows by chance. */
const NOW = '2031-07-05T09:30:00.000Z'
const ADVANCE_SECONDS = 90
const LATER = '2031-07-05T09:31:30.000Z'
const RETRY_AFTER = 7
const SLOW_MS = 400
/** Clocks and timers differ by that much. */
const TOLERANCE_MS = 50
const NO_SUCH_FAULT = [400, 422]

const nowOf = ({ body }: Answer) => String(field(body, 'now'))
const reset = ({ ask }: Beyond) => ask('POST', paths.reset)
const fault = ({ ask }: Beyond, body: Record<string, unknown>) => ask('POST', paths.faults, { body })
/** The request that is spoilt, as it comes: what is refused for a moment is not asked again. */
const askSpoilt = ({ ask, client }: Beyond, address = spoilt) =>
  ask('GET', address, {
    isOnce: true,
    access: { key: client.key, ...(client.session ? { session: client.session } : {}) },
  })

const clock: Trial = {
  probe: ({ ask }) => ask('GET', paths.clock),
  async try(beyond) {
    const { ask, notes } = beyond
    const put = await ask('POST', paths.clock, { body: { now: NOW } })
    notes.check('puts the clock', put, nowOf(put) !== NOW && `it shows ${nowOf(put)}`)
    const read = await ask('GET', paths.clock)
    notes.check('reads the clock', read, nowOf(read) !== NOW && `it shows ${nowOf(read)}`)
    const moved = await ask('POST', paths.clock, { body: { advance: ADVANCE_SECONDS } })
    notes.check('moves the clock', moved, nowOf(moved) !== LATER && `it shows ${nowOf(moved)}, not ${LATER}`)
    const token = await ask('GET', '/3/authentication/token/new')
    const expires = String(field(token.body, 'expires_at'))
    notes.check('everything goes by the clock', token, !expires.startsWith('2031-07-05') && `it expires at ${expires}`)
    for (const body of [{}, { now: 'soon' }, { now: NOW, advance: 1 }]) {
      const refused = await ask('POST', paths.clock, { body })
      notes.check('no such time', refused, !NO_SUCH_FAULT.includes(refused.status) && `got ${refused.status}`)
    }
    await reset(beyond)
  },
}

/** Whether a request is answered as usual: after a fault that was asked for once. */
async function checkUsual(beyond: Beyond, name: string) {
  const answer = await askSpoilt(beyond)
  beyond.notes.check('a fault comes as often as asked', answer, answer.status !== 200 && `${name} came again`)
}

/** Too many requests, and an error of the server. */
async function checkRefusals(beyond: Beyond) {
  const { notes } = beyond
  await fault(beyond, { path: spoilt, fault: '429', retry_after: RETRY_AFTER, times: 1 })
  const limited = await askSpoilt(beyond)
  notes.refusal('too many requests', limited, [429, 25])
  const after = limited.headers.get('retry-after')
  notes.check('when to ask again', limited, after !== String(RETRY_AFTER) && `Retry-After is ${after}`)
  await checkUsual(beyond, '429')
  await fault(beyond, { path: spoilt, fault: '500', times: 2 })
  for (const _ of [1, 2]) {
    const failed = await askSpoilt(beyond)
    notes.check('an error', failed, failed.status !== 500 && `got ${failed.status} instead of 500`)
  }
  await checkUsual(beyond, '500')
}

/** An answer that comes late, and one that breaks off. */
async function checkTrouble(beyond: Beyond) {
  const { notes } = beyond
  await fault(beyond, { path: spoilt, fault: 'slow', ms: SLOW_MS, times: 1 })
  const startMs = performance.now()
  const slow = await askSpoilt(beyond)
  const ms = performance.now() - startMs
  notes.check('a slow answer', slow, ms < SLOW_MS - TOLERANCE_MS && `it came after ${Math.round(ms)} ms`)
  notes.check('a slow answer is whole', slow, slow.status !== 200 && `got ${slow.status} instead of 200`)
  await fault(beyond, { path: spoilt, fault: 'broken', times: 1 })
  const broken = await askSpoilt(beyond).catch(() => undefined)
  const asked = { asked: `GET ${spoilt}` }
  notes.check('a broken answer', asked, broken?.body !== undefined && 'the answer is whole')
  await checkUsual(beyond, 'broken')
}

/** Which requests a fault is for. */
async function checkPlaces(beyond: Beyond) {
  const { ask, notes, client } = beyond
  await fault(beyond, { path: '/3/configuration/*', method: 'GET', fault: '500', times: 1 })
  const other = await askSpoilt(beyond)
  notes.check('other paths', other, other.status !== 200 && `got ${other.status}, although the fault is for others`)
  const below = await askSpoilt(beyond, '/3/configuration/languages')
  notes.check('paths that begin so', below, below.status !== 500 && `got ${below.status} instead of 500`)
  await fault(beyond, { path: spoilt, method: 'POST', fault: '500', times: 1 })
  const get = await askSpoilt(beyond)
  notes.check('other methods', get, get.status !== 200 && `got ${get.status}, although the fault is for POST`)
  if (!client.session) return
  await fault(beyond, { path: '/3/account', fault: 'session', times: 1 })
  notes.refusal('an expired session', await askSpoilt(beyond, '/3/account'), [401, 3])
  const again = await ask('GET', '/3/account', { access: { key: client.key, session: client.session } })
  notes.check('the session is there again', again, again.status !== 200 && `got ${again.status} instead of 200`)
}

const faults: Trial = {
  probe: ({ ask }) => ask('GET', paths.faults),
  async try(beyond) {
    const { notes } = beyond
    await reset(beyond)
    await checkRefusals(beyond)
    await checkTrouble(beyond)
    await checkPlaces(beyond)
    const unknown = await fault(beyond, { path: spoilt, fault: 'fire' })
    notes.check('no such fault', unknown, !NO_SUCH_FAULT.includes(unknown.status) && `got ${unknown.status}`)
    await reset(beyond)
  },
}

const beginning: Trial = {
  // A server that has faults to ask for can be reset; to reset it only to see that would be too much.
  probe: ({ ask }) => ask('GET', paths.faults),
  async try(beyond) {
    const { ask, notes } = beyond
    const first = await reset(beyond)
    notes.check('status', first, first.status !== 200 && `got ${first.status} instead of 200`)
    const begun = nowOf(await ask('GET', paths.clock))
    await ask('POST', paths.clock, { body: { now: NOW } })
    await fault(beyond, { path: spoilt, fault: '500', times: 1 })
    const second = await reset(beyond)
    const isSame = JSON.stringify(second.body) === JSON.stringify(first.body)
    notes.check('the same beginning', second, !isSame && 'the second reset answers something else')
    const time = await ask('GET', paths.clock)
    const moment = nowOf(time).slice(0, 16)
    notes.check('the clock of the beginning', time, moment !== begun.slice(0, 16) && `it shows ${nowOf(time)}`)
    const left = await ask('GET', paths.faults)
    notes.check('no faults', left, rowsOf(left.body, 'faults').length > 0 && 'there are some left')
    const answer = await askSpoilt(beyond)
    notes.check('nothing is spoilt', answer, answer.status !== 200 && `got ${answer.status} instead of 200`)
  },
}

export const testPart: Part = {
  title: 'A server for tests',
  operations: { 'POST /test/clock': clock, 'POST /test/faults': faults, 'POST /test/reset': beginning },
}
