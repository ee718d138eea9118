import { type GalleryImage, galleriesOf, type RecordGallery } from '#src/catalogue/galleries.ts'
import type { Gallery, Kind } from '#src/catalogue/kinds.ts'
import type { Reader } from '#src/database/database.ts'
import { languageOfWords } from '../components/languages.ts'
import { type DrawnFor, framed, pictureOf, type Shape, toneOf } from '../components/picture.ts'
import type { Look } from '../components/small-head.ts'
import { type Html, html, nothing } from '../html.ts'
import type { RenderContext } from '../page.ts'
import { section } from './cards.ts'
import type { RecordNotice } from './notice.ts'

/** Images of each gallery on the page of a record. */
const imagesPerGallery = 8

/** A record whose images are shown, and its address. */
export type Pictured = { kind: Kind; id: number; name: string; address: string; look?: Look }

export const loadGalleries = (db: Reader, kind: Kind, id: number): Promise<RecordGallery[]> =>
  galleriesOf(db, kind, id, imagesPerGallery)

/**
 * The first images of each gallery that has more than those that the page shows anyway, with links to all of them;
 * nothing if there are no more.
 */
export function imagesSection(
  context: RenderContext,
  record: Pictured,
  galleries: readonly RecordGallery[],
  shown: readonly (string | null)[],
): Html {
  const { texts, format } = context
  const { pictures } = texts
  const more = galleries.filter(
    ({ images, count }) => count > images.filter(({ file_path }) => shown.includes(file_path)).length,
  )
  const address = `${record.address}/images`
  return section(
    pictures.images,
    html`${more.map(
      ({ gallery, images, count }) => html`
<h3><a href="${address}?gallery=${gallery}">${pictures.galleries[gallery]}</a> (${format.number(count)})</h3>
${imageList(context, record, images)}`,
    )}`,
    more.length,
  )
}

/** Images of a gallery, each with a link to its page. */
export function imageList(context: RenderContext, record: Pictured, images: readonly GalleryImage[]): Html {
  const shape = images[0] ? shapeOf(images[0].gallery) : 'upright'
  return html`<ul class="gallery ${shape}">${images.map((image) => thumbnail(context, record, image))}</ul>`
}

const shapeOf = (gallery: Gallery): Shape => (gallery === 'posters' || gallery === 'profiles' ? 'upright' : 'wide')

function thumbnail({ texts, format }: RenderContext, { name, address }: Pictured, image: GalleryImage): Html {
  const { pictures } = texts
  const { gallery, id, file_path, colour } = image
  const alt = pictures.shows[gallery](name)
  const shape = shapeOf(gallery)
  const width = shape === 'wide' ? 'wideThumbnail' : 'thumbnail'
  const picture = pictureOf({ gallery, file_path, width, alt, original: image })
  const place = framed(0, name, shape, picture, colour)
  const note = [`${image.width} × ${image.height}`, format.language(languageOfWords(image))].filter(Boolean).join(' · ')
  return html`<li class="${gallery}">${
    picture === nothing ? place : html`<a href="${address}/images/${gallery}/${id}">${place}</a>`
  }
<span class="note">${note}</span></li>`
}

type HeadPicture = {
  gallery: Gallery
  file_path: string | null
  shape: Shape
  /** What the reader has added and waits is shown to them alone. */
  notice: RecordNotice
}

const drawnKinds: readonly string[] = ['movie', 'series', 'season', 'collection'] satisfies DrawnFor['kind'][]

/** The picture at the top of a record's page; a drawn poster if nobody has added one. */
export function headPicture(
  { texts }: RenderContext,
  { kind, id, name }: { kind: Kind; id: number; name: string },
  { gallery, file_path: known, shape, notice }: HeadPicture,
  galleries: readonly RecordGallery[],
): Html {
  const waiting = known === null ? notice.ownPictures.find((one) => one.gallery === gallery) : undefined
  const file_path = waiting?.file_path ?? known
  const image = waiting ? { ...waiting, colour: '' } : imageIn(galleries, file_path)
  const alt = texts.pictures.shows[gallery](name)
  const drawn = gallery === 'posters' && drawnKinds.includes(kind) && { drawn: { kind, id } as DrawnFor }
  const width = gallery === 'stills' ? 'headStill' : 'head'
  const picture = pictureOf({ gallery, file_path, width, alt, isFirst: true, original: image, ...drawn })
  return html`<div class="head-picture ${gallery}">${framed(id, name, shape, picture, image?.colour)}${
    waiting && html`<p class="note">${texts.pictures.waitsHere}</p>`
  }</div>`
}

/** A wide picture behind the top of a page. It is decoration, so it has no text. */
export function headBackdrop(file_path: string | null, galleries: readonly RecordGallery[]): Html {
  const image = imageIn(galleries, file_path)
  const picture = pictureOf({ gallery: 'backdrops', file_path, width: 'whole', isFirst: true, original: image })
  return html`${picture.text !== '' && html`<div class="backdrop ${toneOf(image?.colour ?? '')}">${picture}</div>`}`
}

const imageIn = (galleries: readonly RecordGallery[], file_path: string | null) =>
  galleries.flatMap(({ images }) => images).find((image) => image.file_path === file_path)
