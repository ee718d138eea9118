import { status } from '../support/expected.ts'
import { ebb, firstLight, lantern, lanternGerman, reels, stormWarning, tidewaterGerman } from '../support/rows.ts'
import { type Scenario, scenarios } from '../support/scenarios.ts'
import { keys, sessions } from '../support/world.ts'

const ada = { session: 'ada' }
const dee = { session: 'dee' }
const own = '/commons/1/account/watched'

const pageOf = (page: number, results: object[], total_results: number, size = 20) => ({
  page,
  results,
  total_pages: Math.ceil(total_results / size),
  total_results,
})
const onePage = (...results: object[]) => pageOf(1, results, results.length)

const movie = (row: object, watched_at: string, watched_on = watched_at.slice(0, 10)) => ({
  ...row,
  ...{ media_type: 'movie', watched_at, watched_on, rewatch: false },
})
const episode = (row: object, watched_at: string, watched_on = watched_at.slice(0, 10)) => ({
  ...row,
  ...{ show_id: 601, show_name: 'Tidewater Signals', media_type: 'tv_episode', watched_at, watched_on, rewatch: false },
})

const noon = '2026-03-10T12:00:00.000Z'
const since = Date.parse('2026-03-09T18:00:00.000Z')
const deesReels = reels.map((row, index) => movie(row, new Date(since + 1_000 * index).toISOString()))
const deesNewest = deesReels.toReversed()

const added = (count: number, ...not_found: number[]) => ({ ...status(1), added: count, not_found })
const removed = (count: number, ...not_found: number[]) => ({ ...status(13), removed: count, not_found })

const refused = (title: string, body: unknown, http = 422, code = 5): Scenario => [
  title,
  `POST ${own}`,
  http,
  status(code),
  { ...ada, body },
]
const onEpisode = { media_type: 'tv_episode', series_id: 601, season_number: 2, episode_number: 1 }

scenarios('watched', [
  ['what was watched, the last first', `GET ${own}`, 200, pageOf(1, deesNewest.slice(0, 20), 21), dee],
  ['the last page', `GET ${own}?page=2&language=en`, 200, pageOf(2, deesNewest.slice(20), 21), dee],
  ['past the end', `GET ${own}?page=3`, 200, pageOf(3, [], 21), dee],
  [
    'the first watched first, in larger pages',
    `GET ${own}?sort_by=watched_at.asc&page_size=250`,
    200,
    pageOf(1, deesReels, 21, 250),
    dee,
  ],
  [
    'of some days',
    `GET ${own}?watched_from=2026-03-09&watched_to=2026-03-09&page=2`,
    200,
    pageOf(2, deesNewest.slice(20), 21),
    dee,
  ],
  ['of later days', `GET ${own}?watched_from=2026-03-10`, 200, onePage(), dee],
  ['of earlier days', `GET ${own}?watched_to=2026-03-08`, 200, onePage(), dee],
  ['only movies', `GET ${own}?media_type=movie&page=2`, 200, pageOf(2, deesNewest.slice(20), 21), dee],
  ['nothing', `GET ${own}`, 200, onePage(), { session: 'eve' }],
  ['nobody', `GET ${own}`, 401, status(3)],
  ['too large a page', `GET ${own}?page_size=251`, 422, status(5), dee],

  [
    'a movie, noted when it was watched and again another day',
    [
      ['now', `POST ${own}`, 201, added(1), { ...ada, body: { media_id: 501 } }],
      ['the same again', `POST ${own}`, 201, added(0), { ...ada, body: { media_id: 501 } }],
      ['on a day', `POST ${own}`, 201, added(1), { ...ada, body: { media_id: 501, watched_at: '2025-12-24' } }],
      [
        'far in the west, where it was the day before',
        `POST ${own}`,
        201,
        added(1),
        { ...ada, body: { media_type: 'movie', media_id: '501', watched_at: '2026-01-01T20:30:00-08:00' } },
      ],
      [
        'all of them',
        `GET ${own}`,
        200,
        onePage(
          movie(lantern, noon),
          movie(lantern, '2026-01-02T04:30:00.000Z', '2026-01-01'),
          movie(lantern, '2025-12-24T12:00:00.000Z'),
        ),
        ada,
      ],
      ['others see nothing of it', `GET ${own}`, 200, onePage(), { session: 'eve' }],
      [
        'nothing at that time',
        `DELETE ${own}`,
        200,
        removed(0),
        { ...ada, body: { media_id: 501, watched_at: '2025-12-23' } },
      ],
      ['one removed', `DELETE ${own}`, 200, removed(1), { ...ada, body: { media_id: 501, watched_at: '2025-12-24' } }],
      ['nor does removing by others', `DELETE ${own}`, 200, removed(0), { session: 'eve', body: { media_id: 501 } }],
      [
        'in German',
        `GET ${own}?language=de&watched_to=2026-02-01`,
        200,
        onePage(movie(lanternGerman, '2026-01-02T04:30:00.000Z', '2026-01-01')),
        ada,
      ],
      ['all removed', `DELETE ${own}`, 200, removed(2), { ...ada, body: { media_id: 501 } }],
      ['gone', `GET ${own}`, 200, onePage(), ada],
    ],
  ],
  [
    'episodes by numbers, a season and a series, all at once',
    [
      [
        'one by its numbers, one by its id, and what is not there',
        `POST ${own}`,
        201,
        added(2, 2, 3),
        {
          ...ada,
          body: {
            items: [
              { ...onEpisode, watched_at: '2026-03-04' },
              { media_type: 'tv_episode', media_id: 60111, watched_at: '2026-03-04T20:00:00+01:00' },
              { ...onEpisode, episode_number: 99 },
              { media_type: 'tv', media_id: 2_147_483_648 },
            ],
          },
        },
      ],
      [
        'a season without what is noted and what has not aired',
        `POST ${own}`,
        201,
        added(1),
        { ...ada, body: { media_type: 'tv_season', series_id: 601, season_number: 2, watched_at: '2026-03-10' } },
      ],
      [
        'a series without its specials',
        `POST ${own}`,
        201,
        added(1),
        { ...ada, body: { media_type: 'tv', media_id: 601 } },
      ],
      ['nothing is left to note', `POST ${own}`, 201, added(0), { ...ada, body: { media_type: 'tv', media_id: 601 } }],
      [
        'of the series',
        `GET ${own}?series_id=601&media_type=tv_episode&watched_to=2026-03-09`,
        200,
        onePage(episode(firstLight, '2026-03-04T19:00:00.000Z'), episode(stormWarning, '2026-03-04T12:00:00.000Z')),
        ada,
      ],
      ['of another series', `GET ${own}?series_id=602`, 200, onePage(), ada],
      [
        'a season by its id, removed',
        `DELETE ${own}`,
        200,
        removed(2),
        { ...ada, body: { media_type: 'tv_season', media_id: 6012 } },
      ],
      [
        'a special',
        `POST ${own}`,
        201,
        added(1),
        { ...ada, body: { media_type: 'tv_season', media_id: 6010, watched_at: '2026-03-01' } },
      ],
      [
        'before it airs',
        `POST ${own}`,
        201,
        added(1),
        { ...ada, body: { media_type: 'tv_episode', media_id: 60122, watched_at: '2026-03-02' } },
      ],
      [
        'in German',
        `GET ${own}?language=de&watched_from=2026-03-02&watched_to=2026-03-02`,
        200,
        onePage({ ...episode(ebb, '2026-03-02T12:00:00.000Z'), show_name: tidewaterGerman.name }),
        ada,
      ],
      [
        'a series, removed with its specials',
        `DELETE ${own}`,
        200,
        removed(4),
        { ...ada, body: { media_type: 'tv', media_id: 601 } },
      ],
      ['gone', `GET ${own}`, 200, onePage(), ada],
    ],
  ],
  [
    'again, without a day, and on the days of release',
    [
      ['without a day', `POST ${own}`, 201, added(1), { ...ada, body: { media_id: 501, watched_at: 'unknown' } }],
      ['the same again', `POST ${own}`, 201, added(0), { ...ada, body: { media_id: 501, watched_at: 'unknown' } }],
      [
        'watched before',
        `POST ${own}`,
        201,
        added(1),
        { ...ada, body: { media_id: 501, watched_at: '2026-03-01', rewatch: true } },
      ],
      [
        'when it came out',
        `POST ${own}`,
        201,
        added(1),
        { ...ada, body: { media_id: 501, watched_at: 'released', rewatch: false } },
      ],
      [
        'all of them',
        `GET ${own}`,
        200,
        onePage(
          { ...movie(lantern, '2026-03-01T12:00:00.000Z'), rewatch: true },
          movie(lantern, '2021-06-18T12:00:00.000Z'),
          movie(lantern, ''),
        ),
        ada,
      ],
      [
        'of some days',
        `GET ${own}?watched_to=2026-02-01`,
        200,
        onePage(movie(lantern, '2021-06-18T12:00:00.000Z')),
        ada,
      ],
      [
        'removed on the days of release',
        `DELETE ${own}`,
        400,
        status(23),
        { ...ada, body: { media_id: 501, watched_at: 'released' } },
      ],
      ['removed', `DELETE ${own}`, 200, removed(1), { ...ada, body: { media_id: 501, watched_at: 'unknown' } }],
      ['all removed', `DELETE ${own}`, 200, removed(2), { ...ada, body: { media_id: 501 } }],
      [
        'a season when it aired',
        `POST ${own}`,
        201,
        added(2),
        { ...ada, body: { media_type: 'tv_season', series_id: 601, season_number: 2, watched_at: 'released' } },
      ],
      [
        'each on its day',
        `GET ${own}?watched_to=2026-03-09`,
        200,
        onePage(episode(stormWarning, '2026-03-03T12:00:00.000Z')),
        ada,
      ],
      ['removed again', `DELETE ${own}`, 200, removed(2), { ...ada, body: { media_type: 'tv', media_id: 601 } }],
    ],
  ],
  [
    'a form',
    [
      [
        'with the key and the session in it',
        `POST ${own}`,
        201,
        added(1),
        {
          key: null,
          body: `media_type=tv_episode&media_id=60121&session_id=${sessions.ada}&api_key=${keys.first}`,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        },
      ],
    ],
  ],

  refused('nothing named', {}),
  refused('a season without its number', { media_type: 'tv_season', series_id: 601 }),
  refused('an episode without its number', { ...onEpisode, episode_number: undefined }),
  refused('a series by numbers', { media_type: 'tv', series_id: 601, season_number: 1 }),
  refused('a person', { media_type: 'person', media_id: 1 }),
  refused('no items', { items: [] }),
  refused('too many items', { items: Array.from({ length: 101 }, () => ({ media_id: 501 })) }),
  refused('no day', { media_id: 501, watched_at: 'yesterday' }, 400, 23),
  refused('a day that there is not', { media_id: 501, watched_at: '2026-02-30' }, 400, 23),
  refused('a time without its offset', { media_id: 501, watched_at: '2026-03-01T20:00:00' }, 400, 23),
  refused('before there were films', { media_id: 501, watched_at: '1887-12-31' }, 400, 23),
  refused('a day that it is nowhere yet', { media_id: 501, watched_at: '2026-03-12' }, 400, 23),
  refused('no such movie', { media_id: 599 }, 404, 34),
  refused('no such series', { media_type: 'tv', media_id: 599 }, 404, 34),
  refused('no such season', { media_type: 'tv_season', series_id: 601, season_number: 9 }, 404, 34),
  ['removed, but no day', `DELETE ${own}`, 400, status(23), { ...ada, body: { media_id: 501, watched_at: 'once' } }],
  ['removed, but no such movie', `DELETE ${own}`, 404, status(34), { ...ada, body: { media_id: 599 } }],
  ['removed, but nothing named', `DELETE ${own}`, 422, status(5), { ...ada, body: {} }],
  ['no session', `POST ${own}`, 401, status(3), { body: { media_id: 501 } }],
  ['an unknown address of ours, without a key', 'GET /commons/1/nothing', 401, status(7), { key: null }],
  ['an unknown address of ours', 'GET /commons/1/nothing', 404, status(34)],
  ['the same written in another way', 'GET /%63ommons%2F1/nothing', 401, status(7), { key: null }],
])
