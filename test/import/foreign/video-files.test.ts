import assert from 'node:assert/strict'
import { StatementSync } from 'node:sqlite'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Database } from '#src/database/database.ts'
import { libraryTrees, videosIn } from '../../support/arbitrary/libraries.ts'
import { runs } from '../../support/arbitrary/runs.ts'
import { emptyCatalogue, exportOf, importInto, linesOf, openFor, sources } from '../../support/catalogue.ts'
import { forEachEngine, sqliteEngine } from '../../support/engines.ts'
import { allKinds, linesOfAllKinds } from '../../support/foreign/all-kinds.ts'
import { folderOf, importFormat } from '../../support/foreign/import-format.ts'

const film = (id: number, title: string, year: number, more: object = {}) => ({
  ...{ kind: 'movie', id, title, original_title: title, release_date: `${year}-02-03`, source: 'low' },
  ...more,
})
const episode = (season_number: number, episode_number: number, air_date: string) => ({
  ...{ kind: 'episode', id: 700 + season_number * 10 + episode_number, series_id: 7, season_number, episode_number },
  ...{ air_date, name: '', source: 'low' },
})
const known = [
  ...sources,
  film(1, 'Lantern Bay', 1999),
  film(2, 'Harbour 2049', 2017),
  {
    kind: 'series',
    id: 7,
    name: 'Known Show',
    original_name: 'Known Show',
    first_air_date: '2001-02-03',
    source: 'low',
  },
  { kind: 'season', id: 71, series_id: 7, season_number: 1, name: '', source: 'low' },
  ...[episode(1, 1, '2001-02-03'), episode(1, 2, '2001-02-10')],
]

/** Files of all kinds. */
const tree = {
  'Lantern Bay (1999)/Lantern Bay (1999).nfo': '<movie><title>Laternenbucht</title><year>1999</year></movie>',
  'Lantern Bay (1999)/Lantern Bay (1999) - 2160p.mkv': '',
  'Lantern Bay (1999)/Lantern Bay (1999) CD1.avi': '',
  'Lantern Bay (1999)/Lantern Bay (1999) CD2.avi': '',
  'Lantern Bay (1999)/Lantern Bay (1999)-trailer.mkv': '',
  'Lantern Bay (1999)/._Lantern Bay (1999).mkv': '',
  'Lantern Bay (1999)/Extras/Making of/one.mkv': '',
  'Harbour 2049/VIDEO_TS/VTS_01_1.VOB': '',
  'Harbour 2049/VIDEO_TS/VTS_01_2.VOB': '',
  'Two Discs (2003)/Disc 1/VIDEO_TS/VTS_01_1.VOB': '',
  'Two Discs (2003)/Disc 2/VIDEO_TS/VTS_01_1.VOB': '',
  'New (2011)/movie.nfo': '<movie><title>New</title><year>2011</year></movie>',
  'New (2011)/a.mkv': '',
  '#recycle/b.mkv': '',
  '(1999).mkv': '',
  'Known Show (2001)/tvshow.nfo': '<tvshow><title>Known Show</title><year>2001</year></tvshow>',
  'Known Show (2001)/Known Show S01E01.mkv': '',
  'Known Show (2001)/Known Show S01E01-E03.mkv': '',
  'Known Show (2001)/Known Show-2 [BD].mkv': '',
  'Known Show (2001)/Known Show-3 [BD].mkv': '',
  'Known Show (2001)/Known Show-18 [BD].mkv': '',
  'Known Show (2001)/[Group][Known Show][19][1080p].mkv': '',
  'Known Show (2001)/Lamp.mkv': '',
  'Known Show (2001)/Other/tvshow.nfo': '<tvshow><title>Other</title></tvshow>',
  'Known Show (2001)/Other/S01E01.mkv': '',
  'Nowhere/Nowhere S01E01.mkv': '',
  [`${'deep/'.repeat(25)}c.mkv`]: '',
}

const sum = (counts: object = {}) => Object.values(counts).reduce((all: number, each: number) => all + each, 0)

/** What records are called, with their years and numbers. */
async function namesIn(db: Database) {
  const lines = await linesOf(db)
  const byKey = new Map(lines.map((line) => [`${line.kind} ${line.id}`, line]))
  return (kind: string, id: number): string => {
    const line = byKey.get(`${kind} ${id}`)
    if (!line) return 'nothing'
    if (kind === 'movie') return `movie ${line.title} (${line.release_date?.slice(0, 4)})`
    const series = byKey.get(`series ${line.series_id}`)
    return `episode ${series?.name} ${line.season_number}x${line.episode_number}`
  }
}

test('the episodes that files place are read once, however many have no number', async (context) => {
  const db = await openFor(context, sqliteEngine(emptyCatalogue))
  const names = Array.from({ length: 1_100 }, (_, at) => `Show/Show - ${String(at + 1).padStart(4, '0')}.mkv`)
  const folder = await folderOf(context, {
    'Show/tvshow.nfo': '<tvshow><title>Show</title></tvshow>',
    'Show/Show S01E01.mkv': '',
    ...Object.fromEntries(names.map((name) => [name, ''])),
  })
  let times = 0
  const { all } = StatementSync.prototype
  context.mock.method(StatementSync.prototype, 'all', function (this: StatementSync, ...given: Parameters<typeof all>) {
    if (/season is not null and episode is not null/.test(this.sourceSQL)) times++
    return all.apply(this, given)
  })
  const { videos } = await importFormat(db, 'nfo', folder)
  assert.deepEqual([Object.keys(videos ?? {}).length, videos?.[names[0] as string]], [1_101, 'found'])
  assert.equal(times, 1)
})

forEachEngine(emptyCatalogue, (engine) => {
  test('every video file of any library is counted once, and its second import changes nothing', async () => {
    const property = fc.asyncProperty(libraryTrees, async (files) => {
      const db = await engine.open({ writes: 'inline' })
      const after: (() => unknown)[] = []
      try {
        await importInto(db, known)
        const folder = await folderOf({ after: (done: () => unknown) => void after.push(done) } as never, files)
        const first = await importFormat(db, 'nfo', folder)
        const videos = videosIn(Object.keys(files))
        assert.deepEqual(Object.keys(first.videos ?? {}).sort(), videos)
        assert.equal(sum(first.counted), videos.length)
        const before = await exportOf(db)
        const again = await importFormat(db, 'nfo', folder)
        assert.deepEqual([again.edit_id, again.records.created, again.records.changed], [undefined, 0, 0])
        assert.equal(await exportOf(db), before)
        // What the first one made is there now, also for files that have but the name of it.
        const others = Object.entries(again.videos ?? {}).filter(([file, is]) => {
          const was = first.videos?.[file]
          return is !== was && !(is === 'found' && (was === 'made' || was === 'leftOut'))
        })
        assert.deepEqual([others, sum(again.counted)], [[], videos.length])
      } finally {
        for (const done of after) await done()
        await db.close()
      }
    })
    await fc.assert(property, { numRuns: engine.name === 'SQLite' ? runs(15, 400) : runs(3, 30) })
  })

  test('what becomes of each video file is told', async (context) => {
    const db = await openFor(context, engine)
    await importInto(db, known)
    const folder = await folderOf(context, tree)
    const { videos, counted, refused } = await importFormat(db, 'nfo', folder)
    const at = (within: string, files: Record<string, string>) =>
      Object.entries(files).map(([file, is]) => [`${within}/${file}`, is])
    assert.deepEqual(
      videos,
      Object.fromEntries([
        ...at('Lantern Bay (1999)', {
          'Lantern Bay (1999) - 2160p.mkv': 'made',
          'Lantern Bay (1999) CD1.avi': 'made',
          'Lantern Bay (1999) CD2.avi': 'made',
          'Lantern Bay (1999)-trailer.mkv': 'extra',
          'Extras/Making of/one.mkv': 'extra',
        }),
        ['Harbour 2049/VIDEO_TS', 'found'],
        ['Two Discs (2003)/Disc 1/VIDEO_TS', 'leftOut'],
        ['Two Discs (2003)/Disc 2/VIDEO_TS', 'leftOut'],
        ['New (2011)/a.mkv', 'made'],
        ['(1999).mkv', 'leftOut'],
        ...at('Known Show (2001)', {
          'Known Show S01E01.mkv': 'found',
          'Known Show S01E01-E03.mkv': 'made',
          'Known Show-2 [BD].mkv': 'found',
          // The third one is made for the file of three.
          'Known Show-3 [BD].mkv': 'found',
          'Known Show-18 [BD].mkv': 'leftOut',
          '[Group][Known Show][19][1080p].mkv': 'leftOut',
          'Lamp.mkv': 'leftOut',
          'Other/S01E01.mkv': 'made',
        }),
        ['Nowhere/Nowhere S01E01.mkv', 'leftOut'],
      ]),
    )
    assert.deepEqual(counted, { found: 4, made: 6, leftOut: 7, extra: 2 })
    const [show, deep] = ['Known Show (2001)', Array(25).fill('deep').join('/')]
    assert.deepEqual(refused.map((text) => text.replace(/:0: it (\S+ \S+ \S+).*/, ': $1')).sort(), [
      `${show}/Known Show-18 [BD].mkv: has only the`,
      `${show}/Lamp.mkv: says no season`,
      `${show}/[Group][Known Show][19][1080p].mkv: has only the`,
      `${deep}: is not read:`,
    ])
  })

  test('a file in the folder of a series is no film, also where no file says that it is one', async (context) => {
    const db = await openFor(context, engine)
    await importInto(db, known)
    const files = [
      ...[
        'Known Show S01E01.mkv',
        'Known Show-2 [BD].mkv',
        'Known Show [19][1080p].mkv',
        'Lamp.mkv',
        'Lamp (2004).mkv',
      ],
    ].map((name) => `Known Show/${name}`)
    const others = ['Show/Season 1/S01E01.mkv', 'Show/Season 1/Making of.mkv', 'Show/Bonus.mkv']
    const counted = [
      'Lantern/Lantern - 01.mkv',
      'Lantern/Lantern - 02.mkv',
      'Lantern/Credits.mkv',
      'Bay/Bay - 13.mkv',
      'Bay/Bay.mkv',
    ]
    const folder = await folderOf(
      context,
      Object.fromEntries([...files, ...others, ...counted].map((file) => [file, ''])),
    )
    const { videos, refused, reviews } = await importFormat(db, 'nfo', folder, [''], { creates: true })
    assert.deepEqual(videos, {
      'Known Show/Known Show S01E01.mkv': 'found',
      'Known Show/Known Show-2 [BD].mkv': 'found',
      'Known Show/Known Show [19][1080p].mkv': 'leftOut',
      'Known Show/Lamp.mkv': 'leftOut',
      'Known Show/Lamp (2004).mkv': 'made',
      'Show/Season 1/S01E01.mkv': 'made',
      'Show/Season 1/Making of.mkv': 'leftOut',
      'Show/Bonus.mkv': 'leftOut',
      'Lantern/Lantern - 01.mkv': 'leftOut',
      'Lantern/Lantern - 02.mkv': 'leftOut',
      'Lantern/Credits.mkv': 'leftOut',
      // One number may belong to the title.
      'Bay/Bay - 13.mkv': 'leftOut',
      'Bay/Bay.mkv': 'made',
    })
    assert.deepEqual(refused.map((text) => text.replace(/:0: it (\S+ \S+ \S+).*/, ': $1')).sort(), [
      'Known Show/Known Show [19][1080p].mkv: has only the',
      'Known Show/Lamp.mkv: says no season',
      'Lantern/Credits.mkv: says no season',
      'Show/Bonus.mkv: says no season',
      'Show/Season 1/Making of.mkv: says no season',
    ])
    // Nothing but their names could be made of these series.
    assert.deepEqual(reviews.map(({ title }) => title).sort(), ['Bay', 'Lantern'])
  })

  for (const has of ['full', 'empty'] as const)
    test(`each of 300 files is found where it belongs, or listed, in a catalogue that is ${has}`, async (context) => {
      const db = await openFor(context, engine)
      await importInto(db, has === 'full' ? [...sources, ...linesOfAllKinds()] : sources)
      const folder = await folderOf(context, allKinds.files)
      const {
        videos = {},
        recordsOf = {},
        unnamed = [],
        counted,
        reviews,
        refused,
      } = await importFormat(db, 'nfo', folder)
      const nameOf = await namesIn(db)
      const outcomes = Object.entries(videos).map(([file, outcome]) => {
        const records = (recordsOf[file] ?? []).map(({ kind, id }) => nameOf(kind, id))
        return [file, outcome === 'leftOut' || outcome === 'extra' ? outcome : `${outcome} ${records.join(' + ')}`]
      })
      const expected = Object.entries(allKinds.videos).map(([file, belongs]) => [file, belongs[has]])
      assert.equal(expected.length, 300)
      assert.deepEqual(Object.fromEntries(outcomes), Object.fromEntries(expected))
      assert.equal(sum(counted), 300)
      // Of those that are left out, each has a line of its own, or says so itself.
      const said = new Set([...reviews.map(({ file }) => file), ...refused.map((text) => text.replace(/:\d+: .*/, ''))])
      const silent = Object.keys(videos).filter((file) => videos[file] === 'leftOut' && !said.has(file))
      assert.deepEqual(silent.sort(), unnamed.sort())
      const again = await importFormat(db, 'nfo', folder)
      assert.equal(again.edit_id, undefined)
    })
})
