import { type Static, Type } from 'typebox'
import type { Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import type { Kind } from './kinds.ts'
import { OfferType, offerTypes } from './parts/watch-providers.ts'

/** Most offers of one country on a page; a provider has at most five of them. */
const maxOffers = 500

const Row = Type.Object({
  type: OfferType,
  provider_id: Type.Integer(),
  provider: Type.String(),
  display_priority: Type.Integer(),
  /** The day on which the source saw it; empty if it does not say. */
  as_of: Type.String(),
  link: Type.String(),
  source: Type.String(),
  source_url: Type.String(),
  display_priorities: Type.Record(Type.String(), Type.Integer()),
})
/** An offer as pages show it, with who stated it and when. */
export type StatedOffer = Omit<Static<typeof Row>, 'display_priorities'>

/** The countries in which a record is offered, and what is offered in one of them, by type and priority. */
export type OffersInCountry = { country: string; countries: string[]; offers: StatedOffer[] }

const Country = Type.Object({ iso_3166_1: Type.String() })

/** Where a record can be watched in a country. */
export async function offersInCountry(db: Reader, of: Kind, id: number, country: string): Promise<OffersInCountry> {
  const [countries, rows] = await Promise.all([
    db.all(
      Country,
      sql`select distinct iso_3166_1 from offer where kind = ${of} and entity_id = ${id} order by iso_3166_1`,
    ),
    db.all(
      Row,
      sql`
      select o.type, o.provider_id, p.name as provider, p.display_priority, o.as_of, o.link, s.name as source,
        s.url as source_url, p.display_priorities
      from offer o join provider p on p.id = o.provider_id join source s on s.id = o.source_id
      where o.kind = ${of} and o.entity_id = ${id} and o.iso_3166_1 = ${country}
      order by o.type, o.provider_id ${limit(maxOffers)}`,
    ),
  ])
  const offers = rows.map(({ display_priorities, ...offer }) => ({
    ...offer,
    display_priority: display_priorities[country] ?? offer.display_priority,
  }))
  return {
    country,
    countries: countries.map(({ iso_3166_1 }) => iso_3166_1),
    offers: offers.sort(
      (one, other) =>
        offerTypes.indexOf(one.type) - offerTypes.indexOf(other.type) || one.display_priority - other.display_priority,
    ),
  }
}
