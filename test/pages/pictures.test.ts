import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { sql } from '#src/database/sql.ts'
import { framed, pictureOf, toneOf } from '#src/pages/components/picture.ts'
import { forEachEngine } from '../support/engines.ts'
import { openVisitor, type PagesServer, startPages, textOf } from '../support/pages/visitor.ts'
import { loadWorld, testDay } from '../support/world.ts'

const file = (letter: string) => `/${letter.repeat(31)}.jpg`

test('a picture is offered in the sizes of its gallery, with its place kept free', () => {
  const shown = pictureOf({ gallery: 'posters', file_path: file('a'), width: 'card' }).text
  const address = (size: string) => `/t/p/${size}${file('a')}`
  const choices = [185, 342, 500, 780].map((width) => `${address(`w${width}`)} ${width}w`).join(', ')
  const sizes = '(max-width: 40rem) 30vw, 11rem'
  const place = 'width="185" height="278" alt="" loading="lazy" decoding="async"'
  assert.equal(shown, `<img src="${address('w185')}" srcset="${choices}" sizes="${sizes}" ${place}>`)
  const original = { width: 1000, height: 500 }
  const wide = { gallery: 'stills', file_path: file('b'), width: 'head', alt: 'A "still"', isFirst: true } as const
  assert.match(
    pictureOf({ ...wide, original }).text,
    /width="300" height="150" alt="A &#34;still&#34;" fetchpriority="high"/,
  )
})

test('a picture that is kept somewhere else is not asked for here', () => {
  for (const file_path of [null, undefined, '', '/poster.jpg', 'https://x.example/a.jpg', `/${'a'.repeat(31)}.exe`])
    assert.equal(pictureOf({ gallery: 'posters', file_path, width: 'card' }).text, '')
})

test('a place has the colour of its picture, or one of its own', () => {
  for (const [colour, tone] of [
    ['#000000', 'tone-000'],
    ['#ffffff', 'tone-333'],
    ['#5a3c20', 'tone-110'],
    ['#ff8000', 'tone-320'],
    ['', ''],
    ['red', ''],
  ] as const)
    assert.equal(toneOf(colour), tone)
  assert.match(
    framed(9, 'The Lamp', 'upright').text,
    /class="picture upright hue-3" data-letter="L" aria-hidden="true"/,
  )
})

forEachEngine(loadWorld, (engine) => {
  let server: PagesServer
  before(async () => {
    server = await startPages(engine)
    const image = (letter: string, gallery: string, more: object = {}) => ({
      gallery,
      id: letter.repeat(24),
      file_path: file(letter),
      file_type: '.jpg',
      licence: '',
      position: 0,
      aspect_ratio: 0.667,
      width: 1000,
      height: 1500,
      iso_639_1: null,
      iso_3166_1: null,
      stated_average: 9,
      stated_count: 90,
      ...more,
    })
    const wide = { width: 1920, height: 1080, aspect_ratio: 1.778 }
    const posters = Array.from({ length: 22 }, (_, index) =>
      image('a', 'posters', {
        id: String(index).padStart(24, '0'),
        file_path: `/${String(index).padStart(31, 'a')}.jpg`,
        iso_639_1: 'de',
      }),
    )
    await applyEdit(server.db, {
      account_id: null,
      at: new Date(testDay),
      records: [
        { kind: 'movie', id: 502, parts: { images: { put: [...posters, image('b', 'backdrops', wide)] } } },
        { kind: 'company', id: 101, parts: { images: { put: [image('c', 'logos', wide)] } } },
      ],
    })
    await server.db.run(sql`
      insert into media_file (file_path, file_type, width, height, bytes, colour, submitted, made_at)
      values (${file('b')}, '.jpg', 1920, 1080, 1, '#5a3c20', '', '')`)
  })
  after(() => server.close())

  test('a record shows its pictures at its head and in its galleries', async () => {
    const { body } = await openVisitor(server.app).get('/movie/502-das-zweite-glimmen')
    assert.match(body, /<div class="backdrop tone-110"><img src="\/t\/p\/w300\/b{31}\.jpg"/)
    assert.match(
      body,
      /<div class="head-picture posters"><span [^>]*><img [^>]*alt="Poster of The Second Glimmer" fetchpriority/,
    )
    assert.equal(body.split('alt="Poster of').length - 1, 1 + 8, 'the head, and the first eight of the gallery')
    assert.match(body, /<a href="\/movie\/502-das-zweite-glimmen\/images\?gallery=posters">Posters<\/a> \(23\)/)
    assert.ok(body.length < 60_000)
  })

  test('all images of a gallery are on its page', async () => {
    const visitor = openVisitor(server.app)
    const address = '/movie/502-das-zweite-glimmen/images'
    const first = await visitor.get(`${address}?gallery=posters`)
    assert.match(
      textOf(first),
      /^The Second Glimmer 2026 Images of The Second Glimmer Backdrops \(1\) Logos \(0\) Posters \(23\)/,
    )
    assert.equal(first.body.split('alt="Poster of').length - 1, 22, 'one of them is kept somewhere else')
    assert.equal((await visitor.get(`${address}?gallery=posters&page=2`)).status, 404)
    assert.match(textOf(await visitor.get(`${address}?gallery=logos`)), /No images yet/)
    assert.match((await visitor.get(address)).body, /gallery=backdrops" aria-current="true"/, 'the first that has any')
    const statuses = ['/movie/599/images', '/tv/601/season/9/images', '/person/x/images', `${address}?page=0`].map(
      async (path) => (await visitor.get(path)).status,
    )
    assert.deepEqual(await Promise.all(statuses), [404, 404, 404, 404])
  })

  test('every kind of record has a page of its images', async () => {
    const visitor = openVisitor(server.app)
    for (const [path, name] of [
      ['/movie/501/images', 'The Glass Lantern'],
      ['/tv/601/images', 'Tidewater Signals'],
      ['/tv/601/season/2/images', 'Tidewater Signals: '],
      ['/tv/601/season/2/episode/1/images', 'Tidewater Signals: '],
      ['/person/301/images', 'Odalys Fenwick'],
      ['/collection/401/images', 'The Glimmer Collection'],
      ['/company/101/images', 'Lanternfish Pictures'],
      ['/network/201/images', 'Channel Zephyr'],
    ] as const) {
      const reply = await visitor.get(path)
      assert.equal(reply.status, 200)
      assert.ok(textOf(reply).startsWith(name), textOf(reply))
    }
  })

  test('cards show pictures', async () => {
    const { body } = await openVisitor(server.app).get('/company')
    assert.match(body, /<span class="picture wide [^>]*><img src="\/t\/p\/w300\/c{31}\.jpg"/)
  })
})
