import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Type } from 'typebox'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { lastEdit } from '#src/catalogue/edits/history.ts'
import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import { maxRecordsAtOnce } from '#src/catalogue/edits/undo/undo.ts'
import { peopleSource } from '#src/catalogue/sources.ts'
import { addImage } from '#src/contributions/add-image.ts'
import { maxOrdinaryRecords, muchSeenVotes } from '#src/contributions/trust.ts'
import { undoEditsJob } from '#src/contributions/undo-job.ts'
import { sql } from '#src/database/sql.ts'
import { openJobWorker } from '#src/jobs/worker.ts'
import { forEachEngine } from '../support/engines.ts'
import { type Fields, fieldsIn } from '../support/pages/form-fields.ts'
import { type PagesServer, type Reply, signedIn, startPages, textOf, type Visitor } from '../support/pages/visitor.ts'
import { send } from '../support/scenarios.ts'
import { loadWorld, testDay } from '../support/world.ts'

const bo = 2
const Movie = Type.Object({ tagline: Type.String(), runtime: Type.Integer() })
const Id = Type.Object({ id: Type.Integer() })
const Source = Type.Object({ id: Type.String() })
const plain = (text: string) => text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
const confirming = 'form.form[method=post]'

forEachEngine(loadWorld, (engine) => {
  let server: PagesServer
  let moderator: Visitor
  let member: Visitor
  const edit = async (records: readonly RecordEdit[], account_id = bo, at = testDay) => {
    const { edit_id } = await applyEdit(server.db, {
      ...{ account_id, source_id: peopleSource, at: new Date(at), note: '', records },
    })
    assert.ok(edit_id)
    return edit_id
  }
  const movie = async (id: number) => server.db.one(Movie, sql`select tagline, runtime from movie where id = ${id}`)
  const confirm = (visitor: Visitor, preview: Reply, more: Fields = []) => {
    const [, action = ''] = /<form class="form" method="post" action="([^"]*)"/.exec(preview.body) ?? []
    return visitor.send(plain(action), [
      ...more,
      ...fieldsIn(preview, confirming).filter(([name]) => !more.some(([of]) => of === name)),
    ])
  }
  before(async () => {
    server = await startPages(engine)
    await server.db.run(sql`update account set role = 'moderator' where username = 'eve'`)
    await server.db.run(sql`update account set iso_639_1 = 'en' where username = 'ada'`)
    moderator = await signedIn(server, 'eve')
    member = await signedIn(server, 'ada')
  })
  after(() => server.close())

  test('one value, then the whole edit, is undone after a preview, and the undo is undone', async () => {
    const before = await movie(502)
    const id = await edit([{ kind: 'movie', id: 502, values: { tagline: 'Spam', runtime: 7 } }])
    const page = await member.get(`/edit/${id}`)
    const links = [...page.body.matchAll(/href="(\/edit\/\d+\/undo\?[^"]*)"/g)].map(([, link = '']) => plain(link))
    const ofRuntime = links.find((link) => link.includes('runtime')) ?? ''
    const preview = await member.get(ofRuntime)
    assert.match(textOf(preview), /Only this one value.*Runtime in minutes 7 →/)
    assert.doesNotMatch(textOf(preview), /Spam/)
    assert.equal((await movie(502))?.runtime, 7)
    const done = await confirm(member, preview)
    const undone = await lastEdit(server.db)
    assert.equal(done.location, `/edit/${undone}`)
    assert.match(textOf(await member.follow(done)), new RegExp(`Undoes part of edit ${id}`))
    assert.deepEqual(await movie(502), { runtime: before?.runtime, tagline: 'Spam' })
    await confirm(member, await member.get(`/edit/${id}/undo`))
    assert.deepEqual(await movie(502), before)
    assert.match(textOf(await member.get(`/edit/${id}/undo`)), /Nothing to undo/)
    await confirm(member, await member.get(`/edit/${await lastEdit(server.db)}/undo`))
    assert.equal((await movie(502))?.tagline, 'Spam')
  })

  test('an undo of somebody else’s edit waits where the edit would; one’s own counts at once', async () => {
    await server.db.run(sql`update movie set vote_count = ${muchSeenVotes} where id = 501`)
    const own = await signedIn(server, 'bo')
    const outside = { put: [{ external_source: 'filmdb_id', value: 'tt0000077' }] }
    const [made] = await server.db.all(Id, sql`select max(id) + 1 as id from collection`)
    const many = Array.from({ length: maxOrdinaryRecords + 1 }, (_, n) => ({
      ...{ kind: 'movie' as const, id: 10_000 + n, values: { title: `Many ${n}` } },
    }))
    await edit(many, bo)
    const sorts: Record<string, [records: readonly RecordEdit[], mark: string]> = {
      outside_ids: [
        [{ kind: 'movie', id: 503, parts: { external_ids: outside } }],
        'External IDs, removed .*tt0000077',
      ],
      seen_title: [[{ kind: 'movie', id: 501, values: { title: 'Other' } }], 'Title .*Other'],
      mass: [many.map(({ kind, id }) => ({ kind, id, values: { tagline: 'Spam' } })), 'Spam → nothing'],
      creation: [[{ kind: 'collection', id: made?.id as number, values: { name: 'Made' } }], 'Made Deleted'],
      merge: [[{ kind: 'person', id: 305, mergedInto: { id: 304 } }], 'Ilka Marrow Brought back Accept'],
      deletion: [[{ kind: 'person', id: 306, isDeleted: true }], 'Brought back'],
    }
    for (const [sort, [records, mark]] of Object.entries(sorts)) {
      const id = await edit(records)
      const before = await lastEdit(server.db)
      const preview = await member.get(`/edit/${id}/undo`)
      assert.match(textOf(preview), /A moderator will check this before it goes live/, sort)
      const asked = await confirm(member, preview, [['note', `Why not: ${sort}`]])
      assert.deepEqual([sort, asked.location], [sort, '/queue'])
      assert.equal(await lastEdit(server.db), before)
      const [{ id: pending = 0 } = {}] = await server.db.all(Id, sql`select max(id) as id from pending_edit`)
      const judged = textOf(await moderator.get(`/queue/${pending}`))
      assert.match(judged, new RegExp(`Undoes edit ${id} Note: Why not: ${sort} .*${mark}`), sort)
      await server.db.run(sql`update account set trusted_at = ${testDay} where username = 'ada'`)
      assert.doesNotMatch(textOf(await member.get(`/edit/${id}/undo`)), /will check this/, sort)
      await server.db.run(sql`update account set trusted_at = null where username = 'ada'`)
      await moderator.post(`/queue/${pending}`, { act: 'accept' })
      const accepted = await lastEdit(server.db)
      assert.ok(accepted > before, sort)
      assert.match(textOf(await member.get(`/edit/${accepted}`)), new RegExp(`ada.*Undoes edit ${id}`), sort)
      assert.match(textOf(await member.get(`/edit/${id}/undo`)), /Nothing to undo/, sort)
      const again = await edit(records)
      assert.equal(
        (await confirm(own, await own.get(`/edit/${again}/undo`))).location,
        `/edit/${await lastEdit(server.db)}`,
        sort,
      )
    }
  })

  test('an undo that waits is refused with a reason, and leaves what has changed since', async () => {
    const undo = async (body: object) => {
      const reply = await send(server.app, 'POST /commons/1/undo', { session: 'ada', body })
      return JSON.parse(reply.body)
    }
    const put = [{ external_source: 'filmdb_id', value: 'tt0000078' }]
    const edit_id = await edit([
      { kind: 'movie', id: 503, values: { tagline: 'Spam', runtime: 7 }, parts: { external_ids: { put } } },
    ])
    const tried = await undo({ edit_id, dry_run: true })
    assert.deepEqual([tried.waits, tried.edit_id, tried.changes.length], [true, null, 3])
    const waits = await undo({ edit_id, note: 'All wrong.' })
    assert.deepEqual(waits, { ...tried, edit_id: null })
    assert.equal((await undo({ edit_id })).waits, true)
    const ofAda = await server.db.all(
      Id,
      sql`select w.id from pending_edit w join account a on a.id = w.account_id
        where a.username = 'ada' and w.status = 'waiting' order by w.id`,
    )
    assert.equal(ofAda.length, 2)
    const [one, other] = ofAda.map(({ id }) => id)
    assert.match(
      textOf(await member.follow(await member.get('/movie/503'))),
      new RegExp(`Your pending edits.*Undoes edit ${edit_id}`),
    )
    await edit([{ kind: 'movie', id: 503, values: { tagline: 'Mended' } }])
    await moderator.post(`/queue/${other}`, { act: 'refuse', reason: 'Once is enough' })
    assert.match(textOf(await member.get('/notifications')), /Once is enough/)
    await moderator.post(`/queue/${one}`, { act: 'accept' })
    const now = await movie(503)
    assert.deepEqual([now?.tagline, now?.runtime === 7], ['Mended', false])
  })

  test('what a pending undo would do only now is shown, and whoever accepts it may leave that', async () => {
    for (const act of ['theirs', 'mine']) {
      const [{ id: made = 0 } = {}] = await server.db.all(Id, sql`select max(id) + 1 as id from collection`)
      const put = [{ external_source: 'filmdb_id', value: 'tt0000079' }]
      const first = await edit([
        { kind: 'collection', id: made, values: { name: `Made for ${act}` } },
        { kind: 'movie', id: 503, parts: { external_ids: { put } } },
      ])
      await edit([{ kind: 'movie', id: 504, values: { collection_id: made } }], 1)
      assert.equal((await confirm(member, await member.get(`/edit/${first}/undo`))).location, '/queue')
      await edit([{ kind: 'movie', id: 504, values: { collection_id: null } }], 1)
      const [{ id = 0 } = {}] = await server.db.all(Id, sql`select max(id) as id from pending_edit`)
      const asked = await moderator.post(`/queue/${id}`, { act: 'accept' })
      assert.equal(asked.status, 409, textOf(asked))
      assert.match(textOf(asked), new RegExp(`Made for ${act}`))
      const [, seen = ''] = /name="seen" value="(\w+)"/.exec(asked.body) ?? []
      assert.equal((await moderator.post(`/queue/${id}`, { act, seen }, { from: '/queue' })).status, 303)
      const left = await server.db.all(Id, sql`select id from collection where id = ${made}`)
      assert.equal(left.length, act === 'theirs' ? 1 : 0)
      assert.match(textOf(await member.get(`/edit/${await lastEdit(server.db)}`)), /External IDs, removed.*tt0000079/)
    }
  })

  test('what has changed since the preview is shown before anything is undone', async () => {
    const id = await edit([{ kind: 'movie', id: 503, values: { tagline: 'Spam', runtime: 7 } }])
    const preview = await member.get(`/edit/${id}/undo`)
    const later = await edit([{ kind: 'movie', id: 503, values: { tagline: 'Mended' } }], 1)
    const again = await confirm(member, preview)
    const text = textOf(again)
    assert.match(text, /Something has changed since your preview/)
    assert.match(text, new RegExp(`Tagline. Someone has changed it since. edit ${later}`))
    assert.equal((await movie(503))?.runtime, 7)
    assert.equal((await confirm(member, again)).status, 303)
    assert.equal((await movie(503))?.tagline, 'Mended')
  })

  test('a moderator undoes everything of a person since a moment; members cannot', async () => {
    const count = maxRecordsAtOnce + 1
    const people = Array.from(
      { length: count },
      (_, n): RecordEdit => ({ kind: 'person', values: { name: `Spam ${n}` } }),
    )
    await edit([{ kind: 'movie', id: 504, values: { tagline: 'Before' } }], bo, '2026-03-10T11:00:00.000Z')
    for (const person of people) await edit([person], bo, '2026-03-10T13:00:00.000Z')
    const page = await moderator.get('/edits?person=bo')
    assert.match(plain(page.body), /href="\/edits\/undo\?person=bo"/)
    assert.doesNotMatch((await member.get('/edits?person=bo')).body, /edits\/undo/)
    const address = '/edits/undo?person=bo&since=2026-03-10T12:30Z'
    assert.equal((await member.get(address)).status, 403)
    assert.equal((await moderator.get('/edits/undo?person=bo&since=soon')).status, 422)
    assert.equal((await moderator.get('/edits/undo?person=bo&source=people')).status, 404)
    const preview = await moderator.get(address)
    assert.match(
      textOf(preview),
      new RegExp(`This undoes ${count} edits.*Spam ${count - 1} .*Deleted from the catalogue`),
    )
    const started = await confirm(moderator, preview)
    assert.match(started.location ?? '', /^\/undo\/\d+$/)
    assert.match(textOf(await moderator.follow(started)), /Starts in a moment/)
    assert.equal((await member.follow(started)).status, 404)
    const clock = () => new Date(testDay)
    const worker = openJobWorker(server.db, [undoEditsJob], { clock, failed: (error) => assert.fail(String(error)) })
    await worker.tick()
    assert.match(textOf(await moderator.follow(started)), new RegExp(`of ${count} changes checked`))
    while (await worker.tick());
    const done = textOf(await moderator.follow(started))
    assert.match(done, /Undo complete Show the new edit$/)
    assert.match(
      textOf(await moderator.get(`/edit/${await lastEdit(server.db)}`)),
      /Undoes everything by one person since 10 Mar 2026/,
    )
    const left = await server.db.all(Type.Object({ name: Type.String() }), sql`select name from person`)
    assert.ok(!left.some(({ name }) => name.startsWith('Spam')))
    assert.equal((await movie(504))?.tagline, 'Before')
  })

  test('a moderator undoes what came from a source since a moment, and the pictures of an account', async () => {
    const at = '2026-03-10T12:10:00.000Z'
    const from = async (source_id: string, tagline: string, when: string) => {
      const records = [{ kind: 'movie' as const, id: 502, values: { tagline } }]
      await applyEdit(server.db, { account_id: null, source_id, at: new Date(when), note: '', records })
    }
    const source = 'dump'
    await server.db.run(sql`
      insert into source (id, name, licence, url, rank, redistributable)
      select ${source}, 'A dump', licence, url, rank + 1, redistributable from source where id = ${peopleSource}`)
    await from(source, 'Earlier', '2026-03-10T12:05:00.000Z')
    await from(source, 'Later', at)
    const page = await moderator.get(`/edits?source=${source}`)
    assert.match(plain(page.body), new RegExp(`href="/edits/undo\\?source=${source}"`))
    const address = `/edits/undo?source=${source}&since=2026-03-10T12:06Z`
    assert.equal((await member.get(address)).status, 403)
    await confirm(moderator, await moderator.get(address), [['note', 'A broken dump']])
    const undone = await lastEdit(server.db)
    assert.equal((await movie(502))?.tagline, 'Earlier')
    assert.match(textOf(await member.get(`/edit/${undone}`)), /Undoes everything from “.*” since 10 Mar 2026/)
    assert.match(textOf(await moderator.get('/moderation/log')), /^.*Edits undone Edit \d+ Reason: A broken dump eve/)

    const picture = {
      width: 500,
      height: 750,
      aspect_ratio: 0.667,
      iso_639_1: 'en',
      iso_3166_1: null,
      licence: 'CC0-1.0',
    } as const
    const added = await addImage(
      ...[server.db, bo, { kind: 'movie', entity_id: 505 } as const],
      { gallery: 'posters', file_path: '/vandal.jpg', file_type: '.jpg', ...picture },
      new Date('2026-03-10T15:00:00.000Z'),
    )
    assert.ok(typeof added === 'object' && 'id' in added)
    const posters = () =>
      server.db.all(
        Source,
        sql`select id from image where kind = 'movie' and entity_id = 505
      and file_path = '/vandal.jpg'`,
      )
    assert.equal((await posters()).length, 1)
    await confirm(moderator, await moderator.get('/edits/undo?person=bo&since=2026-03-10T14:59Z'))
    assert.equal((await posters()).length, 0)
    await confirm(moderator, await moderator.get(`/edit/${await lastEdit(server.db)}/undo`))
    assert.equal((await posters()).length, 1)
  })

  test('a record is shown as it was, and two moments are compared', async () => {
    await edit([{ kind: 'movie', id: 505, values: { tagline: 'One' } }])
    await edit([{ kind: 'movie', id: 505, values: { tagline: 'Two', runtime: 8 } }])
    const history = await member.get('/movie/505/history')
    const revisions = [...history.body.matchAll(/history\/then\?revision=(\d+)/g)].map(([, seq]) => seq)
    const [two, one, made] = revisions
    const then = textOf(await member.get(`/movie/505/history/then?revision=${one}`))
    assert.match(then, /Tagline One/)
    assert.doesNotMatch(then, /Two/)
    const compared = textOf(await member.get(`/movie/505/history/compare?from=${two}&to=${made}`))
    assert.match(compared, /Tagline .*Two/)
    assert.match(compared, /Runtime in minutes .*8/)
    assert.doesNotMatch(compared, /One/)
    assert.match(textOf(await member.get(`/movie/505/history/compare?from=${two}&to=${two}`)), /No differences/)
    for (const wrong of ['then?revision=1', 'then?revision=x', 'then', `compare?from=${one}&to=1`, 'compare'])
      assert.equal((await member.get(`/movie/505/history/${wrong}`)).status, 404, wrong)
  })
})
