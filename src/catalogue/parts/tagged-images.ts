import { type Static, Type } from 'typebox'
import { pagedUntilExpired } from '#src/contract/paging.ts'
import { type Language, language, page } from '#src/contract/parameters.ts'
import { nullable } from '#src/contract/schema.ts'
import type { Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import type { Gallery } from '../kinds.ts'
import { alike, part } from '../part.ts'
import { episodesById, moviesById, seasonsById, seriesById } from '../summaries/by-id.ts'
import { EpisodeRow, SeasonRow } from '../summaries/episodes.ts'
import { MovieRow, SeriesRow } from '../summaries/titles.ts'

const picture = {
  aspect_ratio: Type.Number(),
  file_path: Type.String(),
  height: Type.Integer(),
  id: Type.String(),
  iso_3166_1: nullable(Type.String()),
  iso_639_1: nullable(Type.String()),
  vote_average: Type.Number(),
  vote_count: Type.Integer(),
  width: Type.Integer(),
}

const TaggedImage = Type.Object(
  {
    ...picture,
    image_type: Type.String({ enum: ['poster', 'backdrop', 'still', 'logo'] }),
    media: Type.Union([MovieRow, SeriesRow, EpisodeRow, SeasonRow]),
    media_type: Type.String({ enum: ['movie', 'tv', 'season', 'episode'] }),
  },
  { title: 'TaggedImage' },
)
type TaggedImage = Static<typeof TaggedImage>

/** What is in the images, and the word for it beside `media`, whose own `media_type` is another word. */
const tagged = {
  movie: { media_type: 'movie', byId: moviesById },
  series: { media_type: 'tv', byId: seriesById },
  season: { media_type: 'season', byId: seasonsById },
  episode: { media_type: 'episode', byId: episodesById },
} as const
type TaggedKind = keyof typeof tagged
const taggedKinds = Object.keys(tagged) as TaggedKind[]

const Row = Type.Object({
  ...picture,
  kind: Type.Unsafe<TaggedKind>(Type.String()),
  entity_id: Type.Integer(),
  gallery: Type.Unsafe<Gallery>(Type.String()),
})
type Row = Static<typeof Row>

export const taggedImages = part({
  name: 'tagged_images',
  summary: 'Images of titles that show the person, best first; all of them at once, whatever the page',
  query: Type.Object({ language, page }),
  reply: alike(pagedUntilExpired(TaggedImage).properties),
  async load({ db, query }, _person, id) {
    const rows = await db.all(
      Row,
      sql`
      select i.kind, i.entity_id, i.gallery, i.id, i.file_path, i.aspect_ratio, i.width, i.height, i.iso_639_1,
        i.iso_3166_1, i.vote_average, i.vote_count
      from tagged_person t join image i
        on i.kind = t.kind and i.entity_id = t.entity_id and i.gallery = t.gallery and i.id = t.image_id
      where t.person_id = ${id}
      order by i.vote_average desc, i.vote_count desc, i.kind, i.entity_id, i.gallery, i.id`,
    )
    const results = await withMedia(db, rows, query.language)
    return { page: 0, results, total_pages: Math.min(1, results.length), total_results: results.length }
  },
})

async function withMedia(db: Reader, rows: readonly Row[], language: Language): Promise<TaggedImage[]> {
  const media = new Map<string, TaggedImage['media']>()
  const idsOf = (of: TaggedKind) => [...new Set(rows.flatMap(({ kind, entity_id }) => (kind === of ? entity_id : [])))]
  await Promise.all(
    taggedKinds.map(async (of) => {
      for (const shown of await tagged[of].byId(db, idsOf(of), language)) media.set(`${of} ${shown.id}`, shown)
    }),
  )
  return rows.flatMap(({ kind, entity_id, gallery, ...image }) => {
    const shown = media.get(`${kind} ${entity_id}`)
    const image_type = gallery.slice(0, -1) as TaggedImage['image_type']
    return shown ? [{ ...image, image_type, media: shown, media_type: tagged[kind].media_type }] : []
  })
}
