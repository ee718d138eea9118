import { Type } from 'typebox'
import { language } from '#src/contract/parameters.ts'
import { sql } from '#src/database/sql.ts'
import { alike, part } from '../part.ts'
import { Genre, genresIn } from '../summaries/genres.ts'
import { embeddedStore } from './embedded.ts'

export const genres = part({
  name: 'genres',
  summary: 'Genres of the title',
  query: Type.Object({ language }),
  reply: alike({ genres: Type.Array(Genre) }),
  async load({ db, query: { language } }, kind, id) {
    const ofTitle = sql`from title_genre t join genre g on g.id = t.genre_id
      where t.kind = ${kind} and t.entity_id = ${id} order by t.position, g.id`
    return { genres: await genresIn(db, language, ofTitle) }
  },
  store: embeddedStore({ property: 'genres', table: 'title_genre', target: 'genre', changeKey: 'genres' }),
})
