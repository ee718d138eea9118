import { type Static, Type } from 'typebox'
import { showsRevision } from '#src/contract/cache-tags.ts'
import { onPage, paged, pageOf } from '#src/contract/paging.ts'
import { languageFilter, page } from '#src/contract/parameters.ts'
import { nullable } from '#src/contract/schema.ts'
import { countRows } from '#src/database/count-rows.ts'
import { raw, sql } from '#src/database/sql.ts'
import { entryId } from '../entry-id.ts'
import { LanguageCode, Path, RecordId } from '../fields.ts'
import {
  columnsFrom,
  EntryId,
  type LineEntry,
  lineEntries,
  Moment,
  OptionalWord,
  optionalField,
  readEntry,
  statedEntry,
  Text,
  Timestamp,
  timestamp,
  Word,
} from '../line-entries.ts'
import { alike, type Part, part } from '../part.ts'
import { isShownIn } from '../summaries/original-language.ts'
import { describeAuthors, makeAuthors, shownAvatar } from './review-authors.ts'

const stated = {
  id: EntryId,
  account_id: RecordId,
  content: Text,
  rating: nullable(Type.Number({ minimum: 0, maximum: 10 })),
  iso_639_1: LanguageCode,
  created_at: Moment,
  updated_at: Moment,
}
const columns = columnsFrom(stated)
/** What a review from another system says about its author instead of an account. */
const author = { username: Word, name: OptionalWord, avatar_path: nullable(Path) }

export const Review = Type.Object(
  {
    author: Type.String(),
    author_details: Type.Object(
      {
        name: Type.String(),
        username: Type.String(),
        avatar_path: nullable(Type.String()),
        rating: nullable(Type.Number()),
      },
      { title: 'ReviewAuthor' },
    ),
    content: Type.String(),
    created_at: Type.String(),
    id: Type.String(),
    updated_at: Type.String(),
    url: Type.String(),
  },
  { title: 'Review', ...showsRevision('authors') },
)

const { account_id: _account, iso_639_1: _language, ...replyColumns } = columns
/** A review as `reviewColumns` selects it. */
export const ReviewRow = Type.Object({
  ...replyColumns,
  name: Type.String(),
  username: Type.String(),
  avatar_path: nullable(Type.String()),
})

const store = {
  table: 'review',
  key: ['id'],
  columns,
  entry: () =>
    statedEntry(
      { ...stated, account_id: Type.Optional(stated.account_id), ...Type.Partial(Type.Object(author)).properties },
      { anyOf: [{ required: ['account_id'] }, { required: ['username'] }] },
    ),
  account: 'account_id',
  order: raw('created_at desc, id'),
  changeKeys: ['general'],
  likeness: ({ account_id }) => JSON.stringify(account_id),
  newer: 'updated_at',
  lines: () => ({
    reviews: Type.Object({
      results: lineEntries(
        { author_details: lineAuthor, content: stated.content, created_at: Timestamp },
        { id: stated.id, iso_639_1: stated.iso_639_1, updated_at: Timestamp },
      ),
    }),
  }),
  read({ reviews }, of, id) {
    const given: LineEntry[] | undefined = reviews?.results
    if (!given) return undefined
    const entries = given.map((review) => {
      const author = readEntry(review.author_details, { username: '', name: '', avatar_path: null, rating: null })
      const entry = readEntry(review, { id: '', content: '', iso_639_1: '', created_at: '', updated_at: '' })
      const created_at = timestamp(entry.created_at)
      return {
        ...author,
        avatar_path: author.avatar_path || null,
        ...entry,
        id: entry.id || entryId('reviews', of, id, [author.username, created_at]),
        created_at,
        updated_at: timestamp(entry.updated_at || created_at),
      }
    })
    // A reply contains only one page of them.
    return { entries, isComplete: !(reviews.total_results > entries.length) }
  },
  write(entries) {
    if (entries.length === 0) return {}
    const results = entries.map(({ account_id: _account, username, name, avatar_path, rating, ...review }) => ({
      ...review,
      author_details: { name, username, avatar_path, rating },
    }))
    return { reviews: { results } }
  },
  brings: ({ username }) => username !== undefined,
  prepare: makeAuthors,
  describe: describeAuthors,
} satisfies Part['store']

const lineAuthor = Type.Object({
  username: author.username,
  name: optionalField(author.name),
  avatar_path: optionalField(Path),
  rating: optionalField(Type.Number({ minimum: 0, maximum: 10 })),
})

/**
 * A ReviewRow, from `reviewsWithAuthors`. An account here has one rating of a title, with or without a review; a review
 * that came from elsewhere, or whose author has left, has its own.
 */
export const reviewColumns = sql`
  r.id, r.content, coalesce(g.value, r.rating) as rating, r.created_at, r.updated_at, a.name, a.username,
  ${shownAvatar}`
export const reviewsWithAuthors = sql`
  from review r join account a on a.id = r.account_id
  left join rating g on g.account_id = r.account_id and g.kind = r.kind and g.entity_id = r.entity_id`

/** A review as replies show it. */
export const reviewOf = (row: Static<typeof ReviewRow>, site: string): Static<typeof Review> => {
  const { name, username, avatar_path, rating, ...review } = row
  const author_details = { name, username, avatar_path, rating }
  return { author: name || username, author_details, ...review, url: `${site}/review/${review.id}` }
}

export const reviews = part({
  name: 'reviews',
  summary: 'Reviews of the title, newest first',
  query: Type.Object({ language: languageFilter, page }),
  reply: alike(paged(Review).properties),
  dependsOnSite: true,
  showsRatings: true,
  async load({ db, query, site }, of, id) {
    const { language, page } = query
    const reviewsOf = sql`from review e where e.kind = ${of} and e.entity_id = ${id}`
    const wanted = sql`where r.kind = ${of} and r.entity_id = ${id}
      and ${language ? sql`r.${isShownIn(language, [of, id], reviewsOf)}` : sql`true`}`
    const [rows, count] = await Promise.all([
      db.all(
        ReviewRow,
        sql`
        select ${reviewColumns}
        ${reviewsWithAuthors}
        ${wanted} order by r.created_at desc, r.id ${onPage(page)}`,
      ),
      countRows(db, sql`from review r ${wanted}`),
    ])
    const reviews = rows.map((row) => reviewOf(row, site))
    return pageOf(page, reviews, count)
  },
  store,
})
