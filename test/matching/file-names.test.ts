import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { isExtraFile, isExtraFolder } from '#src/matching/extras.ts'
import { countedIn, isFilePath, maxFileName, maxPath, type NamedFile, readFileName } from '#src/matching/file-names.ts'
import { matchAll } from '#src/matching/match.ts'
import { certain, type Wanted } from '#src/matching/wanted-title.ts'
import { packageRoot } from '#src/package-root.ts'
import { updateNameIndex } from '#src/search/name-index.ts'
import { emptyCatalogue, importInto, openFor, sources } from '../support/catalogue.ts'
import { sqliteEngine } from '../support/engines.ts'
import { titlesOf } from './sample-titles.ts'

/** How many of the 400 names have to lead to their record. */
const wantedRight = 0.97

const moreOf = ({ season, episodes, date, absolute }: NamedFile) =>
  season === undefined ? (date ?? absolute?.toString() ?? '') : `${season}x${episodes?.join(',')}`

test('names of files in ten styles lead to their records', async (context) => {
  const db = await openFor(context, sqliteEngine(emptyCatalogue))
  await importInto(db, [...sources, ...(await titlesOf('movies')), ...(await titlesOf('series'))])
  await updateNameIndex(db)
  const table = await readFile(join(packageRoot, 'test/matching/file-names.tsv'), 'utf8')
  const rows = table
    .trimEnd()
    .split('\n')
    .map((row) => row.split('\t') as [name: string, kind: string, id: string, more: string])
  assert.equal(rows.length, 400)
  const named = rows.map(([name]) => readFileName(name))
  const matches = await matchAll(
    db,
    named.map(({ title, year, ids, season, date, absolute }): Wanted => {
      const isSeries = season !== undefined || date !== undefined || absolute !== undefined
      return { kinds: [isSeries ? 'series' : 'movie'], titles: [title], year, ids }
    }),
  )
  const wrong = rows.flatMap(([name, kind, id, more], at) => {
    const { record, certainty } = matches[at] ?? { certainty: 0 }
    const isRight = record?.kind === kind && record.id === Number(id) && certainty >= certain
    const told = `${JSON.stringify(named[at])} ${record?.kind} ${record?.id} ${certainty}`
    return isRight && moreOf(named[at] as NamedFile) === more ? [] : [`${name}: ${told}`]
  })
  assert.ok(wrong.length <= rows.length * (1 - wantedRight), `${wrong.length} are wrong:\n${wrong.join('\n')}`)
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
  const isExtra = (path: string) => isExtraFile(...(path.split('/').slice(-2).reverse().concat('') as [string, string]))
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
