import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import sharp from 'sharp'

/** Files of other programs about invented films, in the sizes that theirs have. */

const words =
  'amber boat cedar door ember field garden harbour island journey kettle lantern meadow night orchard'.split(' ')
const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'sv', 'pl', 'ja', 'ru', 'pt', 'tr']
export const castOf = 15
const peopleOfFilm = 0.6

export const word = (number: number) => words[number % words.length] as string
export const nameOf = (film: number) => `The ${word(film)} ${word(film * 7 + 3)} of ${word(film * 13 + 5)} ${film}`
export const personName = (person: number) => `${word(person)} ${word(person * 11 + 2)} ${person}`
export const yearOf = (film: number) => 1930 + (film % 95)
const day = (number: number) => String(1 + (number % 28)).padStart(2, '0')

/** How many people these films have together. */
export const peopleAt = (films: number) => Math.max(castOf + 1, Math.round(films * peopleOfFilm))
export const personAt = (film: number, place: number, films: number) => 1 + ((film * 31 + place * 97) % peopleAt(films))

const nfo = (film: number, films: number) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<movie>
  <title>${nameOf(film)}</title>
  <originaltitle>${nameOf(film)}</originaltitle>
  <ratings>
    <rating name="imdb" max="10" default="true"><value>6.${film % 10}</value><votes>${film}</votes></rating>
  </ratings>
  <plot>${Array.from({ length: 60 }, (_, at) => word(film + at)).join(' ')}</plot>
  <runtime>${80 + (film % 60)}</runtime>
  <mpaa>PG-13</mpaa>
  <uniqueid type="imdb" default="true">tt${9_000_000 + film}</uniqueid>
  <uniqueid type="tmdb">${9_000_000 + film}</uniqueid>
  <genre>Drama</genre><genre>Comedy</genre>
  <country>Germany</country>
  <director>${personName(personAt(film, castOf, films))}</director>
  <premiered>${yearOf(film)}-03-${day(film)}</premiered>
  <studio>Studio ${film % 200}</studio>
${Array.from(
  { length: castOf },
  (_, at) =>
    `  <actor><name>${personName(personAt(film, at, films))}</name><role>Role ${at}</role><order>${at}</order></actor>`,
).join('\n')}
</movie>
`

/** Posters that differ in their pixels and have the size of real ones. */
async function posters(count: number, write: (at: number, poster: Buffer) => Promise<void>) {
  const base = await sharp({
    create: {
      width: 1000,
      height: 1500,
      channels: 3,
      background: '#345',
      noise: { type: 'gaussian', mean: 120, sigma: 18 },
    },
  })
    .png()
    .toBuffer()
  for (let at = 0; at < count; at++) {
    const colour = { r: at & 255, g: (at >> 8) & 255, b: 90 }
    const mark = { create: { width: 200, height: 200, channels: 3 as const, background: colour } }
    await write(
      at,
      await sharp(base)
        .composite([{ input: mark, left: at % 800, top: at % 1300 }])
        .jpeg({ quality: 80 })
        .toBuffer(),
    )
  }
}

/** A library with a folder, an NFO file and a poster for each film. */
export async function writeLibrary(folder: string, films: number): Promise<void> {
  await posters(films, async (film, poster) => {
    const place = join(folder, `${nameOf(film)} (${yearOf(film)})`)
    await mkdir(place, { recursive: true })
    await writeFile(join(place, 'movie.nfo'), nfo(film, films))
    await writeFile(join(place, 'poster.jpg'), poster)
    await writeFile(join(place, `${nameOf(film)}.mkv`), '')
  })
}

const entity = (id: string) => ({ 'entity-type': 'item', 'numeric-id': Number(id.slice(1)), id })
const item = (id: string) => ({ type: 'wikibase-entityid', value: entity(id) })
const text = (value: string) => ({ type: 'string', value })
const time = (value: string) => ({
  type: 'time',
  value: {
    ...{ time: `+${value}T00:00:00Z`, timezone: 0, before: 0, after: 0, precision: 11 },
    calendarmodel: 'http://www.wikidata.org/entity/Q1985727',
  },
})

const claim = (property: string, datavalue: object, qualifiers = {}) => ({
  mainsnak: { snaktype: 'value', property, hash: '0123456789abcdef0123456789abcdef01234567', datavalue },
  ...{ type: 'statement', id: `Q1$${property}-0123-4567-89ab-cdef`, rank: 'normal', qualifiers },
  references: [{ hash: 'fedcba9876543210', snaks: { P143: [] }, 'snaks-order': ['P143'] }],
})

function entityLine(id: string, name: string, claims: Record<string, object[]>): string {
  const labels = Object.fromEntries(languages.map((language) => [language, { language, value: `${name} ${language}` }]))
  return JSON.stringify({ type: 'item', id, labels, descriptions: labels, aliases: {}, claims, sitelinks: {} })
}

const filmItem = (film: number) => `Q${900_000_000 + film}`
const personItem = (person: number) => `Q${800_000_000 + person}`

function filmLine(film: number, films: number): string {
  const cast = Array.from({ length: castOf }, (_, at) =>
    claim('P161', item(personItem(personAt(film, at, films))), {
      P4633: [{ snaktype: 'value', property: 'P4633', datavalue: text(`Role ${at}`) }],
    }),
  )
  return entityLine(filmItem(film), nameOf(film), {
    P31: [claim('P31', item('Q11424'))],
    P577: [claim('P577', time(`${yearOf(film)}-03-${day(film)}`))],
    P345: [claim('P345', text(`tt${9_000_000 + film}`))],
    P4947: [claim('P4947', text(String(9_000_000 + film)))],
    P57: [claim('P57', item(personItem(personAt(film, castOf, films))))],
    P136: [claim('P136', item('Q130232'))],
    P161: cast,
    P495: [claim('P495', item('Q183'))],
  })
}

const personLine = (person: number) =>
  entityLine(personItem(person), personName(person), {
    P31: [claim('P31', item('Q5'))],
    P106: [claim('P106', item('Q33999'))],
    P569: [claim('P569', time(`${1900 + (person % 100)}-05-${day(person)}`))],
    P345: [claim('P345', text(`nm${9_000_000 + person}`))],
  })

/** A dump of Wikidata with so many films and their people, packed, in a folder. */
export async function writeDump(folder: string, films: number): Promise<void> {
  function* lines() {
    yield '[\n'
    for (let person = 1; person <= peopleAt(films); person++) yield `${personLine(person)},\n`
    for (let film = 0; film < films; film++) yield `${filmLine(film, films)}${film === films - 1 ? '' : ','}\n`
    yield ']\n'
  }
  await pipeline(lines, createGzip({ level: 1 }), createWriteStream(join(folder, 'dump.json.gz')))
}
