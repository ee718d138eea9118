import assert from 'node:assert/strict'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { Type } from 'typebox'
import { hourlyLimits } from '#src/contract/hourly-limits.ts'
import { sql } from '#src/database/sql.ts'
import { forEachEngine } from '../support/engines.ts'
import {
  openVisitor,
  type PagesServer,
  type Reply,
  signedIn,
  startPages,
  textOf,
  type Visitor,
} from '../support/pages/visitor.ts'
import { send } from '../support/scenarios.ts'
import { keys, loadWorld } from '../support/world.ts'

const address = '/movie/502-das-zweite-glimmen/images'
const fields = { gallery: 'posters', language: 'de', licence: 'CC-BY-4.0' }
const plain = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
const poster = (background = '#5a3c20') => plain(400, 600, background).jpeg().toBuffer()

/** Votes and other forms need the token of a page. */
const act = (visitor: Visitor, path: string, values: Record<string, string> = {}) =>
  visitor.post(path, values, { from: '/' })

/** Names of all originals that are kept. */
const originals = async ({ config }: PagesServer) =>
  (await readdir(join(config.data, 'pictures/originals'), { recursive: true }).catch(() => [])).sort()

const Change = Type.Object({ key: Type.String(), action: Type.String(), account_id: Type.Integer() })

forEachEngine(loadWorld, (engine) => {
  let server: PagesServer
  before(async () => {
    server = await startPages(engine, { 'image-bytes': '1048576' })
    await server.db.run(sql`update account set iso_639_1 = 'en' where username = 'ada'`)
  })
  after(() => server.close())

  const bestPoster = async (language = 'de') => {
    const { body } = await send(server.app, `GET /3/movie/502?language=${language}&api_key=${keys.first}`, {
      key: null,
    })
    return (JSON.parse(body) as { poster_path: string }).poster_path
  }

  test('a picture is added, shown, voted to the front, described anew, hidden and shown again', async () => {
    const [bo, ada] = [await signedIn(server, 'bo'), await signedIn(server, 'ada')]
    // Images of the language's own country come first: votes decide among those without one.
    await server.db.run(sql`update image set iso_3166_1 = null where kind = 'movie' and entity_id = 502`)
    assert.equal(await bestPoster(), '/glimmen-de.jpg')
    const added = await bo.upload(`${address}/add`, fields, await poster())
    assert.equal(added.status, 303, textOf(added))
    assert.match(added.location ?? '', /^\/movie\/502-das-zweite-glimmen\/images\/posters\/[0-9a-f]{24}$/)
    const place = added.location as string
    const page = await bo.follow(added)
    const said = textOf(page)
    assert.match(said, /^Image added\. .*400 × 600 pixels Language of the text in the picture German/)
    assert.match(said, /Licence CC BY 4\.0: credit the author Source Added by members/)
    assert.match(said, /Votes No votes yet/)
    const [, file_path = ''] = /\/t\/p\/original(\/[0-9a-z]{31}\.jpg)"/.exec(page.body) ?? []
    const picture = await server.app.inject({ url: `/t/p/w185${file_path}` })
    assert.deepEqual([picture.statusCode, picture.headers['content-type']], [200, 'image/jpeg'])

    assert.equal(await bestPoster(), '/glimmen-de.jpg')
    assert.equal((await act(ada, `${place}/vote`, { value: '9' })).status, 303)
    assert.equal((await act(bo, `${place}/vote`, { value: '6' })).status, 303)
    assert.equal(await bestPoster(), file_path)
    assert.match(textOf(await ada.get(place)), /7\.5 of 10 from 2/)
    assert.equal((await act(ada, `${place}/vote`, { value: '' })).status, 303)
    assert.match(textOf(await ada.get(place)), /6 of 10 from 1/)

    const described = await act(bo, `${place}/describe`, { language: '', licence: 'CC0-1.0' })
    assert.equal(described.status, 303)
    assert.match(textOf(await bo.follow(described)), /No important text Licence CC0 1\.0/)
    await act(bo, `${place}/describe`, { language: 'de-AT', licence: 'CC0-1.0' })
    const inAustria = await bo.get(place)
    assert.match(textOf(inAustria), /German \(Austria\) Licence CC0 1\.0/)
    assert.match(inAustria.body, /<option value="de-AT" selected>German \(Austria\)<\/option>/)
    assert.equal(await bestPoster('de-AT'), file_path)
    for (const language of ['de-', 'de-ZZ', 'qq', 'de-AT-x', 'constructor']) {
      const refused = await act(bo, `${place}/describe`, { language, licence: 'CC0-1.0' })
      assert.equal(refused.status, 422, language)
    }

    await server.db.run(sql`update account set role = 'moderator' where username = 'ada'`)
    assert.equal((await act(ada, `${place}/hide`)).location, `${address}?gallery=posters`)
    assert.equal((await openVisitor(server.app).get(place)).status, 404)
    assert.match(textOf(await bo.upload(`${address}/add`, fields, await poster())), /was removed from the gallery/)
    assert.doesNotMatch(textOf(await bo.get(address)), /Removed images/)
    assert.match(textOf(await ada.get(address)), /Removed images Posters 400 × 600 Show again/)
    assert.equal((await act(ada, `${place}/show`)).location, place)
    assert.equal((await act(ada, `${place}/show`)).status, 404)
    assert.match(textOf(await openVisitor(server.app).get(place)), /6 of 10 from 1/)

    const changes = await server.db.all(
      Change,
      sql`
        select c.key, c.action, e.account_id from change c join edit e on e.id = c.edit_id
        where c.kind = 'movie' and c.entity_id = 502 and e.account_id is not null order by c.seq`,
    )
    assert.deepEqual(
      changes.map(({ key, action, account_id }) => `${key} ${action} by ${account_id}`),
      ['images added by 2', 'images updated by 2', 'images updated by 2', 'images deleted by 1', 'images added by 1'],
    )

    // What was removed for good is not shown again.
    await act(ada, `${place}/hide`)
    await rm(join(server.config.data, 'pictures/originals', file_path.slice(1, 3), file_path.slice(1, 32)))
    const refused = await act(ada, `${place}/show`)
    assert.equal(refused.location, `${address}?gallery=posters`)
    assert.match(textOf(await ada.follow(refused)), /was deleted for good/)
    await server.db.run(sql`update account set role = 'member' where username = 'ada'`)
  })

  type Refusal = [title: string, fields: Record<string, string>, file: () => Promise<Buffer>, says: RegExp]
  const none = async () => Buffer.alloc(0)
  const entities = Buffer.from(
    '<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>',
  )
  const refusals: Refusal[] = [
    [
      'a file of no known kind',
      {},
      async () => Buffer.from('GIF? no: <script>alert(1)</script>'),
      /is not a JPEG, PNG/,
    ],
    ['an empty file', {}, none, /The file is empty/],
    ['a file with too many bytes', {}, async () => Buffer.alloc(1_500_000, 1), /The file is too large/],
    ['a picture that is cut off', {}, async () => (await poster()).subarray(0, 400), /damaged or incomplete/],
    ['a drawing with entities', { gallery: 'logos' }, async () => entities, /refers to other files/],
    ['a drawing as a poster', {}, async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /Only a logo/],
    ['a wide poster', {}, () => plain(600, 400, '#123').jpeg().toBuffer(), /Choose an upright picture,/],
    ['a small poster', {}, () => plain(200, 300, '#123').jpeg().toBuffer(), /at least 300 pixels wide/],
    ['a small backdrop', { gallery: 'backdrops' }, () => plain(800, 450, '#123').png().toBuffer(), /1280 × 720/],
    ['a gallery that the record has not', { gallery: 'stills' }, poster, /Choose a gallery/],
    ['an unknown language', { language: 'klingon' }, poster, /Choose a language\./],
    ['a licence that is not offered', { licence: 'All rights reserved' }, poster, /Choose a licence/],
  ]
  for (const [title, more, file, says] of refusals) {
    test(`not added: ${title}`, async () => {
      const bo = await signedIn(server, 'bo')
      const before = await originals(server)
      const reply = await bo.upload(`${address}/add`, { ...fields, ...more }, await file())
      assert.deepEqual(await originals(server), before, 'nothing of it is kept')
      assert.equal(reply.status, 422)
      assert.match(textOf(reply), says)
      assert.match(reply.body, /aria-invalid="true"/)
    })
  }

  test('the same picture is added once', async () => {
    const bo = await signedIn(server, 'bo')
    const file = await poster('#204060')
    assert.equal((await bo.upload(`${address}/add`, fields, file)).status, 303)
    assert.match(textOf(await bo.upload(`${address}/add`, fields, file)), /is already in the gallery/)
  })

  const statusOf = async (reply: Promise<Reply>) => (await reply).status

  test('who may not add, vote, describe or hide does not', async () => {
    const [bo, ada, dee, nobody] = [
      ...[await signedIn(server, 'bo'), await signedIn(server, 'ada'), await signedIn(server, 'dee')],
      openVisitor(server.app),
    ] as const
    const file = await poster('#608020')
    const place = (await bo.upload(`${address}/add`, fields, file)).location as string
    const other = await poster('#602080')
    for (const reply of [await dee.get(`${address}/add`), await dee.upload(`${address}/add`, fields, other)]) {
      assert.equal(reply.status, 403)
      assert.match(textOf(reply), /Your e-mail address is not verified yet/)
    }
    assert.equal((await nobody.get(`${address}/add`)).location?.startsWith('/login?next='), true)
    assert.equal((await nobody.upload(`${address}/add`, fields, other)).location, '/login')
    assert.equal(await statusOf(bo.upload(`${address}/add`, fields, other, { token: 'of somebody else' })), 403)
    assert.equal(await statusOf(bo.upload('/movie/599/images/add', fields, other)), 404)
    assert.equal(await statusOf(act(dee, `${place}/vote`, { value: '5' })), 403)
    assert.equal(await statusOf(act(ada, `${place}/describe`, { language: '', licence: 'CC0-1.0' })), 403)
    assert.equal(await statusOf(act(ada, `${place}/hide`)), 403)
    assert.equal(await statusOf(act(ada, `${place}/show`)), 403)
    assert.equal(await statusOf(bo.post(`${place}/vote`, { value: '5' }, { token: 'of somebody else' })), 403)
    for (const value of ['0', '11', '5.5', 'ten']) {
      const refused = await act(ada, `${place}/vote`, { value })
      assert.deepEqual([refused.status, /Choose a vote from 1 to 10/.test(textOf(refused))], [422, true])
    }
    assert.equal(await statusOf(act(bo, `${place}/describe`, { language: 'xx', licence: 'CC0-1.0' })), 422)
    assert.equal(await statusOf(act(bo, `${place.slice(0, -1)}g/vote`, { value: '5' })), 404)
    assert.equal(await statusOf(act(bo, `${address}/posters/${'0'.repeat(24)}/vote`, { value: '5' })), 404)
    assert.match(textOf(await openVisitor(server.app).get(place)), /No votes yet/)
    assert.match(textOf(await bo.get(place)), /Remove image/, 'whoever added it may')
    assert.equal((await act(bo, `${place}/hide`)).status, 303)
  })

  test('whoever added an image says who is on it, and the pages of these people show it', async () => {
    const [bo, ada] = [await signedIn(server, 'bo'), await signedIn(server, 'ada')]
    const anybody = openVisitor(server.app)
    const many = { ...fields, people: Array.from({ length: 11 }, (_, index) => `P${index}`).join(', ') }
    const refused = textOf(await bo.upload(`${address}/add`, many, await poster('#206080')))
    assert.match(refused, /Enter at most 10 names at once/)
    const named = { ...fields, people: 'odalys fenwick, Brannoc, Nobody Here' }
    const added = await bo.upload(`${address}/add`, named, await poster('#206080'))
    const [place = ''] = added.location?.split('?') ?? []
    assert.equal(added.location, `${place}?who=Brannoc%2C%20Nobody%20Here#people`)
    const asked = textOf(await bo.get(`${place}?who=Brannoc%2C%20Nobody%20Here`))
    assert.match(
      asked,
      /People in it Odalys Fenwick Remove Odalys Fenwick Who is Brannoc\? Brannoc Tully .*Add Brannoc/,
    )
    assert.match(asked, /Nobody in the catalogue is called Nobody Here\./)
    assert.equal(await statusOf(act(ada, `${place}/name`, { person: '302' })), 403)
    assert.equal(await statusOf(act(bo, `${place}/name`, { person: '399' })), 404)
    const next = await act(bo, `${place}/name`, { person: '302', who: 'Nobody Here' })
    assert.equal(next.location, `${place}?who=Nobody%20Here#people`)
    const shown = await anybody.get(place)
    assert.match(textOf(shown), /People in it Odalys Fenwick Brannoc Tully/)
    assert.doesNotMatch(textOf(shown), /Add Odalys|Remove|Find/)
    const person = await anybody.get('/person/302-brannoc-tully')
    assert.match(textOf(person), /Images with Brannoc Tully \(\d\)/)
    assert.ok(person.body.includes(`<a href="${place}"`))

    await server.db.run(sql`update account set role = 'moderator' where username = 'ada'`)
    assert.equal((await act(ada, `${place}/unname`, { person: '302' })).location, `${place}#people`)
    await server.db.run(sql`update account set role = 'member' where username = 'ada'`)
    assert.doesNotMatch(textOf(await anybody.get(place)), /Brannoc/)
  })

  test('a form with a file goes nowhere else, and one that says no length is not read', async () => {
    const bo = await signedIn(server, 'bo')
    assert.equal(await statusOf(bo.upload('/language', { language: 'de' }, await poster())), 415)
    const plainForm = await act(bo, `${address}/add`, fields)
    assert.equal(plainForm.status, 403, 'without its file it has no token either')
    const cookie = [...bo.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const endless = await server.app.inject({
      method: 'POST',
      url: `${address}/add`,
      headers: { cookie, 'content-type': 'multipart/form-data; boundary=x', 'content-length': '999999999' },
      payload: '--x--\r\n',
    })
    assert.equal(endless.statusCode, 413)
    const part = (name: string, value: string) =>
      `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
    const damaged: [type: string, payload: string, status: number][] = [
      ['multipart/form-data', part('gallery', 'posters'), 400],
      ['multipart/form-data; boundary=', part('gallery', 'posters'), 400],
      ['multipart/form-data; boundary=x', `${part('__proto__', 'x')}--x--`, 400],
      ['multipart/form-data; boundary=x', `${part('a'.repeat(5_000), 'x')}--x--`, 403],
      ['multipart/form-data; boundary=x', part('gallery', 'x'.repeat(10_000)), 400],
      ['multipart/form-data; boundary=x', Array.from({ length: 50 }, (_, at) => part(`f${at}`, 'x')).join(''), 413],
      ['multipart/form-data; boundary=x', '--x\r\n', 400],
    ]
    for (const [type, payload, status] of damaged) {
      const headers = { cookie, 'content-type': type }
      const reply = await server.app.inject({ method: 'POST', url: `${address}/add`, headers, payload })
      assert.equal(reply.statusCode, status, `${type} ${payload.slice(0, 60)} ${reply.body.slice(0, 200)}`)
    }
  })

  test('an account adds so many pictures at once and no more', async (t) => {
    const own = await startPages(engine)
    t.after(() => own.close())
    const bo = await signedIn(own, 'bo')
    const file = Buffer.from('no picture')
    for (let number = 0; number < hourlyLimits.image[1]; number++)
      assert.equal(await statusOf(bo.upload(`${address}/add`, fields, file)), 422)
    const refused = await bo.upload(`${address}/add`, fields, file)
    assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '90'])
    own.setTime('2026-03-10T12:01:30.000Z')
    assert.equal(await statusOf(bo.upload(`${address}/add`, fields, file)), 422)
  })

  test('an image that came with a source says which, and under which licence', async () => {
    const { body } = await openVisitor(server.app).get(address)
    const [, place = ''] = /href="(\/movie\/[^"]*\/images\/posters\/[0-9a-f]{24})"/.exec(body) ?? []
    const reply = await openVisitor(server.app).get(place)
    assert.equal(reply.status, 200)
    assert.match(textOf(reply), /Sign in to vote Report$/)
  })
})
