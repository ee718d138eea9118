import { hex, image, type Line } from './line.ts'

/** 101 has everything and a parent, 102 is the parent, 103 is only a name. */
export const companies: Line[] = [
  {
    kind: 'company',
    id: 101,
    source: 'atlas',
    name: 'Lanternfish Pictures',
    description: 'Makes films that glow.',
    headquarters: 'Quillhaven',
    homepage: 'https://lanternfish.example',
    origin_country: 'DE',
    logo_path: '/lanternfish-own.png',
    parent_company: { id: 102 },
    alternative_names: {
      results: [
        { name: 'Lanternfish Filmproduktion', type: '' },
        { name: 'LFP', type: 'short name' },
      ],
    },
    images: {
      logos: [
        logo(101_01, '/lanternfish.png', '.svg', { vote_average: 5.318, vote_count: 4 }),
        logo(101_02, '/lanternfish-old.png', '.png', { vote_average: 5.1, vote_count: 2 }),
      ],
    },
    external_ids: { kb2_id: 'Q900101' },
  },
  {
    kind: 'company',
    id: 102,
    source: 'atlas',
    name: 'Umbral Holdings',
    headquarters: 'Vantmoor',
    origin_country: 'NL',
    logo_path: '/umbral.png',
  },
  { kind: 'company', id: 103, source: 'rumour', name: 'Nobody and Company' },
]

/** 201 has everything, 202 is only a name. */
export const networks: Line[] = [
  {
    kind: 'network',
    id: 201,
    source: 'atlas',
    name: 'Channel Zephyr',
    headquarters: 'Marisport',
    homepage: 'https://zephyr.example',
    origin_country: 'FR',
    logo_path: '/zephyr-own.png',
    alternative_names: {
      results: [
        { name: 'CZ', type: 'short name' },
        { name: 'Zephyr TV', type: '' },
      ],
    },
    images: {
      logos: [
        logo(201_01, '/zephyr.png', '.svg', { vote_average: 6, vote_count: 3 }),
        logo(201_02, '/zephyr-night.png', '.png', { width: 800, height: 600, aspect_ratio: 1.333 }),
      ],
    },
    external_ids: { kb2_id: 'Q900201' },
  },
  { kind: 'network', id: 202, source: 'rumour', name: 'Mistral Nine' },
]

function logo(id: number, file_path: string, file_type: string, more: object) {
  return { id: hex(id), ...image(file_path, { width: 500, height: 250, aspect_ratio: 2, ...more }), file_type }
}
