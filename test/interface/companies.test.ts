import { status } from '../support/expected.ts'
import { scenarios } from '../support/scenarios.ts'

const details = {
  description: 'Makes films that glow.',
  headquarters: 'Quillhaven',
  homepage: 'https://lanternfish.example',
  id: 101,
  logo_path: '/lanternfish.png',
  name: 'Lanternfish Pictures',
  origin_country: 'DE',
  parent_company: { id: 102, logo_path: '/umbral.png', name: 'Umbral Holdings' },
}

const withMovies = 'GET /3/company/101?append_to_response=movies'

scenarios('companies', [
  ['details, with the parent', 'GET /3/company/101', 200, details],
  [
    'a company without a parent',
    'GET /3/company/102',
    200,
    {
      description: '',
      headquarters: 'Vantmoor',
      homepage: '',
      id: 102,
      logo_path: '/umbral.png',
      name: 'Umbral Holdings',
      origin_country: 'NL',
      parent_company: null,
    },
  ],
  [
    'a company of which only the name is known: texts are empty, not null',
    'GET /3/company/103',
    200,
    {
      description: '',
      headquarters: '',
      homepage: '',
      id: 103,
      logo_path: null,
      name: 'Nobody and Company',
      origin_country: '',
      parent_company: null,
    },
  ],
  [
    'details with parts appended: without their id, unknown names left out',
    'GET /3/company/101?append_to_response=alternative_names,credits',
    200,
    {
      ...details,
      alternative_names: {
        results: [
          { name: 'LFP', type: 'short name' },
          { name: 'Lanternfish Filmproduktion', type: '' },
        ],
      },
    },
  ],
  [
    'more than 20 appended',
    `GET /3/company/101?append_to_response=${Array.from({ length: 21 }, (_, index) => `part${index}`)}`,
    400,
    status(27),
  ],
  ['with movies, page 0', `${withMovies}&page=0`, 400, status(22)],
  ['a language is not looked at', 'GET /3/company/101?language=english', 200, details],
  ['details of no company', 'GET /3/company/199', 404, status(34)],
  ['details of company 0', 'GET /3/company/0', 404, status(6)],
])
