import { type Obstacle, obstacleSentence } from '#src/connect/obstacles.ts'
import { forThisServer } from '#src/installation/for-this-server.ts'
import { marked } from '../components/marked.ts'
import { type Html, html } from '../html.ts'
import type { PageContext } from '../page.ts'

/** What keeps apps away, and what administrators can do about it. */
export function obstacleList(
  { texts, config }: PageContext,
  found: readonly Obstacle[],
  isAdministrator: boolean,
): Html {
  const { remedy, askAdministrator } = texts.connect
  return html`
<ul class="obstacles">${found.map((each) => {
    const what = isAdministrator ? forThisServer(remedy[each.is], config) : askAdministrator
    return html`<li><strong>${marked(obstacleSentence(texts, each))}</strong> ${marked(what)}</li>`
  })}</ul>`
}
