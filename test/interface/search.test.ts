import { status } from '../support/expected.ts'
import * as rows from '../support/rows.ts'
import { scenarios } from '../support/scenarios.ts'

const pageOf = (all: unknown[], page = 1) => ({
  page,
  results: all.slice(20 * (page - 1), 20 * page),
  total_pages: Math.ceil(all.length / 20),
  total_results: all.length,
})

const { lantern, glimmen, velvet, reels, tidewater, greyHours, ferry } = rows
const german = (row: { original_title: string }) => ({ ...row, overview: '', title: row.original_title })
const serial = (number: number) => {
  const name = `Serial ${number}`
  const votes = number <= 21 ? {} : { vote_average: 0, vote_count: 0 }
  return { ...rows.serials[0], id: 7000 + number, name, original_name: name, ...votes }
}
/** `Serial 1` is named exactly so; the others only begin like it. */
const serials = [1, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 100, 101].map(serial)
const allSerials = Array.from({ length: 101 }, (_, index) => serial(index + 1))

const labels = Array.from({ length: 21 }, (_, index) => ({
  id: 8001 + index,
  name: `label ${String(index + 1).padStart(2, '0')}`,
}))

const movie = (row: object) => ({ ...row, media_type: 'movie' })
const tv = (row: object) => ({ ...row, media_type: 'tv' })
const odalys = { ...rows.odalys, known_for: [tv(tidewater), movie(lantern), movie(glimmen)] }
const sunniva = { ...rows.sunniva, known_for: [tv(tidewater), movie(lantern), tv(greyHours)] }
const ilka = { ...rows.ilka, known_for: [tv(tidewater), movie(velvet)] }
const extras = rows.extras.map((person) => ({ ...person, known_for: [] }))

const glimmer = {
  adult: false,
  backdrop_path: '/glimmer-wide.jpg',
  id: 401,
  name: 'The Glimmer Collection',
  original_language: 'en',
  original_name: 'The Glimmer Collection',
  overview: 'Films about one light.',
  poster_path: '/glimmer-en.jpg',
}
const shelves = Array.from({ length: 21 }, (_, index) => {
  const name = `Shelf ${String(index + 1).padStart(2, '0')}`
  const nothing = { adult: false, backdrop_path: null, original_language: '', overview: '', poster_path: null }
  return { ...nothing, id: 4001 + index, name, original_name: name }
})
const emptyShelf = { ...shelves[0], id: 402, name: 'Empty Shelf Collection', original_name: 'Empty Shelf Collection' }
const studios = Array.from({ length: 21 }, (_, index) => ({
  id: 1001 + index,
  logo_path: null,
  name: `Studio ${String(index + 1).padStart(2, '0')}`,
  origin_country: '',
}))

scenarios('search', [
  ['a movie by its title', 'GET /3/search/movie?query=The%20Glass%20Lantern', 200, pageOf([lantern])],
  ['a movie without its article', 'GET /3/search/movie?query=glass', 200, pageOf([lantern])],
  ['a movie by an alternative title', 'GET /3/search/movie?query=das%20glas', 200, pageOf([lantern])],
  [
    'a movie by a translated title, without its accents, in a language',
    'GET /3/search/movie?query=DIE%20GLASERNE&language=de-DE',
    200,
    pageOf([rows.lanternGerman]),
  ],
  ['a movie by a title in another script', 'GET /3/search/movie?query=%E7%8E%BB', 200, pageOf([lantern])],
  ['words in another order', 'GET /3/search/movie?query=lantern%20the%20glass', 200, pageOf([lantern])],
  ['slips', 'GET /3/search/movie?query=galss%20latern', 200, pageOf([lantern])],
  ['joined words', 'GET /3/search/movie?query=glasslantern', 200, pageOf([lantern])],
  ['a year in the text', 'GET /3/search/movie?query=glass%20lantern%20(2021)', 200, pageOf([lantern])],
  [
    'the year of the first release',
    'GET /3/search/movie?query=glass&primary_release_year=2021',
    200,
    pageOf([lantern]),
  ],
  ['another year', 'GET /3/search/movie?query=glass&primary_release_year=2020', 200, pageOf([])],
  [
    'with the day of a region',
    'GET /3/search/movie?query=glass&region=DE',
    200,
    pageOf([{ ...lantern, release_date: '2021-07-01' }]),
  ],
  ['a year of a release in any country', 'GET /3/search/movie?query=glass&year=2021', 200, pageOf([lantern])],
  ['the most popular first', 'GET /3/search/movie?query=the', 200, pageOf([lantern, glimmen])],
  ['a word that no name has', 'GET /3/search/movie?query=lantern%20overnight', 200, pageOf([])],
  ['a word in the middle', 'GET /3/search/movie?query=lantern', 200, pageOf([lantern])],
  ['a text without letters', 'GET /3/search/movie?query=%3F%3F', 200, pageOf([])],
  ['a blank', 'GET /3/search/movie?query=%20', 200, pageOf([])],
  ['an adult movie is left out', 'GET /3/search/movie?query=velvet', 200, pageOf([])],
  ['an adult movie is asked for', 'GET /3/search/movie?query=velvet&include_adult=true', 200, pageOf([velvet])],
  ['a text that means something in patterns', 'GET /3/search/movie?query=%25', 200, pageOf([])],
  ['movies: the last page', 'GET /3/search/movie?query=reel&page=2', 200, pageOf(reels, 2)],
  ['movies: a page past the end', 'GET /3/search/movie?query=reel&page=3', 200, pageOf(reels, 3)],
  ['movies: nothing to look for', 'GET /3/search/movie?query=', 200, pageOf([])],
  ['movies: no text at all', 'GET /3/search/movie', 200, pageOf([])],
  [
    'movies: of a long text the first 200 characters',
    `GET /3/search/movie?query=glass%20lantern${'%20'.repeat(190)}nothing`,
    200,
    pageOf([lantern]),
  ],
  [
    'movies: of many words the first 16',
    `GET /3/search/movie?query=${'glass%20'.repeat(16)}nothing`,
    200,
    pageOf([lantern]),
  ],
  ['movies: page 0', 'GET /3/search/movie?query=reel&page=0', 400, status(22)],
  ['movies without a key', 'GET /3/search/movie?query=reel', 401, status(7), { key: null }],

  ['series: one that is named exactly so comes first', 'GET /3/search/tv?query=serial%201', 200, pageOf(serials)],
  ['series: by an original name', 'GET /3/search/tv?query=les%20heures', 200, pageOf([greyHours])],
  [
    'series in a language',
    'GET /3/search/tv?query=tide&language=de-DE&include_adult=true',
    200,
    pageOf([rows.tidewaterGerman]),
  ],
  ['series: the last page', 'GET /3/search/tv?query=serial&page=6', 200, pageOf(allSerials, 6)],
  ['series: a page past the end', 'GET /3/search/tv?query=serial&page=7', 200, pageOf(allSerials, 7)],

  [
    'series of the year in which they began',
    'GET /3/search/tv?query=tide&first_air_date_year=2024',
    200,
    pageOf([tidewater]),
  ],
  ['series of another year', 'GET /3/search/tv?query=tide&first_air_date_year=2026', 200, pageOf([])],
  ['series with an episode in a year', 'GET /3/search/tv?query=tide&year=2026', 200, pageOf([tidewater])],

  ['people by another name', 'GET /3/search/person?query=%D0%BE%D0%B4%D0%B0', 200, pageOf([odalys])],
  ['people by an original name without its accents', 'GET /3/search/person?query=okoro', 200, pageOf([sunniva])],
  [
    'people in a language',
    'GET /3/search/person?query=sunniva&language=de-DE',
    200,
    pageOf([
      {
        ...rows.sunnivaGerman,
        known_for: [
          tv(rows.tidewaterGerman),
          movie(rows.lanternGerman),
          tv({ ...greyHours, name: 'Les Heures grises' }),
        ],
      },
    ]),
  ],
  ['an adult person is left out', 'GET /3/search/person?query=ilka', 200, pageOf([])],
  ['an adult person is asked for', 'GET /3/search/person?query=ilka&include_adult=true', 200, pageOf([ilka])],
  ['people: the last page', 'GET /3/search/person?query=extra&page=6', 200, pageOf(extras, 6)],
  ['people: a page past the end', 'GET /3/search/person?query=extra&page=7', 200, pageOf(extras, 7)],

  ['a collection', 'GET /3/search/collection?query=glimmer', 200, pageOf([glimmer])],
  [
    'a collection without an original name, adult ones among them',
    'GET /3/search/collection?query=empty&include_adult=true',
    200,
    pageOf([emptyShelf]),
  ],
  [
    'a collection in a language',
    'GET /3/search/collection?query=die%20glimmer&language=de-DE',
    200,
    pageOf([
      {
        ...glimmer,
        name: 'Die Glimmer-Filmreihe',
        overview: 'Filme über ein Licht.',
        poster_path: '/glimmer-de.jpg',
      },
    ]),
  ],
  [
    'collections: the last page',
    'GET /3/search/collection?query=shelf&page=2',
    200,
    pageOf([...shelves, emptyShelf], 2),
  ],
  [
    'collections: a page past the end',
    'GET /3/search/collection?query=shelf&page=3',
    200,
    pageOf([...shelves, emptyShelf], 3),
  ],

  ['a collection in a region', 'GET /3/search/collection?query=glimmer&region=DE', 200, pageOf([glimmer])],
  ['companies: a text that no text can be', 'GET /3/search/company?query=%00', 200, pageOf([])],
  ['keywords: a text that no text can be', 'GET /3/search/keyword?query=%00', 200, pageOf([])],
  ['a company by another name', 'GET /3/search/company?query=lfp', 200, pageOf([rows.lanternfish])],
  ['companies: the last page', 'GET /3/search/company?query=studio&page=2', 200, pageOf(studios, 2)],
  ['companies: a page past the end', 'GET /3/search/company?query=studio&page=3', 200, pageOf(studios, 3)],

  [
    'keywords by a word with a slip',
    'GET /3/search/keyword?query=lihgthouse',
    200,
    pageOf([{ id: 801, name: 'lighthouse' }]),
  ],
  ['keywords: the last page', 'GET /3/search/keyword?query=label&page=2', 200, pageOf(labels, 2)],
  ['keywords: a page past the end', 'GET /3/search/keyword?query=label&page=3', 200, pageOf(labels, 3)],

  [
    'movies, series and people: by popularity, whatever they are',
    'GET /3/search/multi?query=la',
    200,
    pageOf([movie(lantern), movie(glimmen), tv(ferry)]),
  ],
  [
    'all of them in a language, adult ones too',
    'GET /3/search/multi?query=ve&language=de-DE&include_adult=true',
    200,
    pageOf([movie(german(velvet)), { ...rows.vesper, known_for: [], media_type: 'person' }]),
  ],
  [
    'all of them: of a year, which people have none of',
    'GET /3/search/multi?query=la&year=2021',
    200,
    pageOf([movie(lantern)]),
  ],
  ['all of them: the last page', 'GET /3/search/multi?query=serial&page=6', 200, pageOf(allSerials.map(tv), 6)],
  ['all of them: a page past the end', 'GET /3/search/multi?query=serial&page=7', 200, pageOf(allSerials.map(tv), 7)],
])
