import { partOperation } from '#src/catalogue/part-operations.ts'
import { details } from '#src/groups/companies/details.ts'
import { movie as discoverMovies } from '#src/groups/discover/movie.ts'
import { cardsOnPage, pagination } from '../components/lists.ts'
import { html } from '../html.ts'
import { page } from '../page.ts'
import { headPicture, imagesSection, loadGalleries } from '../pictures/gallery.ts'
import { recordNotice } from '../queue/record-notice.ts'
import { sharedOrganization } from '../sharing/others.ts'
import { addressOf, idIn, redirectToCanonical } from './addresses.ts'
import { cards, facts, homepageLink, linked, movieCard, section } from './cards.ts'
import { recordHead } from './head.ts'
import { languageTag } from './languages.ts'
import { pageIn } from './page-number.ts'
import { namesSection } from './parts.ts'

export const company = page('GET /company/{company}', {
  access: 'anyone',
  query: ['page'],
  async handle(context) {
    const { ask, texts, format } = context
    const { catalogue } = texts
    const company_id = idIn(context.params.company)
    const number = pageIn(context.query.page)
    if (company_id === undefined || number === undefined) return undefined
    const params = { company_id }
    const asked = { language: languageTag(context), page: number, page_size: cardsOnPage }
    const [company, names, galleries, movies] = await Promise.all([
      ask(details, { params }),
      ask(partOperation('company', 'alternative_names'), { params }),
      loadGalleries(context.db, 'company', company_id),
      ask(discoverMovies, { query: { with_companies: company_id, ...asked } }),
    ])
    if (!company || !names || !movies) return undefined
    const address = addressOf('company', company.id, company.name)
    const other = redirectToCanonical(address, context.address)
    if (other) return other
    const { name, description, headquarters, homepage, origin_country, parent_company: parent } = company
    const record = { kind: 'company' as const, id: company.id, name, address }
    const logo = { gallery: 'logos', file_path: company.logo_path, shape: 'wide' } as const
    const more = `/discover/movie?company=${company.id}`
    const list = html`<p><a href="${more}">${texts.discover.more}</a></p>
${cards(movies.results.map((movie) => movieCard(movie)))}
${pagination(context, movies, (to) => `${address}?page=${to}`)}`
    return {
      title: name,
      ...sharedOrganization(context, 'company', company, {
        address: number > 1 ? `${address}?page=${number}` : address,
        titles: movies.results.map(({ title }) => title),
      }),
      main: html`
<article class="record">
${recordHead(context, {
  record,
  address,
  notice: await recordNotice(context, 'company', company.id),
  picture: headPicture(context, record, logo, galleries),
  title: name,
  tagline: description,
})}
${facts([
  [catalogue.headquarters, headquarters],
  [catalogue.country, origin_country && format.country(origin_country)],
  [
    catalogue.parentCompany,
    linked(parent ? [{ ...parent, address: addressOf('company', parent.id, parent.name) }] : []),
  ],
  [catalogue.homepage, homepageLink(homepage)],
])}
${section(texts.common.movies, list, movies.total_results)}
${namesSection(context, names.results)}
${imagesSection(context, record, galleries, [company.logo_path])}
</article>`,
    }
  },
})
