import { status } from '../support/expected.ts'
import { type Scenario, scenarios } from '../support/scenarios.ts'

/** The hand-made records were made on 1 March at 8 o'clock, the others on 9 March at 18 o'clock. */
const made = (time: string) => ({
  changes: [
    {
      key: 'general',
      items: [{ id: /^[0-9a-f]{24}$/, action: 'created', time, iso_639_1: '', iso_3166_1: '' }],
    },
  ],
})
const early = made('2026-03-01 08:00:00 UTC')
const late = made('2026-03-09 18:00:00 UTC')
const nothing = { changes: [] }

const cases = [
  { of: 'a movie', path: '/3/movie', early: 501, late: 5101 },
  { of: 'a series', path: '/3/tv', early: 601, late: 7001 },
  { of: 'a season', path: '/3/tv/season', early: 6011, late: 70011 },
  { of: 'an episode', path: '/3/tv/episode', early: 60122, late: 700111 },
  { of: 'a person', path: '/3/person', early: 301, late: 3001 },
]

scenarios('changes of records', [
  ...cases.flatMap(({ of, path, early: first, late: second }) => [
    [`of ${of} in the past 24 hours`, `GET ${path}/${second}/changes`, 200, late] as const,
    [`of ${of} that is older`, `GET ${path}/${first}/changes`, 200, nothing] as const,
    [`of ${of} on one day`, `GET ${path}/${first}/changes?end_date=2026-03-01`, 200, early] as const,
    [
      `of ${of} between two days, both of which count`,
      `GET ${path}/${first}/changes?start_date=2026-03-01&end_date=2026-03-09`,
      200,
      early,
    ] as const,
    [`of ${of}, a page past the end`, `GET ${path}/${second}/changes?page=2`, 200, nothing] as const,
    [
      `of ${of}, 15 days apart`,
      `GET ${path}/${first}/changes?start_date=2026-02-14&end_date=2026-03-01`,
      422,
      status(20),
    ] as const,
    [`of ${of}, page 501`, `GET ${path}/${first}/changes?page=501`, 400, status(22)] as const,
    [`of ${of} that there is not`, `GET ${path}/999999/changes`, 404, status(34)] as const,
    [`of ${of} that is no number`, `GET ${path}/first/changes`, 404, status(6)] as const,
    [`of ${of}, without a key`, `GET ${path}/${first}/changes`, 401, status(7), { key: null }] as const,
  ]),
  ['of a movie by its filmdb id', 'GET /3/movie/tt0000501/changes?start_date=2026-03-01', 200, early],
  [
    'appended to the details of a person',
    'GET /3/person/3101?append_to_response=changes',
    200,
    {
      adult: false,
      also_known_as: [],
      biography: '',
      birthday: null,
      changes: late,
      deathday: null,
      filmdb_id: null,
      gender: 0,
      homepage: null,
      id: 3101,
      known_for_department: null,
      name: 'Extra 101',
      place_of_birth: null,
      popularity: 0,
      profile_path: null,
    },
  ],
  [
    'appended, 15 days apart',
    'GET /3/tv/601?append_to_response=changes&start_date=2026-02-14&end_date=2026-03-01',
    422,
    status(20),
  ],
  ...(['movie/601', 'tv/601', 'person/3101'] as const).flatMap((record): Scenario[] => {
    const asked = (parameters: string) => `GET /3/${record}?append_to_response=changes${parameters}`
    return [
      [`appended to ${record}, in a wrong order`, asked('&start_date=2026-03-01&end_date=2026-02-28'), 422, status(20)],
      [`appended to ${record}, on page 0`, asked('&page=0'), 400, status(22)],
    ]
  }),
])
