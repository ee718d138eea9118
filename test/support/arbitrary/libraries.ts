import fc from 'fast-check'

/** Random trees of files as they lie in libraries, with whatever lies beside them. */

const folders = fc.constantFrom(
  ...['Films', 'Lantern Bay (1999)', 'Known Show (2001)', 'Other Show', 'Season 1', 'Staffel 02', 'Specials'],
  ...['Extras', 'Trailers', 'Interviews', 'Disc 1', 'VIDEO_TS', 'BDMV', '#recycle', '.hidden', '@eaDir', 'metadata'],
  ...['(1999)', 'Sample'],
)
const stems = fc.constantFrom(
  ...['Lantern Bay (1999)', 'Lantern Bay (1999) - 2160p', 'Lantern Bay (1999) {imdb-tt9920001} - Uncut', 'Lantern Bay'],
  ...['Lantern Bay (1999)-trailer', 'Lantern Bay (1999) CD1', 'Lantern Bay (1999) cd2', 'Lantern Bay Part 1'],
  ...['Unknown.Film.2004.1080p.BluRay.x264', 'Harbour 2049', '(1999)', '[Group]', 'sample', 'movie', 'VTS_01_1'],
  ...['Known Show S01E01', 'Known Show - S01E01-E02', 'Known Show 2001-02-03', 'Known Show - 03', 'S01E02', '02 - Two'],
  ...['Known Show-18 [BD]', '[Group][Known Show][19][1080p]', 'Making of', 'Other Show S02E01-interview', '._Lantern'],
)
const endings = fc.constantFrom('.mkv', '.MKV', '.avi', '.ts', '.strm', '.nfo', '.srt', '.txt')
const texts = fc.constantFrom(
  '<movie><title>Lantern Bay</title><year>1999</year><uniqueid type="imdb">tt9920001</uniqueid></movie>',
  '<movie><title>New Film</title><year>2011</year></movie>',
  '<tvshow><title>Known Show</title><year>2001</year></tvshow>',
  '<episodedetails><title>Two</title><season>1</season><episode>2</episode></episodedetails>',
  '<episodedetails><title>Aired</title><aired>2001-02-03</aired></episodedetails>',
  '<episodedetails><plot>Nowhere</plot></episodedetails>',
  'https://www.imdb.com/title/tt9920001/',
  'https://www.imdb.com/title/tt9920404/',
  '<movie><title>Lant',
  'A note.',
)
const named = fc.tuple(fc.array(folders, { maxLength: 3 }), stems, endings)
const file = fc
  .oneof(
    { weight: 6, arbitrary: named },
    { weight: 1, arbitrary: fc.tuple(fc.array(folders, { maxLength: 2 }), fc.constant('tvshow'), fc.constant('.nfo')) },
  )
  .map(([inside, stem, ending]) => [...inside, stem + ending].join('/'))

/** Files by their paths. */
export const libraryTrees = fc
  .array(fc.tuple(file, texts), { minLength: 1, maxLength: 30 })
  .map((all): Record<string, string> => Object.fromEntries(all))

const system = /^(\.|#recycle$|@eadir$|metadata$)/i
const disc = /^(video_ts|bdmv)$/i

/** The video files of a tree, as a person would count them: a disc is one, and what systems keep is none. */
export function videosIn(paths: readonly string[]): string[] {
  const videos = paths.flatMap((path) => {
    const parts = path.split('/')
    const [name = ''] = parts.slice(-1)
    const at = parts.slice(0, -1).findIndex((part) => disc.test(part) || system.test(part))
    if (at >= 0) return disc.test(parts[at] as string) ? [parts.slice(0, at + 1).join('/')] : []
    return /\.(mkv|avi|ts|strm)$/i.test(name) && !name.startsWith('._') ? [path] : []
  })
  return [...new Set(videos)].sort()
}
