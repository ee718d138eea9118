/**
 * Where the invented titles of the sample can be watched: at providers that are made up too, and say so. Nothing here
 * names a real provider, and no real title gets an invented offer.
 */

const firstId = 990_001

/** The lines of the invented providers. */
export const inventedProviders = (source: string) => [
  {
    kind: 'provider',
    id: firstId,
    source,
    name: 'Umber Stream (invented)',
    display_priority: 1,
    display_priorities: { DE: 2, GB: 1, US: 1 },
    media_types: ['movie', 'tv'],
  },
  {
    kind: 'provider',
    id: firstId + 1,
    source,
    name: 'Quill Rentals (invented)',
    display_priority: 2,
    display_priorities: { DE: 1, GB: 2 },
    media_types: ['movie'],
  },
]

const stream = { provider_id: firstId }
const rentals = { provider_id: firstId + 1 }

/** What they offer of a title, as of a day. The addresses lead nowhere: nobody can own a name in `.example`. */
export function inventedOffers(kind: 'movie' | 'series', id: number, as_of: string) {
  const link = `https://umber-stream.example/${kind}/${id}`
  const streamed = { ...stream, link, as_of }
  if (kind === 'series')
    return { results: { DE: { ads: [streamed] }, GB: { flatrate: [streamed] }, US: { flatrate: [streamed] } } }
  const rented = { ...rentals, link: `https://quill-rentals.example/${id}`, as_of }
  return {
    results: {
      DE: { ads: [streamed], rent: [rented], buy: [rented] },
      GB: { flatrate: [streamed], rent: [rented] },
      US: { free: [streamed] },
    },
  }
}
