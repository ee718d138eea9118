import { hex, image, type Line, lamplighter } from './line.ts'

/** 401 has everything and three movies, one without a date; 402 is only a name. */
export const collections: Line[] = [
  {
    kind: 'collection',
    id: 401,
    source: 'atlas',
    name: 'The Glimmer Collection',
    original_name: 'The Glimmer Collection',
    original_language: 'en',
    overview: 'Films about one light.',
    homepage: 'https://glimmer.example',
    poster_path: '/glimmer-own.jpg',
    backdrop_path: '/glimmer-wide.jpg',
    images: {
      posters: [
        image('/glimmer-en.jpg', { iso_639_1: 'en', iso_3166_1: 'US', vote_average: 5, vote_count: 1 }),
        image('/glimmer-de.jpg', { iso_639_1: 'de', iso_3166_1: 'DE', vote_average: 4, vote_count: 1 }),
      ],
    },
    translations: {
      translations: [
        {
          iso_639_1: 'de',
          iso_3166_1: 'DE',
          data: { title: 'Die Glimmer-Filmreihe', overview: 'Filme über ein Licht.', homepage: '' },
        },
      ],
    },
    external_ids: { kb2_id: 'Q900401' },
  },
  { kind: 'collection', id: 402, source: 'rumour', name: 'Empty Shelf Collection' },
]

/**
 * 501 has everything; 502 is German and has a title in several languages; 503 is adult and French, and has 21 reviews;
 * 504 has no text, date or path; 505 is a video of the lower source with a poster in another language only.
 */
export const movies: Line[] = [
  {
    kind: 'movie',
    id: 501,
    source: 'atlas',
    title: 'The Glass Lantern',
    original_title: 'The Glass Lantern',
    original_language: 'en',
    overview: 'A lamp maker follows a light that nobody else can see.',
    tagline: 'Follow it.',
    homepage: 'https://lantern.example',
    adult: false,
    video: false,
    status: 'Released',
    release_date: '2021-06-18',
    runtime: 112,
    budget: 12_000_000,
    revenue: 3_000_000_000,
    popularity: 41.25,
    vote_average: 7.412,
    vote_count: 1208,
    poster_path: '/lantern-own.jpg',
    backdrop_path: '/lantern-own-wide.jpg',
    origin_country: ['US', 'DE'],
    production_countries: [{ iso_3166_1: 'US' }, { iso_3166_1: 'DE' }],
    spoken_languages: [{ iso_639_1: 'en' }, { iso_639_1: 'de' }],
    belongs_to_collection: { id: 401 },
    genres: [{ id: 18 }, { id: 878 }],
    production_companies: [{ id: 101 }, { id: 103 }],
    keywords: { keywords: [{ id: 801 }, { id: 802, name: 'glass maker' }] },
    'watch/providers': {
      results: {
        DE: {
          flatrate: [{ provider_id: 901, link: 'https://stream.example/de/lantern', as_of: '2026-02-28' }],
          rent: [
            { provider_id: 902, link: 'https://beacon.example/lantern' },
            { provider_id: 901, link: 'https://stream.example/de/lantern/rent' },
            {
              provider_id: 903,
              provider_name: 'Moth Cinema',
              logo_path: '/moth.png',
              display_priority: 2,
              source: 'rumour',
            },
          ],
        },
        US: {
          link: 'https://stream.example/us/lantern',
          ads: [{ provider_id: 901 }],
          buy: [{ provider_id: 902 }],
          free: [{ provider_id: 901 }],
        },
      },
    },
    credits: {
      cast: [
        { id: 301, credit_id: hex(501_01), character: 'Ansa', order: 0, cast_id: 4 },
        { id: 302, credit_id: hex(501_02), character: '', order: 1, cast_id: 5 },
      ],
      crew: [
        { id: 302, credit_id: hex(501_03), department: 'Directing', job: 'Director' },
        { id: 303, credit_id: hex(501_04), department: 'Writing', job: 'Screenplay' },
      ],
    },
    alternative_titles: {
      titles: [
        { iso_3166_1: 'DE', title: 'Das gläserne Licht', type: 'working title' },
        { iso_3166_1: 'US', title: 'Lantern', type: '' },
        { iso_3166_1: 'US', title: 'The Lantern Maker', type: 'TV title', source: 'rumour' },
      ],
    },
    external_ids: {
      filmdb_id: 'tt0000501',
      kb2_id: 'Q900501',
      socialnet1_id: 'glasslantern',
      socialnet2_id: 'glasslantern_film',
      socialnet3_id: 'glasslantern3',
    },
    images: {
      backdrops: [
        image('/lantern-wide.jpg', {
          width: 1920,
          height: 1080,
          aspect_ratio: 1.778,
          vote_average: 4,
          vote_count: 1,
          people: [{ id: 302, source: 'rumour' }, { id: 301 }],
        }),
        image('/lantern-wide-en.jpg', {
          width: 1920,
          height: 1080,
          aspect_ratio: 1.778,
          iso_639_1: 'en',
          iso_3166_1: 'US',
          vote_average: 6,
          vote_count: 2,
        }),
      ],
      logos: [
        image('/lantern-logo.png', { width: 600, height: 200, aspect_ratio: 3, iso_639_1: 'en', iso_3166_1: 'US' }),
      ],
      posters: [
        image('/lantern-en.jpg', { iso_639_1: 'en', iso_3166_1: 'US', vote_average: 5.5, vote_count: 12 }),
        image('/lantern-en-2.jpg', { iso_639_1: 'en', iso_3166_1: 'GB', vote_average: 5.5, vote_count: 3 }),
        image('/lantern-de.jpg', { iso_639_1: 'de', iso_3166_1: 'DE', vote_average: 5.3, vote_count: 4 }),
        image('/lantern-bare.jpg', { vote_average: 5.8, vote_count: 20 }),
      ],
    },
    videos: {
      results: [
        video(501_51, 'en', 'US', 'Official Trailer', '2021-03-01T17:00:00.000Z', { key: 'lantern01' }),
        video(501_52, 'en', 'GB', 'A look behind', '2021-04-01T17:00:00.000Z', {
          key: 'lantern02',
          site: 'VideoSite2',
          size: 720,
          type: 'Behind the Scenes',
          official: false,
        }),
        video(501_53, 'de', 'DE', 'Offizieller Trailer', '2021-03-05T09:30:00.000Z', { key: 'lantern03' }),
      ],
    },
    release_dates: {
      results: [
        {
          iso_3166_1: 'DE',
          release_dates: [
            {
              certification: '12',
              descriptors: [],
              iso_639_1: 'de',
              note: '',
              release_date: '2021-07-01T00:00:00.000Z',
              type: 3,
            },
          ],
        },
        {
          iso_3166_1: 'US',
          release_dates: [
            {
              certification: '',
              descriptors: [],
              iso_639_1: '',
              note: 'Festival of Lamps',
              release_date: '2021-05-30T00:00:00.000Z',
              type: 1,
            },
            {
              certification: 'PG-13',
              descriptors: ['Violence', 'Language'],
              iso_639_1: 'en',
              note: '',
              release_date: '2021-06-18T00:00:00.000Z',
              type: 3,
            },
          ],
        },
      ],
    },
    translations: {
      translations: [
        {
          iso_639_1: 'de',
          iso_3166_1: 'DE',
          data: {
            homepage: 'https://lantern.example/de',
            overview: 'Ein Lampenmacher folgt einem Licht, das sonst niemand sieht.',
            runtime: 110,
            tagline: 'Folge ihm.',
            title: 'Die gläserne Laterne',
          },
        },
        // A title that equals the original one is shown all the same: French is not the original language.
        {
          iso_639_1: 'fr',
          iso_3166_1: 'FR',
          data: {
            homepage: '',
            overview: 'Un fabricant suit une lumière.',
            runtime: 0,
            tagline: '',
            title: 'The Glass Lantern',
          },
        },
        // The two Chinese entries differ: neither fills the gaps of the other.
        { iso_639_1: 'zh', iso_3166_1: 'CN', data: { overview: '一位灯匠追随一道光。', title: '玻璃灯' } },
        { iso_639_1: 'zh', iso_3166_1: 'SG', data: { tagline: '跟着它。', title: '玻璃灯笼' } },
      ],
    },
    reviews: {
      results: [
        review(501_91, lamplighter, 'en', 'It glows, and so did I.', '2021-07-02T08:15:30.500Z', {
          author_details: { ...lamplighter, rating: 8.5 },
          updated_at: '2021-08-01T10:00:00.000Z',
        }),
        review(501_92, { username: 'nachtfalter' }, 'de', 'Ein stilles Leuchten.', '2021-07-20T21:00:00.000Z'),
      ],
    },
  },
  {
    kind: 'movie',
    id: 502,
    source: 'atlas',
    title: 'The Second Glimmer',
    original_title: 'Das zweite Glimmen',
    original_language: 'de',
    overview: 'The light comes back.',
    status: 'Post Production',
    release_date: '2026-11-05',
    runtime: 0,
    popularity: 12.3456,
    vote_average: 0,
    vote_count: 0,
    origin_country: ['DE'],
    production_countries: [{ iso_3166_1: 'DE' }],
    spoken_languages: [{ iso_639_1: 'de' }],
    belongs_to_collection: { id: 401 },
    genres: [{ id: 90001 }],
    production_companies: [{ id: 101 }],
    credits: {
      cast: [{ id: 301, credit_id: hex(502_01), character: 'Ansa', order: 0, cast_id: 1 }],
      crew: [],
    },
    external_ids: { filmdb_id: 'tt0000502', kb2_id: 'Q900502' },
    images: {
      posters: [image('/glimmen-de.jpg', { iso_639_1: 'de', iso_3166_1: 'DE', vote_average: 2, vote_count: 1 })],
    },
    translations: {
      translations: [
        {
          iso_639_1: 'de',
          iso_3166_1: 'DE',
          data: { overview: 'Das Licht kehrt zurück.', title: 'Das zweite Glimmen' },
        },
        { iso_639_1: 'fr', iso_3166_1: 'FR', data: { title: 'La Seconde Lueur' } },
      ],
    },
  },
  {
    kind: 'movie',
    id: 503,
    source: 'atlas',
    // The translation to en-US below wins over this title.
    title: 'Velvet Draft',
    original_title: "L'Heure de velours",
    original_language: 'fr',
    genres: [{ id: 16 }],
    keywords: { keywords: [{ id: 800 }] },
    overview: 'Only at night.',
    adult: true,
    status: 'Released',
    release_date: '2019-02-14',
    runtime: 84,
    popularity: 0.6,
    vote_average: 3.5,
    vote_count: 2,
    poster_path: '/velvet.jpg',
    spoken_languages: [{ iso_639_1: 'fr' }],
    production_companies: [{ id: 101 }],
    credits: {
      cast: [{ id: 305, credit_id: hex(503_01), character: 'Herself', order: 0, cast_id: 1 }],
      crew: [],
    },
    translations: {
      translations: [{ iso_639_1: 'en', iso_3166_1: 'US', data: { title: 'Velvet Hour' } }],
    },
    // Two pages of reviews, one a day, the second page with one row.
    reviews: {
      results: Array.from({ length: 21 }, (_, index) =>
        review(503_01 + index, lamplighter, 'en', `Night ${index + 1}.`, day(index)),
      ),
    },
  },
  { kind: 'movie', id: 504, source: 'atlas', original_title: 'Untitled Glimmer', belongs_to_collection: { id: 401 } },
  {
    kind: 'movie',
    id: 505,
    source: 'rumour',
    title: 'Rumours on Tape',
    original_title: 'Rumours on Tape',
    original_language: 'en',
    video: true,
    status: 'Rumored',
    release_date: '',
    popularity: 1,
    images: { posters: [image('/rumours-fr.jpg', { iso_639_1: 'fr', iso_3166_1: 'FR' })] },
    credits: { cast: [], crew: [{ id: 302, credit_id: hex(505_01), department: 'Production', job: 'Producer' }] },
    external_ids: { kb2_id: 'Q900777' },
  },
]

function video(id: number, iso_639_1: string, iso_3166_1: string, name: string, published_at: string, more: object) {
  const common = { site: 'VideoSite1', size: 1080, type: 'Trailer', official: true }
  return { id: hex(id), iso_639_1, iso_3166_1, name, published_at, ...common, ...more }
}

function review(id: number, author_details: object, iso_639_1: string, content: string, created_at: string, more = {}) {
  return { id: hex(id), author_details, iso_639_1, content, created_at, updated_at: created_at, ...more }
}

function day(index: number) {
  return new Date(Date.UTC(2020, 0, 1 + index, 20)).toISOString()
}
