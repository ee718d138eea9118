/** Small NFO files as people have them, and what is stored of each; all films and people are invented. */

type Given = string | Uint8Array | Readonly<Record<string, string | Uint8Array>>
/** The title is that of the folder, which has the year 1999; of what is stored, what is named here is compared. */
export type NfoCase = readonly [title: string, given: Given, expected: Readonly<Record<string, unknown>>]

export const film = (title: string, inside: string, behind = '') =>
  `<movie><title>${title}</title>${inside}</movie>${behind}`
export const fact = (title: string, inside: string, expected: Readonly<Record<string, unknown>>): NfoCase => [
  title,
  film(title, inside),
  { refused: [], ...expected },
]
const plot = (title: string, text: string, overview: string): NfoCase =>
  fact(title, `<plot>${text}</plot>`, { overview })
export const imdb = (filmdb_id: string) => ({ external_ids: { filmdb_id } })
const latin = (text: string) => Buffer.from(text, 'latin1')
const wide = (text: string, isMarked: boolean) => Buffer.from(`${isMarked ? '\ufeff' : ''}${text}`, 'utf16le')
const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>\n`
const shadow = Uint8Array.of(0, 5, 22, 7, 0, 2, 0, 0)
/** A picture of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const mended: readonly NfoCase[] = [
  [
    'Amber One',
    film('Amber One', '<plot>a</plot>', '\nhttps://www.imdb.com/title/tt8800001/?a=1&b=2'),
    { overview: 'a', ...imdb('tt8800001'), refused: [] },
  ],
  plot('Amber Two', 'Fish & chips, AT&T; &c', 'Fish & chips, AT&T; &c'),
  fact('Amber Three', '<thumb at="https://a.example/?a=1&b=2">x</thumb><plot>b</plot>', { overview: 'b' }),
  plot('Amber Four', 'caf&eacute; &ndash; &hellip;&unknown;', 'café – …&unknown;'),
  plot('Amber Five', 'a\u0001b\u001fc&#2;d&#x1F600;', 'abcd😀'),
  ['Amber Six', `${film('Amber Six', '<plot>a</plot>')}\0\0`, { overview: 'a', refused: [] }],
  [
    'Amber Seven',
    `<!-- a -- b --->${film('Amber Seven', '<!-- -- --><plot>a</plot>')}`,
    { overview: 'a', refused: [] },
  ],
  ['Amber Eight', film('Amber Eight', '<plot>a</plot>', ' & so on </movie> vie>'), { overview: 'a', refused: [] }],
  [
    'Amber Nine',
    latin(declared('UTF-8') + film('Amber Nine', '<plot>F\u00e4hre</plot>')),
    { overview: 'Fähre', refused: [] },
  ],
  [
    'Amber Ten',
    Buffer.concat([latin('<movie><title>Amber Ten</title><plot>\u00e4 '), Buffer.from('€ß</plot></movie>')]),
    { overview: 'ä €ß', refused: [] },
  ],
  ['Amber Eleven', declared('utf-16') + film('Amber Eleven', '<plot>ä</plot>'), { overview: 'ä', refused: [] }],
  ['Amber Twelve', wide(film('Amber Twelve', '<plot>ä</plot>'), false), { overview: 'ä', refused: [] }],
  ['Amber Thirteen', wide(film('Amber Thirteen', '<plot>ä</plot>'), true), { overview: 'ä', refused: [] }],
  plot('Amber Fourteen', '1 < 2, <3 and a ]]> b', '1 < 2, <3 and a ]]> b'),
  [
    'Amber Fifteen',
    film('Amber Fifteen', '\n<plot>ä & &eacute; <b>a</c></plot>'),
    { id: null, refused: ['movie.nfo:2: it is not XML: unexpected close tag, at character 27'] },
  ],
  [
    'Amber Sixteen',
    film('Amber Sixteen', '\n<plot at=a/>'),
    { id: null, refused: ['movie.nfo:2: it is not XML: unquoted attribute value, at character 10'] },
  ],
  ['Amber Seventeen', '</movie>', { id: null, refused: ['movie.nfo:1: it is not XML: it has no element'] }],
]

const breaks: readonly NfoCase[] = [
  plot('Birch One', 'a<br/>b<br>c<BR />d', 'a\nb\nc\nd'),
  plot('Birch Two', 'a&lt;br/&gt;b', 'a\nb'),
  plot('Birch Three', '<![CDATA[a<br />b & c]]>', 'a\nb & c'),
  fact('Birch Four', '<tagline>a<br/>\n  b</tagline>', { tagline: 'a b' }),
]

const addresses: readonly NfoCase[] = [
  [
    'Cedar One',
    'https://www.imdb.com/title/tt8800101/',
    { ...imdb('tt8800101'), release_date: '1999-01-01', refused: [] },
  ],
  [
    'Cedar Two',
    'https://www.themoviedb.org/movie/880102-cedar\r\nhttps://www.imdb.com/title/tt8800102\r\n',
    { id: 880_102, ...imdb('tt8800102'), refused: [] },
  ],
  [
    'Cedar Three',
    '\u2588\u2588 A release \u2588\u2588\n  iMDB....: http://imdb.com/title/tt8800103/ [7.4]\n',
    imdb('tt8800103'),
  ],
  ['Cedar Four', 'Link : imdb.com/title/tt8800104', { ...imdb('tt8800104'), refused: [] }],
  [
    'Cedar Five',
    'https://a.example/review/5',
    { id: null, refused: ['movie.nfo:1: it contains an address, in which there is no id that is known'] },
  ],
  [
    'Cedar Six',
    film('Cedar Six', '<imdbid>tt8800106</imdbid>', '\nhttps://www.imdb.com/title/tt8800199'),
    { ...imdb('tt8800106'), refused: [] },
  ],
  [
    'Cedar Seven',
    { 'Cedar Seven.nfo': 'https://www.imdb.com/title/tt8800107', 'Cedar Seven.mkv': '' },
    imdb('tt8800107'),
  ],
  [
    'Cedar Eight',
    { 'movie.nfo': 'https://www.imdb.com/title/tt8800108', 'a.mkv': '', 'poster.png': pixel },
    { ...imdb('tt8800108'), posters: 1, refused: [] },
  ],
  [
    'Cedar Ten',
    'https://kino.example/movie/880110 https://kino.example/Q880110 https://www.imdb.com/name/nm8800110/',
    { id: null, refused: ['movie.nfo:1: it contains an address, in which there is no id that is known'] },
  ],
  [
    'Cedar Eleven',
    'https://www.themoviedb.org/tv/880111\nhttps://www.wikidata.org/wiki/Q880111',
    { external_ids: { kb2_id: 'Q880111' }, refused: [] },
  ],
  [
    'Cedar Nine',
    `https://www.imdb.com/title/tt8800109\n${film('Cedar Nine', '<plot>a</plot>')}`,
    { ...imdb('tt8800109'), overview: 'a', refused: [] },
  ],
]

const files: readonly NfoCase[] = [
  [
    'Juniper One',
    {
      ...{ 'Juniper One.mkv': '', 'Juniper One.nfo': film('Juniper One', '<plot>a</plot>') },
      '._Juniper One.nfo': shadow,
      '._a.mkv': '',
    },
    { overview: 'a', refused: [] },
  ],
  [
    'Juniper Two',
    {
      ...{ 'movie.nfo': film('Juniper Two', '<plot>a</plot>'), '#recycle/old.nfo': 'x', '@Recycle/old.nfo': 'x' },
      ...{ '__MACOSX/movie.nfo': 'x', 'Thumbs.db': 'x', '#recycle/Juniper Two/Juniper Two.mkv': '' },
    },
    { overview: 'a', refused: [] },
  ],
  [
    'Juniper Three',
    {
      ...{
        'movie.nfo': film('Juniper Three', ''),
        'poster.png': pixel,
        'a.mkv': '',
        '._a.mkv': '',
        '._poster.png': shadow,
      },
    },
    { posters: 1, refused: [] },
  ],
  [
    'Kelp One',
    { 'VIDEO_TS/VIDEO_TS.nfo': film('Kelp One', '<plot>a</plot>'), 'VIDEO_TS/VTS_01_1.VOB': '', 'poster.png': pixel },
    { overview: 'a', posters: 1, refused: [] },
  ],
  [
    'Kelp Two',
    { 'BDMV/index.nfo': 'https://www.imdb.com/title/tt8800402', 'BDMV/STREAM/00001.m2ts': '' },
    { ...imdb('tt8800402'), refused: [] },
  ],
  ['Kelp Three', { 'movie.nfo': film('Kelp Three', '<plot>a</plot>'), 'BDMV/STREAM/0.m2ts': '' }, { overview: 'a' }],
]

export const nfoFilms: readonly NfoCase[] = [...mended, ...breaks, ...addresses, ...files]

const show = (title: string, more = '', behind = '') => `<tvshow><title>${title}</title>${more}</tvshow>${behind}`
const titled = (title: string) => `<title>${title}</title>`
const episode = (season: number, number: string, title: string, more = '') =>
  `<episodedetails>${titled(title)}<season>${season}</season><episode>${number}</episode>${more}</episodedetails>`
const named = (number: number | string, name: string) => `<namedseason number="${number}">${name}</namedseason>`
const tvdb = (tvdata_id: number) => ({ external_ids: { tvdata_id } })
const linked = (title: string, address: string, stored: Readonly<Record<string, unknown>>): NfoCase => [
  title,
  { 'tvshow.nfo': address, 'Season 1/S01E01.mkv': '' },
  { ...stored, episodes: ['1x1'], refused: [] },
]

export const nfoSeries: readonly NfoCase[] = [
  linked('Lily One', 'https://thetvdb.com/?tab=series&id=8801&lid=7', tvdb(8801)),
  linked('Lily Two', 'https://www.thetvdb.com/series/88020', tvdb(88_020)),
  linked('Lily Three', 'http://thetvdb.com/index.php?tab=season&seriesid=8803&seasonid=1&id=99', tvdb(8803)),
  linked('Lily Four', 'https://thetvdb.com/dereferrer/series/8804', tvdb(8804)),
  linked('Lily Five', 'https://www.themoviedb.org/tv/880505\nhttps://thetvdb.com/?id=8805&tab=series', {
    ...{ id: 880_505, ...tvdb(8805) },
  }),
  [
    'Lily Six',
    { 'tvshow.nfo': 'https://thetvdb.com/?tab=season&id=8806', 'Season 1/S01E01.mkv': '' },
    { id: null, refused: ['tvshow.nfo:1: it contains an address, in which there is no id that is known'] },
  ],
  [
    'Lily Eight',
    { 'tvshow.nfo': 'https://thetvdb.com/series/1899', 'Season 1/S01E01.mkv': '' },
    { id: null, refused: ['tvshow.nfo:1: it contains an address, in which there is no id that is known'] },
  ],
  [
    'Lily Seven',
    { 'tvshow.nfo': show('Lily Seven', '', '\nhttps://thetvdb.com/?tab=series&id=8807') },
    { ...tvdb(8807), refused: [] },
  ],
  [
    'Moss One',
    { 'tvshow.nfo': show('Moss One', named(1, 'Dawn')), 'Season 1/S01E01.mkv': '' },
    { seasons: [[1, 'Dawn']], refused: [] },
  ],
  [
    'Moss Two',
    { 'tvshow.nfo': show('Moss Two', named(1, 'Dawn') + named('02', ' Dusk ') + named(3, '')) },
    {
      seasons: [
        [1, 'Dawn'],
        [2, 'Dusk'],
      ],
      refused: [],
    },
  ],
  [
    'Nettle One',
    { 'tvshow.nfo': show('Nettle One'), 'a.nfo': episode(1, '4-5', 'Both') },
    { episodes: ['1x4 Both', '1x5'], refused: [] },
  ],
  [
    'Nettle Two',
    { 'tvshow.nfo': show('Nettle Two'), 'a.nfo': episode(1, '4', 'Both', '<episodenumberend>6</episodenumberend>') },
    { episodes: ['1x4 Both', '1x5', '1x6'], refused: [] },
  ],
  [
    'Nettle Three',
    {
      'tvshow.nfo': show('Nettle Three'),
      'a.nfo': `<multiepisodenfo>${episode(1, '1', 'One')}${episode(1, '2', 'Two')}</multiepisodenfo>`,
    },
    { episodes: ['1x1 One', '1x2 Two'], refused: [] },
  ],
  [
    'Nettle Four',
    { 'tvshow.nfo': show('Nettle Four'), 'S01E01-E02.nfo': episode(1, '1', 'One'), 'S01E01-E02.mkv': '' },
    { episodes: ['1x1 One', '1x2'], refused: [] },
  ],
  [
    'Nettle Six',
    {
      ...{ 'tvshow.nfo': show('Nettle Six'), 'S01E01-E02.mkv': '' },
      'S01E01-E02.nfo': `${episode(1, '1', 'One', '<episodenumberend>2</episodenumberend>')}
        ${episode(1, '3', 'Three', '<episodenumberend>0</episodenumberend>')}`,
    },
    { episodes: ['1x1 One', '1x2', '1x3 Three'], refused: [] },
  ],
  [
    'Nettle Seven',
    { 'tvshow.nfo': show('Nettle Seven'), 'S01E01-E02.nfo': episode(1, '7', 'Seven'), 'S01E01-E02.mkv': '' },
    { episodes: ['1x7 Seven'], refused: [] },
  ],
  [
    'Nettle Five',
    {
      'tvshow.nfo': show('Nettle Five'),
      'a.nfo': episode(1, '1', 'One', '<episodenumberend>999999</episodenumberend>'),
    },
    { episodes: ['1x1 One'], refused: ['a.nfo:1: episodenumberend is not one of the next 50 episodes'] },
  ],
]
