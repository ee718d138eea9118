import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#src/database/sql.ts'
import { forEachEngine } from '../support/engines.ts'
import { openVisitor, signedIn, startPages } from '../support/pages/visitor.ts'
import { loadWorld } from '../support/world.ts'

const hostile = [
  '<script>alert(1)</script>"onmouseover="alert(1)',
  `'; drop table movie; --`,
  'a\u0000b',
  '\ud800',
  '\u202egnirts',
  '%00%ff../../etc/passwd',
  '{{7*7}}',
  'long '.repeat(2_000),
  '99999999999999999999',
  '-1',
]

forEachEngine(loadWorld, (engine) => {
  test('whatever is given as a reason, a record or a number of an act on a whole record, it is text', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    await server.db.run(sql`update account set role = 'moderator' where folded_username = 'bo'`)
    const bo = await signedIn(server, 'bo')
    const looked: string[] = []
    for (const text of hostile) {
      const asked = new URLSearchParams({ with: text, chosen: '1' })
      for (const address of [`/movie/502/merge?${asked}`, `/movie/502/merge?with=${asked.get('with')?.slice(0, 50)}`]) {
        const reply = await bo.get(encodeURI(decodeURI(encodeURI(address.toWellFormed()))))
        assert.ok(reply.status < 500, `${address}: ${reply.status}`)
        looked.push(reply.body)
      }
      const reasons = { note: text, source_url: text, reason: text }
      for (const [address, fields] of [
        ['/movie/502/merge', { with: text, 'v.title||': text, 'p.credits': text }],
        ['/movie/502/merge', { with: '503', [`v.${text}..`]: 'merged', [`p.${text}`]: 'merged' }],
        ['/person/305/delete', { with: text }],
        ['/tv/601/season/1/episode/2/move', { season_number: text, episode_number: text }],
        ['/movie/505/lock', { what: text, for: text, ends: text, ends_at: text, place: text }],
        ['/report', { kind: 'movie', id: '505', of: text, what: text, about: text }],
      ] as const) {
        const reply = await bo.post(address, { ...reasons, ...fields }, { from: '/movie/505/edit' })
        assert.ok(reply.status < 500, `${address} ${JSON.stringify(text.slice(0, 40))}: ${reply.status} ${reply.body}`)
        looked.push(reply.body)
      }
    }
    const stranger = openVisitor(server.app)
    for (const address of ['/edits', '/movie/502/history', '/moderation/log', '/moderation/reports', '/movie/505'])
      looked.push((await (address.startsWith('/mod') ? bo : stranger).get(address)).body)
    for (const body of looked) assert.doesNotMatch(body, /<script>alert|"onmouseover="/)
    assert.ok(looked.some((body) => /(&lt;|&#60;)script(&gt;|&#62;)alert/.test(body)))
  })
})
