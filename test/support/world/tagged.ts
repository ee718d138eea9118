import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import { entryId } from '#src/catalogue/entry-id.ts'

/** A picture of movie 501 with people 301 and 302 on it. */
const lanternWide = {
  gallery: 'backdrops',
  image_id: entryId('images', 'movie', 501, ['/lantern-wide.jpg']),
}

export function tag(person_id: number): RecordEdit {
  return { kind: 'movie', id: 501, parts: { tagged_people: { put: [{ ...lanternWide, person_id }] } } }
}

export function untag(person_id: number): RecordEdit {
  return { kind: 'movie', id: 501, parts: { tagged_people: { remove: [{ ...lanternWide, person_id }] } } }
}

export function image(what: 'put' | 'remove'): RecordEdit {
  const { gallery, image_id: id } = lanternWide
  const size = { file_type: '.jpg', aspect_ratio: 1.778, width: 1920, height: 1080 }
  const said = { iso_639_1: null, iso_3166_1: null, stated_average: 0, stated_count: 0, licence: '', position: 0 }
  const entry = { gallery, id, file_path: '/lantern-wide.jpg', ...size, ...said }
  return { kind: 'movie', id: 501, parts: { images: { [what]: [what === 'put' ? entry : { gallery, id }] } } }
}
