import { partOperation } from '#src/catalogue/part-operations.ts'
import { tv as discoverSeries } from '#src/groups/discover/tv.ts'
import { details } from '#src/groups/networks/details.ts'
import { cardsOnPage, pagination } from '../components/lists.ts'
import { html } from '../html.ts'
import { page } from '../page.ts'
import { headPicture, imagesSection, loadGalleries } from '../pictures/gallery.ts'
import { recordNotice } from '../queue/record-notice.ts'
import { sharedOrganization } from '../sharing/others.ts'
import { addressOf, idIn, redirectToCanonical } from './addresses.ts'
import { cards, facts, homepageLink, section, seriesCard } from './cards.ts'
import { recordHead } from './head.ts'
import { languageTag } from './languages.ts'
import { pageIn } from './page-number.ts'
import { namesSection } from './parts.ts'

export const network = page('GET /network/{network}', {
  access: 'anyone',
  query: ['page'],
  async handle(context) {
    const { ask, texts, format } = context
    const { catalogue } = texts
    const network_id = idIn(context.params.network)
    const number = pageIn(context.query.page)
    if (network_id === undefined || number === undefined) return undefined
    const params = { network_id }
    const asked = { language: languageTag(context), page: number, page_size: cardsOnPage }
    const [network, names, galleries, series] = await Promise.all([
      ask(details, { params }),
      ask(partOperation('network', 'alternative_names'), { params }),
      loadGalleries(context.db, 'network', network_id),
      ask(discoverSeries, { query: { with_networks: network_id, ...asked } }),
    ])
    if (!network || !names || !series) return undefined
    const address = addressOf('network', network.id, network.name)
    const other = redirectToCanonical(address, context.address)
    if (other) return other
    const { name, headquarters, homepage, origin_country } = network
    const record = { kind: 'network' as const, id: network.id, name, address }
    const logo = { gallery: 'logos', file_path: network.logo_path, shape: 'wide' } as const
    const more = `/discover/tv?network=${network.id}`
    const list = html`<p><a href="${more}">${texts.discover.more}</a></p>
${cards(series.results.map((one) => seriesCard(one)))}
${pagination(context, series, (to) => `${address}?page=${to}`)}`
    return {
      title: name,
      ...sharedOrganization(context, 'network', network, {
        address: number > 1 ? `${address}?page=${number}` : address,
        titles: series.results.map((one) => one.name),
      }),
      main: html`
<article class="record">
${recordHead(context, {
  record,
  address,
  notice: await recordNotice(context, 'network', network.id),
  picture: headPicture(context, record, logo, galleries),
  title: name,
})}
${facts([
  [catalogue.headquarters, headquarters],
  [catalogue.country, origin_country && format.country(origin_country)],
  [catalogue.homepage, homepageLink(homepage)],
])}
${section(texts.common.series, list, series.total_results)}
${namesSection(context, names.results)}
${imagesSection(context, record, galleries, [network.logo_path])}
</article>`,
    }
  },
})
