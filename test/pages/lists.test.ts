import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forEachEngine } from '../support/engines.ts'
import { openVisitor, signedIn, startPages, textOf } from '../support/pages/visitor.ts'
import { loadWorld } from '../support/world.ts'

forEachEngine(loadWorld, (engine) => {
  test('a list is made, filled, ordered, published and deleted on pages', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    const [bo, eve, visitor] = [await signedIn(server, 'bo'), await signedIn(server, 'eve'), openVisitor(server.app)]
    const evil = '<script>alert(1)</script> & "Lamps"'

    assert.equal((await visitor.get('/lists')).status, 303, 'only people who are signed in have lists')
    assert.match(
      (await bo.get('/movie/502-das-zweite-glimmen')).body,
      /action="\/lists\/add\/movie\/502"[\s\S]*href="\/lists">All my/,
    )
    const wrong = await bo.post('/lists', { name: ' ', description: 'x'.repeat(5_001) })
    assert.deepEqual([wrong.status, (wrong.body.match(/field-error/g) ?? []).length], [422, 2])
    const made = await bo.post('/lists', { name: evil, description: evil })
    assert.equal(made.location, '/list/26')
    const empty = await bo.follow(made)
    assert.match(textOf(empty), /^List created\. .*A list by Bo · 0 titles · Only you can see it/)
    assert.doesNotMatch(empty.body, /<script>alert/)
    assert.match(textOf(await bo.get('/lists')), /My lists .*script.* Only you can see it · 0 titles/)

    const add = (address: string, fields: Record<string, string>) => bo.post(`/lists/add/${address}`, fields)
    assert.match((await bo.get('/lists/add/movie/502')).body, /<option value="26">[^<]*script/)
    assert.match(textOf(await bo.follow(await add('movie/502', { list: '26', name: '' }))), /^Added to the list/)
    assert.match(textOf(await bo.follow(await add('movie/502', { list: '26', name: '' }))), /^Already on the list/)
    assert.equal((await add('tv/601', { list: '26', name: '' })).location, '/list/26')
    assert.equal((await add('tv/601', { list: '26', name: 'On the spot' })).location, '/list/27')
    assert.equal((await add('tv/601', { list: '', name: '' })).status, 422)
    assert.equal((await add('tv/599', { list: '26', name: '' })).status, 404)

    const names = async () =>
      [...(await bo.get('/list/26')).body.matchAll(/listed-name" href="[^"]*">([^<]*)/g)].map(([, name]) => name)
    assert.deepEqual(await names(), ['The Second Glimmer', 'Tidewater Signals'])
    const act = (fields: Record<string, string>, from = '/list/26') => bo.post('/list/26/items', fields, { from })
    const second = { media_type: 'tv', media_id: '601', place: '2', next: '/list/26' }
    await act({ ...second, act: 'up' })
    assert.deepEqual(await names(), ['Tidewater Signals', 'The Second Glimmer'])
    await act({ ...second, place: '1', act: 'down' })
    assert.deepEqual(await names(), ['The Second Glimmer', 'Tidewater Signals'])
    assert.equal((await act({ ...second, act: 'burn' })).status, 422)

    const others = async () => [(await visitor.get('/list/26')).status, (await eve.get('/list/26')).status]
    assert.deepEqual(await others(), [404, 404], 'it is private')
    for (const [address, fields] of [
      ['/list/26/edit', { name: 'Mine', visibility: 'public' }],
      ['/list/26/delete', {}],
    ] as const)
      assert.equal((await eve.post(address, fields, { from: '/' })).status, 404, address)
    assert.equal((await eve.post('/list/26/items', { ...second, act: 'remove' }, { from: '/' })).status, 404)
    const chosen = { name: 'Glow', description: '', visibility: 'public', sort_by: 'release_date.asc' }
    await bo.post('/list/26/edit', chosen)
    assert.deepEqual(await others(), [200, 200])
    assert.deepEqual(await names(), ['Tidewater Signals', 'The Second Glimmer'], 'the oldest title comes first')
    assert.match(textOf(await visitor.get('/list/26')), /Glow A list by Bo · 2 titles Share .* Tidewater/)
    assert.equal((await bo.post('/list/26/edit', { ...chosen, name: '' })).status, 422)
    await act({ ...second, act: 'remove' })
    assert.deepEqual(await names(), ['The Second Glimmer'])
    await bo.post('/list/26/edit', { ...chosen, visibility: 'private' })
    assert.deepEqual(await others(), [404, 404])
    assert.match(
      textOf(await bo.follow(await bo.post('/list/26/delete', {}, { from: '/list/26/edit' }))),
      /^List deleted/,
    )
    assert.equal((await bo.get('/list/26')).status, 404)
  })
})
