import type { KeyUsage } from '#src/keys/usage.ts'
import { type Html, html, nothing } from '../html.ts'
import type { RenderContext } from '../page.ts'

/** Units of the drawing: a day is as wide as a bar and its gap. */
const dayWidth = 10
const barWidth = 7
const height = 48
/** A day with any requests is visible, however few they were. */
const lowest = 2

/** A bar for each day, drawn here so that it needs no script; and the same in words, for people who cannot see it. */
export function usageChart({ texts: { keys }, format }: RenderContext, { days, lastMonth }: KeyUsage): Html {
  if (lastMonth === 0) return nothing
  const most = days.reduce((one, other) => (other.requests > one.requests ? other : one))
  const words = keys.chart(format.number(lastMonth), format.number(most.requests), format.date(most.day))
  const width = days.length * dayWidth
  return html`
<svg class="usage-chart" viewBox="0 0 ${width} ${height + 1}" role="img" aria-label="${words}">
<line x1="0" y1="${height + 0.5}" x2="${width}" y2="${height + 0.5}"/>
${days.map(({ day, requests }, index) => {
  const bar = requests === 0 ? 0 : Math.max(lowest, Math.round((requests / most.requests) * height))
  const place = html`x="${index * dayWidth}" y="${height - bar}" width="${barWidth}" height="${bar}"`
  return html`<rect ${place}><title>${format.date(day)}: ${format.number(requests)}</title></rect>`
})}
</svg>`
}
