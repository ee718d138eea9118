import { status } from '../support/expected.ts'
import { glimmen, lantern, lanternGerman, shorts, velvet } from '../support/rows.ts'
import { scenarios } from '../support/scenarios.ts'

const named = (names: Readonly<Record<number, string>>, order: readonly number[]) => ({
  genres: order.map((id) => ({ id, name: names[id] })),
})

const english = {
  12: 'Adventure',
  14: 'Fantasy',
  16: 'Animation',
  18: 'Drama',
  27: 'Horror',
  28: 'Action',
  35: 'Comedy',
  36: 'History',
  37: 'Western',
  53: 'Thriller',
  80: 'Crime',
  99: 'Documentary',
  878: 'Science Fiction',
  9648: 'Mystery',
  10402: 'Music',
  10749: 'Romance',
  10751: 'Family',
  10752: 'War',
  10759: 'Action & Adventure',
  10762: 'Kids',
  10763: 'News',
  10764: 'Reality',
  10765: 'Sci-Fi & Fantasy',
  10766: 'Soap',
  10767: 'Talk',
  10768: 'War & Politics',
  10770: 'TV Movie',
  90001: 'Lantern Drama',
}
const german = {
  12: 'Abenteuer',
  14: 'Fantasy',
  16: 'Animation',
  18: 'Drama',
  27: 'Horror',
  28: 'Action',
  35: 'Komödie',
  36: 'Geschichte',
  37: 'Western',
  53: 'Thriller',
  80: 'Krimi',
  99: 'Dokumentation',
  878: 'Science-Fiction',
  9648: 'Mystery',
  10402: 'Musik',
  10749: 'Liebe',
  10751: 'Familie',
  10752: 'Krieg',
  10759: 'Action und Abenteuer',
  10762: 'Kinder',
  10763: 'Nachrichten',
  10764: 'Reality',
  10765: 'Science-Fiction und Fantasy',
  10766: 'Seifenoper',
  10767: 'Talk',
  10768: 'Krieg und Politik',
  10770: 'Fernsehfilm',
  90001: 'Laternendrama',
}
const polish = {
  16: 'Animacja',
  18: 'Dramat',
  35: 'Komedia',
  37: 'Western',
  80: 'Kryminał',
  99: 'Dokumentalny',
  9648: 'Tajemnica',
  10751: 'Familijny',
  10759: 'Akcja i przygoda',
  10762: 'Dla dzieci',
  10763: 'Wiadomości',
  10764: 'Reality',
  10765: 'Science fiction i fantasy',
  10766: 'Opera mydlana',
  10767: 'Talk-show',
  10768: 'Wojna i polityka',
}
/** In the order of the English names; a movie of the world has a genre beside those of the interface. */
const ofMovies = [28, 12, 16, 35, 80, 99, 18, 10751, 14, 36, 27, 90001, 10402, 9648, 10749, 878, 10770, 53, 10752, 37]
const ofSeries = [10759, 16, 35, 80, 99, 18, 10751, 10762, 9648, 10763, 10764, 10765, 10766, 10767, 10768, 37]

const pageOf = (all: readonly unknown[], page = 1) => ({
  page,
  results: all.slice(20 * (page - 1), 20 * page),
  total_pages: Math.ceil(all.length / 20),
  total_results: all.length,
})
const inPages = (size: number) => ({
  total_pages: Math.ceil(shorts.length / size),
  total_results: shorts.length,
})
const ofGenre = (id: number, all: readonly unknown[], page = 1) => ({ id, ...pageOf(all, page) })

scenarios('genres', [
  ['of movies', 'GET /3/genre/movie/list', 200, named(english, ofMovies)],
  ['of movies in a language of ours', 'GET /3/genre/movie/list?language=de', 200, named(german, ofMovies)],
  [
    'of movies in a language for which only a source has names',
    'GET /3/genre/movie/list?language=ja-JP',
    200,
    named({ ...english, 90001: 'ランタンドラマ' }, ofMovies),
  ],
  [
    'of movies in the language of a country: its own name goes first',
    'GET /3/genre/movie/list?language=de-AT',
    200,
    named({ ...german, 90001: 'Laternendrama (AT)' }, ofMovies),
  ],
  [
    'of movies in a chain of languages',
    'GET /3/genre/movie/list?language=ja-JP,de',
    200,
    named({ ...german, 90001: 'ランタンドラマ' }, ofMovies),
  ],
  ['of movies, without a key', 'GET /3/genre/movie/list', 401, status(7), { key: null }],
  ['of series', 'GET /3/genre/tv/list', 200, named(english, ofSeries)],
  ['of series in a language', 'GET /3/genre/tv/list?language=de-CH', 200, named(german, ofSeries)],
  ['of series in another one', 'GET /3/genre/tv/list?language=pl-PL', 200, named(polish, ofSeries)],
  ['of series, without a key', 'GET /3/genre/tv/list', 401, status(7), { key: null }],

  ['movies of a genre: adult ones are left out', 'GET /3/genre/16/movies', 200, ofGenre(16, shorts)],
  ['movies of a genre: the last page', 'GET /3/genre/16/movies?page=4', 200, ofGenre(16, shorts, 4)],
  ['movies of a genre: a page past the end', 'GET /3/genre/16/movies?page=5', 200, ofGenre(16, shorts, 5)],
  [
    'movies of a genre, read to their end in the order of ids whatever the order of the list',
    [
      [
        'from the beginning',
        'GET /3/genre/16/movies?cursor=&page_size=50',
        200,
        { id: 16, page: 1, results: shorts.slice(0, 50), ...inPages(50), next_cursor: /^[\w-]+$/ },
      ],
      [
        'to the end',
        'GET /3/genre/16/movies?cursor={1.next_cursor}&page_size=250&sort_by=created_at.desc&page=3',
        200,
        { id: 16, page: 3, results: shorts.slice(50), ...inPages(250), next_cursor: null },
      ],
      ['of another genre', 'GET /3/genre/18/movies?cursor={1.next_cursor}', 422, status(5)],
      ['of another list', 'GET /3/movie/popular?cursor={1.next_cursor}', 422, status(5)],
      ['with what is no cursor', 'GET /3/genre/16/movies?cursor=17', 422, status(5)],
      ['in pages that are too long', 'GET /3/genre/16/movies?page_size=251', 422, status(5)],
      [
        'in longer pages',
        'GET /3/genre/16/movies?page_size=30&page=2',
        200,
        { id: 16, page: 2, results: shorts.slice(30, 60), ...inPages(30) },
      ],
    ],
  ],
  [
    'movies of a genre, with adult ones',
    'GET /3/genre/16/movies?include_adult=true',
    200,
    ofGenre(16, [velvet, ...shorts]),
  ],
  [
    'movies of a genre, those made last first',
    'GET /3/genre/16/movies?sort_by=created_at.desc&page=2',
    200,
    ofGenre(16, shorts.toReversed(), 2),
  ],
  [
    'movies of a genre, those made first first',
    'GET /3/genre/18/movies?sort_by=created_at.asc',
    200,
    ofGenre(18, [lantern]),
  ],
  ['movies of a genre in a language', 'GET /3/genre/18/movies?language=de-DE', 200, ofGenre(18, [lanternGerman])],
  ['movies of a genre that a source added', 'GET /3/genre/90001-lantern/movies', 200, ofGenre(90001, [glimmen])],
  ['movies of a genre that no movie has', 'GET /3/genre/10767/movies', 200, ofGenre(10767, [])],
  ['movies of no genre', 'GET /3/genre/1/movies', 404, status(34)],
  ['movies of a genre that is no number', 'GET /3/genre/drama/movies', 404, status(6)],
  ['movies of a genre, page 501', 'GET /3/genre/16/movies?page=501', 400, status(22)],
  ['movies of a genre, without a key', 'GET /3/genre/16/movies', 401, status(7), { key: null }],
])
