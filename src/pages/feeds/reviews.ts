import { partOperation } from '#src/catalogue/part-operations.ts'
import { page } from '../page.ts'
import { idsIn } from '../records/addresses.ts'
import { placeOf } from '../records/places.ts'
import { forEverybody } from './for-everybody.ts'
import { feed } from './titles.ts'

/** Characters of a review in a feed. */
const excerptLength = 600

const parts = { movie: partOperation('movie', 'reviews'), series: partOperation('series', 'reviews') }

/** The latest reviews of a title. */
export const reviewFeeds = (['movie', 'series'] as const).map((kind) => {
  const { path, find } = placeOf(kind)
  return page(`GET ${path}/reviews/feed` as 'GET /reviews/feed', {
    access: 'anyone',
    query: ['in'],
    async handle(asked) {
      const context = forEverybody(asked, asked.query.in)
      const { site, texts } = context
      const found = await find(context)
      const reviews = found && (await context.ask(parts[kind], { params: idsIn(context.params) }))
      if (!found || !reviews) return undefined
      const entries = reviews.results.map(({ id, author, content, created_at }) => ({
        id: `${site}/review/${id}`,
        page: `${site}/review/${id}`,
        title: texts.catalogue.reviewOf(found.name, author),
        summary: content.length > excerptLength ? `${content.slice(0, excerptLength)}…` : content,
        updated: created_at,
      }))
      const title = texts.title.feedOfReviews(found.name)
      return feed(context, {
        address: `${found.address}/reviews/feed`,
        page: `${found.address}#reviews`,
        title,
        entries,
      })
    },
  })
})
