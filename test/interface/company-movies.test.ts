import { status } from '../support/expected.ts'
import { glimmen, lantern, reels } from '../support/rows.ts'
import { scenarios } from '../support/scenarios.ts'

const many = { id: 103, total_pages: 2, total_results: 22 }

const both = { id: 101, page: 1, results: [lantern, glimmen], total_pages: 1, total_results: 2 }

scenarios('company movies', [
  ['the most popular first, adult ones left out', 'GET /3/company/101/movies', 200, both],
  [
    'in a language',
    'GET /3/company/101/movies?language=fr-FR',
    200,
    {
      ...both,
      results: [
        { ...lantern, overview: 'Un fabricant suit une lumière.' },
        { ...glimmen, overview: '', title: 'La Seconde Lueur' },
      ],
    },
  ],
  ['a full page', 'GET /3/company/103/movies', 200, { ...many, page: 1, results: [lantern, ...reels.slice(0, 19)] }],
  ['the last page', 'GET /3/company/103/movies?page=2', 200, { ...many, page: 2, results: reels.slice(19) }],
  ['a page past the end', 'GET /3/company/101/movies?page=2', 200, { ...both, page: 2, results: [] }],
  [
    'of a company that made none',
    'GET /3/company/102/movies',
    200,
    {
      id: 102,
      page: 1,
      results: [],
      total_pages: 0,
      total_results: 0,
    },
  ],
  ['page 501', 'GET /3/company/101/movies?page=501', 400, status(22)],
  ['of no company', 'GET /3/company/199/movies', 404, status(34)],
])
