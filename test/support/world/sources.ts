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

/** A genre beside those of the interface, and a keyword that a movie and a series share. */
export const words: Line[] = [
  { kind: 'genre', id: 90001, name: 'Lantern Drama', source: 'atlas' },
  { kind: 'keyword', id: 801, name: 'lighthouse', source: 'atlas' },
]
