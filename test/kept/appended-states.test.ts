import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMark } from '#src/kept/marks.ts'
import { setRatings } from '#src/kept/ratings.ts'
import { forEachEngine } from '../support/engines.ts'
import { serve } from '../support/served.ts'
import { guest } from '../support/world/kept.ts'
import { keys, loadWorld, sessions, testDay, tokens } from '../support/world.ts'

const paths = ['/3/movie/501', '/3/tv/601', '/3/tv/601/season/2', '/3/tv/601/season/2/episode/1']

/** Who asks, by the parameters of a query, and what is kept by them is read with the same ones. */
const askers = {
  'an account': `&session_id=${sessions.ada}`,
  'another account': `&session_id=${sessions.eve}`,
  'a guest': `&guest_session_id=${guest}`,
  'an account before a guest': `&guest_session_id=${guest}&session_id=${sessions.ada}`,
}
const strangers = {
  nobody: '',
  'a session that is over': `&session_id=${sessions.gone}`,
  'a guest who is unknown': '&guest_session_id=unknown',
}

forEachEngine(loadWorld, (engine) => {
  test('account states are appended for whoever asks, and are kept for nobody', async (t) => {
    const { db, ask } = await serve(t, engine)
    const given = { value: 8.5, at: testDay }
    await setRatings(db, { account_id: 1 }, [
      { kind: 'movie', entity_id: 501, ...given },
      { kind: 'series', entity_id: 601, ...given },
      { kind: 'episode', entity_id: 60121, ...given },
    ])
    await addMark(db, 'favorite', 1, { kind: 'movie', entity_id: 501, created_at: testDay })
    const key = `api_key=${keys.first}`
    for (const path of paths) {
      const plain = JSON.parse((await ask(`${path}?${key}`)).body)
      const appended = `${path}?${key}&append_to_response=account_states`
      for (const [who, query] of Object.entries(askers))
        for (const _ of [1, 2]) {
          const { id: _id, ...states } = JSON.parse((await ask(`${path}/account_states?${key}${query}`)).body)
          const { status, headers, body } = await ask(`${appended}${query}`)
          assert.deepEqual([status, JSON.parse(body)], [200, { ...plain, account_states: states }], `${path}, ${who}`)
          assert.deepEqual([headers['cache-control'], headers['x-memc']], ['private, no-store', undefined])
        }
      for (const [who, query] of Object.entries(strangers)) {
        const { status, headers, body } = await ask(`${appended}${query}`)
        assert.deepEqual([status, JSON.parse(body)], [200, plain], `${path}, ${who}`)
        assert.match(String(headers['cache-control']), /^public/)
        assert.equal((await ask(`${appended}${query}`)).headers['x-memc'], 'HIT', `${path}, ${who}`)
      }
    }
    const own = JSON.parse(
      (await ask(`/3/movie/501?${key}&append_to_response=account_states${askers['an account']}`)).body,
    )
    assert.deepEqual(own.account_states, { favorite: true, rated: { value: 8.5 }, watchlist: true })
  })

  test('an access token appends what its owner keeps, if it may read', async (t) => {
    const { db, ask } = await serve(t, engine)
    await setRatings(db, { account_id: 1 }, [{ kind: 'movie', entity_id: 501, value: 8.5, at: testDay }])
    const plain = JSON.parse((await ask(`/3/movie/501?api_key=${keys.first}`)).body)
    const account_states = { favorite: false, rated: { value: 8.5 }, watchlist: true }
    for (const [token, expected, caching] of [
      [tokens.whole, { ...plain, account_states }, /^private, no-store$/],
      [tokens.reader, { ...plain, account_states }, /^private, no-store$/],
      [tokens.keeper, plain, /^public/],
    ] as const) {
      const headers = { authorization: `Bearer ${token}` }
      const reply = await ask('/3/movie/501?append_to_response=account_states', headers)
      assert.deepEqual([reply.status, JSON.parse(reply.body)], [200, expected])
      assert.match(String(reply.headers['cache-control']), caching)
    }
    for (const token of [tokens.expired, tokens.ofSuspended]) {
      const headers = { authorization: `Bearer ${token}` }
      assert.equal((await ask('/3/movie/501?append_to_response=account_states', headers)).status, 401)
    }
  })

  test('other parts are appended beside them, and no record is found for anybody', async (t) => {
    const { ask } = await serve(t, engine)
    const query = `api_key=${keys.first}&session_id=${sessions.ada}`
    const both = JSON.parse((await ask(`/3/movie/501?${query}&append_to_response=images,account_states`)).body)
    const images = JSON.parse((await ask(`/3/movie/501?${query}&append_to_response=images`)).body)
    assert.deepEqual(both, { ...images, account_states: { favorite: false, rated: false, watchlist: true } })
    assert.equal((await ask(`/3/movie/599?${query}&append_to_response=account_states`)).status, 404)
  })
})
