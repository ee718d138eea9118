import { largest } from '#src/reference/extremes.ts'
import { type Html, html, nothing } from '../html.ts'
import type { RenderContext } from '../page.ts'

/** Units of the drawing. */
const width = 120
const height = 28
/** One number alone has not changed. */
const fewest = 2

type Day = { day: string; found: number }

/** How a number has changed over days: a line, and its ends in words. */
export function numberChart({ texts: { quality }, format }: RenderContext, label: string, days: readonly Day[]): Html {
  const [first, last] = [days[0], days.at(-1)]
  if (days.length < fewest || !first || !last) return nothing
  const timeOf = ({ day }: Day) => Date.parse(`${day}T00:00:00Z`)
  const [begin, end] = [timeOf(first), timeOf(last)]
  const most = largest([1, ...days.map(({ found }) => found)])
  const x = (day: Day) => Math.round(((timeOf(day) - begin) / Math.max(1, end - begin)) * width)
  const y = ({ found }: Day) => height - Math.round((found / most) * (height - 2)) - 1
  // A number stays until it changes.
  const points = days.flatMap((day, at) => {
    const before = days[at - 1]
    return [...(before ? [`${x(day)},${y(before)}`] : []), `${x(day)},${y(day)}`]
  })
  const words = [first, last].map((day) => quality.onDay(format.date(day.day), format.number(day.found)))
  return html`<svg class="number-chart" viewBox="0 0 ${width} ${height}" role="img"
aria-label="${[label, ...words].join('; ')}"><polyline points="${points.join(' ')}"/></svg>`
}
