import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { sql } from '#src/database/sql.ts'
import { maxNoteLength, maxSourceLength } from '#src/pages/edit/draw.ts'
import { maxFormBytes } from '#src/pages/edit/edit.ts'
import { firstRows, moreRows } from '#src/pages/edit/stored.ts'
import { maxOpenLanguages } from '#src/pages/edit/typed.ts'
import { hourMs } from '#src/reference/days.ts'
import { forEachEngine } from '../support/engines.ts'
import { changesOf, open, press, save } from '../support/pages/edit-forms.ts'
import { type Fields, fieldsIn, filled, rowWith } from '../support/pages/form-fields.ts'
import { type PagesServer, signedIn, startPages, textOf, type Visitor } from '../support/pages/visitor.ts'
import { loadWorld, testDay } from '../support/world.ts'

forEachEngine(loadWorld, (engine) => {
  let server: PagesServer
  let bo: Visitor
  before(async () => {
    server = await startPages(engine)
    bo = await signedIn(server, 'bo')
  })
  after(() => server.close())

  test('entries come in portions, and those that are not in the form stay', async () => {
    const address = '/network/201/edit'
    const put = Array.from({ length: firstRows + moreRows + 1 }, (_, at) => ({ name: `Name ${1000 + at}`, type: '' }))
    await applyEdit(server.db, {
      account_id: null,
      at: new Date(testDay),
      records: [{ kind: 'network', id: 201, parts: { alternative_names: { put } } }],
    })
    const namesIn = (fields: Fields) => fields.filter(([name]) => /^p\.alternative_names\.\d+\.name$/.test(name)).length
    const fields = await open(bo, address)
    assert.equal(namesIn(fields), firstRows)
    assert.match(textOf(await bo.get(address)), /Show 203 more/)
    const more = fieldsIn(await press(bo, address, fields, 'more|alternative_names'))
    assert.equal(namesIn(more), firstRows + moreRows)
    const name = rowWith(more, 'alternative_names', 'Name 1005')
    await save(bo, address, filled(more, { [`${name}.name`]: 'Another name' }))
    assert.deepEqual(
      (await changesOf(server, 'network', 201)).map(({ key, action }) => [key, action]),
      [
        ['general', 'added'],
        ['general', 'deleted'],
      ],
    )
  })

  test('hostile text in any field is text, or is refused', async () => {
    const address = '/movie/501/edit'
    const fields = await open(bo, address)
    for (const text of ['"><script>alert(1)</script>', '../../etc', '\u202e#new', '9'.repeat(400), '{"a":[1]}']) {
      const all = fields.map(([name, value]): [string, string] => [name, /^[vtp]\./.test(name) ? text : value])
      for (const act of [
        'look',
        'save',
        'add|credits|x',
        'remove|credits|99',
        'up|credits|-1',
        'more|x',
        `paste|videos`,
      ]) {
        const reply = await press(bo, address, all, act)
        assert.ok(reply.status < 500, `${act} with ${text} answers ${reply.status}`)
        assert.doesNotMatch(reply.body, /<script>alert/)
      }
    }
    const reply = await press(bo, address, filled(fields, { was: '[not json', 'c.v.title': 'x' }), 'look')
    assert.equal(reply.status, 200)
  })

  test('notes, addresses and open languages have limits', async () => {
    const address = '/collection/401/edit'
    const fields = await open(bo, address)
    const far = filled(fields, {
      note: 'x'.repeat(maxNoteLength + 1),
      source_url: `https://${'x'.repeat(maxSourceLength)}`,
    })
    const reply = await press(bo, address, far, 'look')
    assert.equal(reply.status, 422)
    assert.match(reply.body, /id="note-error">Use at most 1000 characters/)
    assert.match(reply.body, /id="source_url-error">Use at most 2048 characters/)
    const tags = Array.from(
      { length: maxOpenLanguages },
      (_, at) => `a${String.fromCharCode(97 + (at % 26))}-${at < 26 ? 'AA' : 'BB'}`,
    )
    const open_ = tags.map((tag): [string, string] => [`t.${tag}.overview`, ''])
    const full = await press(bo, address, [...fields, ...open_], 'open|fr-FR')
    assert.match(textOf(full), /At most 40 languages can be open at once/)
    const one = fieldsIn(await press(bo, address, fields, 'open|fr-FR'))
    assert.ok(one.some(([name]) => name === 't.fr-FR.overview'))
    assert.match(textOf(await press(bo, address, fields, 'open|french')), /Enter a language such as French/)
  })

  test('a form has a size, and the edits of an account have an hour', async (t) => {
    const address = '/collection/401/edit'
    const fields = await open(bo, address)
    const large = await press(bo, address, filled(fields, { 'v.overview': 'x'.repeat(maxFormBytes) }), 'look')
    assert.equal(large.status, 413)
    const own = await startPages(engine)
    t.after(() => own.close())
    const visitor = await signedIn(own, 'bo')
    await own.db.run(sql`
      insert into hourly_use (account_id, thing, used_until)
      select id, 'edit', ${new Date(Date.parse(testDay) + hourMs).toISOString()}
      from account where folded_username = 'bo'`)
    const typed = filled(await open(visitor, address), { 'v.overview': 'Too soon.' })
    const looked = fieldsIn(await press(visitor, address, typed, 'look'))
    const waiting = await press(visitor, address, looked, 'save')
    assert.equal(waiting.status, 429)
    assert.ok(Number(waiting.headers['retry-after']) > 0)
    assert.equal(new Map(fieldsIn(waiting)).get('v.overview'), 'Too soon.')
  })
})
