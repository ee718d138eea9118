import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Type } from 'typebox'
import { ApiError } from '#src/contract/statuses.ts'
import { reviewBy, writeReview } from '#src/contributions/reviews.ts'
import { sql } from '#src/database/sql.ts'
import { openTwo } from '../support/accounts.ts'
import { forEachEngine } from '../support/engines.ts'
import { openVisitor, type PagesServer, signedIn, startPages, textOf } from '../support/pages/visitor.ts'
import { loadWorld, testDay } from '../support/world.ts'

forEachEngine(loadWorld, (engine) => {
  let server: PagesServer
  before(async () => {
    server = await startPages(engine)
  })
  after(() => server.close())

  const address = '/movie/502-das-zweite-glimmen/review'
  const Change = Type.Object({ key: Type.String(), action: Type.String(), account_id: Type.Integer() })

  test('a review is written, changed and deleted, and each of it is an edit', async (context) => {
    const own = await startPages(engine)
    context.after(() => own.close())
    const bo = await signedIn(own, 'bo')
    const fields = { content: 'A *very* quiet glow.', rating: '7.5', language: 'en' }
    const preview = await bo.post(address, { ...fields, do: 'preview' })
    assert.equal(preview.status, 200)
    assert.match(preview.body, /<p>A <em>very<\/em> quiet glow\.<\/p>/)
    assert.match(textOf(await bo.get('/movie/502-das-zweite-glimmen')), /No reviews yet/, 'a preview keeps nothing')

    const sent = await bo.post(address, { ...fields, do: 'save' })
    assert.equal(sent.status, 303)
    assert.match(sent.location ?? '', /^\/review\/[0-9a-f]{24}$/)
    const review = await bo.follow(sent)
    assert.match(
      textOf(review),
      /^Review saved\. .*by Bo 7\.5 of 10 · 10 March 2026 A very quiet glow\. Edit review Delete/,
    )
    assert.match(textOf(await openVisitor(own.app).get('/movie/502-das-zweite-glimmen')), /By Bo 7\.5 of 10/)

    own.setTime('2026-03-11T12:00:00.000Z')
    assert.match((await bo.get(address)).body, /A \*very\* quiet glow\./, 'it is there to be changed')
    const changed = await bo.post(address, { ...fields, content: 'Louder now.', rating: '', do: 'save' })
    assert.equal(changed.location, sent.location, 'there is one review by one person')
    const wayOf = (body: string) => /href="([^"]*)">(Write a review|Edit your review)</.exec(body)?.slice(1)
    const about = '/movie/502-das-zweite-glimmen'
    assert.deepEqual(wayOf((await bo.get(about)).body), [address, 'Edit your review'])
    const other = await signedIn(server, 'eve')
    assert.deepEqual(wayOf((await other.get(about)).body), [address, 'Write a review'])
    assert.match(textOf(await bo.follow(changed)), /edited on 11 March 2026 Louder now\./)

    const ada = await signedIn(own, 'ada')
    assert.equal((await ada.get(`${sent.location}/delete`)).status, 404, 'it is not hers')
    assert.equal((await ada.post(`${sent.location}/delete`, {}, { from: '/' })).status, 404)
    const deleted = await bo.post(`${sent.location}/delete`, {})
    assert.equal(deleted.status, 303)
    assert.equal((await bo.get(sent.location as string)).status, 404)

    const changes = await own.db.all(
      Change,
      sql`
        select c.key, c.action, e.account_id from change c join edit e on e.id = c.edit_id
        where c.kind = 'movie' and c.entity_id = 502 and e.account_id is not null order by c.seq`,
    )
    const row = { key: 'general', account_id: 2 }
    assert.deepEqual(changes, [
      { ...row, action: 'added' },
      { ...row, action: 'updated' },
      { ...row, action: 'deleted' },
    ])
  })

  test('who is not verified writes no review', async () => {
    const dee = await signedIn(server, 'dee')
    const form = await dee.get(address)
    const fields = { content: 'It glows.', rating: '8', language: 'en', do: 'save' }
    const sent = await dee.post(address, fields, { from: '/settings/api' })
    for (const reply of [form, sent]) {
      assert.equal(reply.status, 403)
      assert.match(textOf(reply), /Your review of .* Your e-mail address is not verified yet Once it is verified/)
    }
  })

  test('a review that is saved twice at once is one review', async (t) => {
    const [db, beside] = await openTwo(t, engine)
    const about = { kind: 'movie', entity_id: 502 } as const
    const written = { content: 'It glows.', rating: null, iso_639_1: 'en' }
    const ids = await Promise.all(
      [db, beside, db, beside].map((each) => writeReview(each, 2, about, written, new Date(testDay))),
    )
    assert.equal(new Set(ids).size, 1)
    const stored = sql`select id from review where account_id = 2 and kind = 'movie' and entity_id = 502`
    assert.deepEqual(await db.all(Type.Object({ id: Type.String() }), stored), [{ id: ids[0] }])
  })

  test('an account that was suspended or deleted meanwhile writes no review', async (t) => {
    const own = await startPages(engine)
    t.after(() => own.close())
    const about = { kind: 'movie', entity_id: 502 } as const
    const written = { content: 'It glows.', rating: null, iso_639_1: 'en' }
    for (const column of [sql`disabled_at`, sql`deleted_at`]) {
      await own.db.run(sql`update account set disabled_at = null, deleted_at = null where id = 2`)
      await own.db.run(sql`update account set ${column} = ${testDay} where id = 2`)
      const review = writeReview(own.db, 2, about, written, new Date(testDay))
      await assert.rejects(review, new ApiError('account_disabled'))
    }
    assert.equal(await reviewBy(own.db, 2, about), undefined)
  })

  const refused: [title: string, fields: Record<string, string>, says: RegExp][] = [
    ['nothing written', { content: ' \n ' }, /Write something first/],
    ['too much written', { content: 'a'.repeat(20_001) }, /Use at most 20000 characters/],
    ...['- a\n', '*_', '> a\n', '- - ', '1. ', '_a_\n\n', '[a](', '\\\\'].map(
      (unit): [string, Record<string, string>, RegExp] => [
        `nothing but ${JSON.stringify(unit)}`,
        { content: unit.repeat(20_000 / unit.length), do: 'preview' },
        /at most 2000 line breaks and formatting characters/,
      ],
    ),
    ['one line end too much', { content: 'a\n'.repeat(2_001) }, /at most 2000 line breaks and formatting characters/],
    ['a rating of 0', { rating: '0' }, /Choose a rating from 0\.5 to 10/],
    ['a rating of 10.5', { rating: '10.5' }, /Choose a rating from 0\.5 to 10/],
    ['a rating between the halves', { rating: '7.3' }, /Choose a rating from 0\.5 to 10/],
    ['no language', { language: '' }, /Choose a language\./],
    ['an unknown language', { language: 'klingon' }, /Choose a language\./],
  ]
  for (const [title, fields, says] of refused) {
    test(`a review is refused: ${title}`, async () => {
      const bo = await signedIn(server, 'bo')
      const filled = { content: 'It glows.', rating: '8', language: 'en', do: 'save', ...fields }
      const reply = await bo.post(address, filled)
      assert.equal(reply.status, 422)
      assert.match(textOf(reply), says)
      if (filled.content.trim() !== '')
        assert.ok(reply.body.includes(filled.content.replaceAll('>', '&#62;')), 'what was typed is kept')
      assert.match(reply.body, /aria-invalid="true"/)
    })
  }

  test('a review with all marks that it may have is rendered, a stored one with more is shown as typed', async (t) => {
    const own = await startPages(engine)
    t.after(() => own.close())
    const bo = await signedIn(own, 'bo')
    const fields = { rating: '', language: 'en', do: 'save' }
    const sent = await bo.post(address, { ...fields, content: `${'*a* '.repeat(999)}<b>` })
    assert.equal(sent.status, 303)
    const { body } = await bo.follow(sent)
    assert.equal(body.split('<em>a</em>').length, 1_000)
    const id = (sent.location as string).slice('/review/'.length)
    const more = `${'*a*\n'.repeat(1_000)}<b>`
    await own.db.run(sql`update review set content = ${more} where id = ${id}`)
    const stored = (await bo.follow(sent)).body
    assert.ok(stored.includes(`<p class="as-typed">${more.replace('<b>', '&#60;b&#62;')}</p>`))
  })

  test('a review of 20000 characters arrives however many bytes they take, and an endless one does not', async (t) => {
    const own = await startPages(engine, { 'body-limit-bytes': '1024' })
    t.after(() => own.close())
    const bo = await signedIn(own, 'bo')
    const fields = { rating: '', language: 'en', do: 'save' }
    for (const content of ['я'.repeat(20_000), '映'.repeat(20_000)]) {
      const sent = await bo.post(address, { ...fields, content })
      assert.equal(sent.status, 303)
      assert.ok(textOf(await bo.follow(sent)).includes(content))
    }
    const long = await bo.post(address, { ...fields, content: '映'.repeat(20_001) })
    assert.equal(long.status, 422)
    assert.ok(long.body.includes('映'.repeat(20_001)), 'it is still there, to be shortened')
    assert.equal((await bo.post(address, { ...fields, content: '映'.repeat(45_000) })).status, 413)
    const elsewhere = await bo.post('/language', { content: '映'.repeat(8_000) }, { from: address })
    assert.equal(elsewhere.status, 413, 'other forms are as short as they were')
  })

  test('a title that does not exist is not reviewed', async () => {
    const bo = await signedIn(server, 'bo')
    const statuses = ['/movie/599/review', '/tv/699/review', '/movie/x/review'].map(
      async (path) => (await bo.get(path)).status,
    )
    assert.deepEqual(await Promise.all(statuses), [404, 404, 404])
  })
})
