import { partOperation } from '#src/catalogue/part-operations.ts'
import { externalIdsOf } from '#src/catalogue/parts/external-ids.ts'
import { details } from '#src/groups/companies/details.ts'
import { pageIn } from '../components/page-number.ts'
import { listedParameters, titlesOfRecord } from '../discover/found.ts'
import { html } from '../html.ts'
import { page } from '../page.ts'
import { recordNotice } from '../queue/notice-on-records.ts'
import { addressOf, idIn } from '../records/addresses.ts'
import { redirectFirst } from '../records/canonical.ts'
import { facts, homepageLink, linked } from '../records/cards.ts'
import { headPicture, imagesSection, loadGalleries } from '../records/gallery.ts'
import { recordHead } from '../records/head.ts'
import { idsSection, outsideAddresses } from '../records/outside-ids.ts'
import { sharedOrganization } from '../sharing/people-and-companies.ts'
import { namesSection } from './parts.ts'

export const company = page('GET /company/{company}', {
  access: 'anyone',
  query: listedParameters,
  async handle(context) {
    const { ask, texts, format } = context
    const { catalogue } = texts
    const company_id = idIn(context.params.company)
    const number = pageIn(context.query.page)
    if (company_id === undefined || number === undefined) return undefined
    const other = await redirectFirst(context, 'company')
    if (other) return other
    const params = { company_id }
    const [company, names, galleries, outside] = await Promise.all([
      ask(details, { params }),
      ask(partOperation('company', 'alternative_names'), { params }),
      loadGalleries(context.db, 'company', company_id),
      externalIdsOf(context.db, 'company', company_id),
    ])
    if (!company || !names) return undefined
    const address = addressOf('company', company.id, company.name)
    const { name, description, headquarters, homepage, origin_country, parent_company: parent } = company
    const record = { kind: 'company' as const, id: company.id, name, address }
    const logo = { gallery: 'logos', file_path: company.logo_path, shape: 'wide' } as const
    const part = { company: String(company.id) }
    const titles = await titlesOfRecord(
      context,
      { places: ['movie', 'tv'], part, here: address },
      { query: context.query, number },
    )
    if (!titles) return undefined
    const notice = await recordNotice(context, 'company', company.id)
    return {
      title: name,
      ...sharedOrganization(context, 'company', company, {
        ...{ address, listed: titles.address, titles: titles.names },
        elsewhere: outsideAddresses(outside, 'company'),
      }),
      main: html`
<article class="record">
${recordHead(context, {
  record,
  address,
  notice,
  picture: headPicture(context, record, { ...logo, notice }, galleries),
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
${titles.section}
${namesSection(context, names.results)}
${idsSection(context, outside, 'company')}
${imagesSection(context, record, galleries, [company.logo_path])}
</article>`,
    }
  },
})
