import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import sharp from 'sharp'
import { Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import { writeReview } from '#src/contributions/reviews.ts'
import { countRows } from '#src/database/count-rows.ts'
import { sql } from '#src/database/sql.ts'
import { examine } from '#src/media/doctor.ts'
import { openMedia } from '#src/media/media.ts'
import { nameIn } from '#src/media/names.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { openVisitor, type PagesServer, signedIn, startPages, textOf, type Visitor } from '../support/pages/visitor.ts'
import { keys, loadWorld, password, sessions, testDay } from '../support/world.ts'

const address = '/settings/profile/picture'
const review = '/3/movie/502/reviews'

/** A photograph, higher than wide. */
const photo = (background: string, width = 300, height = 400) =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()

/** Bo is a member with a review of 502; ada moderates, in English. */
async function open(t: TestContext, engine: TestEngine, options = {}) {
  const server = await startPages(engine, options)
  t.after(() => server.close())
  await server.db.run(sql`update account set role = 'moderator', iso_639_1 = 'en' where username = 'ada'`)
  const bo = await signedIn(server, 'bo')
  return { server, bo }
}

const upload = async (person: Visitor, file: Buffer) => person.upload(address, {}, file)

const Path = Type.Object({ avatar_path: nullable(Type.String()) })
const pathOf = async ({ db }: PagesServer, username: string) =>
  (await db.one(Path, sql`select avatar_path from account where username = ${username}`))?.avatar_path ?? null

/** The address of a person's picture on a page. */
const shownIn = ({ body }: { body: string }) => /<img class="avatar" src="(\/t\/p\/[^"]+)"/.exec(body)?.[1]

const publish = (person: Visitor, isPublic: boolean) =>
  person.post('/settings/privacy', { has_public_profile: isPublic ? 'on' : '', is_indexed: 'on' })

/** Whether there is a file: a server goes on sending for a while what it has in memory. */
async function isStored({ db, config }: PagesServer, path: string | null) {
  const media = openMedia({ db, config, onError: () => {} })
  const known = await countRows(db, sql`from media_file where file_path = ${path}`)
  const isThere = await media.has(nameIn(path ?? '') ?? '')
  await media.close()
  assert.equal(known === 1, isThere, 'what is deleted is forgotten, too')
  return isThere
}

forEachEngine(loadWorld, (engine) => {
  test('a person shows a picture of their own, replaces and removes it', async (t) => {
    const { server, bo } = await open(t, engine)
    assert.equal(shownIn(await bo.get('/')), undefined)
    const saved = await upload(bo, await photo('#335577'))
    assert.equal(saved.location, '/settings/profile')
    const profile = await bo.follow(saved)
    assert.match(textOf(profile), /^Your picture is saved\./)
    const first = await pathOf(server, 'Bo')
    assert.match(String(first), /^\/[0-9a-z]{31}\.jpg$/)
    assert.equal(shownIn(profile), `/t/p/w92_and_h92${first}`, 'in the header')
    assert.ok(profile.body.includes(`/t/p/w185_and_h185${first}`))
    const original = await server.app.inject(`/t/p/original${first}`)
    const { width, height } = await sharp(original.rawPayload).metadata()
    assert.deepEqual([width, height], [300, 300], 'its middle')
    const small = await server.app.inject({ url: `/t/p/w92_and_h92${first}`, headers: { accept: 'image/jpeg' } })
    assert.equal(small.statusCode, 200)

    const account = `/3/account?api_key=${keys.second}&session_id=${sessions.bo}`
    assert.equal((await server.app.inject(account)).json().avatar.homesite.avatar_path, first)

    await upload(bo, await photo('#775533'))
    const second = await pathOf(server, 'Bo')
    assert.notEqual(second, first)
    assert.equal(await isStored(server, first), false, 'nobody has the first one any more')
    const removed = await bo.post(`${address}/remove`, {}, { from: '/settings/profile' })
    assert.match(textOf(await bo.follow(removed)), /^Your picture is removed\. .*drawn from your name/)
    assert.deepEqual([await pathOf(server, 'Bo'), await isStored(server, second)], [null, false])
    assert.equal((await bo.get(address)).location, '/settings/profile')
  })

  test('what is no picture, or too small, is refused and changes nothing', async (t) => {
    const { server, bo } = await open(t, engine)
    const wrong: [file: Buffer, told: RegExp][] = [
      [Buffer.from('no picture'), /The file is not a JPEG/],
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /SVG/],
      [await photo('#000000', 400, 71), /at least 72 pixels wide and high/],
      [Buffer.alloc(0), /The file is empty|Choose a picture/],
    ]
    for (const [file, told] of wrong) {
      const reply = await upload(bo, file)
      assert.equal(reply.status, 422, String(told))
      assert.match(textOf(reply), told)
      assert.match(reply.body, /aria-invalid="true"/)
    }
    assert.equal(await pathOf(server, 'Bo'), null)
    assert.equal(await countRows(server.db, sql`from media_file`), 0)
    assert.equal((await bo.upload(address, {}, await photo('#335577'), { token: 'wrong' })).status, 403)
    assert.equal((await openVisitor(server.app).upload(address, {}, await photo('#335577'))).location, '/login')
  })

  test('others see it while the profile is public, on pages and through the interface', async (t) => {
    const { server, bo } = await open(t, engine)
    await upload(bo, await photo('#335577'))
    const path = await pathOf(server, 'Bo')
    const written = { content: 'Buy my lamps.', rating: null, iso_639_1: 'en' }
    await writeReview(server.db, 2, { kind: 'movie', entity_id: 502 }, written, new Date(testDay))
    const visitor = openVisitor(server.app)
    const ofReview = async () => {
      const { results } = (await server.app.inject(`${review}?api_key=${keys.first}`)).json()
      return results[0].author_details.avatar_path
    }
    await publish(bo, false)
    assert.equal((await visitor.get('/@Bo')).status, 404)
    assert.equal(await ofReview(), null)
    await publish(bo, true)
    assert.equal(shownIn(await visitor.get('/@Bo')), `/t/p/w185_and_h185${path}`)
    assert.equal(await ofReview(), path)
    await publish(bo, false)
    assert.equal(await ofReview(), null)
  })

  test('a moderator removes it for a reason, which its owner is told', async (t) => {
    const { server, bo } = await open(t, engine)
    await upload(bo, await photo('#335577'))
    const path = await pathOf(server, 'Bo')
    const ada = await signedIn(server, 'ada')
    const form = '/@Bo/picture/remove'
    assert.equal((await ada.get(form)).status, 404, 'others do not see a private one')
    await publish(bo, true)
    assert.equal((await bo.get(form)).status, 403)
    assert.ok((await ada.get('/@Bo')).body.includes(`href="${form}"`))
    assert.equal((await ada.post(form, { reason: '' })).status, 422)
    const removed = await ada.post(form, { reason: 'Not yours' })
    assert.equal(removed.location, '/@Bo')
    assert.deepEqual([await pathOf(server, 'Bo'), await isStored(server, path)], [null, false])
    assert.match(textOf(await bo.get('/notifications')), /A moderator removed your picture\. Reason: Not yours/)
    assert.match(textOf(await ada.get('/moderation/log')), /Picture of a person removed Bo Reason: Not yours ada/)
    assert.equal((await ada.get(form)).status, 404)
  })

  test('it goes with the account, unless somebody else has the same', async (t) => {
    const { server, bo } = await open(t, engine)
    const eve = await signedIn(server, 'eve')
    for (const person of [bo, eve]) await upload(person, await photo('#335577'))
    const path = await pathOf(server, 'Bo')
    assert.equal(await pathOf(server, 'eve'), path)
    const leave = (person: Visitor) =>
      person.post('/settings/delete', { reviews: 'remove', present: password, code: '' })
    assert.equal((await leave(bo)).location, '/')
    assert.equal(await isStored(server, path), true)
    assert.equal((await leave(eve)).location, '/')
    assert.equal(await isStored(server, path), false)
  })

  test('the check of pictures knows whose it is', async (t) => {
    const { server, bo } = await open(t, engine)
    await upload(bo, await photo('#335577'))
    const media = openMedia({ db: server.db, config: server.config, onError: () => {} })
    t.after(() => media.close())
    const late = new Date(Date.now() + 30 * 86_400_000)
    const remedy = { repairs: false, includesHidden: false }
    const { findings, kept } = await examine(server.db, media, late, remedy)
    assert.deepEqual([findings.filter(({ fault }) => fault === 'unused'), kept], [[], 1])
  })
})
