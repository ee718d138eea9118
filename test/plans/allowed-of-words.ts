import type { Allowed } from './allowed.ts'

const counted = ['SEARCH movie USING COVERING INDEX movie_by_popularity (adult=?)', 'SCAN counted', 'SCAN adult']

/** What lists of genres, movies of a genre or a keyword, and the latest records may read. */
export const allowedOfWords: readonly Allowed[] = [
  {
    statement: 'exists (select 1 from title_genre where genre_id = g.id and kind = ?)',
    SQLite: ['SEARCH title_genre USING COVERING INDEX title_genre_by_genre (genre_id=? AND kind=?)'],
    reason: 'One title of each genre is enough.',
  },
  {
    statement: "from title_genre where kind = 'movie' and genre_id = ?",
    SQLite: [
      'SEARCH title_genre USING COVERING INDEX title_genre_by_genre (genre_id=? AND kind=?)',
      'SEARCH m USING COVERING INDEX movie_facts (id=? AND adult=?)',
      ...counted,
    ],
    PostgreSQL: ['Index Only Scan on movie using movie_facts', 'Sort', 'Hash'],
    reason:
      'The index has the movies in the order of the list: it is read until the page is full, or until 10,000 movies ' +
      'are counted and as many as there are adult ones. There are about 6,000 of these, and they are left out.',
  },
  {
    statement: "from title_keyword where kind = 'movie' and keyword_id = ?",
    SQLite: counted,
    PostgreSQL: ['Sort', 'Hash'],
    reason: 'Adult movies, which are left out, are about 6,000.',
  },
  ...['movie', 'series', 'person'].map(
    (of): Allowed => ({
      statement: `select id from ${of} where not adult order by id desc limit 1`,
      SQLite: [of === 'person' ? 'SCAN person' : `SCAN ${of} USING COVERING INDEX ${of}_facts`],
      reason: 'From the end of the table, the first one that is not adult is found soon.',
    }),
  ),
]
