import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { entryId } from '#src/catalogue/entry-id.ts'
import { hourlyLimits } from '#src/contract/hourly-limits.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { addReport, maxOpenReports } from '#src/contributions/reports.ts'
import { writeReview } from '#src/contributions/reviews.ts'
import { sql } from '#src/database/sql.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { openVisitor, signedIn, startPages, textOf } from '../support/pages/visitor.ts'
import { loadWorld, testDay } from '../support/world.ts'

const now = new Date(testDay)
const queue = '/moderation/reports'
const poster = entryId('images', 'movie', 502, ['/glimmen-de.jpg'])
const Row = Type.Object({ id: Type.Integer(), status: Type.String() })

/** Bo and ada, who report, and eve, who is a moderator. */
async function start(t: { after(work: () => Promise<void>): void }, engine: TestEngine) {
  const server = await startPages(engine)
  t.after(() => server.close())
  const { db } = server
  await db.run(sql`update account set role = 'moderator' where folded_username = 'eve'`)
  await db.run(sql`update account set iso_639_1 = 'en', has_public_profile = true where username = 'ada'`)
  const text = { content: 'Buy my lamps.', rating: null, iso_639_1: 'en' }
  const review = await writeReview(db, 2, { kind: 'movie', entity_id: 502 }, text, now)
  const [ada, bo, eve] = [await signedIn(server, 'ada'), await signedIn(server, 'bo'), await signedIn(server, 'eve')]
  return { server, db, review, ada, bo, eve, rows: () => db.all(Row, sql`select id, status from report order by id`) }
}

/** Where the page of something can be reported. */
const reportedAt = (body: string) =>
  /href="(\/report\?[^"]*)"/.exec(body)?.[1]?.replaceAll('&#38;', '&').replaceAll('&#61;', '=')

forEachEngine(loadWorld, (engine) => {
  test('everything that people see can be reported from its page, and leads back there', async (t) => {
    const { server, review, bo, eve } = await start(t, engine)
    const pages = [
      ...['/movie/502-das-zweite-glimmen', '/tv/601-tidewater-signals', '/tv/601-tidewater-signals/season/1'],
      ...['/tv/601-tidewater-signals/season/1/episode/2', '/person/301-odalys-fenwick', '/edit/2'],
      ...[`/movie/502-das-zweite-glimmen/images/posters/${poster}`, `/review/${review}`, '/list/3', '/@ada'],
    ]
    for (const [index, path] of pages.entries()) {
      const visitor = path === '/list/3' || path.startsWith('/review') ? eve : bo
      const page = await visitor.get(path)
      const to = reportedAt(page.body)
      assert.ok(page.status === 200 && to, `${path} ${page.status} ${page.location}`)
      assert.equal((await openVisitor(server.app).get(to)).status, 303)
      const form = new URLSearchParams(to.split('?')[1])
      const fields = { what: form.get('what') ?? '', of: form.get('of') ?? '', words: '' }
      assert.equal((await visitor.post('/report', { ...fields, why: 'all' }, { from: to })).status, 422, path)
      const sent = await visitor.post('/report', { ...fields, why: 'spam' }, { from: to })
      let back = await visitor.follow(sent)
      while (back.location) back = await visitor.follow(back)
      assert.match(textOf(back), /Thank you\. The moderators will check your report\./, path)
      assert.equal((textOf(await eve.get(queue)).match(/Advertising/g) ?? []).length, index + 1)
    }
    const gone = await bo.post('/report', { what: 'list', of: '2', why: 'spam', words: '' }, { from: '/' })
    assert.equal(gone.status, 404)
  })

  test('one answer closes all reports of a thing and is told to everybody who has reported it', async (t) => {
    const { ada, bo, eve, rows } = await start(t, engine)
    const report = (by: typeof ada, of: string, words: string) =>
      by.post('/report', { what: 'record', of, why: 'wrong', words }, { from: '/movie/502-das-zweite-glimmen' })
    await report(ada, 'movie 502', '<script>alert(1)</script>')
    await report(bo, 'movie 502', 'So wrong.')
    await report(bo, 'person 301', '')
    const again = await report(bo, 'movie 502', 'Again')
    assert.equal(again.location, '/movie/502')
    assert.equal((await rows()).length, 3)
    const listed = await eve.get(queue)
    assert.match(textOf(listed), /Record: .* vandalism : <script>alert\(1\)<\/script> ada .* So wrong\. Bo/)
    assert.ok(!listed.body.includes('<script>alert'))
    for (const path of [queue, `${queue}/1`, '/moderation/log']) assert.equal((await bo.get(path)).status, 403, path)
    const to = `${queue}/1`
    assert.equal((await eve.post(to, { act: 'uphold', answer: '' }, { from: to })).status, 422)
    const answered = await eve.post(to, { act: 'uphold', answer: 'Mended.' }, { from: to })
    assert.match(textOf(await eve.follow(answered)), /^Reports answered\./)
    assert.deepEqual(
      (await rows()).map(({ status }) => status),
      ['upheld', 'upheld', 'open'],
    )
    for (const reader of [ada, bo])
      assert.match(
        textOf(await reader.get('/notifications')),
        /Thank you for reporting .*\. The moderators agree: Mended\./,
      )
    await eve.post(`${queue}/3`, { act: 'dismiss', answer: 'It is fine.' }, { from: queue })
    assert.match(textOf(await bo.get('/notifications')), /Their answer: It is fine\./)
    assert.match(textOf(await eve.get(queue)), /No open reports/)
    const log = textOf(await eve.get('/moderation/log'))
    assert.match(log, /Report dismissed .* It is fine\. eve .* Report upheld .* Reason: Mended\. eve/)
    const late = await eve.post(to, { act: 'dismiss', answer: 'No' }, { from: queue })
    assert.match(textOf(await eve.follow(late)), /^Nothing had to change\./)
  })

  test('the log of moderators has no acts of administration', async (t) => {
    const { db, eve } = await start(t, engine)
    for (const what of ['account_suspended', 'review_removed', 'key_revoked'])
      await db.run(sql`
        insert into act (at, what, actor_id, account_id, about, reason)
        values (${testDay}, ${what}, 1, 2, ${{}}, ${`about ${what}`})`)
    const said = textOf(await eve.get('/moderation/log'))
    assert.match(said, /about review_removed/)
    assert.doesNotMatch(said, /about (account|key)/)
  })

  test('reports are limited by the hour and in number', async (t) => {
    const { db, bo } = await start(t, engine)
    await db.run(sql`update account set created_at = ${testDay} where id = 2`)
    const post = (id: number) =>
      bo.post('/report', { what: 'edit', of: String(id), why: 'spam', words: '' }, { from: '/' })
    for (let made = 0; made < hourlyLimits.report[0]; made++) assert.equal((await post(2)).status, 303)
    assert.equal((await post(1)).status, 429)
    const report = { account_id: 2, what: 'edit', reason: 'spam', words: '', now } as const
    for (let made = 1; made < maxOpenReports; made++) await addReport(db, { ...report, subject: `${made + 10}` })
    await assert.rejects(addReport(db, { ...report, subject: '9' }), ApiError)
  })
})
