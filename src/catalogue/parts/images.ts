import { type TProperties, Type } from 'typebox'
import { type Locale, languagesOf } from '#src/contract/languages.ts'
import { type Language, languageFilter, languageList } from '#src/contract/parameters.ts'
import { maxId } from '#src/contract/path-parameters.ts'
import { nullable } from '#src/contract/schema.ts'
import type { Engine } from '#src/database/database.ts'
import { empty, raw, type Sql, sql } from '#src/database/sql.ts'
import { entryId } from '../entry-id.ts'
import { CountryCode, LanguageCode, Path, RecordId, Small, vote_average } from '../fields.ts'
import { type Gallery, type Kind, kind, type kinds, kindsWith } from '../kinds.ts'
import {
  Country,
  columnsFrom,
  EntryId,
  Label,
  type LineEntry,
  lineEntries,
  lineEntry,
  orEmpty,
  readEntry,
  statedEntry,
  WrittenLanguage,
} from '../line-entries.ts'
import { byKind, type Entry, type Loaded, names, type Part, part } from '../part.ts'
import { isShownIn } from '../summaries/original-language.ts'
import { bestFirst, languageFirst } from '../summaries/selection.ts'

/** Longest side of an image in pixels. */
const maxPixels = 1_000_000
const Pixels = Type.Integer({ minimum: 0, maximum: maxPixels })
/** The last place that an image can have in its gallery. */
export const maxImagePlace = maxId
const FileType = Type.String({ pattern: '^\\.[a-z0-9]{1,8}$' })

const stated = {
  gallery: Type.String(),
  id: EntryId,
  file_path: Path,
  file_type: orEmpty(FileType),
  aspect_ratio: Type.Number({ minimum: 0 }),
  width: Pixels,
  height: Pixels,
  iso_639_1: nullable(WrittenLanguage),
  iso_3166_1: nullable(Country),
  /** The votes of the source; the database adds those of people here. */
  stated_average: vote_average.schema,
  stated_count: Small,
  /** The licence of the image, if it differs from that of its source. */
  licence: Label,
  /** Its place in the list of its source. */
  position: Type.Integer({ minimum: 0, maximum: maxImagePlace }),
}
const storedColumns = columnsFrom(stated)
const columns = { ...storedColumns, vote_average: Type.Number(), vote_count: Type.Integer() }

const Image = Type.Object(
  {
    aspect_ratio: columns.aspect_ratio,
    height: columns.height,
    iso_3166_1: columns.iso_3166_1,
    iso_639_1: columns.iso_639_1,
    file_path: columns.file_path,
    vote_average: columns.vote_average,
    vote_count: columns.vote_count,
    width: columns.width,
  },
  { title: 'Image' },
)
const Logo = Type.Object(
  {
    aspect_ratio: columns.aspect_ratio,
    file_path: columns.file_path,
    height: columns.height,
    id: columns.id,
    file_type: columns.file_type,
    vote_average: columns.vote_average,
    vote_count: columns.vote_count,
    width: columns.width,
  },
  { title: 'Logo' },
)

const nothing = {
  id: '',
  file_path: '',
  file_type: '',
  aspect_ratio: 0,
  width: 0,
  height: 0,
  iso_639_1: null,
  iso_3166_1: null,
  vote_average: 0,
  vote_count: 0,
  licence: '',
}

/** Only pictures of titles and collections are chosen by language. */
const hasLanguages = (of: Kind) => !['company', 'network', 'person'].includes(of)

/** The images of companies and networks are all logos. */
type WithLogos = 'company' | 'network'
const hasLogos = (of: Kind): of is WithLogos => of === 'company' || of === 'network'

/** The galleries of a kind. */
export const galleryOf = (of: Kind) => Type.String({ enum: [...kind(of).galleries] })

/** The property of a line, for images and for the people on them. */
export const imageLines = (of: Kind) => {
  const lines = kindsWith('tagged_people').includes(of) ? lineImagesWithPeople : lineImages
  return {
    images: Type.Object(
      Object.fromEntries(kind(of).galleries.map((gallery) => [gallery, Type.Optional(lines)])) as TProperties,
    ),
  }
}

const store = {
  table: 'image',
  key: ['gallery', 'id'],
  columns: storedColumns,
  entry: (of) => statedEntry({ ...stated, gallery: galleryOf(of) }),
  order: raw('gallery, position, file_path, id'),
  changeKeys: ['images'],
  placeColumns: ['position'],
  likeness: ({ gallery, file_path }) => JSON.stringify([gallery, file_path]),
  lines: imageLines,
  read({ images }, of, id) {
    if (!images) return undefined
    const entries = kind(of).galleries.flatMap((gallery) =>
      (images[gallery] ?? []).map((given: LineEntry, place: number) => readImage(given, gallery, of, id, place)),
    )
    return { entries, isComplete: true }
  },
  write(entries, of) {
    if (entries.length === 0) return {}
    const galleries = Map.groupBy(entries, (entry) => entry.gallery as Gallery)
    const images = kind(of).galleries.flatMap((gallery) => {
      const lines = galleries.get(gallery)?.map(writeImage)
      return lines ? [[gallery, lines]] : []
    })
    return { images: Object.fromEntries(images) }
  },
} satisfies Part['store']

const lineColumns = {
  id: stated.id,
  file_type: FileType,
  aspect_ratio: stated.aspect_ratio,
  width: stated.width,
  height: stated.height,
  iso_639_1: LanguageCode,
  iso_3166_1: CountryCode,
  vote_average: stated.stated_average,
  vote_count: stated.stated_count,
  licence: stated.licence,
  position: stated.position,
}
const lineImages = lineEntries({ file_path: stated.file_path }, lineColumns)
/** Most people on one image. */
export const maxPeople = 100
const people = Type.Array(lineEntry({ id: RecordId }, {}), { maxItems: maxPeople })
const lineImagesWithPeople = lineEntries({ file_path: stated.file_path }, { ...lineColumns, people })

/** An image of a line as it is stored; `place` is its position in the list of its gallery. */
export function readImage(given: LineEntry, gallery: Gallery, of: Kind, id: number, place: number) {
  const { vote_average, vote_count, ...image } = readEntry(given, { ...nothing, position: place })
  const ratio = image.height ? Math.round((1000 * image.width) / image.height) / 1000 : 0
  return {
    ...image,
    gallery,
    id: image.id || entryId('images', of, id, [image.file_path]),
    file_type: image.file_type || (/\.[a-z0-9]{1,8}$/.exec(image.file_path)?.[0] ?? ''),
    aspect_ratio: image.aspect_ratio || ratio,
    iso_639_1: image.iso_639_1 || null,
    iso_3166_1: image.iso_3166_1 || null,
    stated_average: vote_average,
    stated_count: vote_count,
  }
}

function writeImage(entry: Entry, place: number) {
  const { gallery: _gallery, stated_average, stated_count, licence, position, ...image } = entry
  const more = { ...(licence !== '' && { licence }), ...(position !== place && { position }) }
  return { ...image, vote_average: stated_average, vote_count: stated_count, ...more }
}

/** The languages in whose order images come: those of the request, then those that are added with their country. */
const askedFirst = ({ language, include_image_language = [] }: Query): Locale[] => [
  ...(language ? languagesOf(language) : []),
  ...include_image_language.flatMap((locale) => (locale?.iso_3166_1 ? locale : [])),
]

type Query = { language?: Language; include_image_language?: (Locale | null)[] }

/**
 * Images in the languages that the query names, which may include "no language"; all of them if it names none. Each
 * gallery has its own language of a chain.
 */
function isWanted({ anyOf }: Engine, { language, include_image_language }: Query, of: Kind, id: number): Sql {
  if (!language && !include_image_language) return sql`true`
  const isChain = language?.fallbacks !== undefined
  const named = [...(language && !isChain ? [language] : []), ...(include_image_language ?? [])]
  const codes = named.flatMap((locale) => locale?.iso_639_1 ?? [])
  const wanted = sql`(${anyOf(raw('iso_639_1'), codes)} or (${named.includes(null)} and iso_639_1 is null))`
  if (!isChain) return wanted
  const gallery = sql`from image e where e.kind = ${of} and e.entity_id = ${id} and e.gallery = image.gallery`
  return sql`(${isShownIn(language, [of, id], gallery)} or ${wanted})`
}

const Logos = Type.Array(Logo)
const Images = Type.Array(Image)

const reply = byKind<{
  [Of in Kind]: {
    [Name in (typeof kinds)[Of]['galleries'][number]]: Of extends WithLogos ? typeof Logos : typeof Images
  }
}>((of) => Object.fromEntries(kind(of).galleries.map((gallery) => [gallery, hasLogos(of) ? Logos : Images])))

const LogoRow = Type.Object({ gallery: columns.gallery, ...Logo.properties })
const ImageRow = Type.Object({ gallery: columns.gallery, ...Image.properties })

export const images = part({
  name: 'images',
  summary: 'Images of the record, best first',
  query: Type.Object({
    language: languageFilter,
    include_image_language: languageList(
      'Adds the images in these languages; `null` stands for images without a language. Those of a language that has ' +
        'its country, such as `pt-BR`, come before others',
    ),
  }),
  hasQuery: hasLanguages,
  reply,
  async load({ db, query }, of, id) {
    const row = hasLogos(of) ? LogoRow : ImageRow
    const asked = hasLanguages(of) ? askedFirst(query) : []
    const first = asked.length > 0 ? sql`${languageFirst(asked)},` : empty
    const wanted = hasLanguages(of) ? isWanted(db.engine, query, of, id) : sql`true`
    const found = await db.all(
      row,
      sql`
      select ${names(row.properties)} from image
      where kind = ${of} and entity_id = ${id} and ${wanted} order by ${first} ${bestFirst(of, id)}`,
    )
    const byGallery: Record<string, unknown[]> = Object.fromEntries(kind(of).galleries.map((gallery) => [gallery, []]))
    for (const { gallery, ...image } of found) byGallery[gallery]?.push(image)
    return byGallery as Loaded<typeof reply>
  },
  store,
})
