import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Operation } from '#src/contract/operation.ts'
import { sql } from '#src/database/sql.ts'
import { isForAll } from '#src/http/mount-operations.ts'
import { operations } from '#src/interface.ts'
import { addressForms, parameterForms } from '../../conformance/request-forms.ts'
import { forEachEngine } from '../support/engines.ts'
import { commonRequest } from '../support/expected.ts'
import { send } from '../support/scenarios.ts'
import { type Answer, serve } from '../support/served.ts'
import { pathsOf, queriesOf } from '../support/walk.ts'
import { guest, keys, loadWorld } from '../support/world.ts'

const bearer = { authorization: `Bearer ${keys.first}` }
const asked = operations.filter((operation) => isForAll(operation) && operation.path.startsWith('/3/'))

const said = ({ status, body, headers }: Answer) => ({ status, body, etag: headers.etag })
const queryOf = (operation: Operation) => queriesOf(operation)[0] ?? ''
const withQuery = (query: string) => (query === '' ? '' : `?${query}`)

forEachEngine(loadWorld, (engine) => {
  for (const dialect of ['neutral', 'common'] as const) {
    const wire = (request: string) => (dialect === 'common' ? commonRequest(`GET ${request}`).slice(4) : request)

    test(`the ${dialect} dialect answers addresses in all their forms, from one entry of the cache`, async (t) => {
      const { db, ask } = await serve(t, engine)
      await db.run(sql`update api_key set dialect = ${dialect}`)
      for (const operation of asked) {
        const [path = ''] = await pathsOf(db, operation)
        const address = wire(`${path}${withQuery(queryOf(operation))}`)
        const [below = '', query] = address.slice('/3'.length).split('?')
        // What begins with a slash, or contains one, is an id elsewhere.
        const forms = addressForms.filter(([what]) => operation.id !== 'find.by_id' || !what.includes('slash'))
        const plain = said(await ask(address, bearer))
        assert.ok(plain.status === 200 || plain.status === 404, `${address} ${plain.status}`)
        for (const [what, write] of forms)
          for (const way of ['cold', 'warm']) {
            const answer = await ask(write(below, withQuery(query ?? '')), bearer)
            assert.deepEqual(said(answer), plain, `${address} with ${what}, ${way}`)
            if (plain.status === 200) assert.equal(answer.headers['x-memc'], 'HIT', `${address} with ${what}, ${way}`)
          }
      }
    })

    test(`the ${dialect} dialect reads parameters in all their forms`, async (t) => {
      const { db, ask } = await serve(t, engine)
      await db.run(sql`update api_key set dialect = ${dialect}`)
      for (const operation of asked)
        for (const [name, written, meant] of parameterForms) {
          if (!(name in operation.query.properties)) continue
          const [path = ''] = await pathsOf(db, operation)
          const address = (value: string | undefined) => {
            const pairs = [queryOf(operation), value === undefined ? '' : `${name}=${value}`].filter(Boolean)
            return wire(`${path}${withQuery(pairs.join('&'))}`)
          }
          const plain = said(await ask(address(meant), bearer))
          for (const way of ['cold', 'warm'])
            assert.deepEqual(said(await ask(address(written), bearer)), plain, `${address(written)}, ${way}`)
        }
    })
  }

  test('ids elsewhere lose slashes and blanks at their ends, and no others', async (t) => {
    const { ask } = await serve(t, engine)
    const source = '?external_source=filmdb_id'
    const plain = said(await ask(`/3/find/tt0000501${source}`, bearer))
    for (const written of ['tt0000501/', 'tt0000501%2F', '%20tt0000501', 'tt0000501%20', 'TT0000501', 'tt0000501//'])
      assert.deepEqual(said(await ask(`/3/find/${written}${source}`, bearer)), plain, written)
    const kept = said(await ask('/3/find/%2Fm%2F0500?external_source=kb1_mid', bearer))
    assert.equal(kept.status, 200)
    for (const written of ['/m/0500', '/m/0500/', '%2Fm/0500'])
      assert.deepEqual(said(await ask(`/3/find/${written}?external_source=kb1_mid`, bearer)), kept, written)
    assert.equal((await ask('/3/movie/501%252Fcredits', bearer)).body, (await ask('/3/movie/501', bearer)).body)
  })

  test('addresses of older clients lead to what they are called now', async (t) => {
    const { ask } = await serve(t, engine)
    for (const [older, now] of [
      ['movie/501/casts', 'movie/501/credits'],
      ['genre/list', 'genre/movie/list'],
      ['person/301/credits', 'person/301/movie_credits'],
      [`guest_session/${guest}/rated_movies`, `guest_session/${guest}/rated/movies`],
    ] as const) {
      const answer = said(await ask(`/3/${now}`, bearer))
      assert.equal(answer.status, 200, now)
      assert.deepEqual(said(await ask(`/3/${older}`, bearer)), answer, older)
    }
  })

  test('writes take what programs send', async (t) => {
    const { app } = await serve(t, engine)
    const post = async (request: string, body: unknown, headers: Record<string, string> = {}) =>
      (await send(app, `POST ${request}`, { session: 'ada', body, headers })).statusCode
    const text = { 'content-type': 'text/plain;charset=UTF-8' }
    assert.equal(await post('/3//movie/501/rating/', { value: 8 }), 201)
    assert.equal(await post('/3/movie/502/rating', '{"value":9}', text), 201)
    const mark = { media_type: 'movie', media_id: 502, watchlist: 1 }
    assert.equal(await post('/3/account/1/watchlist', mark), 200)
    assert.equal(await post('/3/account/1/watchlist', { ...mark, watchlist: '0' }), 200)
    assert.equal(await post('/3/list/1/clear?confirm=1', 'anything', text), 201)
    assert.equal(await post('/3/list/1/clear?confirm=1', 'anything', { 'content-type': 'text/csv' }), 201)
    assert.equal(await post('/3/list/1/clear?confirm=0', {}), 400)
  })

  test('a search reads percent signs and Latin-1', async (t) => {
    const { ask } = await serve(t, engine)
    const search = async (query: string) => said(await ask(`/3/search/movie?query=${query}`, bearer))
    for (const [written, meant] of [
      ['100%', '100%25'],
      ['100%+Wolfhound', '100%25+Wolfhound'],
      ['Gl%FCck', 'Gl%C3%BCck'],
      ['%u00e9', '%25u00e9'],
    ] as const)
      assert.deepEqual(await search(written), await search(meant), written)
  })

  test('a path that begins with two slashes names no host', async (t) => {
    const { ask } = await serve(t, engine)
    const answer = await ask('//evil.example/movie/501', bearer)
    assert.equal(answer.status, 404)
    assert.doesNotMatch(JSON.stringify(answer.headers), /evil/)
  })
})
