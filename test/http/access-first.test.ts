import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Access, needsSession } from '#src/contract/access.ts'
import type { Operation } from '#src/contract/operation.ts'
import { type StatusName, statusEnvelope, statuses } from '#src/contract/statuses.ts'
import { allOperations } from '#src/interface.ts'
import { pages } from '#src/pages/index.ts'
import { sqliteEngine } from '../support/engines.ts'
import { openVisitor, type PagesServer, signedIn, startPages, type Visitor } from '../support/pages/visitor.ts'
import { type Circumstances, send } from '../support/scenarios.ts'
import { bodyOf, filledIn } from '../support/world/own-requests.ts'
import { guest, loadWorld } from '../support/world.ts'

/**
 * Whoever may not use an operation or a page is told so before anything else is looked at: what is wrong with the path,
 * the query or the body of the request is nobody's business who could not send a right one either. The lists of
 * operations and pages are those of the program.
 */

let server: PagesServer
before(async () => {
  server = await startPages(sqliteEngine(loadWorld), { 'reply-cache-bytes': '0' })
})
after(() => server.close())

type Caller = {
  refusal: StatusName
  sent: Circumstances
  query?: string
  isRefused(access: Access, scope: string): boolean
}

const always = () => true
/** Callers without access, and what they are told; the key of each is valid. */
const callers: Readonly<Record<string, Caller>> = {
  'without a session': { refusal: 'session_required', sent: {}, isRefused: always },
  'a session that is none': { refusal: 'session_required', sent: { session: 'f'.repeat(40) }, isRefused: always },
  'a session that has ended': { refusal: 'session_required', sent: { session: 'cy' }, isRefused: always },
  'a guest': {
    refusal: 'session_required',
    sent: {},
    query: `guest_session_id=${guest}`,
    isRefused: (access) => access !== 'rater',
  },
  'a member': {
    refusal: 'edit_denied',
    sent: { session: 'ada' },
    isRefused: (access) => access === 'moderator' || access === 'administrator',
  },
  'a token that may only read': {
    refusal: 'token_scope_missing',
    sent: { key: 'reader' },
    isRefused: (_access, scope) => scope !== 'read',
  },
}

/** Bodies that no operation takes. */
const wrongBodies: readonly { body: string; type?: string }[] = [
  { body: '{}' },
  { body: '[]' },
  { body: '"text"' },
  { body: '{"' },
  { body: '\0' },
  { body: '{"__proto__":{}}' },
  { body: JSON.stringify({ filler: 'x'.repeat(65_536 * 8) }) },
  { body: 'a=1', type: 'text/csv' },
  { body: '--x\r\n\r\n--x--', type: 'multipart/form-data; boundary=x' },
  { body: 'value=%00&media_type=%00&name=', type: 'application/x-www-form-urlencoded' },
]

/** Paths and queries that an operation does not take either. */
const wrongAddresses = ({ path, params }: Operation): string[] => {
  const right = path.replace(/\{(\w+)\}/g, (_, name) => filledIn(`{${name}}`)[0] as string)
  const wrong = params.map((name) => path.replace(`{${name}}`, '0').replace(/\{\w+\}/g, '0'))
  return [right, `${right}?page=0&language=english&value=x`, ...wrong]
}

for (const [who, { refusal, sent, query, isRefused }] of Object.entries(callers))
  test(`${who} is told so by every operation, whatever else is wrong`, async () => {
    const refused = allOperations.filter(({ access, scope }) => needsSession(access) && isRefused(access, scope))
    assert.ok(refused.length > 1, `${refused.length} operations`)
    for (const operation of refused) {
      const bodies = operation.method === 'GET' ? [{ body: undefined }] : [...wrongBodies, { body: bodyOf(operation) }]
      for (const address of wrongAddresses(operation))
        for (const { body, type } of bodies as typeof wrongBodies) {
          const asked = query === undefined ? address : `${address}${address.includes('?') ? '&' : '?'}${query}`
          const headers = type === undefined ? {} : { headers: { 'content-type': type } }
          const request = `${operation.method} ${asked}`
          const reply = await send(server.app, request, { ...sent, ...headers, ...(body !== undefined && { body }) })
          const what = `${request} ${JSON.stringify(body)?.slice(0, 60)}`
          assert.deepEqual([reply.statusCode, JSON.parse(reply.body)], [401, statusEnvelope(refusal)], what)
        }
    }
    assert.equal(statuses[refusal][0], 401)
  })

/** Forms that no page takes. */
const wrongForms: readonly [type: string, body: string][] = [
  ['application/x-www-form-urlencoded', ''],
  ['application/x-www-form-urlencoded', 'name=%00&form_token=none'],
  ['application/x-www-form-urlencoded', `name=${'x'.repeat(6_000_000)}`],
  ['application/json', '{"'],
  ['text/csv', 'a,b'],
  ['multipart/form-data; boundary=x', '--y'],
  ['multipart/form-data', ''],
]

test('pages say who may open them before they read a form', async () => {
  const visitors: Record<'nobody' | 'member', Visitor> = {
    nobody: openVisitor(server.app),
    member: await signedIn(server, 'bo'),
  }
  const closed = pages.filter(({ method, access }) => method === 'POST' && access !== 'anyone')
  assert.ok(closed.length > 50, `${closed.length} pages`)
  for (const { path, access } of closed) {
    const [address = ''] = filledIn(path)
    for (const [who, { cookies }] of Object.entries(visitors)) {
      if (who === 'member' && access === 'account') continue
      for (const [type, payload] of wrongForms) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const headers = { accept: 'text/html', 'content-type': type, cookie }
        const reply = await server.app.inject({ method: 'POST', url: address, headers, payload })
        const expected = who === 'nobody' ? [303, '/login'] : [403, undefined]
        assert.deepEqual([reply.statusCode, reply.headers.location], expected, `${who}: ${path} as ${type}`)
      }
    }
  }
})
