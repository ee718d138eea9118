import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Type } from 'typebox'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { lastEdit } from '#src/catalogue/edits/history.ts'
import { undo } from '#src/catalogue/edits/undo/undo.ts'
import { createList, findList } from '#src/contributions/lists/lists.ts'
import { judgeList } from '#src/contributions/moderation.ts'
import { reviewOfAccount, writeReview } from '#src/contributions/reviews.ts'
import { undoEditsJob } from '#src/contributions/undo-job.ts'
import { listsOfStep, ratingsOfStep } from '#src/contributions/undo-kept.ts'
import { limit, sql } from '#src/database/sql.ts'
import { openJobWorker } from '#src/jobs/worker.ts'
import { ratingBy, setRatings } from '#src/kept/ratings.ts'
import { listNotifications } from '#src/mail/notifications.ts'
import { forEachEngine } from '../support/engines.ts'
import { type Fields, fieldsIn } from '../support/pages/form-fields.ts'
import { type PagesServer, type Reply, signedIn, startPages, textOf, type Visitor } from '../support/pages/visitor.ts'
import { loadWorld, testDay } from '../support/world.ts'

const [ada, bo] = [1, 2]
const earlier = '2026-03-10T11:00:00.000Z'
const since = '2026-03-10T11:30Z'
const plain = (text: string) => text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
const address = (boxes: string) => `/edits/undo?person=bo&since=${since}${boxes}`
const all = address('&lists=on&ratings=on')

const Votes = Type.Object({ own_count: Type.Integer(), own_points: Type.Number() })
const Act = Type.Object({ what: Type.String(), account_id: Type.Integer(), reason: Type.String() })
const Id = Type.Object({ id: Type.Integer() })

forEachEngine(loadWorld, (engine) => {
  let server: PagesServer
  let moderator: Visitor
  let lists: number[]
  /** Movies that bo has rated: more than a step of the job handles. */
  let rated: number[]
  const confirm = (visitor: Visitor, preview: Reply, more: Fields = []) => {
    const [, action = ''] = /<form class="form" method="post" action="([^"]*)"/.exec(preview.body) ?? []
    const fields = fieldsIn(preview, 'form.form[method=post]').filter(([name]) => name !== 'note')
    return visitor.send(plain(action), [...fields, ...more])
  }
  const rate = (account_id: number, entity_id: number, value: number, at = testDay) =>
    setRatings(server.db, { account_id }, [{ kind: 'movie', entity_id, value, at }])
  const votes = (id: number) => server.db.one(Votes, sql`select own_count, own_points from movie where id = ${id}`)
  const ratingOf = (entity_id: number) => ratingBy(server.db, bo, { kind: 'movie', entity_id })
  const hidden = async (id = lists[0]!) => (await findList(server.db, id))?.hidden
  const workAll = async () => {
    const clock = () => new Date(testDay)
    const worker = openJobWorker(server.db, [undoEditsJob], { clock, failed: (error) => assert.fail(String(error)) })
    while (await worker.tick());
    return lastEdit(server.db)
  }
  const undoEverything = async (path: string, note = 'Spam') => {
    const started = await confirm(moderator, await moderator.get(path), [['note', note]])
    assert.match(started.location ?? '', /^\/undo\/\d+$/)
    return workAll()
  }
  const newsOfBo = async () =>
    (await listNotifications(server.db, bo, 1)).notifications.map(({ what, about }) => [what, about.count])

  before(async () => {
    server = await startPages(engine)
    const { db } = server
    await db.run(sql`update account set role = 'moderator', iso_639_1 = 'en' where username in ('ada', 'eve')`)
    await db.run(sql`update account set email_verified_at = ${testDay} where id in (${ada}, ${bo})`)
    moderator = await signedIn(server, 'ada')
    const text = { name: 'Lamps', description: '', iso_639_1: 'en', visibility: 'public' } as const
    const now = new Date(testDay)
    lists = []
    for (let n = 0; n <= listsOfStep; n++) lists.push(await createList(db, bo, text, now))
    await judgeList(db, { list_id: lists[1]!, moderator_id: ada, reason: 'Rude', hidden: 'text', now })
    await rate(bo, 501, 9, earlier)
    const movies = await db.all(Id, sql`select id from movie where id > 501 order by id ${limit(ratingsOfStep + 2)}`)
    rated = movies.map(({ id }) => id)
    for (const id of rated) await rate(bo, id, 1)
    await rate(ada, 502, 7)
  })
  after(() => server.close())

  test('lists and ratings are taken away with boxes of their own, after a look, with a reason', async () => {
    const { db } = server
    const asked = await moderator.get('/edits/undo?person=bo')
    assert.match(textOf(asked), /Include reviews.*Include lists.*Include ratings/)
    assert.doesNotMatch(textOf(await moderator.get('/edits/undo?person=ada')), /Include lists/)
    assert.equal((await moderator.get(`/edits/undo?person=ada&since=${since}&lists=on`)).status, 403)
    const known = await db.all(Id, sql`select entity_id as id from rating where account_id = ${bo}`)
    const many = known.length - 1
    const preview = await moderator.get(all)
    assert.match(textOf(preview), new RegExp(`Hidden from others: ${lists.length} lists.*counted: ${many} ratings`))
    assert.deepEqual(await votes(502), { own_count: 2, own_points: 8 })
    const unexplained = await confirm(moderator, preview)
    assert.equal(unexplained.status, 422)
    assert.match(textOf(unexplained), /Enter a reason/)
    const edit = await undoEverything(all)
    assert.match(textOf(await moderator.get(`/edit/${edit}`)), /Undoes everything by one person.*Undo this edit/)
    assert.deepEqual(await votes(502), { own_count: 1, own_points: 7 })
    assert.deepEqual(await votes(503), { own_count: 0, own_points: 0 })
    assert.deepEqual([await ratingOf(501), await ratingOf(502)], [9, undefined])
    assert.deepEqual(new Set(await Promise.all(lists.map(hidden))), new Set(['list']))
    assert.equal((await findList(db, lists[0]!))?.hidden_reason, 'Spam')
    assert.deepEqual(await newsOfBo(), [
      ['ratings_taken', many],
      ['lists_taken', lists.length],
      ['list_text_hidden', undefined],
    ])
    const acts = await db.all(Act, sql`select what, account_id, reason from act where what like '%_taken' order by id`)
    const act = { account_id: bo, reason: 'Spam' }
    assert.deepEqual(acts, [
      { what: 'lists_taken', ...act },
      { what: 'ratings_taken', ...act },
    ])
    assert.match(textOf(await moderator.get(all)), /Nothing to undo/)
  })

  test('undoing that gives back what nobody has decided about since, and can be undone, too', async () => {
    const { db } = server
    const edit = await lastEdit(db)
    await rate(bo, 503, 10)
    await judgeList(db, { list_id: lists[2]!, moderator_id: ada, reason: '', hidden: null, now: new Date(testDay) })
    const other = await db.one(Id, sql`select max(id) as id from movie`)
    const [survivor, gone, later] = [other!.id, rated[4]!, rated[5]!]
    const by = { account_id: ada, at: new Date(testDay) }
    const merged = { kind: 'movie', id: rated[3]!, mergedInto: { id: survivor } } as const
    await applyEdit(db, { ...by, records: [merged] })
    await applyEdit(db, { ...by, records: [{ kind: 'movie', id: gone, isDeleted: true }] })
    const deletion = await lastEdit(db)
    const path = `/edit/${edit}/undo`
    assert.match(textOf(await moderator.get(path)), /as before this undo: \d+ lists/)
    const undone = await undoEverything(path, 'A mistake')
    assert.deepEqual([await ratingOf(502), await ratingOf(503), await ratingOf(501)], [1, 10, 9])
    // What was merged stands with the survivor, what was deleted comes back with its record.
    assert.deepEqual([await ratingOf(survivor), await ratingOf(gone)], [1, undefined])
    assert.deepEqual(await votes(502), { own_count: 2, own_points: 8 })
    assert.deepEqual([await hidden(), await hidden(lists[1]), await hidden(lists[2])], [null, 'text', null])
    assert.equal((await findList(db, lists[1]!))?.hidden_reason, 'Rude')
    assert.deepEqual(
      (await newsOfBo()).slice(0, 2).map(([what]) => what),
      ['ratings_given_back', 'lists_given_back'],
    )
    await undo(db, { of: 'edit', edit_id: deletion }, by)
    assert.equal(await ratingOf(gone), 1)
    await rate(bo, later, 2)
    await undoEverything(`/edit/${undone}/undo`, 'Spam after all')
    assert.deepEqual([await ratingOf(502), await ratingOf(later), await ratingOf(503)], [undefined, 2, 10])
    assert.deepEqual([await hidden(), await hidden(lists[2])], ['list', null])
    assert.deepEqual(await votes(502), { own_count: 1, own_points: 7 })
  })

  test('reviews that an undo has taken away come back when a moderator undoes it', async () => {
    const { db } = server
    const about = { kind: 'movie', entity_id: 503 } as const
    const words = { content: 'Buy my lamps.', rating: null, iso_639_1: 'en' }
    const review = await writeReview(db, bo, about, words, new Date(testDay))
    const undone = await confirm(moderator, await moderator.get(address('&reviews=on')))
    assert.equal(await reviewOfAccount(db, bo, review), undefined)
    const path = `${undone.location}/undo`
    await db.run(sql`update account set trusted_at = ${testDay}, iso_639_1 = 'en' where id = ${bo}`)
    const member = await signedIn(server, 'bo')
    assert.match(textOf(await member.get(path)), /Nothing to undo/)
    await confirm(moderator, await moderator.get(path))
    assert.equal((await reviewOfAccount(db, bo, review))?.content, 'Buy my lamps.')
  })
})
