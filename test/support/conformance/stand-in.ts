import { createHash } from 'node:crypto'
import type { Migratable } from '#src/database/migratable.ts'
import { importLines } from '#src/import/import.ts'
import { loadWorld, testDay } from '../world.ts'
import { type Asked, error, type Reply, type StandIn } from './broken-server.ts'

/**
 * Several reads in one request, and a server for tests, in front of a server that has neither: as small as the checks
 * of the conformance suite allow, so that each of them is tried with a fault of its own.
 */

/** The world, and a few records after it that everybody may be told of. */
export async function loadTold(db: Migratable) {
  await loadWorld(db)
  const names = Array.from({ length: 6 }, (_, index) => ({ id: 700_001 + index, title: `Told ${index}` }))
  const lines = names.flatMap(({ id, title }) => [
    { kind: 'movie', id, title, original_title: title, source: 'atlas' },
    { kind: 'person', id, name: title, original_name: title, source: 'atlas' },
  ])
  await importLines(db, lines, { now: () => new Date(testDay) })
}

const BEGINNING = '2026-03-10T12:00:00.000Z'
const HOUR_MS = 3_600_000

type Fault = { path: string; method?: string; fault: string; left: number; retry_after?: number; ms?: number }

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body,
})
const refusal = (status: number, code: number, headers = {}) => json(status, error(code), headers)

const pathOf = (url: string) => url.split('?', 1)[0] as string

export function openStandIn(): StandIn {
  let now = new Date(BEGINNING)
  let faults: Fault[] = []

  function control({ method, url, body }: Asked): Reply {
    const path = pathOf(url)
    if (path === '/test/reset') {
      now = new Date(BEGINNING)
      faults = []
      return json(200, { now: BEGINNING })
    }
    if (path === '/test/clock') {
      if (method === 'GET') return json(200, { now })
      const given = body?.advance === undefined ? new Date(body?.now) : new Date(now.getTime() + body.advance * 1_000)
      const isOne = (body?.now === undefined) !== (body?.advance === undefined)
      if (!isOne || Number.isNaN(given.getTime())) return refusal(400, 47)
      now = given
      return json(200, { now })
    }
    if (method === 'GET') return json(200, { faults })
    if (!['429', '500', 'slow', 'broken', 'session'].includes(body.fault)) return refusal(400, 47)
    faults.push({ ...body, left: body.times ?? 1 })
    return json(201, body)
  }

  function faultFor({ method, url }: Asked): Fault | undefined {
    const path = pathOf(url)
    const found = faults.find((one) => {
      const isPath = one.path.endsWith('*') ? path.startsWith(one.path.slice(0, -1)) : path === one.path
      return isPath && (one.method ?? method) === method
    })
    if (found && --found.left === 0) faults = faults.filter((one) => one !== found)
    return found
  }

  return async (asked, pass) => {
    if (asked.url.startsWith('/test/')) return control(asked)
    const fault = faultFor(asked)
    if (fault?.fault === '429') return refusal(429, 25, { 'retry-after': String(fault.retry_after) })
    if (fault?.fault === '500') return refusal(500, 11)
    if (fault?.fault === 'session') return refusal(401, 3)
    if (fault?.fault === 'slow') await new Promise((resolve) => setTimeout(resolve, fault.ms))
    if (fault?.fault === 'broken') return { ...(await pass(asked.url)), isCut: true }
    if (asked.url.startsWith('/3/authentication/token/new')) {
      const made = await pass(asked.url)
      if (made.status === 200)
        made.body.expires_at = `${new Date(now.getTime() + HOUR_MS).toISOString().slice(0, 19).replace('T', ' ')} UTC`
      return made
    }
    return asked.url.startsWith('/commons/1/batch') ? batch(asked, pass) : undefined
  }
}

const MOST_READS = 50

async function batch({ url, headers, body }: Asked, pass: (path: string) => Promise<Reply>): Promise<Reply> {
  const query = url.slice(url.indexOf('?'))
  const check = await pass(`/3/authentication${query.startsWith('?') ? query : ''}`)
  if (check.status === 401) return check
  const requests = body?.requests
  const isRight =
    Array.isArray(requests) &&
    requests.length > 0 &&
    requests.length <= MOST_READS &&
    requests.every(({ path }) => typeof path === 'string')
  if (!isRight) return refusal(422, 5)
  const key = query.startsWith('?') ? query.slice(1) : ''
  const responses: unknown[] = []
  for (const { path, if_none_match } of requests) {
    const reply = await pass(`${path}${path.includes('?') ? '&' : '?'}${key}`)
    const etag = reply.status === 200 ? reply.headers.etag : undefined
    if (etag !== undefined && etag === if_none_match) responses.push({ status: 304, etag })
    else responses.push({ status: reply.status, ...(etag !== undefined && { etag }), body: reply.body })
  }
  const digest = createHash('sha256').update(JSON.stringify(responses)).digest('hex')
  const etag = `W/"${digest.slice(0, 32)}"`
  if (headers['if-none-match'] === etag) return { status: 304, headers: { etag }, body: undefined }
  return json(200, { responses }, { etag })
}
