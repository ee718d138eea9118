import { seriesOfNetwork } from '#src/catalogue/browse.ts'
import { details } from '#src/groups/networks/details.ts'
import { html } from '../html.ts'
import { page } from '../page.ts'
import { pagination } from '../parts/lists.ts'
import { addressOf, idIn, towards } from './addresses.ts'
import { type Images, operationNamed } from './asking.ts'
import { cards, drawnPicture, facts, homepageLink, section, tvCard } from './cards.ts'
import { recordHead } from './head.ts'
import { pageIn } from './page-number.ts'
import { imagesSection, namesSection } from './parts.ts'
import { languageOf } from './texts-of.ts'

export const network = page('GET /network/{network}', {
  access: 'anyone',
  query: ['page'],
  async handle(context) {
    const { ask, db, texts, format } = context
    const { catalogue } = texts
    const network_id = idIn(context.params.network)
    const number = pageIn(context.query.page)
    if (network_id === undefined || number === undefined) return undefined
    const params = { network_id }
    const [shown, names, images, series] = await Promise.all([
      ask(details, { params }),
      ask(operationNamed('network.alternative_names'), { params }) as Promise<{ results: { name: string }[] }>,
      ask(operationNamed('network.images'), { params }) as Promise<Images>,
      seriesOfNetwork(db, network_id, number, languageOf(context)),
    ])
    if (!shown) return undefined
    const address = addressOf('network', shown.id, shown.name)
    const other = towards(address, context.address)
    if (other) return other
    const { name, headquarters, homepage, origin_country } = shown
    const list = html`${cards(series.results.map((one) => tvCard(one)))}
${pagination(context, series, (to) => `${address}?page=${to}`)}`
    return {
      title: name,
      main: html`
<article class="record">
${recordHead(context, { picture: drawnPicture(shown.id, name, 'wide'), title: name })}
${facts([
  [catalogue.headquarters, headquarters],
  [catalogue.country, origin_country && format.country(origin_country)],
  [catalogue.homepage, homepageLink(homepage)],
])}
${section(texts.common.series, list, series.total_results)}
${namesSection(context, names.results)}
${imagesSection(context, images)}
</article>`,
    }
  },
})
