import { type Static, type TSchema, Type } from 'typebox'
import { showsRecord } from '#src/contract/cache-tags.ts'
import { nullable } from '#src/contract/schema.ts'
import { isWebAddress, WebAddress } from '#src/contract/web-address.ts'
import type { Reader } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { compareTexts } from '#src/reference/text-order.ts'
import { Day, numbersByCountry, Path, RecordId, Small } from '../fields.ts'
import type { Kind } from '../kinds.ts'
import {
  Country,
  columnsFrom,
  type LineEntry,
  lineEntries,
  OptionalWord,
  readEntry,
  statedEntry,
} from '../line-entries.ts'
import { alike, type Entry, type Part, part } from '../part.ts'

/** How a title is offered, in the order of offers with equal priority. */
export const offerTypes = ['flatrate', 'free', 'ads', 'rent', 'buy'] as const
export type OfferType = (typeof offerTypes)[number]
export const OfferType = Type.Unsafe<OfferType>({ type: 'string', enum: [...offerTypes] })

const stated = {
  iso_3166_1: Country,
  type: OfferType,
  provider_id: RecordId,
  link: WebAddress,
  as_of: Day,
}
const columns = columnsFrom(stated)
/** What comes with an entry for a provider that does not exist yet. */
const brought = {
  name: OptionalWord,
  logo_path: nullable(Path),
  display_priorities: numbersByCountry,
}

type Stated = Record<OfferType, LineEntry[] | undefined> & { link?: string | null }

const offersOfLine = lineEntries(
  { provider_id: stated.provider_id },
  { link: WebAddress, as_of: Day, provider_name: OptionalWord, logo_path: Path, display_priority: Small },
)
const byType = <Schema extends TSchema>(schema: Schema) =>
  Object.fromEntries(offerTypes.map((type) => [type, Type.Optional(schema)]))
const byCountry = <Schema extends TSchema>(country: Schema) => Type.Record(Country, country)

const store = {
  table: 'offer',
  key: ['iso_3166_1', 'type', 'provider_id'],
  columns,
  entry: () =>
    statedEntry({
      ...stated,
      ...Object.fromEntries(Object.entries(brought).map(([name, schema]) => [name, Type.Optional(schema)])),
    }),
  order: raw('iso_3166_1, type, provider_id'),
  changeKeys: ['general'],
  // A source that has looked again and found the same offer has changed nothing.
  placeColumns: ['as_of'],
  references: { provider_id: 'provider' },
  lines: () => ({
    'watch/providers': Type.Object({
      results: byCountry(Type.Object({ ...byType(offersOfLine), link: Type.Optional(nullable(WebAddress)) })),
    }),
  }),
  read(line) {
    const given: Readonly<Record<string, Stated>> | undefined = line['watch/providers']?.results
    if (!given) return undefined
    const priorities = prioritiesIn(given)
    const entries = Object.entries(given).flatMap(([iso_3166_1, offers]) =>
      offerTypes.flatMap((type) =>
        (offers[type] ?? []).map((offer) => {
          const { provider_name, ...read } = readEntry(offer, {
            provider_id: 0,
            link: offers.link ?? '',
            as_of: '',
            provider_name: '',
            logo_path: null,
          })
          const display_priorities = priorities.get(offer.provider_id) ?? {}
          return {
            ...read,
            link: read.link || (offers.link ?? ''),
            iso_3166_1,
            type,
            name: provider_name,
            display_priorities,
          }
        }),
      ),
    )
    return { entries, isComplete: true }
  },
  write(entries) {
    if (entries.length === 0) return {}
    const countries = Map.groupBy(entries, ({ iso_3166_1 }) => iso_3166_1 as string)
    const results = Object.fromEntries([...countries].map(([code, offers]) => [code, lineOf(offers)]))
    return { 'watch/providers': { results } }
  },
  brings: ({ name }) => Boolean(name),
  newWords: {
    vocabulary: 'provider',
    read: ({ provider_id, name, logo_path = null, display_priorities = {} }) =>
      name ? { id: provider_id as number, values: { name, logo_path, display_priorities } } : undefined,
  },
} satisfies Part['store']

/** The priorities that the offers of a line state, by provider and country. */
function prioritiesIn(given: Readonly<Record<string, Stated>>): Map<number, Record<string, number>> {
  const found = new Map<number, Record<string, number>>()
  for (const [country, offers] of Object.entries(given)) {
    for (const { provider_id, display_priority } of offerTypes.flatMap((type) => offers[type] ?? [])) {
      if (typeof display_priority !== 'number') continue
      found.set(provider_id, { ...found.get(provider_id), [country]: display_priority })
    }
  }
  return found
}

/** The offers of a country as a line has them, by type. */
function lineOf(offers: readonly Entry[]) {
  const types = offerTypes.map((type) => [
    type,
    offers.filter((offer) => offer.type === type).map(({ iso_3166_1: _country, type: _type, ...offer }) => offer),
  ])
  return Object.fromEntries(types.filter(([, list]) => (list as Entry[]).length > 0))
}

const ProviderRow = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  logo_path: nullable(Type.String()),
  display_priority: Type.Integer(),
  // Not checked country by country: a line is checked before it is stored.
  display_priorities: Type.Unsafe<Record<string, number>>({ type: 'object' }),
})
const Offered = Type.Object({ offers: Type.Array(Type.String()) })

const ProviderOffer = Type.Object(
  {
    logo_path: nullable(Type.String()),
    provider_id: Type.Integer(),
    provider_name: Type.String(),
    display_priority: Type.Integer(),
  },
  { title: 'ProviderOffer', ...showsRecord('provider', 'provider_id') },
)
const Offers = Type.Optional(Type.Array(ProviderOffer))
const CountryOffers = Type.Object(
  { link: Type.String(), flatrate: Offers, rent: Offers, buy: Offers, free: Offers, ads: Offers },
  { title: 'CountryOffers' },
)

/** An offer with its provider, for replies and pages. */
export type Offer = Static<typeof ProviderOffer> & { iso_3166_1: string; type: OfferType; link: string }

/** The offers for a record: by country, and within one by priority. */
export async function offersOf(db: Reader, of: Kind, id: number): Promise<Offer[]> {
  // A row for each offer would cost as much as all the rest: popular titles have a thousand of them.
  const texts = sql`
    select iso_3166_1 || ' ' || type || ' ' || cast(provider_id as text) || ' ' || link as value from offer
    where kind = ${of} and entity_id = ${id} order by ${store.order}`
  const [found, providers] = await Promise.all([
    db.one(Offered, sql`select ${db.engine.list(texts)} as offers`),
    db.all(
      ProviderRow,
      sql`
      select id, name, logo_path, display_priority, display_priorities from provider
      where id in (select provider_id from offer where kind = ${of} and entity_id = ${id})`,
    ),
  ])
  const byId = new Map(providers.map((provider) => [provider.id, provider]))
  const offers = (found?.offers ?? []).flatMap((text) => {
    const [iso_3166_1, type, number] = text.split(' ', 3) as [string, OfferType, string]
    const provider_id = Number(number)
    const provider = byId.get(provider_id)
    if (!provider) return []
    const link = text.slice(iso_3166_1.length + type.length + number.length + 3)
    const { name: provider_name, logo_path, display_priorities } = provider
    const display_priority = display_priorities[iso_3166_1] ?? provider.display_priority
    return [{ iso_3166_1, type, provider_id, provider_name, logo_path, display_priority, link }]
  })
  return offers.sort(inOrder)
}

const inOrder = (one: Offer, other: Offer) =>
  compareTexts(one.iso_3166_1, other.iso_3166_1) ||
  one.display_priority - other.display_priority ||
  offerTypes.indexOf(one.type) - offerTypes.indexOf(other.type) ||
  one.provider_id - other.provider_id

/** The offers of a country as replies show them. The link is that of the first offer that has one. */
function countryOffers(offers: readonly Offer[]): Static<typeof CountryOffers> {
  const types = Map.groupBy(offers, ({ type }) => type)
  const lists = [...types].map(([type, list]) => [type, list.map(shown)])
  return { link: offers.find(({ link }) => isWebAddress(link))?.link ?? '', ...Object.fromEntries(lists) }
}

const shown = ({ logo_path, provider_id, provider_name, display_priority }: Offer) => ({
  logo_path,
  provider_id,
  provider_name,
  display_priority,
})

export const watchProviders = part({
  name: 'watch/providers',
  summary: 'Where the title can be watched, by country: the providers of each kind of offer, in display order',
  reply: alike({ results: byCountry(CountryOffers) }),
  async load({ db }, of, id) {
    const countries = Map.groupBy(await offersOf(db, of, id), ({ iso_3166_1 }) => iso_3166_1)
    return { results: Object.fromEntries([...countries].map(([code, offers]) => [code, countryOffers(offers)])) }
  },
  store,
})
