import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { sql } from '#src/database/sql.ts'
import { forEachEngine } from '../support/engines.ts'
import { openVisitor, type PagesServer, signedIn, startPages } from '../support/pages/visitor.ts'
import { loadWorld, testDay } from '../support/world.ts'

forEachEngine(loadWorld, (engine) => {
  let server: PagesServer
  before(async () => {
    server = await startPages(engine)
  })
  after(() => server.close())

  const script = `<script>alert(1)</script>"onmouseover="alert(1)`

  test('markup in a record is text on its pages', async (context) => {
    const own = await startPages(engine)
    context.after(() => own.close())
    await applyEdit(own.db, {
      account_id: null,
      at: new Date(testDay),
      records: [
        {
          kind: 'movie',
          id: 501,
          values: {
            title: script,
            original_title: script,
            overview: script,
            tagline: script,
            homepage: `http://x/${script}`,
          },
        },
        { kind: 'person', id: 301, values: { name: script, biography: script, homepage: `https://x"${script}` } },
        { kind: 'company', id: 101, values: { name: script, description: script } },
      ],
    })
    await own.db.run(sql`update company set homepage = 'javascript:alert(1)' where id = 101`)
    const visitor = openVisitor(own.app)
    for (const address of [
      '/movie/501',
      '/person/301',
      '/company/101',
      '/',
      '/movie',
      `/search?query=${encodeURIComponent(script)}`,
    ]) {
      const first = await visitor.get(address)
      const reply = first.location ? await visitor.follow(first) : first
      assert.equal(reply.status, 200, address)
      assert.doesNotMatch(reply.body, /<script>alert|"onmouseover="|href="javascript:/, address)
    }
  })

  test('markup in a review is text, and its links lead to the web only', async (context) => {
    const own = await startPages(engine)
    context.after(() => own.close())
    const bo = await signedIn(own, 'bo')
    const content = [
      '<script>alert(1)</script> <img src=x onerror=alert(1)>',
      '[a](javascript:alert(1)) [b](data:text/html,x)',
      '[c](https://good.example/?a=1&b=2) ![d](https://evil.example/x.png)',
      '<https://auto.example> [e](//evil.example) [f](JaVaScRiPt:alert(1)) [g]("onmouseover="alert)',
    ].join('\n\n')
    const sent = await bo.post('/tv/602/review', { content, rating: '', language: 'en', do: 'save' })
    const { body } = await bo.follow(sent)
    const [, prose = ''] = /<div class="prose"[^>]*>([\s\S]*?)<\/div>/.exec(body) ?? []
    assert.deepEqual(
      [...prose.matchAll(/<(\w+)/g)].map(([, tag]) => tag).filter((tag) => tag !== 'p'),
      ['a', 'a'],
    )
    assert.match(
      prose,
      /<a href="https:\/\/good\.example\/\?a=1&amp;b=2" rel="nofollow ugc noopener noreferrer">c<\/a>/,
    )
  })

  test('a form of another site is refused', async () => {
    const bo = await signedIn(server, 'bo')
    for (const path of ['/watchlist', '/movie/501/review', '/review/000000000000000000050191/delete']) {
      const reply = await bo.post(
        path,
        { media_type: 'movie', media_id: '501', watchlist: 'on' },
        { from: '/', token: 'wrong' },
      )
      assert.equal(reply.status, 403, path)
    }
  })
})
