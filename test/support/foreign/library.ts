/** Folders of a media library in the styles of the programs that write them; all films and people are invented. */

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** Kodi writes ids with a default, ratings of several systems, roles with their order, and a set with its overview. */
const kodiFilm = `${declaration}<movie>
  <title>The Night Ferry</title>
  <originaltitle>Die Nachtfähre</originaltitle>
  <ratings>
    <rating name="imdb" max="10"><value>6.5</value><votes>1,204</votes></rating>
    <rating name="other" max="100" default="true"><value>71</value><votes>88</votes></rating>
  </ratings>
  <plot>A ferry is late. &amp; nobody &lt;asks&gt; why.</plot>
  <tagline>Nobody asks why.</tagline>
  <runtime>91</runtime>
  <mpaa>FSK 12</mpaa>
  <uniqueid type="imdb" default="true">tt9910001</uniqueid>
  <uniqueid type="TmdbMovie">991001</uniqueid>
  <uniqueid type="facebook">https://www.facebook.com/nightferry/</uniqueid>
  <uniqueid type="X">@night_ferry</uniqueid>
  <uniqueid type="wikidata_id">q9910001</uniqueid>
  <uniqueid type="trakt">5</uniqueid><uniqueid type="tvmaze">7</uniqueid><uniqueid>8</uniqueid>
  <genre>Drama</genre><genre>Sci-Fi</genre><genre>No genre at all</genre>
  <country>West Germany</country>
  <set><name>Ferries</name><overview>All of the ferries.</overview></set>
  <credits>Edda Sample</credits>
  <director>Carl Sample</director>
  <premiered>1978-10-24</premiered>
  <year>1978</year>
  <studio>Sample Film</studio>
  <trailer>plugin://plugin.video.youtube/?action=play_video&amp;videoid=AbCdEfGhIj0</trailer>
  <actor>
    <name>Dora Sample</name><role>The captain</role><order>0</order>
    <thumb>https://pictures.example/d.jpg</thumb>
  </actor>
  <actor><name>Hans Sample</name><role></role><order>1</order></actor>
</movie>
`

/** Jellyfin writes the ids as elements of their own, people with a type, and texts in the language of the library. */
const jellyfinFilm = `\ufeff<?xml version="1.0" encoding="utf-8" standalone="yes"?>
<movie>
  <plot><![CDATA[Zwei Tage <im> Moor.]]></plot>
  <lockdata>false</lockdata>
  <title>Das Moor</title>
  <rating>7.25</rating>
  <year>2003</year>
  <imdbid>tt9910002</imdbid>
  <tmdbid>991002</tmdbid>
  <premiered>2003-05-01</premiered>
  <runtime>104</runtime>
  <genre>Thriller</genre>
  <actor>
    <name>Dora Sample</name><role>Ina</role><type>Actor</type><sortorder>0</sortorder><tmdbid>991100</tmdbid>
  </actor>
  <actor><name>Carl Sample</name><type>Director</type></actor>
  <director>Carl Sample</director>
</movie>
`

const series = `${declaration}<tvshow>
  <title>Harbour Street</title>
  <showtitle>Harbour Street</showtitle>
  <year>2011</year>
  <plot>A street by the harbour.</plot>
  <mpaa>TV-14</mpaa>
  <uniqueid type="tvdb" default="true">99101</uniqueid>
  <uniqueid type="imdb">tt9910100</uniqueid>
  <genre>Drama</genre>
  <premiered>2011-09-01</premiered>
  <status>Ended</status>
  <studio>Sample TV</studio>
  <namedseason number="1">The first year</namedseason>
  <actor><name>Ida Sample</name><role>Frieda</role><order>0</order></actor>
</tvshow>
`

/** Kodi writes several episodes of one file one after the other. */
const episodes = `${declaration}<episodedetails>
  <title>Arrival</title><season>1</season><episode>1</episode><plot>She arrives.</plot>
  <aired>2011-09-01</aired><runtime>42</runtime><uniqueid type="tvdb">991011</uniqueid>
  <actor><name>Hans Sample</name><role>A guest</role></actor><director>Edda Sample</director>
</episodedetails>
<episodedetails>
  <title>Departure</title><season>1</season><episode>2</episode><aired>2011-09-08</aired>
</episodedetails>
`

const season = `${declaration}<season>
  <plot>It begins.</plot><seasonnumber>1</seasonnumber><premiered>2011-09-01</premiered>
</season>
`

export const library: Readonly<Record<string, string>> = {
  'Films/The Night Ferry (1978)/The Night Ferry (1978).mkv': '',
  'Films/The Night Ferry (1978)/The Night Ferry (1978).nfo': kodiFilm,
  'Films/The Night Ferry (1978)/The Night Ferry (1978)-trailer.mkv': '',
  'Films/Das Moor (2003)/movie.nfo': jellyfinFilm,
  'Films/Das Moor (2003)/Das Moor.mp4': '',
  'Series/Harbour Street/tvshow.nfo': series,
  'Series/Harbour Street/Season 01/season.nfo': season,
  'Series/Harbour Street/Season 01/Harbour Street - S01E01-E02.nfo': episodes,
  'Series/Harbour Street/Season 01/Harbour Street - S01E01-E02.mkv': '',
  'Series/Harbour Street/Season 01/Harbour Street - S01E03 - The Pier.mkv': '',
}

const wrapped = (inside: string) => `${declaration}<movie><title>Broken</title>${inside}</movie>`

/** Files that cannot be read, and what is said about each. */
export const brokenFiles: readonly [name: string, content: string | Uint8Array, reason: RegExp][] = [
  ['half.nfo', kodiFilm.slice(0, 900), /:\d+: it (is not XML|ends inside of <\w+>)/],
  ['page.nfo', '<!DOCTYPE html><html><body>Not found</body></html>', /:1: it is HTML/],
  ['text.nfo', 'Just a note about this film', /:1: it is not XML/],
  ['empty.nfo', '', /:0: it is empty/],
  [
    'bytes.nfo',
    Buffer.from('<?xml version="1.0" encoding="euc-jp"?><movie><title>\u00ff</title></movie>', 'latin1'),
    /:0: it is not EUC-JP/,
  ],
  [
    'unknown.nfo',
    '<?xml version="1.0" encoding="klingon"?><movie/>',
    /:0: it has an encoding that is not known, klingon/,
  ],
  [
    'entities.nfo',
    `<!DOCTYPE movie [<!ENTITY a "aaaa"><!ENTITY b SYSTEM "file:///etc/passwd">]><movie><title>&a;&b;</title></movie>`,
    /:1: it is not XML: inappropriately located doctype declaration/,
  ],
  ['quotes.nfo', wrapped('<plot at=1/>'), /:2: it is not XML: unquoted attribute value, at character 38$/],
  ['deep.nfo', wrapped('<a>'.repeat(40) + '</a>'.repeat(40)), /:2: it has more than 32 elements inside of each other/],
  ['many.nfo', wrapped('<a/>'.repeat(50_000)), /:2: it has more than 50000 elements/],
  ['large.nfo', wrapped(' '.repeat(4_194_304)), /:0: it is larger than 4194304 bytes/],
  ['artist.nfo', '<artist><name>Somebody</name></artist>', /:1: it is about <artist>, which is nothing that is read/],
]
