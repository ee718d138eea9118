import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { isExtra, isFilePath, maxFileName, maxPath, type NamedFile, readFileName } from '#src/matching/file-names.ts'
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

test('trailers and other extras are told from the film itself', () => {
  const names = [
    'A (1999)/A-trailer.mkv',
    'A/Trailers/one.mkv',
    'A/sample.mkv',
    'A/Extras/b.mkv',
    'A/A-behindthescenes.mkv',
  ]
  assert.deepEqual(
    names.map(isExtra),
    names.map(() => true),
  )
  assert.deepEqual(['Trailer Park Boys S01E01.mkv', 'The Sample (1999).mkv', 'Extras (2005)/S01/1.mkv'].map(isExtra), [
    ...[false, false, false],
  ])
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
