import { type Static, Type } from 'typebox'
import type { Kind } from '#src/catalogue/kinds.ts'
import { limit, raw, type Sql, sql } from '#src/database/sql.ts'
import type { Recipe } from './drawing/recipe.ts'

type Subject = {
  galleries: readonly Recipe['gallery'][]
  /** The rows of `record r` with `title`, `note`, `genre` and `family`. */
  columns: Sql
  from: Sql
}

const genreOf = (of: 'movie' | 'series', id: string) => sql`coalesce((
  select genre_id from title_genre where kind = ${of} and entity_id = ${raw(id)}
  order by position, genre_id limit 1), 0)`
const familyOfOne = (of: Kind) => sql`${`${of} `} || cast(r.id as text)`

const subjects: Readonly<Record<Kind, Subject>> = {
  movie: {
    galleries: ['posters', 'backdrops'],
    columns: sql`m.title, substr(m.release_date, 1, 4) as note, ${genreOf('movie', 'm.id')} as genre,
      coalesce('collection ' || cast(m.collection_id as text), ${familyOfOne('movie')}) as family`,
    from: sql`join movie m on m.id = r.id`,
  },
  series: {
    galleries: ['posters', 'backdrops'],
    columns: sql`s.name as title, substr(s.first_air_date, 1, 4) as note, ${genreOf('series', 's.id')} as genre,
      ${familyOfOne('series')} as family`,
    from: sql`join series s on s.id = r.id`,
  },
  season: {
    galleries: ['posters'],
    columns: sql`s.name as title, n.name as note, ${genreOf('series', 's.id')} as genre,
      'series ' || cast(s.id as text) as family`,
    from: sql`join season n on n.id = r.id join series s on s.id = n.series_id`,
  },
  episode: {
    galleries: ['stills'],
    columns: sql`e.name as title, '' as note, ${genreOf('series', 'e.series_id')} as genre,
      'series ' || cast(e.series_id as text) as family`,
    from: sql`join episode e on e.id = r.id`,
  },
  collection: {
    galleries: ['posters', 'backdrops'],
    columns: sql`c.name as title, '' as note, coalesce((
        select genre_id from title_genre join movie on movie.id = title_genre.entity_id
        where title_genre.kind = 'movie' and movie.collection_id = c.id
        order by title_genre.position, movie.id, genre_id limit 1), 0) as genre,
      ${familyOfOne('collection')} as family`,
    from: sql`join collection c on c.id = r.id`,
  },
  person: {
    galleries: ['profiles'],
    columns: sql`p.name as title, '' as note, 0 as genre, '' as family`,
    from: sql`join person p on p.id = r.id`,
  },
  company: {
    galleries: ['logos'],
    columns: sql`c.name as title, '' as note, 0 as genre, '' as family`,
    from: sql`join company c on c.id = r.id`,
  },
  network: {
    galleries: ['logos'],
    columns: sql`n.name as title, '' as note, 0 as genre, '' as family`,
    from: sql`join network n on n.id = r.id`,
  },
}

const Row = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  note: Type.String(),
  genre: Type.Integer(),
  family: Type.String(),
})
/** What the pictures of a record are drawn from. */
export type SubjectRow = Static<typeof Row>

/** The rows for records of a kind that meet a condition. */
export const subjectsOf = {
  row: Row,
  select: (of: Kind, condition: Sql, rows: number): Sql => sql`
    select r.id, ${subjects[of].columns} from record r ${subjects[of].from}
    where r.kind = ${of} and ${condition} order by r.id ${limit(rows)}`,
}

/** The recipes of all pictures of a record. */
export const recipesOf = (of: Kind, { id, ...subject }: SubjectRow): Recipe[] =>
  subjects[of].galleries.map((gallery) => ({ gallery, seed: `${of} ${id}`, ...subject }))
