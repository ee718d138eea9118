import { partOperation } from '#src/catalogue/part-operations.ts'
import { externalIdsOf } from '#src/catalogue/parts/external-ids.ts'
import { details } from '#src/groups/networks/details.ts'
import { pageIn } from '../components/page-number.ts'
import { listedParameters, titlesOfRecord } from '../discover/found.ts'
import { html } from '../html.ts'
import { page } from '../page.ts'
import { recordNotice } from '../queue/notice-on-records.ts'
import { addressOf, idIn } from '../records/addresses.ts'
import { redirectFirst } from '../records/canonical.ts'
import { facts, homepageLink } from '../records/cards.ts'
import { headPicture, imagesSection, loadGalleries } from '../records/gallery.ts'
import { recordHead } from '../records/head.ts'
import { idsSection, outsideAddresses } from '../records/outside-ids.ts'
import { sharedOrganization } from '../sharing/people-and-companies.ts'
import { namesSection } from './parts.ts'

export const network = page('GET /network/{network}', {
  access: 'anyone',
  query: listedParameters,
  async handle(context) {
    const { ask, texts, format } = context
    const { catalogue } = texts
    const network_id = idIn(context.params.network)
    const number = pageIn(context.query.page)
    if (network_id === undefined || number === undefined) return undefined
    const other = await redirectFirst(context, 'network')
    if (other) return other
    const params = { network_id }
    const [network, names, galleries, outside] = await Promise.all([
      ask(details, { params }),
      ask(partOperation('network', 'alternative_names'), { params }),
      loadGalleries(context.db, 'network', network_id),
      externalIdsOf(context.db, 'network', network_id),
    ])
    if (!network || !names) return undefined
    const address = addressOf('network', network.id, network.name)
    const { name, headquarters, homepage, origin_country } = network
    const record = { kind: 'network' as const, id: network.id, name, address }
    const logo = { gallery: 'logos', file_path: network.logo_path, shape: 'wide' } as const
    const part = { network: String(network.id) }
    const titles = await titlesOfRecord(
      context,
      { places: ['tv'], part, here: address },
      { query: context.query, number },
    )
    if (!titles) return undefined
    const notice = await recordNotice(context, 'network', network.id)
    return {
      title: name,
      ...sharedOrganization(context, 'network', network, {
        ...{ address, listed: titles.address, titles: titles.names },
        elsewhere: outsideAddresses(outside, 'network'),
      }),
      main: html`
<article class="record">
${recordHead(context, {
  record,
  address,
  notice,
  picture: headPicture(context, record, { ...logo, notice }, galleries),
  title: name,
})}
${facts([
  [catalogue.headquarters, headquarters],
  [catalogue.country, origin_country && format.country(origin_country)],
  [catalogue.homepage, homepageLink(homepage)],
])}
${titles.section}
${namesSection(context, names.results)}
${idsSection(context, outside, 'network')}
${imagesSection(context, record, galleries, [network.logo_path])}
</article>`,
    }
  },
})
