import { Type } from 'typebox'
import { Review, ReviewRow, reviewColumns, reviewOf, reviewsWithAuthors } from '#src/catalogue/parts/reviews.ts'
import { ratedTag, revisionTag } from '#src/contract/cache-tags.ts'
import { cacheSeconds, operation } from '#src/contract/operation.ts'
import { sql } from '#src/database/sql.ts'

const about = {
  iso_639_1: Type.String(),
  media_id: Type.Integer(),
  media_title: Type.String(),
}
const Row = Type.Object({ ...ReviewRow.properties, ...about, kind: Type.String() })

export const details = operation('reviews.details', 'GET /3/review/{review_id}', {
  summary: 'A review, and the movie or series that it is about',
  access: 'key',
  reply: Type.Object(
    { ...Review.properties, ...about, media_type: Type.Union([Type.Literal('movie'), Type.Literal('tv')]) },
    { title: 'ReviewDetails' },
  ),
  cache: {
    seconds: cacheSeconds,
    tags: [revisionTag('authors'), 'movie', 'series'],
    tagsBy: (_asked, { media_id, media_type }) => [
      ratedTag(media_type === 'movie' ? 'movie' : 'series', media_id as number),
    ],
  },
  dependsOnSite: true,

  async handle({ db, params, site }) {
    const row = await db.one(
      Row,
      sql`
      select ${reviewColumns}, r.iso_639_1, r.kind, r.entity_id as media_id,
        coalesce(nullif(m.title, ''), m.original_title, nullif(s.name, ''), s.original_name) as media_title
      ${reviewsWithAuthors}
      left join movie m on r.kind = 'movie' and m.id = r.entity_id
      left join series s on r.kind = 'series' and s.id = r.entity_id
      where r.id = ${params.review_id}`,
    )
    if (!row) return undefined
    const { iso_639_1, media_id, media_title, kind, ...review } = row
    const media_type = kind === 'movie' ? ('movie' as const) : ('tv' as const)
    return { ...reviewOf(review, site), iso_639_1, media_id, media_title, media_type }
  },
})
