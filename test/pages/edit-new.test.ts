import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Type } from 'typebox'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { sql } from '#src/database/sql.ts'
import { forEachEngine } from '../support/engines.ts'
import { type Fields, fieldsIn, filled } from '../support/pages/form-fields.ts'
import { type PagesServer, type Reply, signedIn, startPages, textOf, type Visitor } from '../support/pages/visitor.ts'
import { loadWorld, testDay } from '../support/world.ts'

forEachEngine(loadWorld, (engine) => {
  let server: PagesServer
  let bo: Visitor
  before(async () => {
    server = await startPages(engine)
    bo = await signedIn(server, 'bo')
  })
  after(() => server.close())

  const press = (address: string, fields: Fields, act: string): Promise<Reply> =>
    bo.send(address, [...fields, ['act', act]])

  async function save(address: string, fields: Fields): Promise<Reply> {
    const looked = await press(address, fields, 'look')
    assert.equal(looked.status, 200, textOf(looked).slice(0, 600))
    const saved = await press(address, fieldsIn(looked), 'save')
    assert.equal(saved.status, 303, textOf(saved).slice(0, 600))
    let page = await bo.follow(saved)
    while (page.location) page = await bo.follow(page)
    return page
  }

  test('a record is looked for by title, year and outside id before it is made', async () => {
    assert.match(textOf(await bo.get('/movie/new')), /Check that it is not in the catalogue yet/)
    const byTitle = await bo.get('/movie/new?title=glass+lantern&year=2021&id=')
    assert.match(textOf(byTitle), /Is it one of these\? The Glass Lantern .*None of these: add “glass lantern”/)
    const byId = await bo.get('/movie/new?title=&year=&id=https%3A%2F%2Ffilms.example%2Ftitle%2Ftt0000501%2F')
    assert.match(textOf(byId), /Is it one of these\? The Glass Lantern/)
    assert.doesNotMatch(byId.body, /None of these/)
    assert.match(textOf(await bo.get('/company/new?title=Zzyzx')), /Nothing like it in the catalogue Add “Zzyzx”/)
  })

  test('a name is looked up whenever the form is sent, and new only where nothing is like it', async () => {
    const form = fieldsIn(await bo.get('/movie/new?title=Newer+Light&sure=1'))
    const fields = fieldsIn(await press('/movie/new', form, 'add|credits|cast'))
    const [field = ''] = fields.find(([name]) => /^p\.credits\.\d+\.person_id$/.test(name)) ?? []
    const shown = (some: Fields) => new Map(some).get(field)
    const first = await press('/movie/new', filled(fields, { [field]: 'Wilda Nowhere' }), 'look')
    assert.match(textOf(first), /then save\. New in the catalogue: Wilda Nowhere\./)
    assert.equal(shown(fieldsIn(first)), 'Wilda Nowhere')
    const asked = await press('/movie/new', filled(fieldsIn(first), { [field]: 'Odalys Fenwic' }), 'look')
    assert.equal(asked.status, 422)
    assert.match(textOf(asked), /Settle the points above, then preview again\./)
    assert.match(textOf(asked), /Who or what is “Odalys Fenwic”\? Odalys Fenwick #301 None of these: add/)
    assert.doesNotMatch(textOf(asked), /then save|New in the catalogue/)
    const known = await press('/movie/new', filled(fieldsIn(asked), { [field]: 'Odalys Fenwick' }), 'look')
    assert.equal(shown(fieldsIn(known)), 'Odalys Fenwick #301')
    // What may have been meant for a number or an id is no name.
    for (const text of ['tt7654321', '90000001', 'https://elsewhere.example/x']) {
      const reply = await press('/movie/new', filled(fields, { [field]: text }), 'look')
      assert.match(textOf(reply), / is not in the catalogue\. Choose to add it, or type another name\./, text)
    }
  })

  test('a movie needs no more than its title, and starts with what was searched for', async () => {
    const opened = await bo.get('/movie/new?title=A+New+Light&year=2024&id=tt7654321&sure=1')
    assert.match(textOf(opened), /Facts Title \(required\) Original title Original language/)
    const form = fieldsIn(opened)
    const given = new Map(form)
    assert.equal(given.get('v.title'), 'A New Light')
    assert.equal(given.get('v.release_date'), '2024-01-01')
    assert.equal(given.get('p.external_ids.0.value'), 'tt7654321')
    const empty = await press('/movie/new', filled(form, { 'v.title': ' ' }), 'save')
    assert.equal(empty.status, 422)
    assert.match(textOf(empty), /Enter a title or name\./)
    // What nobody has said is not said to have been anything else.
    const preview = textOf(await press('/movie/new', filled(form, { 'v.status': 'Released' }), 'look'))
    assert.match(preview, /Precision of the release date Year only/)
    assert.match(preview, /Status Released/)
    const page = await save('/movie/new', form)
    assert.match(textOf(page), /Added to the catalogue\. A New Light .*2024/)
    assert.match(page.body, /tt7654321/)
  })

  test('every kind that stands by itself is made', async () => {
    for (const place of ['tv', 'person', 'company', 'network', 'collection']) {
      const form = fieldsIn(await bo.get(`/${place}/new?title=Made+${place}&sure=1`))
      const page = await save(`/${place}/new`, form)
      assert.match(textOf(page), new RegExp(`Added to the catalogue\\. .*Made ${place}`), place)
    }
  })

  test('seasons and episodes are made inside their series', async () => {
    assert.match(textOf(await bo.get('/tv/601/season/new')), /Tidewater Signals 2024 Add a season Number/)
    assert.match(textOf(await bo.get('/tv/601/season/new?number=1')), /Number 1 already exists\./)
    const season = '/tv/601/season/new?number=7'
    const form = await bo.get(season)
    assert.match(textOf(form), /its episodes under “Edit all episodes”\. Images can be added once this is saved\./)
    const fresh = await save(season, filled(fieldsIn(form), { 'v.name': 'The seventh' }))
    assert.match(textOf(fresh), /The seventh .*No episodes yet Paste them from a spreadsheet or from text\. Edit all/)
    assert.match(fresh.body, /class="button primary" href="[^"]+\/season\/7\/episodes\/edit"/)
    const episode = '/tv/601/season/7/episode/new?number=2'
    const made = await save(episode, filled(fieldsIn(await bo.get(episode)), { 'v.name': 'Another start' }))
    assert.match(textOf(made), /Another start/)
    assert.equal((await bo.get('/tv/601/season/7/episode/new?number=2')).status, 422)
    assert.equal((await bo.get('/tv/601/season/9/episode/new?number=2')).status, 404)
  })

  const table = '/tv/601/season/1/episodes/edit'
  const Stored = Type.Object({ episode_number: Type.Integer(), name: Type.String(), runtime: Type.Any() })
  const stored = () =>
    server.db.all(
      Stored,
      sql`select episode_number, name, runtime from episode
        where series_id = 601 and season_number = 1 order by episode_number`,
    )

  test('the episodes of a season are filled in from a pasted table, after a look at it', async () => {
    const last = ((await stored()).at(-1)?.episode_number ?? 0) + 1
    const fields = fieldsIn(await bo.get(table))
    const unchanged = await press(table, fields, 'look')
    assert.match(textOf(unchanged), /No changes yet\./)
    const pasted = `1\tFirst Lamp\t2021-03-05\t41\n${last}\tLast Lamp\t\t42\nTitle\tDate`
    const previewed = await press(table, filled(fields, { pasted }), 'look')
    assert.match(textOf(previewed), /2 episodes filled in\..*This line has no episode number: Title Date/)
    assert.match(textOf(previewed), new RegExp(`Your changes .*First.*Lamp.*Episode ${last}, added Last Lamp · 42`))
    await save(table, fieldsIn(previewed))
    const now = await stored()
    assert.deepEqual(
      [now[0], now.at(-1)],
      [
        { episode_number: 1, name: 'First Lamp', runtime: 41 },
        { episode_number: last, name: 'Last Lamp', runtime: 42 },
      ],
    )
  })

  test('a table is kept through errors, and conflicts are chosen', async () => {
    let fields = fieldsIn(await press(table, fieldsIn(await bo.get(table)), 'add'))
    fields = filled(fields, { 'n.0.number': '1', 'n.0.name': 'Twice', source_url: '' })
    const runtime = fields.find(([name]) => /^e\.\d+\.runtime$/.test(name))?.[0] ?? ''
    const wrong = await press(table, filled(fields, { [runtime]: 'long' }), 'save')
    assert.equal(wrong.status, 422)
    assert.match(textOf(wrong), /Episode 1 already exists\./)
    assert.match(textOf(wrong), /Enter a whole number/)
    assert.equal(new Map(fieldsIn(wrong)).get('n.0.name'), 'Twice')

    const mine = filled(fieldsIn(await bo.get(table)), { [runtime]: '50' })
    const id = Number(runtime.split('.')[1])
    await applyEdit(server.db, {
      account_id: null,
      at: new Date(testDay),
      records: [{ kind: 'episode', id, values: { runtime: 60 } }],
    })
    const held = await press(table, mine, 'save')
    assert.equal(held.status, 409)
    assert.match(textOf(held), /Yours: 50 Theirs: 60/)
    await save(table, filled(fieldsIn(held), { [`c.${runtime}`]: 'mine' }))
    assert.equal((await stored())[0]?.runtime, 50)
  })
})
