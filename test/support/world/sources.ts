import type { Line } from './line.ts'

/** `atlas` ranks above `rumour`. */
export const sources: Line[] = [
  {
    kind: 'source',
    id: 'atlas',
    name: 'Atlas of Invented Films',
    licence: 'CC0-1.0',
    url: 'https://atlas.example',
    rank: 500,
    redistributable: true,
  },
  {
    kind: 'source',
    id: 'rumour',
    name: 'Rumour Mill',
    licence: 'CC-BY-4.0',
    url: 'https://rumour.example',
    rank: 100,
    redistributable: false,
  },
]

/**
 * A genre beside those of the interface, with its name in three languages, a keyword that a movie and a series share,
 * one that many movies have, and two watch providers, of which the second has only movies.
 */
export const words: Line[] = [
  {
    kind: 'genre',
    id: 90001,
    name: 'Lantern Drama',
    source: 'atlas',
    translations: {
      translations: [
        { iso_639_1: 'de', iso_3166_1: 'AT', data: { name: 'Laternendrama (AT)' } },
        { iso_639_1: 'de', iso_3166_1: 'DE', data: { name: 'Laternendrama' } },
        { iso_639_1: 'ja', iso_3166_1: 'JP', data: { name: 'ランタンドラマ' } },
      ],
    },
  },
  { kind: 'keyword', id: 801, name: 'lighthouse', source: 'atlas' },
  { kind: 'keyword', id: 800, name: 'miniature', source: 'atlas' },
  {
    kind: 'provider',
    id: 901,
    name: 'Harbour Stream',
    source: 'atlas',
    logo_path: '/harbour-stream.png',
    display_priority: 7,
    display_priorities: { DE: 4, US: 1 },
  },
  {
    kind: 'provider',
    id: 902,
    name: 'Beacon Rentals',
    source: 'atlas',
    logo_path: '/beacon.png',
    display_priority: 2,
    display_priorities: { DE: 1 },
    media_types: ['movie'],
  },
]
