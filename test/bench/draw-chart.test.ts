import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Chart } from '../../bench/benchmark.ts'
import { drawChart } from '../../bench/support/draw-chart.ts'

/** That a chart is a picture of its own, with letters that can be read and searched. */

const chart: Chart = {
  name: 'cost',
  title: 'Cost of a < read',
  drawnAs: 'bars',
  places: ['movie.details', 'series.details'],
  unit: 'microseconds',
  series: [
    { name: 'ours', values: [120.4, 2_340] },
    { name: 'bare', values: [30, 40] },
  ],
}

const lettersOf = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]+)<\/text>/g)].map(([, letters]) => letters)

test('bars say whose they are and how long', () => {
  const svg = drawChart(chart)
  assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg".*<title>Cost of a &lt; read<\/title>/)
  assert.match(svg, /prefers-color-scheme: dark/)
  const letters = lettersOf(svg)
  for (const said of ['movie.details', 'series.details', 'ours 120', 'ours 2,340', 'bare 30', 'bare 40'])
    assert.ok(letters.includes(said), `${said} is not among ${letters.join()}`)
})

test('lines have their names behind them, and few places theirs below', () => {
  const places = Array.from({ length: 50 }, (_, at) => `number ${at}`)
  const series = [{ name: 'resident', values: places.map((_, at) => at) }]
  const letters = lettersOf(drawChart({ ...chart, drawnAs: 'lines', places, of: 'requests', unit: 'MiB', series }))
  assert.ok(letters.includes('resident'))
  assert.ok(letters.includes('requests'))
  assert.deepEqual(
    letters.filter((said) => said?.startsWith('number')),
    ['number 0', 'number 13', 'number 26', 'number 39'],
  )
})
