import { Type } from 'typebox'
import { detailsOperation } from '#src/catalogue/details.ts'
import type { LanguageContext } from '#src/catalogue/part.ts'
import { perLanguage } from '#src/catalogue/summaries/per-language.ts'
import { pictureOf } from '#src/catalogue/summaries/selection.ts'
import { textLanguages, textsOf } from '#src/catalogue/summaries/texts.ts'
import { MovieRow, movieSummary } from '#src/catalogue/summaries/titles.ts'
import { type Language, language } from '#src/contract/parameters.ts'
import { nullable } from '#src/contract/schema.ts'
import type { Engine } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'

export const CollectionFacts = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  original_language: Type.String(),
  original_name: Type.String(),
  overview: Type.String(),
  poster_path: nullable(Type.String()),
  backdrop_path: nullable(Type.String()),
  ...textLanguages('name', 'overview'),
})

/** The facts in the table of collections. */
const factsQuery = perLanguage((language: Language, engine: Engine) => {
  const { title, text, languages, join } = textsOf('collection', 'c', language, engine)
  return sql`
    select c.id, ${title} as name, c.original_language,
      coalesce(nullif(c.original_name, ''), c.name) as original_name, ${text('overview')} as overview,
      ${pictureOf('collection', 'c', 'posters', 'poster_path', language)} as poster_path,
      ${pictureOf('collection', 'c', 'backdrops', 'backdrop_path')} as backdrop_path
      ${languages('name', 'overview')}
    from collection c ${join}`
})

/** A collection without its movies. */
export const collectionFacts = ({ db, query }: LanguageContext, id: number) =>
  db.one(CollectionFacts, sql`${factsQuery(query.language, db.engine)} where c.id = ${id}`)

export const details = detailsOperation('collection', {
  summary: 'Details of a collection, with its movies in order of release',
  query: Type.Object({ language }),
  reply: { ...CollectionFacts.properties, parts: Type.Array(MovieRow) },

  async load(context, id) {
    const { db, query } = context
    const collection = await collectionFacts(context, id)
    if (!collection) return undefined

    const movie = movieSummary(query.language, db.engine)
    const parts = await db.all(
      MovieRow,
      sql`
      select ${movie.columns}, 'movie' as media_type from movie m ${movie.join}
      where m.collection_id = ${id} order by nullif(m.release_date, '') nulls last, m.id`,
    )
    return { ...collection, parts }
  },
})
