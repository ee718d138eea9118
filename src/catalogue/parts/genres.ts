import { Type } from 'typebox'
import { showsRecord } from '#src/contract/cache-tags.ts'
import { sql } from '#src/database/sql.ts'
import { alike, part } from '../part.ts'
import { embeddedStore } from './embedded.ts'

const Genre = Type.Object({ id: Type.Integer(), name: Type.String() }, { title: 'Genre', ...showsRecord('genre') })

export const genres = part({
  name: 'genres',
  summary: 'Genres of the title',
  reply: alike({ genres: Type.Array(Genre) }),
  async load({ db }, kind, id) {
    return {
      genres: await db.all(
        Genre,
        sql`
        select g.id, g.name from title_genre t join genre g on g.id = t.genre_id
        where t.kind = ${kind} and t.entity_id = ${id} order by t.position, g.id`,
      ),
    }
  },
  store: embeddedStore({ property: 'genres', table: 'title_genre', target: 'genre', changeKey: 'genres' }),
})
