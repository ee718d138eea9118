/** Rows of the world as replies show them in en-US; `…German` is what is different in de-DE. */

export const odalys = {
  adult: false,
  gender: 1,
  id: 301,
  known_for_department: 'Acting',
  name: 'Odalys Fenwick',
  original_name: 'Odalys Fenwick',
  popularity: 18.5,
  profile_path: '/odalys-2.jpg',
}
export const brannoc = {
  adult: false,
  gender: 2,
  id: 302,
  known_for_department: 'Directing',
  name: 'Brannoc Tully',
  original_name: 'Brannoc Tully',
  popularity: 7.1234,
  profile_path: '/brannoc.jpg',
}
/** Her name is only known in English: in other languages the original one stands in. */
export const sunniva = {
  adult: false,
  gender: 3,
  id: 303,
  known_for_department: 'Writing',
  name: 'Sunniva Okoro',
  original_name: 'Ọkọrọ Sunniva',
  popularity: 3,
  profile_path: null,
}
export const sunnivaGerman = { ...sunniva, name: 'Ọkọrọ Sunniva' }
export const tamsin = {
  adult: false,
  gender: 1,
  id: 304,
  known_for_department: 'Creator',
  name: 'Tamsin Rook',
  original_name: 'Tamsin Rook',
  popularity: 2.5,
  profile_path: '/tamsin.jpg',
}
export const ilka = {
  adult: true,
  gender: 0,
  id: 305,
  known_for_department: 'Acting',
  name: 'Ilka Marrow',
  original_name: 'Ilka Marrow',
  popularity: 0.6,
  profile_path: null,
}

export const lantern = {
  adult: false,
  backdrop_path: '/lantern-wide.jpg',
  genre_ids: [18, 878],
  id: 501,
  original_language: 'en',
  original_title: 'The Glass Lantern',
  overview: 'A lamp maker follows a light that nobody else can see.',
  popularity: 41.25,
  poster_path: '/lantern-en.jpg',
  release_date: '2021-06-18',
  title: 'The Glass Lantern',
  video: false,
  vote_average: 7.412,
  vote_count: 1208,
}
export const lanternGerman = {
  ...lantern,
  overview: 'Ein Lampenmacher folgt einem Licht, das sonst niemand sieht.',
  poster_path: '/lantern-de.jpg',
  title: 'Die gläserne Laterne',
}
export const glimmen = {
  adult: false,
  backdrop_path: null,
  genre_ids: [90001],
  id: 502,
  original_language: 'de',
  original_title: 'Das zweite Glimmen',
  overview: 'The light comes back.',
  popularity: 12.3456,
  poster_path: '/glimmen-de.jpg',
  release_date: '2026-11-05',
  title: 'The Second Glimmer',
  video: false,
  vote_average: 0,
  vote_count: 0,
}
export const glimmenGerman = { ...glimmen, overview: 'Das Licht kehrt zurück.', title: 'Das zweite Glimmen' }
export const velvet = {
  adult: true,
  backdrop_path: null,
  genre_ids: [16],
  id: 503,
  original_language: 'fr',
  original_title: "L'Heure de velours",
  overview: 'Only at night.',
  popularity: 0.6,
  poster_path: '/velvet.jpg',
  release_date: '2019-02-14',
  title: 'Velvet Hour',
  video: false,
  vote_average: 3.5,
  vote_count: 2,
}
export const rumours = {
  adult: false,
  backdrop_path: null,
  genre_ids: [],
  id: 505,
  original_language: 'en',
  original_title: 'Rumours on Tape',
  overview: '',
  popularity: 1,
  poster_path: '/rumours-fr.jpg',
  release_date: '',
  title: 'Rumours on Tape',
  video: true,
  vote_average: 0,
  vote_count: 0,
}

export const tidewater = {
  adult: false,
  backdrop_path: '/tidewater-wide.jpg',
  first_air_date: '2024-09-02',
  genre_ids: [18, 9648],
  id: 601,
  name: 'Tidewater Signals',
  origin_country: ['GB', 'FR'],
  original_language: 'en',
  original_name: 'Tidewater Signals',
  overview: 'Keepers of six lighthouses talk at night.',
  popularity: 88.125,
  poster_path: '/tidewater-en.jpg',
  vote_average: 8.016,
  vote_count: 640,
}
export const tidewaterGerman = {
  ...tidewater,
  name: 'Gezeitensignale',
  overview: 'Wärter von sechs Leuchttürmen.',
}
export const greyHours = {
  adult: false,
  backdrop_path: null,
  first_air_date: '2026-03-17',
  genre_ids: [],
  id: 602,
  name: 'The Grey Hours',
  origin_country: ['FR'],
  original_language: 'fr',
  original_name: 'Les Heures grises',
  overview: '',
  popularity: 9.5,
  poster_path: null,
  vote_average: 0,
  vote_count: 0,
}

export const ferry = {
  ...greyHours,
  backdrop_path: '/ferry-wide.jpg',
  first_air_date: '2026-03-09',
  id: 604,
  name: 'The Last Ferry',
  origin_country: [],
  original_language: 'en',
  original_name: 'The Last Ferry',
  popularity: 1.5,
  poster_path: '/ferry.jpg',
}

/** Movies and series of which little is known, one more than a page of each; all are equally popular. */
export const reels = Array.from({ length: 21 }, (_, index) => {
  const two = String(index + 1).padStart(2, '0')
  return {
    ...rumours,
    id: 5101 + index,
    original_title: `Reel ${two}`,
    popularity: 0,
    poster_path: null,
    release_date: `2001-01-${two}`,
    title: `Reel ${two}`,
    video: false,
    vote_average: 5,
    vote_count: 200,
  }
})
export const shorts = Array.from({ length: 80 }, (_, index) => {
  const title = `Short ${String(index + 1).padStart(2, '0')}`
  return {
    ...reels[0],
    genre_ids: [16],
    id: 5201 + index,
    original_title: title,
    release_date: '',
    title,
    vote_average: 0,
    vote_count: 0,
  }
})
export const serials = Array.from({ length: 21 }, (_, index) => ({
  ...greyHours,
  first_air_date: '',
  id: 7001 + index,
  name: `Serial ${index + 1}`,
  origin_country: [],
  original_language: 'en',
  original_name: `Serial ${index + 1}`,
  popularity: 0,
  vote_average: 5,
  vote_count: 200,
}))

/** A movie of the collection that has no title but the original one. */
export const untitled = {
  ...rumours,
  id: 504,
  original_language: '',
  original_title: 'Untitled Glimmer',
  popularity: 0,
  poster_path: null,
  title: 'Untitled Glimmer',
  video: false,
}

/** People of whom nothing is known but the name. */
export const vesper = {
  ...ilka,
  adult: false,
  id: 306,
  known_for_department: null,
  name: 'Vesper Quist',
  original_name: '',
  popularity: 0,
}
export const extras = Array.from({ length: 101 }, (_, index) => ({
  ...vesper,
  id: 3001 + index,
  name: `Extra ${index + 1}`,
}))

/** The companies and networks that titles of the world have. */
export const lanternfish = {
  id: 101,
  logo_path: '/lanternfish.png',
  name: 'Lanternfish Pictures',
  origin_country: 'DE',
}
export const nobody = { id: 103, logo_path: null, name: 'Nobody and Company', origin_country: '' }
export const zephyr = { id: 201, logo_path: '/zephyr.png', name: 'Channel Zephyr', origin_country: 'FR' }
export const mistral = { id: 202, logo_path: null, name: 'Mistral Nine', origin_country: '' }

/** Seasons of 601. */
export const specials = {
  air_date: null,
  episode_count: 1,
  id: 6010,
  name: 'Specials',
  overview: '',
  poster_path: null,
  season_number: 0,
  vote_average: 0,
}
export const season1 = {
  air_date: '2024-09-02',
  episode_count: 2,
  id: 6011,
  name: 'Season 1',
  overview: 'The first winter.',
  poster_path: '/tidewater-1-own.jpg',
  season_number: 1,
  vote_average: 7.9,
}
export const season2 = {
  air_date: '2026-03-03',
  episode_count: 4,
  id: 6012,
  name: 'Season 2',
  overview: 'The second winter.',
  poster_path: '/tidewater-2-en.jpg',
  season_number: 2,
  vote_average: 8.1,
}

const unknownEpisode = {
  overview: '',
  vote_average: 0,
  vote_count: 0,
  episode_type: 'standard',
  production_code: '',
  runtime: null,
  still_path: null,
}
/** Episodes of 601 without `show_id`, by how they are shown outside their own details. */
export const firstLight = {
  ...unknownEpisode,
  id: 60111,
  name: 'First Light',
  vote_average: 7.5,
  vote_count: 30,
  air_date: '2024-09-02',
  episode_number: 1,
  production_code: 'TS-101',
  runtime: 45,
  season_number: 1,
}
export const stormWarning = {
  ...unknownEpisode,
  id: 60121,
  name: 'Storm Warning',
  overview: 'The lamp goes out.',
  vote_average: 8.25,
  vote_count: 12,
  air_date: '2026-03-03',
  episode_number: 1,
  production_code: 'TS-201',
  runtime: 50,
  season_number: 2,
  still_path: '/storm-2.jpg',
}
export const ebb = {
  ...unknownEpisode,
  id: 60122,
  name: 'Ebb',
  air_date: '2026-03-10',
  episode_number: 2,
  episode_type: 'mid_season',
  season_number: 2,
}
export const flood = {
  ...unknownEpisode,
  id: 60123,
  name: 'Flood',
  air_date: '2026-03-16',
  episode_number: 3,
  runtime: 48,
  season_number: 2,
}
export const slackWater = {
  ...unknownEpisode,
  id: 60124,
  name: 'Slack Water',
  air_date: '2026-03-17',
  episode_number: 4,
  episode_type: 'finale',
  season_number: 2,
}
/** An episode of 602 of which only the number is known. */
export const unnamed = {
  ...unknownEpisode,
  id: 60212,
  name: '',
  air_date: null,
  episode_number: 2,
  season_number: 1,
}
