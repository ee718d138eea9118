import { type Static, Type } from 'typebox'
import { onPage, pageOf } from '#src/contract/paging.ts'
import { nullable } from '#src/contract/schema.ts'
import type { Reader } from '#src/database/database.ts'
import { join, limit, type Sql, sql } from '#src/database/sql.ts'
import { type Gallery, type Kind, kind } from './kinds.ts'
import { bestFirst, namedFirst } from './summaries/selection.ts'

/** An image as pages show it in a gallery. */
export const GalleryImage = Type.Object({
  gallery: Type.Unsafe<Gallery>(Type.String()),
  id: Type.String(),
  file_path: Type.String(),
  width: Type.Integer(),
  height: Type.Integer(),
  iso_639_1: nullable(Type.String()),
  iso_3166_1: nullable(Type.String()),
  vote_average: Type.Number(),
  vote_count: Type.Integer(),
  /** Its main colour as `#rrggbb`; empty if unknown. */
  colour: Type.String(),
  /** 0 if the record names it itself: it comes before others with the same votes. */
  precedence: Type.Integer(),
  /** Its place in the list of its source. */
  position: Type.Integer(),
})
export type GalleryImage = Static<typeof GalleryImage>

const Count = Type.Object({ gallery: Type.Unsafe<Gallery>(Type.String()), count: Type.Integer() })

/** The best images of a gallery with their colours, of stored and of drawn pictures. */
const best = (of: Kind, id: number, gallery: Gallery, rows: Sql): Sql => sql`
  select i.gallery, i.id, i.file_path, i.width, i.height, i.iso_639_1, i.iso_3166_1,
    i.vote_average, i.vote_count, i.position,
    coalesce((select colour from media_file where media_file.file_path = i.file_path),
      (select colour from drawing where drawing.name = substr(i.file_path, 2, 31)), '') as colour,
    ${namedFirst(of, id)} as precedence
  from (
    select * from image where kind = ${of} and entity_id = ${id} and gallery = ${gallery}
    order by ${bestFirst(of, id)} ${rows}
  ) as i`

const Colour = Type.Object({ colour: Type.String() })

/** The colour of one picture; empty if unknown. */
export async function colourOf(db: Reader, file_path: string): Promise<string> {
  const known = await db.one(
    Colour,
    sql`
    select colour from media_file where file_path = ${file_path}
    union all select colour from drawing where name = ${file_path.slice(1, 32)} ${limit(1)}`,
  )
  return known?.colour ?? ''
}

export type RecordGallery = { gallery: Gallery; images: GalleryImage[]; count: number }

/** The galleries of a record, including empty ones, each with its first images and its size. */
export async function galleriesOf(db: Reader, of: Kind, id: number, rows: number): Promise<RecordGallery[]> {
  const { galleries } = kind(of)
  const [images, counts] = await Promise.all([
    db.all(
      GalleryImage,
      join(
        galleries.map((gallery) => best(of, id, gallery, limit(rows))),
        ' union all ',
      ),
    ),
    db.all(
      Count,
      sql`select gallery, count(*) as count from image where kind = ${of} and entity_id = ${id} group by gallery`,
    ),
  ])
  return galleries.map((gallery) => ({
    gallery,
    images: images
      .filter((image) => image.gallery === gallery)
      .sort(
        (one, other) =>
          other.vote_average - one.vote_average ||
          other.vote_count - one.vote_count ||
          one.precedence - other.precedence ||
          one.position - other.position ||
          (one.file_path < other.file_path ? -1 : 1),
      ),
    count: counts.find((counted) => counted.gallery === gallery)?.count ?? 0,
  }))
}

/** They fill the rows of a gallery, whatever its columns. */
const imagesOnPage = 24

/** One page of the images of a gallery, the best first. */
export async function galleryPage(db: Reader, of: Kind, id: number, { gallery, count }: RecordGallery, page: number) {
  const images = await db.all(GalleryImage, best(of, id, gallery, onPage(page, imagesOnPage)))
  return pageOf(page, images, count, imagesOnPage)
}

/** Whether a column, or a field of a line, is the path of a record's picture. */
export const isPicturePath = (name: string): boolean => name.endsWith('_path')
