import { largest } from '#src/reference/extremes.ts'
import { type Html, html, nothing } from '../html.ts'
import type { RenderContext } from '../page.ts'

/** Units of the drawing: a bar and its gap, the height of the longest bar, and that of the names below. */
const step = 24
const bar = 18
const height = 70
const names = 12
/** A bar of anything is visible, however little it is. */
const lowest = 1.5
/** Few bars are no wider than many. */
const fewestSteps = 12
/** Of more bars, not each has its name below: there is no room. */
const mostNamed = 14

type Bar = { name: string; movies: number; episodes: number; said: string }

/** Bars of movies with episodes on top of them, and the same in words. */
export function barChart({ texts: { diary } }: RenderContext, title: string, bars: readonly Bar[]): Html {
  const most = largest(bars.map(({ movies, episodes }) => movies + episodes))
  if (!(most > 0)) return nothing
  const tall = (count: number) => (count === 0 ? 0 : Math.max(lowest, (count / most) * height))
  const width = Math.max(bars.length, fewestSteps) * step
  const every = Math.ceil(bars.length / mostNamed)
  const said = bars.filter(({ movies, episodes }) => movies + episodes > 0).map((each) => each.said)
  return html`<figure class="bars"><svg viewBox="0 0 ${width} ${height + names}" role="img" aria-label="${[
    title,
    ...said,
  ].join('; ')}">
${bars.map(({ name, movies, episodes, said }, at) => {
  const [low, high] = [tall(movies), tall(episodes)]
  const x = at * step + (step - bar) / 2
  return html`<g><title>${said}</title>${rect(x, height - low, low, 'of-movies')}${rect(
    x,
    height - low - high,
    high,
    'of-episodes',
  )}</g>${at % every === 0 && html`<text x="${x + bar / 2}" y="${height + names - 2}">${name}</text>`}`
})}
<line x1="0" y1="${height}" x2="${width}" y2="${height}"/></svg>
<figcaption class="note" aria-hidden="true"><span class="key of-movies"></span> ${diary.movies}
<span class="key of-episodes"></span> ${diary.episodes}</figcaption></figure>`
}

const rounded = (value: number) => Math.round(value * 10) / 10

const rect = (x: number, y: number, tall: number, className: string): Html =>
  tall === 0
    ? nothing
    : html`<rect class="${className}" x="${x}" y="${rounded(y)}" width="${bar}" height="${rounded(tall)}"/>`

export type Ranked = { label: Html | string; count: number; said: string }

/** Names in their order, each with how many there are, and a bar as long as that is much. */
export function rankedList(rows: readonly Ranked[]): Html {
  const most = largest(rows.map(({ count }) => count))
  return html`<ol class="ranked">${rows.map(
    ({ label, count, said }) => html`<li><span>${label}</span> <span class="note">${said}</span>
<svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect width="${rounded(
      (count / most) * 100,
    )}" height="4"/></svg></li>`,
  )}</ol>`
}
