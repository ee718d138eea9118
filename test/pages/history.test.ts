import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { maxChangesShown, maxEditsLookedAt } from '#src/catalogue/edits/history.ts'
import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import { peopleSource } from '#src/catalogue/sources.ts'
import { changesOfEditPage } from '#src/pages/history/edit.ts'
import { maxValueInList } from '#src/pages/history/edits.ts'
import { maxFeedEntries } from '#src/pages/history/feeds.ts'
import { editsOfPage } from '#src/pages/history/recent.ts'
import { changesOfPage } from '#src/pages/history/record.ts'
import { importInto } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { fieldsIn } from '../support/pages/form-fields.ts'
import {
  openVisitor,
  type PagesServer,
  type Reply,
  startPages,
  textOf,
  type Visitor,
} from '../support/pages/visitor.ts'
import { loadWorld, testDay } from '../support/world.ts'

const pages = [
  '/movie/501',
  '/tv/601',
  '/tv/601/season/1',
  '/tv/601/season/1/episode/1',
  '/person/301',
  '/company/101',
  '/network/201',
  '/collection/401',
]
const evil = '<script>alert(1)</script>"&'
const bo = 2
const imported = 'Atlas of Invented Films · 1 Mar 2026, 08:00 UTC'

/** The edits that a page lists: what each says, without the filters above them. */
const listed = (reply: Reply): string[] =>
  [
    ...reply.body.matchAll(
      /<li id="edit-\d+">([\s\S]*?)\n<\/li>|<li id="edit-\d+">([\s\S]*?)(?=<li id="edit-|<\/ol>)/g,
    ),
  ].map(([body]) => textOf({ ...reply, body: `<main>${body}</main>` }))
const idsIn = ({ body }: Reply): number[] => [...body.matchAll(/<li id="edit-(\d+)">/g)].map(([, id]) => Number(id))
const linkIn = ({ body }: Reply, label: string): string => {
  const [, address = ''] = new RegExp(`<a [^>]*href="([^"]*)"[^>]*>${label}</a>`).exec(body) ?? []
  return address.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
}

/** What the button sends that leads to the page of earlier edits. */
const earlierIn = ({ body }: Reply): string | undefined => {
  const [, seq] = /name="before" value="(\d+)">Earlier edits</.exec(body) ?? []
  return seq && `before=${seq}`
}

forEachEngine(loadWorld, (engine) => {
  let server: PagesServer
  let visitor: Visitor
  const edit = async (records: readonly RecordEdit[], more: { note?: string; source_url?: string } = {}) => {
    const { edit_id } = await applyEdit(server.db, {
      ...{ account_id: bo, source_id: peopleSource, at: new Date(testDay), note: '', records },
      ...more,
    })
    assert.ok(edit_id)
    return edit_id
  }
  const ofMovie = (values: Record<string, unknown>, id = 502) => ({ kind: 'movie', id, values }) as const
  const titles = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ iso_3166_1: 'US', title: `Other ${index}`, type: '' }))
  before(async () => {
    server = await startPages(engine)
    visitor = openVisitor(server.app)
    await visitor.get('/')
  })
  after(() => server.close())

  test('a list of edits has the beginning of a long text, and the page of an edit all of it', async () => {
    const [start, end] = ['The beginning. ', ' The end.']
    const overview = `${start}${'long '.repeat(maxValueInList)}${end}`
    const edit_id = await edit([ofMovie({ overview }, 504)])
    for (const address of ['/edits', '/movie/504/history']) {
      const [newest = ''] = listed(await visitor.get(address))
      assert.ok(newest.includes(start.trim()), address)
      assert.ok(newest.length < 1.5 * maxValueInList, `${address} has ${newest.length} characters`)
      assert.ok(newest.includes('…'), address)
    }
    assert.ok(textOf(await visitor.get(`/edit/${edit_id}`)).includes(end.trim()))
    await edit([ofMovie({ overview: '' }, 504)])
  })

  test('every kind of record has a history, and a feed of it', async () => {
    for (const page of pages) {
      const reply = await visitor.get(`${page}/history`)
      assert.equal(reply.status, 200, page)
      assert.deepEqual(listed(reply), [`${imported} As it was then Added to the catalogue`], page)
      const [, feed = ''] =
        /<link rel="alternate" type="application\/atom\+xml"[^>]*href="([^"]*)"/.exec(reply.body) ?? []
      const atom = await visitor.get(feed)
      assert.deepEqual(
        [atom.status, atom.headers['content-type']],
        [200, 'application/atom+xml; charset=utf-8'],
        `${page} ${feed}`,
      )
      assert.equal(atom.body.split('<entry>').length, 2)
    }
  })

  test('an edit says who changed what, why, and where it is from; what was typed stays text', async () => {
    const id = await edit(
      [
        {
          ...ofMovie({ runtime: 99, overview: `A light is seen. ${evil}`, origin_country: ['FR', 'DE'] }),
          texts: [{ iso_639_1: 'fr', iso_3166_1: 'FR', texts: { title: 'Lumière' } }],
          parts: { production_companies: { put: [{ company_id: 102, position: 9 }] } },
        },
      ],
      { note: evil, source_url: 'https://archive.example/page' },
    )
    for (const address of [`/edit/${id}`, '/movie/502/history', '/edits']) {
      const reply = await visitor.get(address)
      assert.equal(reply.status, 200, address)
      assert.ok(!reply.body.includes('<script>alert'), address)
      const text = textOf(reply)
      assert.match(text, /Bo · 10 Mar 2026, 12:00 UTC (?!· source)/, address)
      assert.ok(text.includes(`${evil} Looked up at archive.example/page`), `${address} ${text.slice(0, 3000)}`)
      assert.match(text, /Runtime in minutes .*99/, address)
      assert.match(text, /Countries of origin Germany → France, Germany/, address)
      assert.match(text, /Companies, added [\w ]+ #102/, address)
      assert.match(text, /Title, French \(France\) .*Lumière/, address)
    }
  })

  test('recent changes are filtered by kind, person, source, language and field, and their feed, too', async () => {
    const french = { iso_639_1: 'fr', iso_3166_1: 'FR', texts: { title: 'Sept' } }
    const id = await edit([{ kind: 'collection', id: 401, texts: [french] }])
    const found = async (query: string) => {
      const reply = await visitor.get(`/edits?${query}`)
      assert.equal(reply.status, 200, query)
      const feed = await visitor.get(`/edits/feed?${query}`)
      const inFeed = [...feed.body.matchAll(/<id>[^<]*\/edit\/(\d+)<\/id>/g)].map(([, found]) => Number(found))
      assert.deepEqual(inFeed, idsIn(reply), query)
      return idsIn(reply)
    }
    assert.deepEqual(await found('kind=collection&person=bo'), [id])
    assert.deepEqual(await found('kind=collection&person=eve'), [])
    assert.deepEqual(await found('language=fr&field=name'), [id])
    assert.deepEqual(await found('language=fr'), [id, id - 1])
    assert.deepEqual(await found('source=atlas'), [2])
    assert.deepEqual(await found('kind=collection&source=people'), [id])
    for (const wrong of ['kind=tree', 'person=nobody', `person=${encodeURIComponent(evil)}`, 'source=no', 'field=%3C'])
      assert.equal((await visitor.get(`/edits?${wrong}`)).status, 422, wrong)
    for (const wrong of ['before=0', 'before=x'])
      assert.equal((await visitor.get(`/edits?${wrong}`)).status, 404, wrong)
    assert.equal((await visitor.get('/edits/feed?person=nobody')).status, 404)
    assert.match((await visitor.get('/edits/feed?in=de')).body, /<title>Letzte Änderungen<\/title>/)
  })

  test('a picture stands there with the language of its words, and with no country alone', async () => {
    const shape = { width: 1000, height: 1500, aspect_ratio: 0.667, file_type: '.jpg' }
    const posters = [
      { file_path: '/of-brazil.jpg', iso_639_1: 'pt', iso_3166_1: 'BR', ...shape },
      // A country is no language, although `BR` is the code of one, too.
      { file_path: '/of-a-country.jpg', iso_639_1: null, iso_3166_1: 'BR', ...shape },
    ]
    const film = { kind: 'movie', id: 90_002, title: 'Two Posters', source: 'shelf' }
    await importInto(server.db, [{ kind: 'source', id: 'shelf', name: 'Shelf', licence: 'CC0-1.0', rank: 5 }, film])
    await importInto(server.db, [{ ...film, images: { posters } }])
    const text = textOf(await visitor.get('/movie/90002/history'))
    assert.match(text, /Posters · Portuguese \(Brazil\) · 1000 × 1500/)
    assert.match(text, /Posters · 1000 × 1500/)
  })

  test('an edit and a history with many changes have further pages', async () => {
    const count = changesOfPage + 1
    assert.equal(changesOfEditPage, changesOfPage)
    const id = await edit([{ ...ofMovie({}, 503), parts: { alternative_titles: { put: titles(count) } } }])
    const shown = (reply: Reply) => reply.body.split('<dt>').length - 1
    const whole = await visitor.get(`/edit/${id}`)
    assert.equal(shown(whole), changesOfPage)
    const rest = await visitor.get(linkIn(whole, 'More edits'))
    assert.deepEqual([shown(rest), linkIn(rest, 'More edits'), linkIn(rest, 'First edits')], [1, '', `/edit/${id}`])
    const history = await visitor.get('/movie/503/history')
    assert.equal(shown(history), changesOfPage)
    const earlier = await visitor.get(`/movie/503/history?${earlierIn(history)}`)
    // One title, and that the movie was added.
    assert.deepEqual([shown(earlier), earlierIn(earlier)], [2, undefined])
    const recent = await visitor.get('/edits?kind=movie&field=alternative_titles&person=bo')
    assert.equal(shown(recent), maxChangesShown)
    assert.equal(linkIn(recent, 'Show the whole edit'), `/edit/${id}`)
  })

  test('any two moments are compared, also those of different pages, and a day leads to its edits', async () => {
    const titled = (count: number) =>
      edit([{ ...ofMovie({}, 501), parts: { alternative_titles: { put: titles(count) } } }])
    await titled(1)
    await edit([ofMovie({ runtime: 61 }, 501)])
    await titled(changesOfPage)
    const latest = await edit([ofMovie({ runtime: 62 }, 501)])
    const first = await visitor.get('/movie/501/history')
    const chosen = new Map(fieldsIn(first, '.history-compare'))
    const to = chosen.get('to') ?? ''
    const second = await visitor.get(`/movie/501/history?${new URLSearchParams([...chosen])}&${earlierIn(first)}`)
    assert.match(textOf(second), new RegExp(`To: edit ${latest}, 10 Mar 2026, 12:00 UTC \\(on another page\\)`))
    const moments = [...second.body.matchAll(/name="from" value="(\d+)"/g)].map(([, seq]) => seq)
    // That of another page stands above those of this one.
    assert.equal(new Map(fieldsIn(second, '.history-compare')).get('to'), to)
    const compared = await visitor.get(`/movie/501/history/compare?from=${moments.at(-1)}&to=${to}`)
    assert.match(textOf(compared), /Runtime in minutes .*62/)
    assert.equal(compared.body.split('<dt>Other titles').length - 1, changesOfPage)
    const early = await visitor.get(`/movie/501/history?until=2026-03-09&from=${moments.at(-1)}&to=${to}`)
    assert.deepEqual(listed(early).length, 1)
    for (const [query, status] of [
      ['until=2026-02-01', 200],
      ['until=9999-99-99', 200],
      ['until=soon&from=x&to=99999999', 200],
      ['before=0', 404],
    ] as const)
      assert.equal((await visitor.get(`/movie/501/history?${query}`)).status, status, query)
  })

  test('recent changes go back page by page, and filters look at so many edits at once', async () => {
    const first = await edit([ofMovie({ tagline: 'The first' }, 504)])
    const ids: number[] = []
    for (let count = 1; count <= maxEditsLookedAt; count++) ids.unshift(await edit([ofMovie({ runtime: count }, 505)]))
    const newest = await visitor.get('/edits?person=bo')
    assert.deepEqual(idsIn(newest), ids.slice(0, editsOfPage))
    const older = await visitor.get(linkIn(newest, 'Earlier edits'))
    assert.deepEqual(idsIn(older), ids.slice(editsOfPage, 2 * editsOfPage))
    assert.equal(linkIn(older, 'Latest edits'), '/edits?person=bo')
    const none = await visitor.get('/edits?person=bo&field=tagline')
    assert.deepEqual(idsIn(none), [])
    assert.match(textOf(none), /No match so far/)
    assert.deepEqual(idsIn(await visitor.get(linkIn(none, 'Earlier edits'))), [first])
    for (const feed of ['/edits/feed?person=bo', '/movie/505/history/feed'])
      assert.equal((await visitor.get(feed)).body.split('<entry>').length - 1, maxFeedEntries, feed)
  })

  test('what is not there is not found', async () => {
    const wrong = [
      '/edit/0',
      '/edit/x',
      '/edit/999999',
      '/edit/1?after=x',
      '/movie/999/history',
      '/movie/999/history/feed',
    ]
    for (const address of [...wrong, '/movie/501/history?before=x'])
      assert.equal((await visitor.get(address)).status, 404, address)
  })
})
