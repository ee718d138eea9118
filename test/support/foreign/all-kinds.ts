/**
 * A library of 300 video files as people have them: names of all kinds, parts, discs, versions, extras, NFO files with
 * slips or with an address alone, files of systems, series with episodes in many forms. All of it is invented. Each
 * video file has what it belongs to.
 */

type Content = string | Uint8Array
/** What a video file belongs to, in a catalogue that has all of it and in an empty one. */
export type Belongs = { full: string; empty: string }
type Files = { files: Record<string, Content>; videos: Record<string, Belongs> }

const left = 'leftOut'
const extra: Belongs = { full: 'extra', empty: 'extra' }
const nowhere: Belongs = { full: left, empty: left }
/** Of what only names tell, no record is made. */
const named = (what: string): Belongs => ({ full: `found ${what}`, empty: left })
const told = (what: string): Belongs => ({ full: `found ${what}`, empty: `made ${what}` })

const ways = ['Night', 'Silent', 'Paper', 'Northern', 'Broken', 'Hidden', 'Distant', 'Copper', 'Velvet', 'Winter']
const nouns = ['Ferry', 'Harbour', 'Signal', 'Orchard', 'Lantern', 'Bridge', 'Archive', 'Island', 'Quarry', 'Meadow']

type Film = { title: string; year: number; imdb: string }
const filmOf = (n: number): Film => ({
  title: `${ways[n % 10]} ${nouns[Math.floor(n / 10) % 10]}`,
  year: 1950 + ((n * 7) % 70),
  imdb: `tt${9_700_000 + n}`,
})
const filmName = ({ title, year }: Film) => `movie ${title} (${year})`

const inMovie = ({ title, year }: Film, more = '') =>
  `<movie><title>${title}</title><year>${year}</year>${more}</movie>`
const addressOf = ({ imdb }: Film) => `https://www.imdb.com/title/${imdb}/`

/** How a film lies there: paths of its files with what they hold, and what its video files are. */
const filmStyles: readonly ((
  film: Film,
  name: string,
) => [path: string, is?: Belongs | undefined, content?: Content][])[] = [
  (film, name) => [[`${name}/${name}.mkv`, named(filmName(film))]],
  (film) => [[`${film.title.replaceAll(' ', '.')}.${film.year}.1080p.BluRay.x264-GRP.mkv`, named(filmName(film))]],
  (film) => [[`${film.title.replaceAll(' ', '_')}_${film.year}_DVDRip.avi`, named(filmName(film))]],
  (film) => [[`${film.title} [${film.year}]/movie.m4v`, named(filmName(film))]],
  (film) => [[`${film.title.replaceAll(' ', '.')}.EXTENDED.German.${film.year}.DL.mkv`, named(filmName(film))]],
  (film, name) => [
    [`${name}/${name} CD1.avi`, named(filmName(film))],
    [`${name}/${name} CD2.avi`, named(filmName(film))],
    [`${name}/Sample/a.avi`, extra],
  ],
  (film, name) => [
    [`${name}/${name}.nfo`, undefined, inMovie(film, '<plot>Fish & chips</plot>')],
    [`${name}/${name} - 1080p.mkv`, told(filmName(film))],
    [`${name}/${name} - 2160p.mkv`, told(filmName(film))],
    [`${name}/${name}-trailer.mkv`, extra],
  ],
  (film, name) => [
    [`${name}/VIDEO_TS/VIDEO_TS.IFO`],
    [`${name}/VIDEO_TS/VTS_01_1.VOB`],
    [`${name}/VIDEO_TS`, named(filmName(film))],
  ],
  (film, name) => [
    [`${name}/movie.nfo`, undefined, `\ufeff<!-- a -- b -->${inMovie(film, '<plot>caf&eacute;</plot>')}\0`],
    [`${name}/film.mkv`, told(filmName(film))],
    [`${name}/._film.mkv`],
    [`${name}/Extras/Making of/b.mkv`, extra],
  ],
  (film, name) => [
    [`${name}/movie.nfo`, undefined, addressOf(film)],
    [`${name}/${film.title}.mkv`, told(filmName(film))],
  ],
  (film, name) => [[`${name} {imdb-${film.imdb}}/film.mkv`, named(filmName(film))]],
  (film, name) => [
    [`${name}/${name}.nfo`, undefined, inMovie(film).slice(0, 20)],
    [`${name}/${name}.mkv`, named(filmName(film))],
    [`${name}/#recycle/old.mkv`],
  ],
  (film, name) => [
    [`${name}/Disc 1/BDMV/index.bdmv`],
    [`${name}/Disc 1/BDMV`, named(filmName(film))],
    [`${name}/Disc 2/BDMV/index.bdmv`],
    [`${name}/Disc 2/BDMV`, named(filmName(film))],
  ],
]

const shows = ['Ferry Street', 'Lantern Girls', 'The Stone Yard', 'Evening Bell', 'Moon Baker', 'Salt and Wire']
const showYear = (n: number) => 2001 + n
/** Each has two seasons of six, one a week, and a special. */
const placesOf = [
  [0, 1],
  ...[1, 2].flatMap((season) => [1, 2, 3, 4, 5, 6].map((episode) => [season, episode])),
] as const
const airDate = (show: number, season: number, episode: number) =>
  `${showYear(show) + season}-0${1 + season}-${String(episode * 4).padStart(2, '0')}`

const inEpisode = (season: number, episode: number, aired: string) =>
  `<episodedetails><title>Part ${episode}</title><season>${season}</season><episode>${episode}</episode>` +
  `<aired>${aired}</aired></episodedetails>`

/** A series with a file of its own, and what lies in its folder. */
function describedShow(n: number): [path: string, is?: Belongs | undefined, content?: Content][] {
  const show = shows[n] as string
  const of = (...episodes: string[]) => told(episodes.map((one) => `episode ${show} ${one}`).join(' + '))
  const folder = `${show} (${showYear(n)})`
  return [
    [`${folder}/tvshow.nfo`, undefined, `<tvshow><title>${show}</title><year>${showYear(n)}</year></tvshow>`],
    [`${folder}/Season 1/${show} S01E01.nfo`, undefined, inEpisode(1, 1, airDate(n, 1, 1))],
    [`${folder}/Season 1/${show} S01E01.mkv`, of('1x1')],
    [`${folder}/Season 1/${show} - S01E02-E03 - Both.mkv`, of('1x2', '1x3')],
    [`${folder}/Season 1/04 - The Interview.mkv`, of('1x4')],
    [`${folder}/Season 1/${show} S01E05 & S01E06.mkv`, of('1x5', '1x6')],
    [`${folder}/Season 1/${show}.S01E05.720p.sample.mkv`, extra],
    [`${folder}/Staffel 02/Folge 1.mkv`, of('2x1')],
    [`${folder}/Staffel 02/${show} 2x02.avi`, of('2x2')],
    [`${folder}/${show} Season 2/03 - Salt.mkv`, of('2x3')],
    [`${folder}/[Group] ${show} S2 - 04 [1080p].mkv`, of('2x4')],
    // Counted over both seasons, of which the files themselves place each episode before it.
    [`${folder}/[Group][${show}][10][1080p].mkv`, { ...of('2x4'), empty: `found episode ${show} 2x4` }],
    [`${folder}/${show} - ${airDate(n, 1, 1)}.mkv`, { ...of('1x1'), empty: `found episode ${show} 1x1` }],
    [`${folder}/Specials/S00E01.mkv`, of('0x1')],
    [`${folder}/${show}-99 [BD].mkv`, nowhere],
    [`${folder}/Lamp.mkv`, nowhere],
    [`${folder}/Trailers/teaser.mp4`, extra],
  ]
}

/** A series of which only names tell. */
function namedShow(n: number): [path: string, is?: Belongs | undefined, content?: Content][] {
  const show = shows[n] as string
  const of = (...episodes: string[]) => named(episodes.map((one) => `episode ${show} ${one}`).join(' + '))
  return [
    [`${show}/Season 01/${show} - S01E01 - Pilot.mkv`, of('1x1')],
    [`${show}/Season 01/S01E02.mkv`, of('1x2')],
    [`${show}/Temporada 1/03.mkv`, of('1x3')],
    [`${show}/Saison 1/Épisode 4.mkv`, of('1x4')],
    [`${show.replaceAll(' ', '.')}.S01E05E06.720p.HDTV.x264.mkv`, of('1x5', '1x6')],
    [`${show} S01E01-S01E02.mkv`, of('1x1', '1x2')],
    [`[Group] ${show} 2nd Season - 02 [1080p].mkv`, of('2x2')],
    [`[Group] ${show} - 08 [720p].mkv`, of('2x2')],
    [`${show} - Episode 7.mkv`, of('2x1')],
    [`${show} - ${airDate(n, 2, 3)} - Guest.mp4`, of('2x3')],
    [`Recordings/${airDate(n, 2, 4).replaceAll('-', '')} 2015 - ${show}.ts`, of('2x4')],
    [`${show}.T02E05.mkv`, of('2x5')],
    [`${show} S02E09.mkv`, { ...of('2x9'), full: `made episode ${show} 2x9` }],
  ]
}

const wanted = 300

/** What nobody can know, whatever the catalogue has. */
const unknown = (n: number): [path: string, is?: Belongs | undefined][] => [[`IMG_${4711 + n * 13}.mov`, nowhere]]

function libraryOfAllKinds(): Files {
  const files: Files['files'] = {}
  const videos: Files['videos'] = {}
  const add = (within: string, all: readonly [path: string, is?: Belongs | undefined, content?: Content][]) => {
    for (const [path, is, content = ''] of all) {
      if (is) videos[`${within}/${path}`] = is
      // A disc is a folder.
      if (!/(VIDEO_TS|BDMV)$/.test(path)) files[`${within}/${path}`] = content
    }
  }
  for (const n of shows.keys()) add('Series', n % 2 === 0 ? describedShow(n) : namedShow(n))
  for (let n = 0; Object.keys(videos).length < wanted - 10 && n < 100; n++) {
    const film = filmOf(n)
    const style = filmStyles[n % filmStyles.length] as (typeof filmStyles)[number]
    add('Films', style(film, `${film.title} (${film.year})`))
  }
  for (let n = 0; Object.keys(videos).length < wanted; n++) add('Films', unknown(n))
  return { files, videos }
}

export const allKinds = libraryOfAllKinds()

/** Lines of a catalogue that has all of it. */
export function linesOfAllKinds(): object[] {
  const films = Array.from({ length: 100 }, (_, n) => {
    const { title, year, imdb } = filmOf(n)
    // Those whose files have but an address are known by their name alone.
    const external_ids = n % filmStyles.length === 10 ? { filmdb_id: imdb } : {}
    const names = { title, original_title: title, release_date: `${year}-02-03` }
    return { kind: 'movie', id: 1 + n, ...names, external_ids, source: 'low' }
  })
  const series = shows.flatMap((name, n) => [
    {
      ...{ kind: 'series', id: 1 + n, name, original_name: name, first_air_date: `${showYear(n)}-02-03` },
      source: 'low',
    },
    ...[0, 1, 2].map((season_number) => {
      return { kind: 'season', id: 10 * (n + 1) + season_number, series_id: 1 + n, season_number, source: 'low' }
    }),
    ...placesOf.map(([season, episode], at) => ({
      ...{ kind: 'episode', id: 100 * (n + 1) + at, series_id: 1 + n, season_number: season, episode_number: episode },
      ...{ name: `Part ${episode}`, air_date: airDate(n, season, episode), source: 'low' },
    })),
  ])
  return [...films, ...series]
}
