import { type Static, Type } from 'typebox'
import { sql } from '#src/database/sql.ts'
import type { Part } from '../part.ts'
import { embeddedStore } from './embedded.ts'

const Genre = Type.Object({ id: Type.Integer(), name: Type.String() }, { title: 'Genre' })

export const genres = {
  name: 'genres',
  summary: 'Genres of the title',
  reply: () => ({ genres: Type.Array(Genre) }),
  async load({ db }, kind, id): Promise<{ genres: Static<typeof Genre>[] }> {
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
} satisfies Part
