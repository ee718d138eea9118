import type { Obstacle } from '#src/connect/obstacles.ts'
import type { Texts } from '#src/texts/index.ts'
import { marked } from '../components/marked.ts'
import { type Html, html } from '../html.ts'
import type { PageContext } from '../page.ts'

/** What keeps apps away, and what administrators can do about it. */
export function obstacleList({ texts }: PageContext, found: readonly Obstacle[], isAdministrator: boolean): Html {
  const { remedy, askAdministrator } = texts.connect
  return html`
<ul class="obstacles">${found.map((each) => {
    const what = isAdministrator ? remedy[each.is] : askAdministrator
    return html`<li><strong>${marked(sentenceOf(texts, each))}</strong> ${marked(what)}</li>`
  })}</ul>`
}

function sentenceOf({ connect: { obstacle: words } }: Texts, obstacle: Obstacle): string {
  if (obstacle.is === 'certificate_ends') {
    const { days, certificate } = obstacle
    return days < 0 ? words.certificate_ended(certificate.file) : words.certificate_ends(certificate.file, String(days))
  }
  if (obstacle.is === 'site_not_encrypted') return words.site_not_encrypted(obstacle.site)
  if (obstacle.is === 'certificate_unreadable') return words.certificate_unreadable(obstacle.why)
  if (obstacle.is === 'not_named') return words.not_named(obstacle.name)
  return words[obstacle.is]
}
