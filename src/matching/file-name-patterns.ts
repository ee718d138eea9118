/** What stands in the names of video files, and of the folders that they lie in. */

export const extraFolders = new RegExp(
  `^(${[
    ...['extras?', 'trailers?', 'featurettes?', 'behind the scenes', 'deleted scenes', 'interviews?', 'scenes?'],
    ...['shorts', 'other', 'samples?', 'bonus', 'specials? features', 'theme-music', 'backdrops'],
  ].join('|')})$`,
  'i',
)
/** Only directly behind a hyphen: titles may end in any of these words. */
export const extraEnd =
  /(?<=[^\s-])-(trailer|sample|featurette|behindthescenes|deleted(?:scene)?|interview|scene|short|other|extra)s?\d*$/i
/** Clips also stand behind other marks, after a year or what says how the file was made. */
export const clipEnd = /[-. _](?:trailer|sample)s?\d*$/i
export const clip = /^(?:trailer|sample)s?\d*$/i
export const videoEnding =
  /\.(3gp|asf|avi|divx|flv|iso|m2ts|m4v|mkv|mov|mp4|mpe?g|mts|ogm|ogv|rmvb|strm|ts|vob|webm|wmv)$/i

/** `{imdb-tt0133093}`, `[tmdbid=603]`, `(tvdb:121361)`; also without brackets where nothing else looks like it. */
export const bracketed = /[[{(]\s*(imdb|tmdb|tvdb|wikidata)(?:id)?(?:\s*[-=:]\s*|\s+)([a-z]*\d+)\s*[\]})]/gi
export const bareImdb = /(?<![\p{L}\p{N}])(tt\d{7,10})(?![\p{L}\p{N}])/iu
export const editionTag = /\{\s*edition-([^{}]*)\}/i

/** Words that stand behind a title and say how the file was made; the title ends before the first of them. */
export const technical = new RegExp(
  '(?<![\\p{L}\\p{N}])(' +
    [
      ...['2160p', '1440p', '1080[pi]', '720p', '576[pi]', '480[pi]', '360p', '4k(?= |$)', 'uhd', 'hdr10\\+?', 'hdr'],
      ...['dolby ?vision', 'blu-?ray', 'bdrip', 'brrip', 'bdremux', 'remux', 'web-?dl', 'web-?rip', 'webhd', 'hdtv'],
      ...['pdtv', 'dsr', 'sdtv', 'tvrip', 'satrip', 'dvd-?rip', 'dvd-?scr', 'dvd[59r]?', 'hd-?rip', 'hdcam', 'vhsrip'],
      ...[
        'x26[45]',
        'h ?26[45]',
        'hevc',
        'avc',
        'xvid',
        'divx',
        'av1',
        '10bit',
        '8bit',
        'aac(?:\\d.*)?',
        'ac3',
        'e-?ac3',
      ],
      ...['ddp?\\d.*', 'dts(?:-?hd)?', 'truehd', 'atmos', 'flac', 'mp3', 'remastered', 'proper', 'repack', 'rerip'],
      ...[
        'multi(?= |$)',
        'dual ?audio',
        'dubbed',
        'subbed',
        'hardsub',
        'vostfr',
        'internal',
        'limited(?= \\S*(?:dvd|bd|br))',
      ],
      ...['telesync', 'telecine', 'screener', 'workprint', 'hd-?ts', '\\d{3,4} ?[x×] ?\\d{3,4}'],
      ...['3d(?= (?:h(?:alf)?-?)?(?:sbs|ou|tab)(?: |$))', '(?:h|half-)(?:sbs|ou|tab)'],
      ...['amzn', 'nf(?= web)', 'dsnp', 'hmax', 'atvp', 'hulu(?= web)', 'criterion(?: collection)?', 'imax'],
    ].join('|') +
    ')(?![\\p{L}\\p{N}])',
  'iu',
)
export const everyTechnical = new RegExp(technical, 'giu')
/** Those of them that titles have, too: `The Internal Clock`. */
export const alsoInTitles = new RegExp(
  `^(?:${[
    ...['remastered', 'proper', 'repack', 'multi', 'dubbed', 'subbed', 'internal', 'limited', 'screener', 'atmos'],
    ...['criterion(?: collection)?', 'imax', 'workprint'],
  ].join('|')})$`,
  'i',
)
/** How it goes on in front of titles: a number in a row, or the site where somebody has it from. */
export const countedTitle = /^0*\d{1,3}(?:\.| -|\)) (?=\S)/
export const siteBefore = /^\[? ?www\.[^ \]]+ ?\]?(?: - )?/i
/** `Harbour, The` */
export const articleBehind = /, (the|an?|der|die|das|les?|la|el|los|las|il|lo|une?)$/i
export const leadingYear = /^[([]?((?:18[89]|19\d|20\d)\d)[)\]]?(?: - | )(?=\S)/
const cuts = [
  ...["director'?s?", 'final', 'extended', 'theatrical', 'unrated', 'ultimate', 'special', 'anniversary', 'redux'],
  ...['uncut', 'rogue', 'despecialized', "collector'?s?"],
].join('|')
export const edition = new RegExp(
  `(?<![\\p{L}\\p{N}])((?:the )?(?:\\d{1,3}(?:st|nd|rd|th) )?(?:${cuts})(?: (?:cut|edition|version))` +
    '|extended|unrated|uncut|redux)(?![\\p{L}\\p{N}])',
  'iu',
)
const languages = [
  ...['english', 'french', 'truefrench', 'german', 'italian', 'spanish', 'castellano', 'dutch', 'portuguese'],
  ...['polish', 'russian', 'czech', 'hungarian', 'swedish', 'danish', 'norwegian', 'finnish', 'nordic', 'japanese'],
  ...['korean', 'chinese', 'hindi'],
].join('|')
/** What stands between the year and the rest, such as languages of the sound: `Title 1999 German DL 1080p`. */
export const betweenYearAndRest = new RegExp(
  `^(?:(?:${languages}|ger|eng|fre|ita|spa|vff|vfq|dl|ml` +
    '|3d|v\\d|hc|cam|ts|tc|r5|ws|fs|limited|dc|open ?matte)(?:[ .-]+|$))+$',
  'i',
)
/** A language that stands before the year instead. */
export const languageAtEnd = new RegExp(` (?:${languages})(?: [dm]l)?$`, 'i')
export const multiPart = /(?<![ ._-])[ ._-]+(?:cd|disc|disk|dvd|part|pt)[ ._-]?(?:\d{1,2}|[a-d])$/i
export const disc = /[ ._-](?:cd|disc|disk|dvd)[ ._-]?(?:\d{1,2}|[a-d])$/i
/** What a disc has as a folder: its film is that of the folder in which it lies. */
export const discFolder = /^(?:video_ts|bdmv|hvdvd_ts)$/i
/** The files of such a disc. */
export const discFile = /^(?:video_ts|vts_\d\d_\d)$/i
/** A folder for one of several discs. */
export const discNumber = /^(?:cd|disc|disk|dvd)[ ._-]?(?:\d{1,2}|[a-d])$/i
export const yearBrackets = /[([]\s*((?:18[89]|19\d|20\d)\d)\s*(?:[-–]\s*(?:(?:18[89]|19\d|20\d)\d\s*)?)?[)\]]/
export const looseYear = /(?<![\p{L}\p{N}])((?:18[89]|19\d|20\d)\d)(?![\p{L}\p{N}])/gu

/** Groups mark a mended file: `S01E02v2`. */
export const seasonEpisode = new RegExp(
  '(?<![\\p{L}\\p{N}])[st](\\d{1,4}) ?\\.?e(\\d{1,4})(?!\\d)' +
    '((?:[-–+&, ]*(?:s\\d{1,4} ?)?e\\d{1,4}(?!\\d)|-\\d{1,4}(?![\\dp]))*)(?:v\\d)?(?![\\p{L}\\p{N}])',
  'iu',
)
/** A number ends where its digits end: were it cut, there would be two ways to read each, and 2ⁿ to read n of them. */
export const crossed = new RegExp(
  '(?<![\\p{L}\\p{N}])(\\d{1,2})x(\\d{1,4})(?!\\d)' +
    '((?:[-–+&, ]*(?:\\d{1,2})?x\\d{1,4}(?!\\d)|-\\d{1,3}(?![\\dx]))*)(?![\\p{L}\\p{N}])',
  'iu',
)
/** In English, German, French, Spanish, Italian, Portuguese, Dutch, Swedish, Danish, Norwegian, Polish and Czech. */
const seasonWords = [
  ...['season', 'series', 'staffel', 'saison', 'temporada', 'stagione', 'seizoen', 'säsong', 'sæson', 'sesong'],
  ...['sezon', 'řada', 'série'],
].join('|')
const episodeWords = [
  ...['episodes?', 'folgen?', 'épisodes?', 'ep', 'episodios?', 'episódios?', 'cap[ií]tulos?', 'puntat[ae]'],
  ...['afleveringen', 'aflevering', 'avsnitt', 'afsnit', 'odcinek', 'epizoda', 'díl'],
].join('|')
export const spelled = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${seasonWords}) ?(\\d{1,4})[ ,.-]+(?:${episodeWords}) ?(\\d{1,4})(?![\\p{L}\\p{N}])`,
  'iu',
)
export const aired =
  /(?<!\d)((?:19|20)\d\d)[-. _](\d\d)[-. _](\d\d)(?!\d)|(?<!\d)(\d\d)[-. _](\d\d)[-. _]((?:19|20)\d\d)(?!\d)/
/** Recorders write a day without marks, and the time behind it. */
export const recorded = /(?<!\d)((?:19|20)\d\d)([01]\d)([0-3]\d)(?!\d)/
export const timeOfDay = /^[-_ T]*[0-2]\d[-_.: ]?[0-5]\d(?:[-_.: ]?[0-5]\d)?(?!\d)/
export const seasonFolder = new RegExp(`^(?:(?:${seasonWords}|s) ?0*(\\d{1,4})|(specials?))(?![\\p{L}\\p{N}])`, 'iu')
/** Only in a folder of a season: `02 - The Title`. */
export const leadingNumber = /^0*(\d{1,3})(?=[ .-]|$)/
export const episodeWord = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${episodeWords}|e)\\.? ?0*(\\d{1,4})(?![\\p{L}\\p{N}])`,
  'iu',
)
/** `Title - Episode 4`, where no folder says that it is a series. */
export const statedEpisode = new RegExp(
  `(?:(?:^| - | ?\\()(?:${episodeWords})|(?<=\\S )ep)\\.? ?0*(\\d{1,4})(?= - |$| ?[[()])`,
  'iu',
)
/** The same where it may as well be a film: `Title Episode 4`, `Title E05`, `Title #5`. */
export const perhapsEpisode = new RegExp(
  `(?<=\\S )(?:- )?(?:(?:${episodeWords})\\.? ?0*(\\d{1,4})|e(\\d{2,4})|#0*(\\d{1,4}))(?= - |$| ?[[(])`,
  'iu',
)
/** Further episodes right behind a number in the folder of a season: `01-02 - Title`. */
export const furtherNumber = /^-\d{1,3}(?![\dp])/
/** `[Group] Title - 123 [1080p]`, as collections of anime name what is counted over all seasons. */
export const absolute = / - 0*(\d{1,4})(?:v\d)?(?= |$|[[(])/
/** The same at the end of a name without a group, where a title has no number of its own. */
export const absoluteEnd = / - 0*(\d{2,4})(?:v\d)?(?=$| ?[[(])| - 0+(\d{1,3})(?= - )/
/** What a file of a group has at the end instead: `Title [19][1080p]`, `Title 19 [1080p]`. */
export const absoluteOfGroup = /(?<=\S) (?:\[0*(\d{1,4})(?:v\d)?\]|0*(\d{2,4})(?:v\d)?(?=$| ?[[(]))/
/** What else counts the files of a series: `[19][1080p]`, `Title-18 [BD]`, `Title 18`. */
export const countedLoosely = /\[0*(\d{1,4})(?:v\d)?\]|[- ]0*(\d{1,4})(?:v\d)?(?=$| ?[[(])/
/** `[Group][Title][19][1080p]` */
export const allInBrackets = /^\s*\[[^\]]*\]\s*\[([^\]]+)\]\s*\[0*(\d{1,4})(?:v\d)?\]/
/** A season before such a number: `Title S2 - 03`, `Title 2nd Season - 04`, `Title Season 2 - 03`. */
export const seasonEnd = new RegExp(
  `(?:^|[ -])(?:(?:${seasonWords}|s) ?0*(\\d{1,4})|(\\d{1,2})(?:st|nd|rd|th|\\.|ª|ème|e) (?:${seasonWords}))$`,
  'iu',
)
const inWords = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const ordinals = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
] as const
const seasonInWords = new RegExp(
  `(?<!\\p{L})(?:(season|series) (${inWords.join('|')})|(${ordinals.join('|')}) season)(?!\\p{L})`,
  'giu',
)
/** `Season Two` and `Second Season` as `Season 2`. */
export const withSeasonDigits = (text: string): string =>
  text.replace(seasonInWords, (_, word = 'Season', number?: string, ordinal?: string) => {
    const [words, own = '']: [readonly string[], string | undefined] =
      number === undefined ? [ordinals, ordinal] : [inWords, number]
    return `${word} ${1 + words.indexOf(own.toLowerCase())}`
  })
export const group = /^\s*\[[^\]]*\]\s*/
