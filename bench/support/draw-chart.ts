import { barX, dot, lineY, plot, ruleX, ruleY, selectLast, text } from '@observablehq/plot'
import { JSDOM } from 'jsdom'
import type { Chart } from '../benchmark.ts'

/** As wide as a phone, so that letters are as large there as elsewhere. */
const WIDTH = 400
const BAR = 13
const LINES_HEIGHT = 260
/** Letters of a place that stand beside its bars, in pixels. */
const LETTER = 6.2
/** Room for the names of places and of what they are. */
const BELOW = 40
const NAMED_PLACES = 4
/** Room for the name behind the last point of a line. */
const NAME_ROOM = 90
const colours = ['#2f7fd8', '#d97706', '#5a9e4b', '#a855c7']

/** Colours of letters and lines, on a page in the dark, too; a picture in a page has no other style. */
const style = `svg { color: #1f2328 } @media (prefers-color-scheme: dark) { svg { color: #e6edf3 } }`

type Point = { place: string; series: string; value: number }

/** A chart as SVG, with letters as letters. */
export function drawChart(chart: Chart): string {
  const { window } = new JSDOM('')
  const points = chart.series.flatMap(({ name, values }) =>
    values.map((value, at): Point => ({ place: chart.places[at] as string, series: name, value })),
  )
  const common = {
    document: window.document,
    width: WIDTH,
    style: { fontSize: '11px', background: 'none', overflow: 'visible' },
    color: { domain: chart.series.map(({ name }) => name), range: colours.slice(0, chart.series.length) },
  }
  const drawn = chart.drawnAs === 'bars' ? bars(chart, points, common) : lines(chart, points, common)
  const title = window.document.createElementNS('http://www.w3.org/2000/svg', 'title')
  title.textContent = chart.title
  const rules = window.document.createElementNS('http://www.w3.org/2000/svg', 'style')
  rules.textContent = style
  drawn.prepend(title, rules)
  return `${new window.XMLSerializer().serializeToString(drawn)}\n`
}

type Common = Pick<Parameters<typeof plot>[0] & object, 'document' | 'width' | 'style' | 'color'>

/** Bars that lie, one for each series, with their values behind them. */
function bars({ places, series, unit }: Chart, points: Point[], common: Common) {
  const longest = Math.max(...places.map((place) => place.length))
  return plot({
    ...common,
    height: 30 + BELOW + places.length * (series.length * BAR + 6),
    marginLeft: 8 + longest * LETTER,
    marginRight: 60,
    marginBottom: BELOW,
    x: { label: unit, labelOffset: BELOW - 4, grid: true, nice: true },
    y: { axis: null, domain: series.map(({ name }) => name) },
    fy: { label: null, domain: places },
    marks: [
      barX(points, { x: 'value', y: 'series', fy: 'place', fill: 'series' }),
      text(points, {
        x: 'value',
        y: 'series',
        fy: 'place',
        text: ({ value, series }: Point) => `${series} ${short(value)}`,
        textAnchor: 'start',
        dx: 4,
        fontSize: 9,
      }),
      ruleX([0]),
    ],
  })
}

/** One line for each series, with its name behind its last point. */
function lines({ places, unit, of }: Chart, points: Point[], common: Common) {
  return plot({
    ...common,
    height: LINES_HEIGHT,
    marginBottom: BELOW,
    marginRight: NAME_ROOM,
    marginLeft: 48,
    x: { type: 'point', domain: places, label: of ?? null, labelOffset: BELOW - 4, ticks: sparse(places) },
    y: { label: unit, grid: true, zero: true, nice: true },
    marks: [
      ruleY([0]),
      lineY(points, { x: 'place', y: 'value', stroke: 'series', strokeWidth: 2 }),
      dot(points, { x: 'place', y: 'value', fill: 'series', r: 2.5 }),
      text(points, selectLast({ x: 'place', y: 'value', z: 'series', text: 'series', textAnchor: 'start', dx: 6 })),
    ],
  })
}

/** A few places have their names below them. */
const sparse = (places: readonly string[]) => {
  const step = Math.ceil(places.length / NAMED_PLACES)
  return places.filter((_, at) => at % step === 0)
}

const short = (value: number) => value.toLocaleString('en-US', { maximumSignificantDigits: 3 })
