/** Watch providers of the world as replies show them, and what they offer. */

export const stream = (display_priority: number) => ({
  logo_path: '/harbour-stream.png',
  provider_id: 901,
  provider_name: 'Harbour Stream',
  display_priority,
})
export const beacon = (display_priority: number) => ({
  logo_path: '/beacon.png',
  provider_id: 902,
  provider_name: 'Beacon Rentals',
  display_priority,
})
/** A provider that came with an offer of a movie and states nothing else. */
export const moth = { logo_path: '/moth.png', provider_id: 903, provider_name: 'Moth Cinema', display_priority: 2 }

export const ofMovie = {
  DE: { link: 'https://beacon.example/lantern', flatrate: [stream(4)], rent: [beacon(1), moth, stream(4)] },
  US: { link: 'https://stream.example/us/lantern', buy: [beacon(2)], free: [stream(1)], ads: [stream(1)] },
}
