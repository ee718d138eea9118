import { status } from '../support/expected.ts'
import { ebb, lantern, lanternGerman, reels, serials, stormWarning, tidewater } from '../support/rows.ts'
import { type Circumstances, type Scenario, type Story, scenarios } from '../support/scenarios.ts'
import { gone, guest, sessions } from '../support/world.ts'

const ada = { session: 'ada' }
const dee = { session: 'dee' }

const pageOf = (page: number, results: object[], total_results: number) => ({
  page,
  results,
  total_pages: Math.ceil(total_results / 20),
  total_results,
})
const onePage = (...results: object[]) => pageOf(1, results, results.length)

/** Rows with the ratings that the world gives them, from half a point up and then again. */
const rated = <Row extends object>(rows: readonly Row[]) =>
  rows.map((row, index) => ({ ...row, rating: 0.5 * (1 + (index % 20)) }))
const parts = serials.map(({ id }) => ({
  air_date: '2026-03-12',
  episode_number: 1,
  id: id * 100 + 11,
  name: 'Part 1',
  overview: '',
  production_code: '',
  runtime: null,
  season_number: 1,
  show_id: id,
  still_path: null,
  vote_average: 0,
  vote_count: 0,
}))
const { episode_type: _standard, ...storm } = { ...stormWarning, show_id: 601 }
const { episode_type: _mid, ...turn } = { ...ebb, show_id: 601 }

/** Every list of more than a page, with all of its parameters. */
function list(title: string, path: string, rows: readonly { id: number }[], more: Circumstances): (Scenario | Story)[] {
  const total = rows.length
  const plain = [...rows]
  const byId = rows.toSorted((one, other) => one.id - other.id)
  const inPages = (size: number) => ({ total_pages: Math.ceil(total / size), total_results: total })
  return [
    [title, `GET ${path}`, 200, pageOf(1, plain.slice(0, 20), total), more],
    [`${title}, the last page`, `GET ${path}?page=2&language=en`, 200, pageOf(2, plain.slice(20), total), more],
    [
      `${title}, the last added first`,
      `GET ${path}?sort_by=created_at.desc`,
      200,
      pageOf(1, plain.toReversed().slice(0, 20), total),
      more,
    ],
    [`${title}, past the end`, `GET ${path}?page=3`, 200, pageOf(3, [], total), more],
    [
      `${title}, read to the end`,
      [
        [
          'from the beginning, in the order of ids',
          `GET ${path}?cursor=&page_size=12&sort_by=created_at.desc`,
          200,
          { page: 1, results: byId.slice(0, 12), ...inPages(12), next_cursor: /^[\w-]+$/ },
          more,
        ],
        [
          'to the end',
          `GET ${path}?cursor={1.next_cursor}`,
          200,
          { page: 1, results: byId.slice(12), ...inPages(20), next_cursor: null },
          more,
        ],
        ['in longer pages', `GET ${path}?page_size=250`, 200, { page: 1, results: plain, ...inPages(250) }, more],
        ['in pages that are too long', `GET ${path}?page_size=251`, 422, status(5), more],
        ['with what is no cursor', `GET ${path}?cursor=17`, 422, status(5), more],
      ],
    ],
  ]
}

type Voted = { vote_average: number; vote_count: number }

/** A row with the rating of somebody whose ratings count. */
function ratedHere<Row extends object>(row: Row, rating: number) {
  const { vote_average, vote_count } = row as unknown as Voted
  const mean = (vote_average * vote_count + rating) / (vote_count + 1)
  return { ...row, vote_average: Math.round(mean * 1_000) / 1_000, vote_count: vote_count + 1, rating }
}

const movie = '/3/movie/501/rating'
const series = '/3/tv/601/rating'
const episode = '/3/tv/601/season/2/episode/1/rating'

/** How a rating is given, given again, and taken back. */
function life(title: string, path: string, own: string, rows: (rating: number) => object, as: Circumstances): Story {
  const on = (request: string, more: string) => `${request}${as.session ? '' : `?guest_session_id=${guest}`}${more}`
  return [
    title,
    [
      ['first', on(`POST ${path}`, ''), 201, status(1), { ...as, body: { value: 8.5 } }],
      ['again, as a text', on(`POST ${path}`, ''), 201, status(12), { ...as, body: { value: '9' } }],
      ['it is listed', `GET ${own}?sort_by=created_at.desc&page=1`, 200, rows(9), as],
      ['gone', on(`DELETE ${path}`, ''), 200, status(13), as],
      ['gone again', on(`DELETE ${path}`, ''), 200, status(13), as],
    ],
  ]
}

const refused = (title: string, body: unknown): Scenario => [
  title,
  'POST /3/movie/599/rating',
  400,
  status(18),
  { ...ada, body },
]

const states = (id: number, value: number | false) => ({
  ...{ id, favorite: false, watchlist: false },
  rated: value && { value },
})

const setFavorite = 'POST /3/account/1/favorite'
const title = { media_type: 'movie', media_id: 501, favorite: true }
const favorites = 'GET /3/account/1/favorite/movies'

scenarios('kept', [
  ...list('favourite movies', '/3/account/4/favorite/movies', reels, dee),
  ...list('favourite series', '/3/account/4/favorite/tv', serials, dee),
  ...list('rated movies', '/3/account/4/rated/movies', rated(reels), dee),
  ...list('rated series', '/3/account/4/rated/tv', rated(serials), dee),
  ...list('rated episodes', '/3/account/4/rated/tv/episodes', rated(parts), dee),
  ...list('movies that a guest rated', `/3/guest_session/${guest}/rated/movies`, rated(reels), {}),
  ...list('series that a guest rated', `/3/guest_session/${guest}/rated/tv`, rated(serials), {}),
  ...list('episodes that a guest rated', `/3/guest_session/${guest}/rated/tv/episodes`, rated(parts), {}),
  ['nothing rated', 'GET /3/account/1/rated/movies', 200, onePage(), ada],
  ['a guest whose session is over', `GET /3/guest_session/${gone}/rated/movies`, 404, status(34)],
  ['series of nobody', `GET /3/guest_session/${sessions.ada}/rated/tv`, 404, status(34)],
  ['episodes of nobody', 'GET /3/guest_session/nobody/rated/tv/episodes', 404, status(34)],

  life('a movie', movie, '/3/account/1/rated/movies', (rating) => onePage(ratedHere(lantern, rating)), ada),
  life('a series', series, '/3/account/1/rated/tv', (rating) => onePage(ratedHere(tidewater, rating)), ada),
  life('an episode', episode, '/3/account/1/rated/tv/episodes', (rating) => onePage(ratedHere(storm, rating)), ada),
  life(
    'a movie, by a guest',
    movie,
    `/3/guest_session/${guest}/rated/movies`,
    (rating) => pageOf(1, [{ ...lantern, rating }, ...rated(reels).toReversed().slice(0, 19)], 22),
    {},
  ),
  [
    'the first rating decides the place, and a filmdb id names the movie',
    [
      ['one', 'POST /3/tv/601/season/2/episode/2/rating', 201, status(1), { ...ada, body: { value: 0.5 } }],
      ['another', `POST ${episode}`, 201, status(1), { ...ada, body: { value: 10 }, now: '2026-03-10T12:00:01.000Z' }],
      [
        'the first again',
        'POST /3/tv/601/season/2/episode/2/rating',
        201,
        status(12),
        { ...ada, body: { value: 1 }, now: '2026-03-10T12:00:02.000Z' },
      ],
      ['both', 'GET /3/account/1/rated/tv/episodes', 200, onePage(ratedHere(turn, 1), ratedHere(storm, 10)), ada],
      ['a movie', 'POST /3/movie/tt0000501/rating', 201, status(1), { ...ada, body: { value: 3 } }],
      ['in German', 'GET /3/account/0/rated/movies?language=de', 200, onePage(ratedHere(lanternGerman, 3)), ada],
    ],
  ],
  [
    'the session of a guest in the body',
    [
      ['given', `POST ${movie}`, 201, status(1), { body: { value: 8, guest_session_id: guest } }],
      ['taken back', `DELETE ${movie}`, 200, status(13), { body: { guest_session_id: guest } }],
      [
        'with one of a user that is wrong',
        `POST ${movie}`,
        201,
        status(1),
        { session: 'cy', body: { value: 8, guest_session_id: guest } },
      ],
    ],
  ],
  [
    'the states of a title',
    [
      ['nothing kept', 'GET /3/movie/501/account_states', 200, states(501, false), { session: 'eve' }],
      ['marked', setFavorite, 200, status(1), { ...ada, body: title, common: { http: 201 } }],
      ['rated', `POST ${movie}`, 201, status(1), { ...ada, body: { value: 8.5 } }],
      ['kept', 'GET /3/movie/501/account_states', 200, { ...states(501, 8.5), favorite: true, watchlist: true }, ada],
      ['others keep nothing', 'GET /3/movie/501/account_states', 200, states(501, false), { session: 'eve' }],
      ['nor does a guest', `GET /3/movie/501/account_states?guest_session_id=${guest}`, 200, states(501, false)],
      ['a series', 'GET /3/tv/601/account_states', 200, { ...states(601, false), watchlist: true }, ada],
    ],
  ],
  [
    'the states of episodes',
    [
      ['rated', `POST ${episode}`, 201, status(1), { ...ada, body: { value: 9 } }],
      ['of one', 'GET /3/tv/601/season/2/episode/1/account_states', 200, states(storm.id as number, 9), ada],
      [
        'of a season',
        'GET /3/tv/601/season/2/account_states',
        200,
        {
          id: 6012,
          results: [
            { id: storm.id, episode_number: 1, rated: { value: 9 } },
            { id: turn.id, episode_number: 2, rated: false },
            { id: 60123, episode_number: 3, rated: false },
            { id: 60124, episode_number: 4, rated: false },
          ],
        },
        ada,
      ],
    ],
  ],
  ['states of no movie', 'GET /3/movie/599/account_states', 404, status(34), ada],
  ['states of no series', 'GET /3/tv/599/account_states', 404, status(34), ada],
  ['states of no season', 'GET /3/tv/601/season/9/account_states', 404, status(34), ada],
  ['states of no episode', 'GET /3/tv/601/season/2/episode/99/account_states', 404, status(34), ada],
  ['states of nobody', 'GET /3/movie/501/account_states', 401, status(3)],
  refused('no value', {}),
  refused('nothing', 0),
  refused('zero', { value: 0 }),
  refused('a quarter', { value: 0.25 }),
  refused('a half too much', { value: 10.5 }),
  refused('no half', { value: 7.3 }),
  refused('below zero', { value: -1 }),
  refused('a word', { value: 'good' }),
  ['no value for a series', 'POST /3/tv/601/rating', 400, status(18), { ...ada, body: {} }],
  ['a quarter for an episode', `POST ${episode}`, 400, status(18), { ...ada, body: { value: 0.25 } }],
  ['no such movie', 'POST /3/movie/599/rating', 404, status(34), { ...ada, body: { value: 8 } }],
  ['no such series', 'DELETE /3/tv/599/rating', 404, status(34), ada],
  ['the session is asked for before the value is checked', `POST ${movie}`, 401, status(3), { body: { value: 11 } }],
  ['no session', `POST ${movie}`, 401, status(3), { body: { value: 8 } }],
  ['a guest who is gone', `POST ${movie}?guest_session_id=${gone}`, 401, status(3), { body: { value: 8 } }],
  ['a guest keeps no favourites', `${setFavorite}?guest_session_id=${guest}`, 401, status(3), { body: title }],
  ['and has no account', `GET /3/account?guest_session_id=${guest}`, 401, status(3)],
  ['nor is one a user', 'GET /3/account/1/rated/movies', 401, status(3), { session: guest }],

  [
    'a favourite is marked, and the mark removed',
    [
      ['marked', setFavorite, 200, status(1), { ...ada, body: title, common: { http: 201 } }],
      [
        'marked again',
        setFavorite,
        200,
        status(1),
        { ...ada, body: { ...title, favorite: 'True' }, common: { http: 201, body: status(12) } },
      ],
      ['listed', favorites, 200, onePage(lantern), ada],
      ['not on the watchlist of others', favorites, 200, onePage(), { session: 'eve' }],
      ['removed', setFavorite, 200, status(13), { ...ada, body: { ...title, favorite: false } }],
      ['gone', favorites, 200, onePage(), ada],
      ['no such movie', setFavorite, 404, status(34), { ...ada, body: { ...title, media_id: 599 } }],
      ['neither', setFavorite, 422, status(5), { ...ada, body: { media_type: 'movie', media_id: 501 } }],
    ],
  ],
  [
    'a guest',
    [
      [
        'made',
        'GET /3/authentication/guest_session/new',
        200,
        { success: true, guest_session_id: /^[0-9a-f]{32}$/, expires_at: '2026-03-11 12:00:00 UTC' },
      ],
      ['has rated nothing', 'GET /3/guest_session/{1.guest_session_id}/rated/movies', 200, onePage()],
      [
        'rates at the last moment',
        `POST ${movie}?guest_session_id={1.guest_session_id}`,
        201,
        status(1),
        { body: { value: 4 }, now: '2026-03-11T11:59:59.999Z' },
      ],
      [
        'and no later',
        `POST ${movie}?guest_session_id={1.guest_session_id}`,
        401,
        status(3),
        { body: { value: 4 }, now: '2026-03-11T12:00:00.000Z' },
      ],
    ],
  ],
])
