import { Type } from 'typebox'
import { Genre, genresIn } from '#src/catalogue/summaries/genres.ts'
import { showsListOf } from '#src/contract/cache-tags.ts'
import { cacheSeconds, operation } from '#src/contract/operation.ts'
import { language } from '#src/contract/parameters.ts'
import { raw, sql } from '#src/database/sql.ts'
import { genres } from '#src/reference/reference.ts'

const GenreList = Type.Object({ genres: Type.Array(Genre, showsListOf(Genre)) }, { title: 'GenreList' })

const idsOf = (list: readonly { id: number }[]) => list.map(({ id }) => id).join(', ')
const known = raw(idsOf([...genres.movie, ...genres.tv]))

const genreList = <Path extends string>(
  id: string,
  route: `GET ${Path}`,
  of: 'movie' | 'series',
  medium: 'movie' | 'tv',
  records: string,
) =>
  operation(id, route, {
    summary: `Genres of ${records}, sorted by their English names, including those that a source added`,
    access: 'key',
    query: Type.Object({ language }),
    reply: GenreList,
    // A genre that a source added is in the list while a title has it.
    cache: { seconds: cacheSeconds, tags: [of] },
    async handle({ db, query: { language } }) {
      const ofMedium = raw(idsOf(genres[medium]))
      const listed = sql`from genre g
        where g.id in (${ofMedium}) or g.id not in (${known})
          and exists (select 1 from title_genre where genre_id = g.id and kind = ${of})
        order by g.name, g.id`
      return { genres: await genresIn(db, language, listed) }
    },
  })

export const movieList = genreList('genres.movie', 'GET /3/genre/movie/list', 'movie', 'movie', 'movies')
export const tvList = genreList('genres.tv', 'GET /3/genre/tv/list', 'series', 'tv', 'series')
