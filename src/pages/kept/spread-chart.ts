import { largest } from '#src/reference/extremes.ts'
import { type Html, html, nothing } from '../html.ts'
import type { RenderContext } from '../page.ts'

/** Units of the drawing: a bar and its gap, the height of the longest bar, and that of the numbers below. */
const step = 12
const bar = 9
const height = 28
const numbers = 9
/** A bar of any ratings is visible, however few they are. */
const lowest = 2

/** Whose ratings a chart shows: those of people here, or those that reviews state. */
export type SpreadOf = 'members' | 'reviews'

/** How ratings spread from 1 to 10: a bar for each with its number, and the same in words. */
export function spreadChart(
  { texts: { kept }, format }: RenderContext,
  spread: readonly number[],
  of: SpreadOf = 'members',
): Html {
  const total = spread.reduce((sum, count) => sum + count, 0)
  if (total === 0) return nothing
  const most = largest(spread)
  const said = kept.spread[of](total)
  const each = spread.map((count, at) => kept.ratedWith(format.number(at + 1), count))
  const width = spread.length * step
  return html`<figure class="spread"><svg viewBox="0 0 ${width} ${height + 1 + numbers}" role="img" aria-label="${[
    said,
    ...each.filter((_, at) => spread[at] !== 0),
  ].join('; ')}">
<line x1="0" y1="${height + 0.5}" x2="${width}" y2="${height + 0.5}"/>
${spread.map((count, at) => {
  const tall = count === 0 ? 0 : Math.max(lowest, Math.round((count / most) * height))
  return html`<rect x="${at * step + 1}" y="${height - tall}" width="${bar}" height="${tall}"><title>${
    each[at]
  }</title></rect>
<text x="${at * step + 1 + bar / 2}" y="${height + numbers}">${format.number(at + 1)}</text>`
})}
</svg><figcaption class="note">${said}</figcaption></figure>`
}
