import { readFileSync, writeFileSync } from 'node:fs'
import { zstdDecompressSync } from 'node:zlib'

/**
 * Writes `test/matching/file-names.tsv`: 400 names of video files in ten styles, made from the titles of the sample,
 * with the record that each one means. What is chosen depends on nothing but the order of the sample.
 */

type Line = Record<string, any>

const linesOf = (name: string): Line[] =>
  zstdDecompressSync(readFileSync(`sample/${name}.ndjson.zst`))
    .toString()
    .trim()
    .split('\n')
    .map((line): Line => JSON.parse(line))

const ofStyle = 40
const yearOf = (line: Line): string => (line.release_date ?? line.first_air_date ?? '').slice(0, 4)
const inBrackets = (year: string) => (year === '' ? '' : ` (${year})`)

/** What a file system does not take, and what people leave out of the names of files. */
const safe = (title: string) =>
  title
    .replace(/[:?]\s*/g, ' - ')
    .replace(/[\\/*"<>|]/g, '')
    .replace(/ - $/, '')
    .trim()
const dotted = (title: string) =>
  title
    .replace(/['’:,!?.]/g, '')
    .replace(/&/g, 'and')
    .replace(/[^\p{L}\p{N}]+/gu, '.')
    .replace(/^\.|\.$/g, '')
const two = (number: number) => String(number).padStart(2, '0')

type Named = [name: string, more?: string]
type Style = (title: string, year: string, line: Line, at: number) => Named

const episodeAt = (at: number) => ({ season: 1 + (at % 5), episode: 1 + ((at * 7) % 22) })

const filmStyles: readonly Style[] = [
  (title, year) => [`${safe(title)} (${year})/${safe(title)} (${year}).mkv`],
  (title, year, { external_ids }) => [`${safe(title)} (${year}) {imdb-${external_ids.filmdb_id}}/film.mkv`],
  (title, year, _, at) => [
    `${dotted(title)}.${year}.${at % 2 ? '1080p.BluRay.x264-GRP' : 'German.720p.WEB-DL.H264-xyz'}.mkv`,
  ],
  (title, year, _, at) => [
    `${safe(title)} (${year})/${safe(title)} (${year}) - ${at % 2 ? "Director's Cut" : '[Extended] [2160p]'}.mkv`,
  ],
  (title, year) => [`${dotted(title).replaceAll('.', '_')}_${year}_DVDRip.avi`],
  (title, year) => [`${safe(title).toLowerCase()} ${year} 720p.mp4`],
  (title, year) => [`${safe(title)} [${year}]/movie.m4v`],
]

const seriesStyles: readonly Style[] = [
  (title, year, _, at) => {
    const { season, episode } = episodeAt(at)
    const place = `S${two(season)}E${two(episode)}`
    return [
      `${safe(title)}${inBrackets(year)}/Season ${two(season)}/${safe(title)} - ${place} - Name.mkv`,
      `${season}x${episode}`,
    ]
  },
  (title, _year, _, at) => {
    const { season, episode } = episodeAt(at)
    return at % 2
      ? [
          `${dotted(title)}.S${two(season)}E${two(episode)}E${two(episode + 1)}.720p.HDTV.x264.mkv`,
          `${season}x${episode},${episode + 1}`,
        ]
      : [`${safe(title)} ${season}x${two(episode)}.avi`, `${season}x${episode}`]
  },
  (title, year, _, at) => {
    const { season, episode } = episodeAt(at)
    const day = `${Number(year || 2010) + 1}-0${1 + (at % 9)}-1${at % 9}`
    const styles: Named[] = [
      [`${safe(title)}/${safe(title)} - ${day}.mp4`, day],
      [`[Group] ${safe(title)} - ${two(episode)} [1080p].mkv`, `${episode}`],
      [`${safe(title)}${inBrackets(year)}/Staffel ${season}/${two(episode)} - Folge.mkv`, `${season}x${episode}`],
    ]
    return styles[at % styles.length] as Named
  },
]

const rows: string[] = []
const add = (kind: 'movie' | 'series', lines: readonly Line[], style: Style, from: number) => {
  const step = Math.floor(lines.length / ofStyle)
  for (let at = 0; at < ofStyle; at++) {
    const line = lines[(from + at * step) % lines.length] as Line
    const [name, more = ''] = style(line.title ?? line.name, yearOf(line), line, at)
    rows.push([name, kind, line.id, more].join('\t'))
  }
}

/** Movies that their name and year tell from all others, and series that their name does. */
const distinct = (lines: readonly Line[]) => {
  const nameOf = (line: Line) => (line.title ?? line.name).toLowerCase()
  const whatTells = (line: Line) => `${nameOf(line)} ${line.kind === 'movie' ? yearOf(line) : ''}`
  const count = Map.groupBy(lines, whatTells)
  return lines.filter((line) => count.get(whatTells(line))?.length === 1)
}

const movies = distinct(linesOf('movies')).filter(
  ({ external_ids, release_date }) => external_ids?.filmdb_id && release_date,
)
const series = distinct(linesOf('series'))
for (const [at, style] of filmStyles.entries()) add('movie', movies, style, at * 5)
for (const [at, style] of seriesStyles.entries()) add('series', series, style, at)
writeFileSync('test/matching/file-names.tsv', `${rows.join('\n')}\n`)
