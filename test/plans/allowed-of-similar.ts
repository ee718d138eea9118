import type { Allowed } from './allowed.ts'

/** The statements behind similar titles and recommendations. This test does not see the limits of their sub-queries. */
export const allowedOfSimilarTitles: readonly Allowed[] = [
  ...['release_date', 'first_air_date'].map((day) => ({
    statement: `f.adult, f.${day} as day`,
    SQLite: ['SEARCH record USING PRIMARY KEY (kind=?)', 'SCAN counted'],
    reason: 'It ends after 5,000 titles (`maxTitlesCounted`), which is an estimate of how many there are.',
  })),
  {
    statement: "select 'genre' as feature",
    SQLite: ['SEARCH other_genre USING COVERING INDEX title_genre_by_genre (genre_id=? AND kind=?)', 'SCAN counted'],
    reason: 'It ends after 2,000 titles of a feature (`maxCounted`).',
  },
  {
    statement: 'with rare as (select r.feature',
    SQLite: [
      'SEARCH other_genre USING COVERING INDEX title_genre_by_genre (genre_id=? AND kind=?)',
      'SEARCH movie USING COVERING INDEX movie_by_popularity (adult=?)',
      'SEARCH series USING COVERING INDEX series_by_popularity (adult=?)',
      'SCAN p',
      'SEARCH g USING PRIMARY KEY (kind=? AND entity_id=?)',
      'SCAN shared',
      'USE TEMP B-TREE FOR GROUP BY',
      'USE TEMP B-TREE FOR ORDER BY',
      'SCAN candidate',
      'SCAN common',
      'SEARCH title_genre USING PRIMARY KEY (kind=? AND entity_id=? AND genre_id=?)',
      'SEARCH title_keyword USING PRIMARY KEY (kind=? AND entity_id=? AND keyword_id=?)',
      'SEARCH title_company USING PRIMARY KEY (kind=? AND entity_id=? AND company_id=?)',
      'SEARCH title_network USING PRIMARY KEY (kind=? AND entity_id=? AND network_id=?)',
      'SEARCH title_genre USING PRIMARY KEY (kind=? AND entity_id=?)',
      'SCAN (subquery-19)',
      'SCAN (subquery-20)',
    ],
    PostgreSQL: ['Aggregate', 'Hash', 'all steps together'],
    reason:
      'Only features that are rare enough are given, so that 3,000 entries are read (`maxEntriesRead`), with the 200 ' +
      'most popular titles (`maxPopular`); 300 candidates remain (`maxCandidates`).',
  },
  {
    statement: 'select distinct kind, entity_id from ( select * from ( select distinct kind, entity_id from watchlist',
    SQLite: [
      'SEARCH watchlist USING COVERING INDEX watchlist_by_record ((kind,entity_id)>(?,?))',
      'SEARCH favorite USING COVERING INDEX favorite_by_record ((kind,entity_id)>(?,?))',
      'SEARCH rating USING COVERING INDEX rating_by_record ((kind,entity_id)>(?,?))',
      'SEARCH recommendation USING PRIMARY KEY ((kind,entity_id)>(?,?))',
      'SCAN listed',
      'SCAN next',
      'USE TEMP B-TREE FOR DISTINCT',
    ],
    reason: 'It reads indexes in their order and ends after 20 titles; background work.',
  },
]
