import type { Kind } from '#src/catalogue/kinds.ts'
import { type OffersInCountry, offersInCountry, type StatedOffer } from '#src/catalogue/offers.ts'
import { isWebAddress } from '#src/contract/web-address.ts'
import { languageOf } from '../components/languages.ts'
import { type Html, html } from '../html.ts'
import type { PageContext, RenderContext } from '../page.ts'
import { longList, section } from '../records/cards.ts'

/** The country that somebody asks about: the one in the address, or that of the account or the language. */
export const countryOf = (context: PageContext<string, 'country'>): string =>
  /^[A-Z]{2}$/.test(context.query.country) ? context.query.country : languageOf(context).iso_3166_1

/** The age rating of a title in the reader's country; nothing if it has none there. */
export const certificateMark = (context: PageContext<string, 'country'>, certificate: string | undefined): Html | '' =>
  certificate
    ? html`<span class="certificate"><span class="unseen">${context.texts.title.certificate(
        context.format.country(countryOf(context)),
      )} </span>${certificate}</span>`
    : ''

export const loadOffers = (context: PageContext<string, 'country'>, kind: Kind, id: number): Promise<OffersInCountry> =>
  offersInCountry(context.db, kind, id, countryOf(context))

/** Where a record can be watched in the reader's country, who says so and since when; nothing if nobody knows. */
export function whereToWatch(context: RenderContext, found: OffersInCountry, address: string): Html {
  const { country, countries, offers } = found
  const { texts, format } = context
  const { catalogue } = texts
  const types = [...Map.groupBy(offers, ({ type }) => type)]
  const others = countries.filter((code) => code !== country)
  const links = others
    .map((code) => [code, format.country(code)] as const)
    .sort(([, one], [, other]) => one.localeCompare(other, context.language))
    .map(([code, name]) => html`<a href="${address}?country=${code}#watch">${name}</a>`)
  return section(
    catalogue.whereToWatch,
    html`<div id="watch">
<p class="note">${catalogue.offersIn(format.country(country))}</p>
${offers.length === 0 && html`<p>${catalogue.noOffersThere}</p>`}
${types.map(
  ([type, list]) => html`<h3>${catalogue.offerTypes[type]}</h3>
<ul class="record-rows">${list.map((offer) => offerRow(context, offer))}</ul>`,
)}
${longList(context, catalogue.otherCountries, links)}</div>`,
    countries.length,
  )
}

function offerRow({ texts, format }: RenderContext, { provider, link, as_of, source, source_url }: StatedOffer): Html {
  const who = isWebAddress(source_url)
    ? html`<a href="${source_url}" rel="noopener noreferrer external">${source}</a>`
    : source
  const name = isWebAddress(link)
    ? html`<a href="${link}" rel="noopener noreferrer nofollow external">${provider}</a>`
    : html`<strong>${provider}</strong>`
  const day = as_of && html` · ${texts.catalogue.asOf(format.date(as_of))}`
  return html`<li>${name} <span class="note">${texts.catalogue.accordingTo} ${who}${day}</span></li>`
}
