import { raw } from '#src/database/sql.ts'
import { RecordId } from '../fields.ts'
import { type Gallery, type Kind, kind } from '../kinds.ts'
import { columnsFrom, EntryId, type LineEntry, readEntry, statedEntry } from '../line-entries.ts'
import { type Entry, type Part, part } from '../part.ts'
import { galleryOf, imageLines, readImage } from './images.ts'

const stated = { image_id: EntryId, person_id: RecordId }

type TaggedEntry = Entry & { source?: string }

const store = {
  table: 'tagged_person',
  key: ['gallery', 'image_id', 'person_id'],
  columns: columnsFrom({ gallery: galleryOf('movie'), ...stated }),
  entry: (of) => statedEntry({ gallery: galleryOf(of), ...stated }),
  order: raw('gallery, image_id, person_id'),
  changeKeys: ['images'],
  references: { person_id: 'person' },
  lines: imageLines,
  read({ images }, of, id) {
    if (!images) return undefined
    const all = kind(of).galleries.flatMap((gallery) =>
      ((images[gallery] ?? []) as LineEntry[]).map((image) => ({ gallery, image })),
    )
    const named = all.filter(({ image }) => image.people)
    // Images in a reply do not name people: reading it back must not lose them.
    if (named.length === 0) return undefined
    const entries = named.flatMap(({ gallery, image }) => peopleOn(image, gallery, of, id))
    // Who is on a picture that was removed comes back with it.
    const stated = new Set(all.map(({ gallery, image }) => `${gallery} ${readImage(image, gallery, of, id, 0).id}`))
    return { entries, isComplete: true, isAbout: ({ gallery, image_id }) => stated.has(`${gallery} ${image_id}`) }
  },
  write(entries, _of, { images }) {
    const onImages = Map.groupBy(entries, ({ gallery, image_id }) => `${gallery} ${image_id}`)
    const galleries = Object.entries((images ?? {}) as Record<string, Entry[]>).map(([gallery, lines]) => [
      gallery,
      lines.map((line) => {
        const people = onImages.get(`${gallery} ${line.id}`)
        return people ? { ...line, people: people.map(lineOf) } : line
      }),
    ])
    return images ? { images: Object.fromEntries(galleries) } : {}
  },
} satisfies Part['store']

function peopleOn(image: LineEntry, gallery: Gallery, of: Kind, id: number) {
  const image_id = readImage(image, gallery, of, id, 0).id
  return image.people.map((person: LineEntry) => {
    const { id: person_id, ...entry } = readEntry(person, { id: 0 })
    return { gallery, image_id, person_id, ...entry }
  })
}

const lineOf = ({ person_id: id, source }: TaggedEntry) => ({ id, ...(source && { source }) })

/** The people in the images of a record. They come in the lines of its images, and are shown as `tagged_images`. */
export const taggedPeople = part({
  name: 'tagged_people',
  summary: 'People on images of the record',
  reply: {},
  async load() {
    throw new Error('people on images are shown as the images of a person')
  },
  store,
})
