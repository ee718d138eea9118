import { status } from '../support/expected.ts'
import { scenarios } from '../support/scenarios.ts'

const details = {
  headquarters: 'Marisport',
  homepage: 'https://zephyr.example',
  id: 201,
  logo_path: '/zephyr.png',
  name: 'Channel Zephyr',
  origin_country: 'FR',
}

scenarios('networks', [
  ['details', 'GET /3/network/201', 200, details],
  [
    'a network of which only the name is known',
    'GET /3/network/202',
    200,
    { headquarters: '', homepage: '', id: 202, logo_path: null, name: 'Mistral Nine', origin_country: '' },
  ],
  [
    'details with a part appended: without its id, unknown names left out',
    'GET /3/network/201?append_to_response=nothing,alternative_names',
    200,
    {
      ...details,
      alternative_names: {
        results: [
          { name: 'CZ', type: 'short name' },
          { name: 'Zephyr TV', type: '' },
        ],
      },
    },
  ],
  [
    'more than 20 appended',
    `GET /3/network/201?append_to_response=${Array.from({ length: 21 }, (_, index) => `part${index}`)}`,
    400,
    status(27),
  ],
  ['details of no network', 'GET /3/network/299', 404, status(34)],
  ['details of network 0', 'GET /3/network/0', 404, status(6)],
])
