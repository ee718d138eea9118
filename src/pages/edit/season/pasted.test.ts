import assert from 'node:assert/strict'
import { test } from 'node:test'
import { episodesPasted, maxPastedLine, maxPastedLines } from './pasted.ts'

const cases: readonly (readonly [line: string, number: number, name: string, air_date: string, runtime: string])[] = [
  ['1', 1, '', '', ''],
  ['1. Low Water', 1, 'Low Water', '', ''],
  ['S01E02 – High Water', 2, 'High Water', '', ''],
  ['1x03 "The Lamp" (2021-03-05) 45 min', 3, 'The Lamp', '2021-03-05', '45'],
  ['Folge 4: Die Lampe, 5. März 2021, 45 Minuten', 4, 'Die Lampe', '2021-03-05', '45'],
  ['5) 2001 Nights, March 5, 2021', 5, '2001 Nights', '2021-03-05', ''],
  ['6 12.10.2020 Night', 6, 'Night', '2020-10-12', ''],
  ['7\tHarbour\t2021-03-05\t45', 7, 'Harbour', '2021-03-05', '45'],
  ['S2E8;Bay;45;05.03.2021', 8, 'Bay', '2021-03-05', '45'],
  ['9 | 10 | 11', 9, '11', '', '10'],
  ['10\t2021-02-30\t', 10, '2021-02-30', '', ''],
  ['0. Prologue', 0, 'Prologue', '', ''],
  ['11\tHarbour\t26/03/2021\t0:47', 11, 'Harbour', '2021-03-26', '47'],
  ['12\tHarbour\t03/26/2021\t1 h 5 min', 12, 'Harbour', '2021-03-26', '65'],
  ['14, Harbour, 5 November 2026, 45', 14, 'Harbour', '2026-11-05', '45'],
  ['15,Salt, Tar and Rope,2026-11-05,52', 15, 'Salt, Tar and Rope', '2026-11-05', '52'],
  ['16 - Harbour - 5 Nov 2026 - 45', 16, 'Harbour', '2026-11-05', '45'],
  ['17. Catch, 22', 17, 'Catch, 22', '', ''],
  ['13. 3:10 to Yuma, 1h 02m', 13, '3:10 to Yuma', '', '62'],
]

const nothing = { episodes: [], unread: [], unclear: [] }

test('numbers, titles, days and runtimes are found in lines and cells', () => {
  for (const [line, number, name, air_date, runtime] of cases)
    assert.deepEqual(episodesPasted(line), { ...nothing, episodes: [{ number, name, air_date, runtime }] }, line)
})

test('lines without a number are named, and blank ones are nothing', () => {
  assert.deepEqual(episodesPasted('Title\tDate\n\n  \r\nLow Water 2021-03-05\n'), {
    ...nothing,
    unread: ['Title\tDate', 'Low Water 2021-03-05'],
  })
})

test('a day in a line that can be read in two ways is named', () => {
  assert.deepEqual(episodesPasted('1. Harbour, 11/05/2026, 45 min').unclear, ['11/05/2026'])
})

test('a day is read where the text says which number is the month, and named otherwise', () => {
  const daysOf = (text: string) => episodesPasted(text).episodes.map(({ air_date }) => air_date)
  assert.deepEqual(daysOf('1\tA\t04/03/2021\n2\tB\t26/03/2021'), ['2021-03-04', '2021-03-26'])
  assert.deepEqual(daysOf('1\tA\t04/03/2021\n2\tB\t03/26/2021'), ['2021-04-03', '2021-03-26'])
  assert.deepEqual(episodesPasted('1\tA\t04/03/2021\t45').unclear, ['04/03/2021'])
})

test('a text has so many lines, and a line so many characters; what is more is told of', () => {
  const most = episodesPasted('1. A\n'.repeat(maxPastedLines))
  assert.deepEqual([most.episodes.length, most.isTooLong], [maxPastedLines, undefined])
  const none = { episodes: [], unread: [], unclear: [], isTooLong: true }
  assert.deepEqual(episodesPasted('1. A\n'.repeat(maxPastedLines + 1)), none)
  assert.deepEqual(episodesPasted('x'.repeat(maxPastedLines * maxPastedLine + 1)), none)
  const long = `1. ${'A'.repeat(maxPastedLine - 3)}`
  assert.deepEqual(
    episodesPasted(long).episodes.map(({ name }) => name.length),
    [maxPastedLine - 3],
  )
  assert.deepEqual(episodesPasted(`2. B\n${long}A`), {
    ...{ episodes: [{ number: 2, name: 'B', air_date: '', runtime: '' }], unclear: [] },
    unread: [`${long.slice(0, 80)}…`],
  })
})
