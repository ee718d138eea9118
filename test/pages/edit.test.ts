import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { sql } from '#src/database/sql.ts'
import { forEachEngine } from '../support/engines.ts'
import { changesOf, open, press, save } from '../support/pages/edit-forms.ts'
import { type Fields, fieldsIn, filled, rowWith } from '../support/pages/form-fields.ts'
import { type PagesServer, signedIn, startPages, textOf, type Visitor } from '../support/pages/visitor.ts'
import { loadWorld, testDay } from '../support/world.ts'

const pages = [
  '/movie/501-die-glaserne-laterne',
  '/tv/601',
  '/tv/601/season/1',
  '/tv/601/season/1/episode/1',
  '/person/301',
  '/company/101',
  '/network/201',
  '/collection/401',
]

forEachEngine(loadWorld, (engine) => {
  let server: PagesServer
  let bo: Visitor
  before(async () => {
    server = await startPages(engine)
    bo = await signedIn(server, 'bo')
  })
  after(() => server.close())

  test('every kind has a form that changes nothing as it is', async () => {
    for (const page of pages) {
      const address = `${page}/edit`
      assert.ok((await bo.get(address)).body.length < 60_000, address)
      const fields = await open(bo, address)
      const looked = await press(bo, address, fields, 'look')
      assert.match(textOf(looked), /Your changes No changes yet\./, page)
      const saved = await press(bo, address, fields, 'save')
      assert.equal(saved.status, 303, page)
    }
  })

  test('a fact, a text and a list are changed, looked at and saved', async () => {
    const address = '/movie/502/edit'
    const fields = await open(bo, address)
    const changed = filled(fields, {
      'v.runtime': '101',
      'v.overview': 'A second light is seen.',
      'v.origin_country': 'fr, DE',
      note: 'The poster says so',
    })
    const looked = await press(bo, address, changed, 'look')
    assert.match(textOf(looked), /Runtime in minutes .*101/)
    assert.match(textOf(looked), /Save Preview again/)
    const page = await save(bo, address, changed)
    assert.match(textOf(page), /Changes saved\..*1 h 41 min.*A second light is seen\./)
    assert.deepEqual(
      (await changesOf(server, 'movie', 502)).map(({ key, action, value }) => [key, action, value]),
      [
        ['overview', 'updated', 'A second light is seen.'],
        ['runtime', 'added', 101],
        ['origin_country', 'updated', ['FR', 'DE']],
      ],
    )
  })

  test('what is wrong stands beside its field, and nothing that was typed is lost', async () => {
    const address = '/movie/501/edit'
    const typed = filled(await open(bo, address), {
      'v.runtime': 'ninety',
      'v.release_date': '2020-02-30',
      'v.tagline': 'typed & kept',
      'v.origin_country': 'Atlantis, FR',
      source_url: 'ftp://x',
    })
    const reply = await press(bo, address, typed, 'save')
    assert.equal(reply.status, 422)
    assert.match(reply.body, /id="v\.runtime-error">Enter a whole number without a unit, such as 97\./)
    assert.match(reply.body, /id="v\.release_date-error">Enter a day that exists, as YYYY-MM-DD\./)
    assert.match(reply.body, /id="v\.origin_country-error">Enter the name or the code of a country/)
    assert.match(reply.body, /href="#v\.runtime">Runtime in minutes: Enter a whole number/)
    assert.match(reply.body, /id="source_url-error">Enter an address that begins with/)
    const again = new Map(fieldsIn(reply))
    assert.equal(again.get('v.tagline'), 'typed & kept')
    assert.equal(again.get('v.runtime'), 'ninety')
  })

  test('countries and languages are read by their names, and a corrected date is exact', async () => {
    const address = '/movie/503/edit'
    await applyEdit(server.db, {
      ...{ account_id: null, at: new Date(testDay) },
      records: [{ kind: 'movie', id: 503, values: { release_date: '1902-01-01', release_date_precision: 'year' } }],
    })
    const asked = filled(await open(bo, address), {
      'v.origin_country': 'united states, Frankreich; de',
      'v.spoken_languages': 'Deutsch, fr',
      'v.release_date': '1902-09-01',
      language: 'Deutsch',
    })
    const looked = await press(bo, address, fieldsIn(await press(bo, address, asked, 'open')), 'look')
    assert.match(
      textOf(looked),
      /1 January 1902 → 1 September 1902 Precision of the release date Year only → Full date/,
    )
    assert.ok(fieldsIn(looked).some(([name]) => name === 't.de-DE.title'))
    await save(bo, address, fieldsIn(looked))
    const stored = new Map(await open(bo, address))
    const said = ['origin_country', 'spoken_languages', 'release_date_precision'].map((name) => stored.get(`v.${name}`))
    assert.deepEqual(said, ['US, FR, DE', 'de, fr', 'day'])
    const year = filled(await open(bo, address), {
      'v.release_date': '1903-05-01',
      'v.release_date_precision': 'month',
    })
    await save(bo, address, year)
    assert.equal(new Map(await open(bo, address)).get('v.release_date_precision'), 'month')
  })

  test('rows come, move and go by buttons, and nothing is written before it is saved', async () => {
    const address = '/movie/501/edit'
    const fields = await open(bo, address)
    const added = fieldsIn(await press(bo, address, fields, 'add|alternative_titles|'))
    const [name = ''] = added.findLast(([one]) => one.startsWith('p.alternative_titles.')) ?? []
    const row = name.split('.').slice(0, 3).join('.')
    const typed = filled(added, { [`${row}.title`]: 'Laternes', [`${row}.iso_3166_1`]: 'be' })
    const looked = await press(bo, address, typed, 'look')
    assert.match(textOf(looked), /Other titles, added Belgium · Laternes/)
    await save(bo, address, typed)
    assert.deepEqual(await changesOf(server, 'movie', 501), [
      {
        key: 'alternative_titles',
        action: 'added',
        original_value: null,
        value: { iso_3166_1: 'BE', title: 'Laternes', type: '' },
      },
    ])
    const stored = await open(bo, address)
    const index = rowWith(stored, 'alternative_titles', 'Laternes').split('.')[2]
    const removed = fieldsIn(await press(bo, address, stored, `remove|alternative_titles|${index}`))
    await save(bo, address, removed)
    assert.deepEqual(
      (await changesOf(server, 'movie', 501)).map(({ key, action }) => [key, action]),
      [['alternative_titles', 'deleted']],
    )
  })

  test('after rows were dragged, buttons and answers are about the rows that have them', async () => {
    const address = '/movie/501/edit'
    const fields = await open(bo, address)
    const isLast = ([name]: Fields[number]) => name.startsWith('p.alternative_titles.2.')
    const titlesIn = (some: Fields) =>
      some.flatMap(([name, text]) => (/^p\.alternative_titles\.\d\.title$/.test(name) ? text : []))
    const [one, two, three] = titlesIn(fields)
    const dragged = [...fields.filter(isLast), ...fields.filter((field) => !isLast(field))]
    const without = fieldsIn(await press(bo, address, dragged, 'remove|alternative_titles|2'))
    assert.deepEqual(titlesIn(without), [one, two])
    assert.deepEqual(titlesIn(fieldsIn(await press(bo, address, dragged, 'remove|alternative_titles|0'))), [three, two])

    const added = fieldsIn(await press(bo, address, fields, 'add|credits|cast'))
    const [name = ''] = added.find(([each, text]) => /^p\.credits\.\d+\.person_id$/.test(each) && text === '') ?? []
    const row = name.split('.').slice(0, 3).join('.')
    const asked = filled(added, { [name]: 'Vesna Unheard' })
    const isNew = ([each]: Fields[number]) => each.startsWith(`${row}.`)
    const others = asked.filter((field) => !isNew(field))
    const first: Fields = [...asked.filter(isNew), ...others, [`c.${name}`, 'new']]
    const looked = await press(bo, address, first, 'look')
    assert.match(textOf(looked), /People, added Vesna Unheard \(new\)/)
  })

  test('people of the cast are found by their names, ordered, and made on the spot', async () => {
    const address = '/movie/503/edit'
    let fields = await open(bo, address)
    for (const [role, person] of [
      ['First', 'Odalys Fenwick'],
      ['Second', 'Nobody Knownyet'],
    ] as const) {
      fields = fieldsIn(await press(bo, address, fields, 'add|credits|cast'))
      const [name = ''] = fields.findLast(([one]) => /^p\.credits\.\d+\.character$/.test(one)) ?? []
      const row = name.split('.').slice(0, 3).join('.')
      fields = filled(fields, { [`${row}.character`]: role, [`${row}.person_id`]: person })
    }
    const looked = await press(bo, address, fields, 'look')
    assert.equal(looked.status, 200)
    const promise =
      /then save\. New in the catalogue: Nobody Knownyet\. .* People, added Nobody Knownyet \(new\) · Second/
    assert.match(textOf(looked), promise)
    fields = fieldsIn(looked)
    assert.ok(fields.some(([, value]) => value === 'Odalys Fenwick #301'))
    const place = rowWith(fields, 'credits', 'Nobody')
    const moved = fieldsIn(await press(bo, address, fieldsIn(looked), `up|credits|${place.split('.')[2]}`))
    const page = await save(bo, address, moved)
    assert.match(textOf(page), /Cast .*Nobody Knownyet Second.*Odalys Fenwick First/)
  })

  test('what somebody else has changed meanwhile is shown beside it, and one of both is chosen', async () => {
    const address = '/collection/401/edit'
    const mine = filled(await open(bo, address), { 'v.overview': 'Mine.', 'v.homepage': 'https://mine.example' })
    await applyEdit(server.db, {
      account_id: null,
      at: new Date(testDay),
      records: [{ kind: 'collection', id: 401, values: { overview: 'Theirs.', poster_path: '/x.jpg' } }],
    })
    const held = await press(bo, address, mine, 'save')
    assert.equal(held.status, 409)
    assert.match(textOf(held), /Someone else has changed this, too .* Overview Yours: Mine\. Theirs: Theirs\./)
    const chosen = filled(fieldsIn(held), { 'c.v.overview': 'theirs' })
    const page = await save(bo, address, chosen)
    assert.match(textOf(page), /Theirs\./)
    assert.deepEqual(
      (await changesOf(server, 'collection', 401)).map(({ key }) => key),
      ['homepage'],
    )
    const again = filled(await open(bo, address), { 'v.overview': 'Mine again.' })
    await applyEdit(server.db, {
      account_id: null,
      at: new Date(testDay),
      records: [{ kind: 'collection', id: 401, values: { overview: 'Theirs again.' } }],
    })
    const second = fieldsIn(await press(bo, address, again, 'look'))
    assert.match(textOf(await save(bo, address, filled(second, { 'c.v.overview': 'mine' }))), /Mine again\./)
  })

  test('an entry that somebody else removed meanwhile is a conflict only if one has changed it', async () => {
    const address = '/company/101/edit'
    const fields = await open(bo, address)
    const [first, second] = fields.filter(([name]) => /^p\.alternative_names\.\d+\.name$/.test(name))
    assert.ok(first && second)
    await applyEdit(server.db, {
      account_id: null,
      at: new Date(testDay),
      records: [
        {
          kind: 'company',
          id: 101,
          parts: {
            alternative_names: {
              remove: [first, second].map(([name, value]) => ({
                name: value,
                type: new Map(fields).get(name.replace(/name$/, 'type')),
              })),
            },
          },
        },
      ],
    })
    const held = await press(bo, address, filled(fields, { [first[0]]: 'Renamed' }), 'save')
    assert.equal(held.status, 409)
    assert.match(textOf(held), /Other names Yours: Renamed.* Theirs: removed/)
    const shown = fieldsIn(held).filter(([name]) => /^p\.alternative_names\.\d+\.name$/.test(name))
    assert.deepEqual(
      shown.map(([, value]) => value),
      ['Renamed'],
    )
  })

  test('a form whose author was signed out is shown again with all that was typed', async () => {
    const cy = await signedIn(server, 'bo')
    const address = '/person/301/edit'
    const typed = filled(await open(cy, address), { 'v.place_of_birth': 'Elsewhere' })
    cy.cookies.delete('reelcommons_session')
    const out = await press(cy, address, typed, 'save')
    assert.equal(out.status, 401)
    assert.match(textOf(out), /You are signed out .*Sign in \(new tab\)/)
    assert.equal(new Map(fieldsIn(out)).get('v.place_of_birth'), 'Elsewhere')
    const anew = await signedIn(server, 'bo')
    const stale = await press(anew, address, fieldsIn(out), 'save')
    assert.equal(stale.status, 409)
    assert.match(textOf(stale), /Send the form again/)
    assert.match(textOf(await save(anew, address, fieldsIn(stale))), /Elsewhere/)
  })

  test('a form of another site is refused', async () => {
    const fields = await open(bo, '/person/301/edit')
    const reply = await bo.send('/person/301/edit', [...fields, ['act', 'save']], { origin: 'https://other.example' })
    assert.equal(reply.status, 403)
    assert.doesNotMatch(reply.body, /data-edit/)
  })

  test('who may not edit is told why', async () => {
    await server.db.run(sql`update account set email_verified_at = null where username = 'ada'`)
    const ada = await signedIn(server, 'ada')
    const reply = await ada.get('/person/301/edit')
    assert.equal(reply.status, 403)
    assert.match(textOf(reply), /nicht bestätigt|not verified/)
    const fields = await open(bo, '/person/301/edit')
    const token = fieldsIn(await ada.get('/settings/profile'), 'main form').find(([name]) => name === 'form_token')?.[1]
    const sent = await press(
      ada,
      '/person/301/edit',
      filled(fields, { form_token: token ?? '', 'v.name': 'X' }),
      'save',
    )
    assert.equal(sent.status, 403)
    assert.match(sent.body, /href="\/verify\?next/)
    // What was typed waits until the address is verified.
    assert.equal(new Map(fieldsIn(sent)).get('v.name'), 'X')
  })
})
