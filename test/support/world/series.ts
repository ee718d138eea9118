import { hex, image, type Line, lamplighter } from './line.ts'

/**
 * 601 has everything and airs around the test day; 602 is French and airs just after the seven days; 603 is adult and
 * has no text, date or path; 604 ended the day before and has 21 reviews; 605 is adult and airs after the test day.
 */
export const series: Line[] = [
  {
    kind: 'series',
    id: 601,
    source: 'atlas',
    name: 'Tidewater Signals',
    original_name: 'Tidewater Signals',
    original_language: 'en',
    overview: 'Keepers of six lighthouses talk at night.',
    tagline: 'Are you receiving?',
    homepage: 'https://tidewater.example',
    adult: false,
    in_production: true,
    status: 'Returning Series',
    type: 'Scripted',
    first_air_date: '2024-09-02',
    last_air_date: '2026-03-10',
    popularity: 88.125,
    vote_average: 8.016,
    vote_count: 640,
    poster_path: '/tidewater-own.jpg',
    backdrop_path: '/tidewater-own-wide.jpg',
    episode_run_time: [45, 50],
    languages: ['en', 'fr'],
    origin_country: ['GB', 'FR'],
    production_countries: [{ iso_3166_1: 'GB' }, { iso_3166_1: 'FR' }],
    spoken_languages: [{ iso_639_1: 'en' }, { iso_639_1: 'fr' }],
    genres: [{ id: 18 }, { id: 9648 }],
    networks: [{ id: 201 }, { id: 202 }],
    production_companies: [{ id: 101 }],
    created_by: [{ id: 304, credit_id: hex(601_01) }],
    keywords: { results: [{ id: 801 }] },
    episode_groups: {
      results: [
        {
          id: hex(601_71),
          name: 'By weather',
          description: 'Storms first.',
          type: 5,
          network: { id: 201 },
          groups: [
            // An episode that does not exist yet keeps its place.
            { id: hex(601_73), name: 'Calm', order: 1, episodes: [{ id: 60122 }, { id: 60199 }, { id: 60112 }] },
            {
              id: hex(601_72),
              name: 'Storms',
              order: 0,
              locked: true,
              episodes: [
                { id: 60121, order: 1 },
                { id: 60101, order: 0 },
              ],
            },
          ],
        },
        { name: 'Whole', type: 2, groups: [], source: 'rumour' },
      ],
    },
    screened_theatrically: { results: [{ id: 60121 }, { id: 60101 }] },
    'watch/providers': {
      results: { GB: { flatrate: [{ provider_id: 901, link: 'https://stream.example/tidewater' }] } },
    },
    credits: {
      cast: [{ id: 301, credit_id: hex(601_02), character: 'Keeper Maud', order: 0 }],
      crew: [{ id: 302, credit_id: hex(601_03), department: 'Production', job: 'Executive Producer' }],
    },
    alternative_titles: {
      results: [
        { iso_3166_1: 'FR', title: 'Signaux de marée', type: '' },
        { iso_3166_1: 'JP', title: 'Taidowotā', type: 'romaji' },
        { iso_3166_1: 'US', title: 'Tidewater', type: 'short title' },
      ],
    },
    content_ratings: {
      results: [
        { iso_3166_1: 'DE', rating: '12', descriptors: [] },
        { iso_3166_1: 'US', rating: 'TV-14', descriptors: ['Dialogue', 'Language'] },
        { iso_3166_1: 'US', rating: 'TV-MA', descriptors: [] },
      ],
    },
    external_ids: {
      filmdb_id: 'tt0000601',
      kb1_mid: '/m/0tidewater',
      kb1_id: '/en/tidewater_signals',
      tvdata_id: 880601,
      tvguide_id: 660601,
      kb2_id: 'Q900601',
      socialnet1_id: 'tidewatersignals',
      socialnet2_id: 'tidewater_signals',
      socialnet3_id: 'tidewater3',
    },
    images: {
      backdrops: [image('/tidewater-wide.jpg', { width: 3840, height: 2160, aspect_ratio: 1.778 })],
      logos: [image('/tidewater-logo.png', { width: 800, height: 200, aspect_ratio: 4, iso_639_1: 'en' })],
      posters: [
        image('/tidewater-en.jpg', {
          iso_639_1: 'en',
          iso_3166_1: 'GB',
          vote_average: 5.4,
          vote_count: 8,
          people: [{ id: 301 }],
        }),
        image('/tidewater-fr.jpg', { iso_639_1: 'fr', iso_3166_1: 'FR', vote_average: 5, vote_count: 2 }),
      ],
    },
    videos: { results: [video(601_51, 'en', 'GB', 'Season 2 Teaser', '2026-02-01T12:00:00.000Z')] },
    translations: {
      translations: [
        {
          iso_639_1: 'de',
          iso_3166_1: 'DE',
          data: { name: 'Gezeitensignale', overview: 'Wärter von sechs Leuchttürmen.', homepage: '', tagline: '' },
        },
        {
          iso_639_1: 'fr',
          iso_3166_1: 'FR',
          data: {
            name: 'Signaux de marée',
            overview: 'Des gardiens se parlent la nuit.',
            homepage: 'https://tidewater.example/fr',
            tagline: 'Vous me recevez ?',
          },
        },
      ],
    },
    reviews: {
      results: [
        {
          id: hex(601_91),
          author_details: { ...lamplighter, rating: 10 },
          iso_639_1: 'en',
          content: 'I hear them too.',
          created_at: '2024-12-24T18:00:00.000Z',
          updated_at: '2024-12-24T18:00:00.000Z',
        },
      ],
    },
  },
  {
    kind: 'series',
    id: 602,
    source: 'atlas',
    name: 'The Grey Hours',
    original_name: 'Les Heures grises',
    original_language: 'fr',
    overview: '',
    in_production: false,
    status: 'Pilot',
    type: 'Miniseries',
    first_air_date: '2026-03-17',
    popularity: 9.5,
    origin_country: ['FR'],
    external_ids: { kb2_id: 'Q900777' },
    credits: {
      cast: [],
      crew: [{ id: 303, credit_id: hex(602_01), department: 'Writing', job: 'Writer' }],
    },
    translations: {
      translations: [
        { iso_639_1: 'fr', iso_3166_1: 'FR', data: { name: 'Les Heures grises', overview: 'Une ville sans soleil.' } },
      ],
    },
  },
  { kind: 'series', id: 603, source: 'rumour', original_name: 'Nothing Yet', adult: true },
  {
    kind: 'series',
    id: 604,
    source: 'atlas',
    name: 'The Last Ferry',
    original_name: 'The Last Ferry',
    original_language: 'en',
    status: 'Ended',
    type: 'Scripted',
    first_air_date: '2026-03-09',
    last_air_date: '2026-03-09',
    popularity: 1.5,
    poster_path: '/ferry.jpg',
    backdrop_path: '/ferry-wide.jpg',
    // Two pages of reviews, one an hour, the second page with one row.
    reviews: {
      results: Array.from({ length: 21 }, (_, index) => {
        const created_at = new Date(Date.UTC(2026, 2, 9, index)).toISOString()
        return { id: hex(604_01 + index), author_details: lamplighter, iso_639_1: 'en', content: 'Toot.', created_at }
      }),
    },
  },
  {
    kind: 'series',
    id: 605,
    source: 'rumour',
    name: 'Midnight Ballast',
    original_name: 'Midnight Ballast',
    original_language: 'en',
    adult: true,
    popularity: 99,
  },
]

/** Of 601: the specials (0), a season that is over (1) and the one that airs (2); of 602, 604 and 605: one each. */
export const seasons: Line[] = [
  {
    kind: 'season',
    id: 6010,
    source: 'atlas',
    series_id: 601,
    season_number: 0,
    name: 'Specials',
    air_date: null,
  },
  {
    kind: 'season',
    id: 6011,
    source: 'atlas',
    series_id: 601,
    season_number: 1,
    name: 'Season 1',
    overview: 'The first winter.',
    air_date: '2024-09-02',
    poster_path: '/tidewater-1-own.jpg',
    vote_average: 7.9,
  },
  {
    kind: 'season',
    id: 6012,
    source: 'atlas',
    series_id: 601,
    season_number: 2,
    name: 'Season 2',
    overview: 'The second winter.',
    air_date: '2026-03-03',
    poster_path: '/tidewater-2-own.jpg',
    vote_average: 8.1,
    credits: {
      cast: [
        { id: 301, credit_id: hex(6012_01), character: 'Keeper Maud', order: 0 },
        { id: 302, credit_id: hex(6012_02), character: 'Harbour Master', order: 1 },
      ],
      crew: [{ id: 303, credit_id: hex(6012_03), department: 'Writing', job: 'Story Editor' }],
    },
    'watch/providers': {
      results: { GB: { buy: [{ provider_id: 901, link: 'https://stream.example/tidewater/2' }] } },
    },
    external_ids: {
      kb1_mid: '/m/0tidewater2',
      kb1_id: '/en/tidewater_signals_2',
      tvdata_id: 886012,
      tvguide_id: 666012,
      kb2_id: 'Q906012',
    },
    images: {
      posters: [
        image('/tidewater-2-en.jpg', { iso_639_1: 'en', iso_3166_1: 'GB', vote_average: 5, vote_count: 2 }),
        image('/tidewater-2-fr.jpg', { iso_639_1: 'fr', iso_3166_1: 'FR', people: [{ id: 301 }] }),
      ],
    },
    videos: { results: [video(6012_51, 'en', 'GB', 'Season 2 Trailer', '2026-02-20T12:00:00.000Z')] },
    translations: {
      translations: [{ iso_639_1: 'fr', iso_3166_1: 'FR', data: { name: 'Saison 2', overview: 'Le deuxième hiver.' } }],
    },
  },
  {
    kind: 'season',
    id: 6021,
    source: 'atlas',
    series_id: 602,
    season_number: 1,
    name: 'Season 1',
    // The best one is not in the original language of the series.
    images: {
      posters: [
        image('/grey-1-en.jpg', { iso_639_1: 'en', vote_average: 5 }),
        image('/grey-1-fr.jpg', { iso_639_1: 'fr' }),
      ],
    },
  },
  { kind: 'season', id: 6051, source: 'rumour', series_id: 605, season_number: 1, name: 'Season 1' },
  {
    kind: 'season',
    id: 6041,
    source: 'atlas',
    series_id: 604,
    season_number: 1,
    name: 'Season 1',
    air_date: '2026-03-09',
  },
]

/** The second season of 601 has an episode before the test day, on it, on the last of the seven days and after them. */
export const episodes: Line[] = [
  episode(60101, 601, 0, 1, 'The Night Before', '2024-08-30', { runtime: 12 }),
  episode(60111, 601, 1, 1, 'First Light', '2024-09-02', {
    runtime: 45,
    production_code: 'TS-101',
    vote_average: 7.5,
    vote_count: 30,
    credits: {
      crew: [{ id: 302, credit_id: hex(60111_01), department: 'Directing', job: 'Director' }],
      guest_stars: [{ id: 303, credit_id: hex(60111_02), character: 'Stranger', order: 500 }],
    },
  }),
  episode(60112, 601, 1, 2, 'Last Light', '2024-09-09', { episode_type: 'finale', runtime: 50 }),
  episode(60121, 601, 2, 1, 'Storm Warning', '2026-03-03', {
    overview: 'The lamp goes out.',
    runtime: 50,
    production_code: 'TS-201',
    still_path: '/storm-own.jpg',
    vote_average: 8.25,
    vote_count: 12,
    credits: {
      cast: [{ id: 301, credit_id: hex(60121_01), character: 'Keeper Maud', order: 0 }],
      crew: [
        { id: 302, credit_id: hex(60121_02), department: 'Directing', job: 'Director' },
        { id: 303, credit_id: hex(60121_03), department: 'Writing', job: 'Writer' },
      ],
      guest_stars: [
        { id: 303, credit_id: hex(60121_04), character: 'Stranger', order: 500 },
        { id: 305, credit_id: hex(60121_05), character: '', order: 501 },
      ],
    },
    external_ids: {
      filmdb_id: 'tt0060121',
      kb1_mid: '/m/0storm',
      kb1_id: '/en/storm_warning',
      tvdata_id: 8860121,
      tvguide_id: 6660121,
      kb2_id: 'Q960121',
    },
    images: {
      stills: [
        image('/storm-1.jpg', {
          width: 1280,
          height: 720,
          aspect_ratio: 1.778,
          vote_average: 5,
          vote_count: 1,
          people: [{ id: 301 }],
        }),
        image('/storm-2.jpg', { width: 1920, height: 1080, aspect_ratio: 1.778, vote_average: 5, vote_count: 3 }),
      ],
    },
    videos: {
      results: [
        video(60121_51, 'en', 'GB', 'Storm Warning: a scene', '2026-03-01T12:00:00.000Z', { type: 'Clip' }),
        video(60121_52, 'en', 'US', 'Storm Warning: next week', '2026-03-02T12:00:00.500Z', { official: false }),
        video(60121_53, 'fr', 'FR', 'Avis de tempête', '2026-03-02T12:00:00.000Z'),
      ],
    },
    translations: {
      translations: [
        { iso_639_1: 'fr', iso_3166_1: 'FR', data: { name: 'Avis de tempête', overview: "La lampe s'éteint." } },
      ],
    },
  }),
  episode(60122, 601, 2, 2, 'Ebb', '2026-03-10', { episode_type: 'mid_season' }),
  episode(60123, 601, 2, 3, 'Flood', '2026-03-16', { runtime: 48 }),
  episode(60124, 601, 2, 4, 'Slack Water', '2026-03-17', { episode_type: 'finale' }),
  episode(60211, 602, 1, 1, 'Dawn', '2026-03-17'),
  { kind: 'episode', id: 60212, source: 'rumour', series_id: 602, season_number: 1, episode_number: 2 },
  episode(60511, 605, 1, 1, 'Overboard', '2026-03-11', { source: 'rumour' }),
  episode(60411, 604, 1, 1, 'Moored', '2026-03-09', { episode_type: 'finale' }),
]

function episode(
  id: number,
  series_id: number,
  season_number: number,
  episode_number: number,
  name: string,
  air_date: string,
  more: Record<string, unknown> = {},
): Line {
  const numbers = { series_id, season_number, episode_number }
  return { kind: 'episode', id, source: 'atlas', ...numbers, name, air_date, episode_type: 'standard', ...more }
}

function video(id: number, iso_639_1: string, iso_3166_1: string, name: string, published_at: string, more = {}) {
  const common = { key: `tide${id}`, site: 'VideoSite1', size: 1080, type: 'Trailer', official: true }
  return { id: hex(id), iso_639_1, iso_3166_1, name, published_at, ...common, ...more }
}
