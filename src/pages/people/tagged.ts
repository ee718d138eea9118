import type { Gallery } from '#src/catalogue/kinds.ts'
import type { PartBody } from '#src/catalogue/parts/index.ts'
import { framed, pictureOf } from '../components/picture.ts'
import { type Html, html, nothing } from '../html.ts'
import type { RenderContext } from '../page.ts'
import { episodeAddress, movieAddress, seasonAddress, seriesAddress } from '../records/addresses.ts'
import { section } from '../records/cards.ts'

type TaggedImages = PartBody<'person', 'tagged_images'>
type TaggedImage = TaggedImages['results'][number]

/** Images of each shape that the page of a person shows. */
const shownImages = 8

/** The best images of titles on which a person is named, each with a link to its page. */
export function taggedSection(context: RenderContext, name: string, { results, total_results }: TaggedImages): Html {
  const { texts, format } = context
  const isUpright = ({ image_type }: TaggedImage) => image_type === 'poster'
  const wide = results.filter((image) => !isUpright(image)).slice(0, shownImages)
  const upright = results.filter(isUpright).slice(0, shownImages)
  return section(
    `${texts.pictures.imagesWith(name)} (${format.number(total_results)})`,
    html`${listOf(context, wide, 'wide')}${listOf(context, upright, 'upright')}`,
    results.length,
  )
}

const listOf = (context: RenderContext, images: readonly TaggedImage[], shape: 'wide' | 'upright') =>
  images.length > 0 &&
  html`<ul class="gallery ${shape}">${images.map((image) => thumbnail(context, image, shape))}</ul>`

function thumbnail({ texts: { pictures } }: RenderContext, image: TaggedImage, shape: 'wide' | 'upright'): Html {
  const { id, file_path, image_type, media } = image
  const gallery = `${image_type}s` as Gallery
  const name = 'title' in media ? media.title : media.name
  const alt = pictures.shows[gallery](name)
  const width = shape === 'wide' ? 'wideThumbnail' : 'thumbnail'
  const picture = pictureOf({ gallery, file_path, width, alt, original: image })
  const place = framed(media.id, name, shape, picture)
  const address = addressOfMedia(media)
  return html`<li class="${gallery}">${
    picture === nothing ? place : html`<a href="${address}/images/${gallery}/${id}">${place}</a>`
  }
<a class="note" href="${address}">${name}</a></li>`
}

function addressOfMedia(media: TaggedImage['media']): string {
  if ('title' in media) return movieAddress(media)
  if ('original_name' in media) return seriesAddress(media)
  // The name of the series is not known here; the page knows its whole address.
  const series = `/tv/${media.show_id}`
  return 'episode_number' in media
    ? episodeAddress(series, media.season_number, media.episode_number)
    : seasonAddress(series, media.season_number)
}
