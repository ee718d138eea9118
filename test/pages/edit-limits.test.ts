import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { JSDOM } from 'jsdom'
import { Type } from 'typebox'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import type { Kind } from '#src/catalogue/kinds.ts'
import { ownKinds } from '#src/catalogue/own-kinds.ts'
import { peopleSource } from '#src/catalogue/sources.ts'
import { maxAddressLength } from '#src/contract/web-address.ts'
import { sql } from '#src/database/sql.ts'
import { maxNoteLength } from '#src/groups/edits/shapes.ts'
import { maxFormBytes } from '#src/pages/edit/edit.ts'
import { maxLookups } from '#src/pages/edit/names-to-records.ts'
import { columnsOfRow, planOf } from '#src/pages/record-form/plan.ts'
import { firstRows, moreRows } from '#src/pages/record-form/stored.ts'
import { maxOpenLanguages } from '#src/pages/record-form/typed.ts'
import { hourMs } from '#src/reference/days.ts'
import { forEachEngine } from '../support/engines.ts'
import { changesOf, open, press, save } from '../support/pages/edit-forms.ts'
import { type Fields, fieldsIn, filled, rowWith } from '../support/pages/form-fields.ts'
import { type PagesServer, signedIn, startPages, textOf, tokenIn, type Visitor } from '../support/pages/visitor.ts'
import { loadWorld, testDay } from '../support/world.ts'

const Count = Type.Object({ count: Type.Integer() })

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
    const few = await open(bo, address)
    assert.equal(namesIn(few), 0)
    assert.equal(namesIn(fieldsIn(await press(bo, address, few, 'add|alternative_names|'))), firstRows + 1)
    // What is not in the form is there nevertheless.
    const again = { 'p.alternative_names.0.name': 'Name 1229', 'p.alternative_names.0.type': '' }
    assert.match(textOf(await press(bo, address, filled(few, again), 'save')), /This entry appears twice\./)
    const fields = fieldsIn(await press(bo, address, few, 'more|alternative_names'))
    assert.equal(namesIn(fields), firstRows)
    assert.equal(namesIn(await open(bo, `${address}?open=p.alternative_names`)), firstRows)
    assert.match(textOf(await press(bo, address, fields, 'look')), /Show 203 more/)
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

  const forms: [kind: Kind, address: string][] = [
    ['movie', '/movie/501/edit'],
    ['series', '/tv/601/edit'],
    ['season', '/tv/601/season/1/edit'],
    ['episode', '/tv/601/season/1/episode/1/edit'],
    ['person', '/person/301/edit'],
    ['company', '/company/101/edit'],
    ['network', '/network/201/edit'],
    ['collection', '/collection/401/edit'],
    ...ownKinds.map(([kind, place]): [Kind, string] => [kind, `/${place}/new`]),
    ['season', '/tv/601/season/new?number=77'],
    ['episode', '/tv/601/season/1/episode/new?number=77'],
  ]
  const hostile = ['"><script>alert(1)</script>', 'a\u0000b\ud800', '\u202e#new', '9'.repeat(400), '{"a":[1]}', '-1']

  /** What cannot be stored is wrong in each field, and what can be is still there. */
  const isUnstorable = (text: string) => text.includes('\u0000')
  const expected = (text: string, act: string) => (isUnstorable(text) && act !== 'paste' ? [422] : [200, 409, 422])

  /** Every field that the form of a kind can have, with a new row in each list. */
  function everyField(kind: Kind, text: string): Fields {
    const { facts, texts, parts } = planOf(kind)
    const rows = parts.flatMap((part) => {
      const lists = part.groups.length > 0 ? part.groups.map(({ value }) => value) : ['']
      return lists.flatMap((group, row) => [
        [`p.${part.part}.${row}.@key`, text],
        [`p.${part.part}.${row}.@group`, group],
        ...columnsOfRow(kind, part, group).map(({ column }) => [`p.${part.part}.${row}.${column}`, text]),
      ])
    })
    const besides = ['note', 'source_url', 'language', 'was', 'paste.external_ids', 'paste.videos']
    return [
      ...facts.map(({ name }) => [name, text]),
      ...texts.map((one) => [`t.de-DE.${one.text}`, text]),
      ...rows,
      ...besides.map((name) => [name, text]),
    ] as Fields
  }

  test('hostile text in any field of any form is text, or is refused', async () => {
    const token = ['form_token', tokenIn((await bo.get('/edits')).body)] as const
    const edits = () => server.db.one(Count, sql`select count(*) as count from edit`)
    const before = await edits()
    for (const [kind, address] of forms)
      for (const text of hostile) {
        const fields = everyField(kind, text)
        for (const act of text === hostile[0] ? ['save', 'paste|external_ids', 'open'] : ['save']) {
          const reply = await bo.send(address, [token, ...fields, ['act', act]])
          assert.ok(expected(text, act).includes(reply.status), `${address} ${act} ${text}: ${reply.status}`)
          if (isUnstorable(text)) assert.ok(reply.body.split('cannot be stored').length > fields.length / 2, address)
          assert.doesNotMatch(reply.body, /<script>alert/)
          if (text.includes('script')) assert.ok(reply.body.includes('&#60;script&#62;alert'), `${address} ${act}`)
        }
      }
    for (const text of hostile) {
      const table = '/tv/601/season/1/episodes/edit'
      const fields = (await open(bo, table)).map(([name, value]): [string, string] => [
        name,
        name === 'form_token' ? value : text,
      ])
      const added = ['number', 'name', 'air_date', 'runtime'].map((column) => [`n.0.${column}`, text] as const)
      for (const act of ['save', 'paste', 'look']) {
        const reply = await bo.send(table, [...fields, ...added, ['pasted', `3 ${text}\n${text}`], ['act', act]])
        assert.ok(expected(text, act).includes(reply.status), `${act} ${text}: ${reply.status}`)
        assert.doesNotMatch(reply.body, /<script>alert/)
      }
    }
    assert.deepEqual(await edits(), before)
    const fields = await open(bo, '/movie/501/edit')
    const wrong = ['add|credits|x', 'remove|credits|99', 'up|credits|-1', 'more|x', 'paste|x', 'open|x', 'x|y|z']
    for (const act of wrong) assert.ok((await press(bo, '/movie/501/edit', fields, act)).status < 500, act)
    const reply = await press(bo, '/movie/501/edit', filled(fields, { was: '[not json', 'c.v.title': 'x' }), 'look')
    assert.equal(reply.status, 200)
  })

  test('an id and a video that are pasted into the form of a season are understood', async () => {
    const address = '/tv/601/season/1/edit'
    const given = filled(await open(bo, address), { 'paste.videos': 'https://videos.example/watch?v=a0000000001' })
    const video = fieldsIn(await press(bo, address, given, 'paste|videos'))
    const row = rowWith(video, 'videos', 'a0000000001')
    assert.equal(new Map(video).get(`${row}.site`), 'VideoSite1')
    const pasted = filled(video, { 'paste.external_ids': 'https://kb2.example/wiki/Q900777' })
    const both = fieldsIn(await press(bo, address, pasted, 'paste|external_ids'))
    rowWith(both, 'external_ids', 'Q900777')
    rowWith(both, 'videos', 'a0000000001')
    const wrong = await press(
      bo,
      address,
      filled(both, { 'paste.external_ids': 'nothing at all' }),
      'paste|external_ids',
    )
    assert.match(textOf(wrong), /This ID or address is not recognised\./)
  })

  test('each value tells its source, licence, author, time and lock', async () => {
    const columns = [{ column: 'runtime', iso_639_1: '', iso_3166_1: '', locked: true }]
    await applyEdit(server.db, {
      ...{ account_id: 2, source_id: peopleSource, at: new Date(testDay) },
      records: [
        {
          ...{ kind: 'movie', id: 502, values: { runtime: 97 }, locks: columns },
          texts: [
            { iso_639_1: 'de', iso_3166_1: 'DE', texts: { title: 'Das zweite Glimmen' } },
            { iso_639_1: 'fr', iso_3166_1: 'FR', texts: { title: 'Seconde lueur' } },
          ],
        },
      ],
    })
    const { document } = new JSDOM((await bo.get('/movie/502/edit?open=fr-FR')).body).window
    const originBeside = (name: string) => {
      const field = document.getElementById(name)
      const origin = field?.closest('.field, .edit-beside')?.querySelector('.edit-origin')
      return origin?.textContent?.replace(/\s+/g, ' ')
    }
    const bySource = 'From Atlas of Invented FilmsLicence: CC0-1.0 · Changed 1 Mar 2026, 08:00 UTC'
    const byBo = 'Licence: CC0-1.0 · Changed by Bo, 10 Mar 2026, 12:00 UTC'
    assert.equal(originBeside('v.title'), bySource)
    assert.equal(originBeside('v.runtime'), `From People Locked: imports do not change it.${byBo}`)
    assert.equal(originBeside('t.fr-FR.title'), `From People${byBo}`)
    const cast = document.querySelector('#p\\.credits .edit-row .edit-origin')
    assert.equal(cast?.textContent?.replace(/\s+/g, ' '), bySource)
    // A translation stands beside the original, or beside English where that has no text.
    const beside = (name: string) =>
      document.getElementById(name)?.closest('.edit-beside')?.querySelector('.edit-original')?.textContent
    assert.equal(beside('t.fr-FR.title')?.trim(), 'Original (German (Germany))\nDas zweite Glimmen')
    assert.equal(beside('t.fr-FR.tagline')?.trim(), 'US English—')
  })

  test('names beyond the limit of a form are asked about, and never taken for new by themselves', async () => {
    const address = '/movie/501/edit'
    const named = (count: number) =>
      Array.from({ length: count }, (_, at): [string, string] => [`p.keywords.${70 + at}.keyword_id`, `zzqx ${at}a`])
    const fields = await open(bo, address)
    const within = await press(bo, address, [...fields, ...named(maxLookups)], 'look')
    assert.deepEqual([within.status, /New in the catalogue: .*zzqx 99a/.test(textOf(within))], [200, true])
    const beyond = await press(bo, address, [...fields, ...named(maxLookups + 1)], 'look')
    assert.equal(beyond.status, 422)
    assert.match(textOf(beyond), /“zzqx 100a” was not looked up, because the form has more than 100 names like it\./)
    assert.doesNotMatch(textOf(beyond), /“zzqx 99a”/)
  })

  test('notes, addresses and open languages have limits', async () => {
    const address = '/collection/401/edit'
    const fields = await open(bo, address)
    const far = filled(fields, {
      note: 'x'.repeat(maxNoteLength + 1),
      source_url: `https://${'x'.repeat(maxAddressLength)}`,
    })
    const reply = await press(bo, address, far, 'look')
    assert.equal(reply.status, 422)
    assert.match(reply.body, /id="note-error">Use at most 1000 characters/)
    assert.match(reply.body, /id="source_url-error">Use at most 2048 characters/)
    for (const at of ['/tv/601/season/1/episodes/edit', '/collection/402/delete']) {
      const form = fieldsIn(await bo.get(at), 'main form[method=post]')
      const wrong = { note: 'x'.repeat(maxNoteLength + 1), source_url: 'javascript:alert(1)', act: 'look' }
      const refused = await bo.send(at, filled(form, wrong))
      assert.equal(refused.status, 422, at)
      assert.match(refused.body, /id="note-error">Use at most 1000 characters/, at)
      assert.match(refused.body, /id="source_url-error">Enter an address/, at)
      assert.match(refused.body, /value="javascript:alert\(1\)"/, at)
    }
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
      select id, 'edited_record', ${new Date(Date.parse(testDay) + hourMs).toISOString()}
      from account where folded_username = 'bo'`)
    const typed = filled(await open(visitor, address), { 'v.overview': 'Too soon.' })
    const looked = fieldsIn(await press(visitor, address, typed, 'look'))
    const waiting = await press(visitor, address, looked, 'save')
    assert.equal(waiting.status, 429)
    assert.ok(Number(waiting.headers['retry-after']) > 0)
    assert.equal(new Map(fieldsIn(waiting)).get('v.overview'), 'Too soon.')
  })
})
