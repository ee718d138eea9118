import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatOf } from '#src/texts/format.ts'
import { texts } from '#src/texts/index.ts'
import type { RenderContext } from '../page.ts'
import { numberChart } from './number-chart.ts'

const context = { texts: texts.en, format: formatOf('en') } as unknown as RenderContext
const chart = (...days: readonly [day: string, found: number][]) =>
  `${numberChart(
    context,
    'No picture, Movies',
    days.map(([day, found]) => ({ day, found })),
  )}`
const pointsOf = (drawn: string) =>
  (/points="([^"]*)"/.exec(drawn)?.[1] ?? '').split(' ').map((point) => point.split(',').map(Number))

test('a number over time is drawn in steps, from its first day to its last, and told in words', () => {
  const drawn = chart(['2026-03-01', 1200], ['2026-03-06', 600], ['2026-03-11', 0])
  // The days are five apart, a number stays until it changes, and the highest is on top.
  assert.deepEqual(pointsOf(drawn), [
    [0, 1],
    [60, 1],
    [60, 14],
    [120, 14],
    [120, 27],
  ])
  assert.match(drawn, /role="img"\naria-label="No picture, Movies; .*1 March 2026.*1,200.*; .*11 March 2026.*0.*"/)
})

test('one number alone is no chart, and numbers that stay are a line', () => {
  assert.equal(chart(), '')
  assert.equal(chart(['2026-03-01', 5]), '')
  const heights = pointsOf(chart(['2026-03-01', 0], ['2026-03-02', 0])).map(([, y]) => y)
  assert.deepEqual(heights, [27, 27, 27])
})
