import { addressOfLicence, asksForCredit } from '#src/catalogue/licences.ts'
import { isPeopleSource } from '#src/catalogue/sources.ts'
import type { TextSource } from '#src/catalogue/summaries/text-sources.ts'
import { isWebAddress } from '#src/contract/web-address.ts'
import { type Html, html, nothing } from '../html.ts'
import type { RenderContext } from '../page.ts'

/** Under a text: its source and licence, where the licence asks for that. */
export function creditOf({ texts }: RenderContext, sources: readonly TextSource[]): Html {
  const credited = new Map(
    sources
      .filter(({ licence, attribution }) => asksForCredit(licence) || attribution !== '')
      .map((source) => [source.source_id, source]),
  )
  if (credited.size === 0) return nothing
  const said = [...credited.values()].map(({ source_id, name, url, licence, attribution }) => {
    const from = isPeopleSource(source_id) ? texts.pictures.people : name
    const wanted = attribution !== '' && html`, ${attribution}`
    return html`${linkTo(url, from)} (${linkTo(addressOfLicence(licence), licence)}${wanted})`
  })
  return html`<p class="note text-credit">${texts.catalogue.textFrom}
${said.map((one, index) => html`${index > 0 && ', '}${one}`)}</p>`
}

const linkTo = (address: string | undefined, name: string): Html | string =>
  address !== undefined && isWebAddress(address) ? html`<a href="${address}" rel="nofollow">${name}</a>` : name
