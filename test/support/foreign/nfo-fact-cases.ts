import { fact, film, imdb, type NfoCase } from './nfo-cases.ts'

const day = (title: string, text: string, ...[release_date, release_date_precision = 'day']: string[]): NfoCase =>
  fact(title, `<premiered>${text}</premiered>`, { release_date, release_date_precision })
const runtime = (title: string, text: string, minutes: number): NfoCase =>
  fact(title, `<runtime>${text}</runtime>`, { runtime: minutes })
const rating = (title: string, text: string, vote_average: number, vote_count = 1): NfoCase =>
  fact(title, text, { vote_average, vote_count })
const certificates = (title: string, text: string, ...stored: string[][]): NfoCase =>
  fact(title, `<premiered>1999-02-03</premiered><mpaa>${text}</mpaa>`, { certificates: stored })

export const nfoFacts: readonly NfoCase[] = [
  runtime('Dune One', '1h 45min', 105),
  runtime('Dune Two', '1:45', 105),
  runtime('Dune Three', '105 min', 105),
  runtime('Dune Four', 'PT1H45M', 105),
  runtime('Dune Five', '1 Std. 45 Min.', 105),
  runtime('Dune Six', '1440', 1_440),
  [
    'Dune Seven',
    film('Dune Seven', '\n<runtime>6300</runtime>'),
    { runtime: null, refused: ['movie.nfo:2: runtime is 6300 minutes, and more than 1440 are not taken'] },
  ],
  day('Elm One', '1601-01-01', '1999-01-01', 'year'),
  day('Elm Two', '0000-00-00', '1999-01-01', 'year'),
  day('Elm Three', '14 May 1993', '1993-05-14'),
  day('Elm Four', '17.12.1982', '1982-12-17'),
  day('Elm Five', '20190228', '2019-02-28'),
  day('Elm Six', '14. Mai 1993', '1993-05-14'),
  day('Elm Seven', 'May 14, 1993', '1993-05-14'),
  day('Elm Eight', '1993-05-14T00:00:00Z', '1993-05-14'),
  day('Elm Nine', '24/10/2001', '2001-10-24'),
  day('Elm Ten', '03/02/2024', '2024-01-01', 'year'),
  day('Elm Eleven', '2019-02-31', '2019-01-01', 'year'),
  day('Elm Twelve', 'soon', '1999-01-01', 'year'),
  day('Elm Thirteen', '2019-2-8', '2019-02-08'),
  fact('Elm Fourteen', '<year>1987</year><premiered>0000-00-00</premiered>', {
    ...{ release_date: '1987-01-01', release_date_precision: 'year' },
  }),
  fact('Fir One', '<country>USA / Germany</country>', { countries: ['US', 'DE'] }),
  fact('Fir Two', '<country>Deutschland, Schweden</country><country>UK</country>', { countries: ['DE', 'SE', 'GB'] }),
  fact('Fir Three', '<studio>A Film / B Film</studio>', { companies: ['A Film', 'B Film'] }),
  fact('Fir Four', '<studio>AC/DC Film, Inc.</studio>', { companies: ['AC/DC Film, Inc.'] }),
  fact('Fir Five', '<director>A. B. Smith, Jr.</director>', { crew: ['A. B. Smith, Jr.'] }),
  fact('Fir Six', '<director>Ada Lund, V. Kern, Bo Kern II, Vi Lund</director>', {
    crew: ['Ada Lund', 'V. Kern', 'Bo Kern II', 'Vi Lund'],
  }),
  fact('Fir Seven', '<set/><set tmdbcolid="880201">Firs</set>', { collection: [880_201, 'Firs'] }),
  fact('Fir Eight', '<set tmdbcolid="880202"/><set><name>More firs</name></set>', {
    collection: [880_202, 'More firs'],
  }),
  rating('Gorse One', '<rating>7,4</rating>', 7.4),
  rating('Gorse Two', '<rating>7.4/10</rating><votes>1.234</votes>', 7.4, 1_234),
  rating('Gorse Three', '<rating>74%</rating><votes>12 votes</votes>', 7.4, 12),
  rating('Gorse Four', '<rating>3,5 / 5</rating>', 7),
  rating(
    'Gorse Five',
    "<ratings><rating max='10'><value>6,5</value><votes>1 204</votes></rating></ratings>",
    6.5,
    1_204,
  ),
  certificates('Hazel One', 'DE:16 / US:R', ['DE', '16'], ['US', 'R']),
  certificates('Hazel Two', 'Germany:FSK 12', ['DE', '12']),
  certificates('Hazel Three', 'PG-13', ['US', 'PG-13']),
  certificates('Hazel Four', 'USA:PG-13 | United Kingdom:15', ['GB', '15'], ['US', 'PG-13']),
  certificates('Hazel Five', 'de/16', ['DE', '16']),
  fact('Iris One', '<uniqueid>tt8800301</uniqueid>', imdb('tt8800301')),
  fact('Iris Two', '<uniqueid type="unknown">tt8800302</uniqueid>', imdb('tt8800302')),
  fact('Iris Three', '<uniqueid>8800303</uniqueid>', { external_ids: null }),
]
