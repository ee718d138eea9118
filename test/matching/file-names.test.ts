import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Database } from '#src/database/database.ts'
import { isExtraFile, isExtraFolder } from '#src/matching/extras.ts'
import { countedIn, isFilePath, maxFileName, maxPath, type NamedFile, readFileName } from '#src/matching/file-names.ts'
import { matchAll } from '#src/matching/match.ts'
import { certain, type Wanted } from '#src/matching/wanted-title.ts'
import { packageRoot } from '#src/package-root.ts'
import { updateNameIndex } from '#src/search/name-index.ts'
import { emptyCatalogue, importInto, openFor, sources } from '../support/catalogue.ts'
import { sqliteEngine } from '../support/engines.ts'
import { titlesOf } from './sample-titles.ts'

/** How many of the names have to lead to their record, and how many there are at least. */
const wantedRight = 0.98
const wantedNames = 600

const moreOf = ({ season, episodes, date, absolute }: NamedFile) =>
  season === undefined ? (date ?? (absolute === undefined ? '' : `#${absolute}`)) : `${season}x${episodes?.join(',')}`

/** A name, what it is (`movie`, `series`, `extra`), its record, and its numbers. */
type Row = [name: string, kind: string, record: string, more: string]

async function rowsOf(table: string): Promise<Row[]> {
  const text = await readFile(join(packageRoot, 'test/matching', table), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((row) => row.split('\t') as Row)
}

const isExtra = (path: string): boolean => {
  const [name = '', ...folders] = path.split('/').reverse()
  return isExtraFile(name, folders[0] ?? '') || folders.some(isExtraFolder)
}

/** Names that do not lead to their record, and those that certainly lead to another one. */
type Wrong = { missed: string[]; mistaken: string[] }

async function wrongOf(db: Database, rows: readonly Row[], idOf: (row: Row) => number): Promise<Wrong> {
  const named = rows.map(([name]) => readFileName(name, 2027))
  const isEpisode = (one: NamedFile) => moreOf(one) !== ''
  const matches = await matchAll(
    db,
    named.map(({ title, year, ids, number, otherwise, ...one }): Wanted => {
      const kinds = isEpisode({ ...one, title, ids }) ? (['series'] as const) : (['movie'] as const)
      return { kinds, titles: [title], year, ids, ownId: number, ...(kinds[0] === 'movie' && { otherwise }) }
    }),
  )
  const wrong: Wrong = { missed: [], mistaken: [] }
  for (const [at, row] of rows.entries()) {
    const [name, kind, , more] = row
    const { record, certainty } = matches[at] ?? { certainty: 0 }
    const isCertain = certainty >= certain && !isExtra(name)
    const isRight = record?.kind === kind && record.id === idOf(row) && moreOf(named[at] as NamedFile) === more
    const told = `${name}: ${JSON.stringify(named[at])} ${record?.kind} ${record?.id} ${certainty}`
    if (kind === 'extra' ? isExtra(name) : isRight && isCertain) continue
    wrong.missed.push(told)
    if (isCertain) wrong.mistaken.push(told)
  }
  return wrong
}

/** The films and series that the invented names are of, and others that are easily taken for them. */
function inventedTitles(rows: readonly Row[]) {
  const named = new Map<string, number>()
  const lines: object[] = []
  const add = (kind: string, record: string) => {
    const [, title = record, year = '1988'] = /^(.*) \((\d{4})\)$/.exec(record) ?? []
    const id = named.size + 1
    const day = `${year}-03-01`
    named.set(`${kind} ${record}`, id)
    lines.push(
      kind === 'movie'
        ? { kind, id, title, original_title: title, release_date: day, source: 'low' }
        : { kind, id, name: title, original_name: title, first_air_date: day, source: 'low' },
    )
  }
  for (const [, kind, record] of rows) if (/\)$/.test(record) && !named.has(`${kind} ${record}`)) add(kind, record)
  for (const record of ['Night Trams (2016)', 'Copper Alley (2004)', 'Lighthouse (2010)', 'Lighthouse (2006)'])
    add('movie', record)
  for (const record of ['Ranger (1995)', 'Area (2011)', 'Open Season (2008)', 'Harbour Lights (1957)'])
    add('movie', record)
  for (const record of ['Space Wars (1977)', 'The (2003)', 'Paper Whales (2011)', 'Bell (1991)']) add('movie', record)
  for (const record of ['Ferry Streets (2010)', 'Lantern Girl (2015)', 'Space Wars (1980)', 'Bell (1979)'])
    add('series', record)
  const byId = [
    { kind: 'movie', id: 990, title: 'Known by its number', source: 'low' },
    { kind: 'movie', id: 991, title: 'Another number', source: 'low' },
    { kind: 'movie', id: 992, title: 'Known by its id', external_ids: { filmdb_id: 'tt0990001' }, source: 'low' },
    { kind: 'series', id: 993, name: 'Known by its id', external_ids: { tvdata_id: 990003 }, source: 'low' },
  ]
  const ids: Record<string, number> = { '#990': 990, tt0990001: 992, tvdb990003: 993 }
  return {
    lines: [...lines, ...byId],
    idOf: ([, kind, record]: Row) => ids[record] ?? named.get(`${kind} ${record}`) ?? 0,
  }
}

test('names of files lead to their records, and none for certain to another one', async (context) => {
  const known = await rowsOf('file-names.tsv')
  const sample = await openFor(context, sqliteEngine(emptyCatalogue))
  await importInto(sample, [...sources, ...(await titlesOf('movies')), ...(await titlesOf('series'))])
  const invented = await rowsOf('invented-names.tsv')
  const { lines, idOf } = inventedTitles(invented)
  const other = await openFor(context, sqliteEngine(emptyCatalogue))
  await importInto(other, [...sources, ...lines])
  for (const db of [sample, other]) await updateNameIndex(db)
  const wrong = [await wrongOf(sample, known, ([, , id]) => Number(id)), await wrongOf(other, invented, idOf)]
  const all = known.length + invented.length
  assert.ok(all >= wantedNames)
  assert.deepEqual(
    wrong.flatMap(({ mistaken }) => mistaken),
    [],
  )
  const missed = wrong.flatMap(({ missed }) => missed)
  assert.ok(missed.length <= all * (1 - wantedRight), `${missed.length} are wrong:\n${missed.join('\n')}`)
  context.diagnostic(`${missed.length} of ${all} are wrong:\n${missed.join('\n')}`)
})

const extras = `
A (1999)/A-trailer.mkv
A/sample.mkv
A/A-behindthescenes.mkv
A (1999)/A (1999)-deletedscene2.mkv
A/A.2010.720p.x264-sample.mkv
A/A.2010.720p.sample.mkv
A (1999)/A (1999) Trailer.mkv
Show/Season 1/Show.S01E05.720p.HDTV.sample.mkv
`
const works = `
The Interview (2014)/The Interview (2014).mkv
The Big-Short (2015)/The.Big-Short.mkv
The.Big.Short.mkv
Crime Scene.mkv
The Free Sample.mkv
Show/Season 1/Show - S01E05 - The Interview.mkv
Show/Season 1/Show.S01E05-Interview.mkv
Show/Season 1/Show - S01E06 - Trailer.mkv
Trailer Park Boys S01E01.mkv
The Sample (1999).mkv
Trailer (2010)/Trailer.mkv
Other - Extra.mkv
`
const linesOf = (text: string) => text.trim().split('\n')

test('trailers and other extras are told from films and episodes that are called so', () => {
  assert.deepEqual(
    linesOf(extras).filter((path) => !isExtra(path)),
    [],
  )
  assert.deepEqual(linesOf(works).filter(isExtra), [])
  assert.deepEqual(
    ['Trailers', 'Extras', 'Behind The Scenes', 'Deleted Scenes'].map(isExtraFolder),
    Array(4).fill(true),
  )
  assert.deepEqual(
    ['Extras (2005)', 'The Interview', 'Shorts by Ada', 'Season 1'].map(isExtraFolder),
    Array(4).fill(false),
  )
})

/** What each name says: its title, year, numbers, and how else it can be read. */
const said = `
Wonder.Street.1984.mkv | Wonder Street, 1984 | Wonder Street 1984
Harbour Runner 2049.mkv | Harbour Runner 2049
Harbour Runner 2049 2017.mkv | Harbour Runner 2049, 2017 | Harbour Runner 2049 2017
Harbour Runner (2049).mkv | Harbour Runner
1984.mkv | 1984
1917.2019.mkv | 1917, 2019 | 1917 2019
Summer of 1942 Revisited.mkv | Summer of 1942 Revisited
X Part 1.mkv | X Part 1 | X
X Part 2 (1999).mkv | X Part 2, 1999
X CD1.avi | X
X.disc2.avi | X
Long.And.Uncut.1999.mkv | Long And Uncut, 1999 | Long And, 1999 | Long And Uncut 1999
X.EXTENDED.2004.mkv | X, 2004 | X EXTENDED, 2004 | X EXTENDED 2004
X Extended (2004).mkv | X, 2004 | X Extended, 2004
X.DVDRip.2004.mkv | X, 2004
Wide X 1920x1080 (2016).mkv | Wide X, 2016 | Wide X 1920x1080, 2016
The Internal Clock (2016).mkv | The Internal Clock, 2016
X.2016.TELESYNC.x264-GROUP.mkv | X, 2016 | X 2016
X.2016.1920x1080.mkv | X, 2016 | X 2016
[TAPE] (2007).mkv | TAPE, 2007
[TAPE] 2 (2009).mkv | TAPE 2, 2009
Space Wars - Episode 4 - A New Hope (1977).mkv | Space Wars - Episode 4 - A New Hope, 1977
Catch-22.mkv | Catch-22
[Group] Title S2 - 03.mkv | Title, 2x3
[Group] Title 2nd Season - 04 [1080p].mkv | Title, 2x4
Title Season 2 - 03.mkv | Title, 2x3 | Title Season 2 - 03
[Group] Title - 125 [1080p].mkv | Title, #125
[Group][Title][19][1080p].mkv | Title, #19
Title - 14.mkv | Title, #14 | Title - 14
Title - 1984.mkv | Title, 1984 | Title - 1984
Show - Episode 4.mkv | Show, #4
Show Ep. 5.mkv | Show, #5
Show - Folge 12 - Das Licht.mkv | Show, #12
Show/Temporada 1/03.mkv | Show, 1x3
Show/Stagione 2/Show - Puntata 4.mkv | Show, 2x4
Show/Säsong 3/05 - Lampan.mkv | Show, 3x5
Show/Sezon 1/Show odcinek 6.mkv | Show, 1x6
Show/Seizoen 1/Aflevering 7.mkv | Show, 1x7
Show/Saison 1/Épisode 8.mkv | Show, 1x8
Show S01E01-S01E02.mkv | Show, 1x1,2
Show s01e03 - s01e04.mkv | Show, 1x3,4
Show S01E01 & S01E02 - Both.mkv | Show, 1x1,2
Show - S01E01-03.mkv | Show, 1x1,2,3
[G] Show - S02E03v2 [1080p].mkv | Show, 2x3
Show S01E01-E02v2.mkv | Show, 1x1,2
Show S01E12-720p.mkv | Show, 1x12
Show 1x01 & 1x02.mkv | Show, 1x1,2
Show_20190228_2015.ts | Show, 2019-02-28
Show - 2019-02-28 20 15 00 - The Lamp.ts | Show, 2019-02-28
`

for (const [path = '', ...wanted] of linesOf(said).map((line) => line.split(' | ')))
  test(`what a name says: ${path}`, () => {
    const { title, year, season, episodes = [], absolute, date, otherwise = [] } = readFileName(path, 2027)
    const numbers = season === undefined ? (absolute === undefined ? [] : [`#${absolute}`]) : [`${season}x${episodes}`]
    const own = [title, year ?? [], numbers, date ?? []].flat().join(', ')
    const others = otherwise.map((reading) => [reading.title, reading.year ?? []].flat().join(', '))
    assert.deepEqual([own, ...others], wanted)
  })

test('files of a known series are counted by whatever number they have', () => {
  const counts = [
    'Title-18 [BD].mkv',
    '[Group][Title][19][1080p].mkv',
    'Title 20v2.mkv',
    'Title - 1984.mkv',
    'Lamp.mkv',
  ]
  assert.deepEqual(counts.map(countedIn), [18, 19, 20, undefined, undefined])
})

test('what is on a disc is the film of the folder in which the disc lies', () => {
  const film = { title: 'Harbour', year: 1999, ids: [] }
  for (const path of [
    'Harbour (1999)/VIDEO_TS/VTS_01_1.VOB',
    'Harbour (1999)/VIDEO_TS',
    'Harbour (1999)/VTS_01_1.VOB',
    'Harbour (1999)/BDMV/STREAM/00001.m2ts',
    'Harbour (1999)/Disc 2/BDMV/index.bdmv',
  ])
    assert.deepEqual(readFileName(`/m/${path}`), film, path)
  assert.equal(readFileName('VIDEO_TS/VTS_01_1.VOB').title, 'VTS 01 1')
})

test('a path and the names in it are as long as a file system has them', () => {
  const name = 'a'.repeat(maxFileName)
  const path = `${`${name}/`.repeat(maxPath / (maxFileName + 1))}`
  assert.deepEqual([name, path, `/${name}/${name}`].map(isFilePath), [true, true, true])
  assert.deepEqual([`${name}a`, `${name}a/b.mkv`, `C:\\${name}a\\b.mkv`, `${path}a`].map(isFilePath), [
    ...[false, false, false, false],
  ])
  assert.equal(readFileName(`/m/${name}${'b'.repeat(500)}`).title, name)
  assert.deepEqual(readFileName(`/m/${'b/'.repeat(maxPath)}Lamp (1999)`), { title: 'Lamp', year: 1999, ids: [] })
})
