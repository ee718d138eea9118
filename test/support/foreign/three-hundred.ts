/** A library of 300 titles in the styles of three programs; some of their files are broken. All of it is invented. */

const nouns = ['Ferry', 'Harbour', 'Moor', 'Signal', 'Orchard', 'Lantern', 'Bridge', 'Archive', 'Winter', 'Island']
const ways = ['Night', 'Silent', 'Last', 'Paper', 'Northern', 'Broken', 'Second', 'Hidden', 'Early', 'Distant']
const people = ['Carl Sample', 'Dora Sample', 'Edda Sample', 'Hans Sample', 'Ida Sample', 'Jon Sample']

const titleOf = (n: number) =>
  `The ${ways[n % 10]} ${nouns[Math.floor(n / 10) % 10]}${n < 100 ? '' : ` ${Math.floor(n / 100) + 1}`}`
const yearOf = (n: number) => 1950 + (n % 70)
const person = (n: number) => people[n % people.length] as string
const filmId = (n: number) => `tt${9_000_000 + n}`

const inXml = (root: string, inside: string) =>
  `<?xml version="1.0" encoding="utf-8"?>\n<${root}>\n${inside}\n</${root}>\n`

/** Kodi: ids with a type, roles with their order, ratings of several systems. */
const kodi = (n: number, root: string) =>
  inXml(
    root,
    `<title>${titleOf(n)}</title><originaltitle>Titel ${n} &amp; mehr</originaltitle><plot>Plot ${n}.</plot>
<ratings><rating name="imdb" max="10" default="true">
<value>6.${n % 10}</value><votes>${n + 5}</votes></rating></ratings>
<runtime>${80 + (n % 40)}</runtime><uniqueid type="imdb" default="true">${filmId(n)}</uniqueid>
<genre>Drama</genre><country>Germany</country><director>${person(n)}</director>
<premiered>${yearOf(n)}-0${1 + (n % 9)}-1${n % 10}</premiered><studio>Sample Film</studio>
<actor><name>${person(n + 1)}</name><role>Role ${n}</role><order>0</order></actor>`,
  )

/** Jellyfin: ids as elements of their own, a mark at the start, people with a type. */
const jellyfin = (n: number, root: string) =>
  `\ufeff${inXml(
    root,
    `<plot><![CDATA[Plot <${n}>.]]></plot><lockdata>false</lockdata><title>${titleOf(n)}</title>
<rating>7.${n % 10}</rating><year>${yearOf(n)}</year><imdbid>${filmId(n)}</imdbid>
<genre>Thriller</genre><director>${person(n)}</director>
<actor><name>${person(n + 2)}</name><role>Role ${n}</role><type>Actor</type><sortorder>0</sortorder></actor>`,
  )}`

/** Emby: a sort title, the country of the certificate, an id in an element called `id`. */
const emby = (n: number, root: string) =>
  inXml(
    root,
    `<plot>Plot ${n}</plot><outline /><title>${titleOf(n)}</title><sorttitle>${titleOf(n)}</sorttitle>
<mpaa>DE-12</mpaa><year>${yearOf(n)}</year><runtime>${90 + (n % 20)}</runtime><id>${filmId(n)}</id>
<genre>Comedy</genre><writer>${person(n + 3)}</writer>`,
  )

const styles = [kodi, jellyfin, emby]

const broken: readonly ((n: number) => string | Uint8Array)[] = [
  (n) => kodi(n, 'movie').slice(0, 90),
  () => '<!doctype html><html><title>Not found</title></html>',
  () => 'A note about this film.',
  () => '',
  () => Buffer.from([0xff, 0xff, 0x00, 0x80, 0x3c]),
]

/** Every so many films have a broken file. */
const isBroken = (n: number) => n < 270 && n % 18 === 17

function film(n: number): [path: string, content: string | Uint8Array][] {
  const style = styles[n % 3] as typeof kodi
  const name = `${titleOf(n)} (${yearOf(n)})`
  const content = isBroken(n) ? (broken[Math.floor(n / 18) % broken.length]?.(n) as string) : style(n, 'movie')
  const nfo = n % 3 === 0 ? 'movie.nfo' : `${name}.nfo`
  return [
    [`Films/${name}/${name}${n % 3 === 2 ? ' - 1080p' : ''}.mkv`, ''],
    [`Films/${name}/${n % 3 === 2 ? `${name} - 1080p.nfo` : nfo}`, content],
  ]
}

function series(n: number): [path: string, content: string | Uint8Array][] {
  const style = styles[n % 3] as typeof kodi
  const folder = `Series/${titleOf(n)} (${yearOf(n)})`
  const episode = (number: number) =>
    inXml(
      'episodedetails',
      `<title>Part ${number}</title><season>1</season><episode>${number}</episode>
<aired>${yearOf(n)}-05-0${number}</aired>`,
    )
  return [
    [`${folder}/tvshow.nfo`, style(n, 'tvshow')],
    ...[1, 2].flatMap((number): [string, string][] => [
      [`${folder}/Season 01/S01E0${number}.mkv`, ''],
      [`${folder}/Season 01/S01E0${number}.nfo`, episode(number)],
    ]),
  ]
}

const numbers = Array.from({ length: 300 }, (_, n) => n)

/** Some of the titles: files by their paths, and how many of them are broken. */
export function libraryOf(isWanted: (n: number) => boolean) {
  const wanted = numbers.filter(isWanted)
  const files: Readonly<Record<string, string | Uint8Array>> = Object.fromEntries(
    wanted.flatMap((n) => (n < 270 ? film(n) : series(n))),
  )
  return { files, brokenFiles: wanted.filter(isBroken).length }
}

export const threeHundred = libraryOf(() => true)
