import { allowedInBackground } from './allowed-in-background.ts'
import { allowedInSearch } from './allowed-in-search.ts'
import { allowedOfDiscover } from './allowed-of-discover.ts'
import { allowedOfEdits } from './allowed-of-edits.ts'
import { allowedOfLists } from './allowed-of-lists.ts'
import { allowedOfSimilarTitles } from './allowed-of-similar.ts'
import { allowedOfWords } from './allowed-of-words.ts'
import { allowedOfHome } from './home-page.ts'
import { allowedOfServer } from './people.ts'

/** What statements of one kind may do although it is much, and why it has to be. */
export type Allowed = {
  /** What the texts of the statements have in common, with single blanks between words and `?` for each value. */
  statement: string
  SQLite?: readonly string[]
  PostgreSQL?: readonly string[]
  /** Any step: the statement is made of parts that a request chooses, and something else bounds what it reads. */
  anyStep?: true
  reason: string
}

export const allowed: readonly Allowed[] = [
  ...allowedInSearch,
  ...allowedOfLists,
  ...allowedOfHome,
  ...allowedOfServer,
  {
    statement: 'and m.adult = true) and entity_id > ? order by entity_id asc limit',
    anyStep: true,
    reason:
      'The index begins at the cursor and has the rows in this order, so that 250 of them are read at most. The ' +
      'planners count all that follow.',
  },
  {
    statement: 'update api_key set dialect = ?',
    SQLite: ['SCAN api_key'],
    PostgreSQL: ['Seq Scan on api_key'],
    reason: 'Keys from before keys had a dialect get one, once after an upgrade. Tests set that of all keys.',
  },
  {
    statement: 'select id from api_key where dialect is null',
    SQLite: ['SCAN api_key'],
    reason: 'Read once at each start; there are about 10,000 keys.',
  },
  {
    statement: 'not exists (select 1 from act where act.account_id = account.id)',
    SQLite: [
      'SEARCH act USING COVERING INDEX act_by_account (account_id=?)',
      'SEARCH act USING COVERING INDEX act_by_actor (actor_id=?)',
    ],
    reason: 'One act of each account is enough.',
  },
  {
    statement:
      'where s.adult = false and +s.id in (select series_id from episode where air_date >= ? and air_date < ?)',
    SQLite: [
      'SEARCH s USING COVERING INDEX series_by_popularity (adult=?)',
      'SEARCH episode USING COVERING INDEX episode_by_air_date (air_date>? AND air_date<?)',
    ],
    reason:
      'The episodes of a week, about 10,000, are read from an index; then the series by popularity, also from an ' +
      'index, until the page is full. Only the last page comes to read all series.',
  },
  {
    statement: 'from (select distinct series_id from episode where air_date >= ? and air_date < ?) as airing',
    SQLite: [
      'SEARCH episode USING COVERING INDEX episode_by_air_date (air_date>? AND air_date<?)',
      'SEARCH series USING COVERING INDEX series_by_popularity (adult=?)',
      'USE TEMP B-TREE FOR DISTINCT',
      'SCAN airing',
    ],
    PostgreSQL: ['Aggregate'],
    reason: 'All that are on the air are counted, which are about 8,000 series. Adult series are few.',
  },
  {
    statement: 'and day >= ? and day <= ? and last_at >= ?',
    SQLite: [
      'SEARCH record_changed USING PRIMARY KEY (kind=? AND day>? AND day<?)',
      'USE TEMP B-TREE FOR GROUP BY',
      'USE TEMP B-TREE FOR ORDER BY',
      'USE TEMP B-TREE FOR DISTINCT',
      'SCAN ids',
    ],
    PostgreSQL: ['Bitmap Heap Scan on record_changed', 'Sort', 'all steps together'],
    reason:
      'A record that changed on several days is shown once, by its last change, so that all changes of the days that ' +
      'are asked for are read: a few thousand a day, on at most 15 days.',
  },
  ...(['movie m', 'series s', 'person p'] as const).map((table): Allowed => {
    const [name, row] = table.split(' ') as [string, string]
    return {
      statement: `with shown as (select ${row}.id from ${table} where ${row}.adult = false order by`,
      SQLite: [`SEARCH ${row} USING COVERING INDEX ${name}_by_popularity (adult=?)`],
      ...(name === 'person' && { PostgreSQL: ['all steps together'] }),
      reason: 'It ends after a page. For an offset that it does not know PostgreSQL reckons with a tenth of the table.',
    }
  }),
  ...['movie', 'series', 'person'].map(
    (name): Allowed => ({
      statement: `from (select id from ${name} where adult = false limit 10000) as listed`,
      SQLite: [`SEARCH ${name} USING COVERING INDEX ${name}_by_popularity (adult=?)`, 'SCAN listed'],
      ...(name === 'person' && { PostgreSQL: ['Seq Scan on person'] }),
      reason: 'It ends after 10,000 rows, nearly all of which count.',
    }),
  ),
  {
    statement: 'select place from trend where',
    SQLite: ['SEARCH trend USING PRIMARY KEY (time_window=? AND media_type=?)'],
    reason: 'It ends after the last of its 10,000 places, which is the first row that is read.',
  },
  ...allowedInBackground,
  {
    statement: 'from movie m where m.adult = false and m.vote_count >= 200 and not exists (',
    SQLite: [
      'SEARCH m USING COVERING INDEX movie_by_rating (adult=?)',
      'SEARCH g USING COVERING INDEX title_genre_by_genre (genre_id=? AND kind=? AND entity_id=?)',
      'SCAN listed',
    ],
    PostgreSQL: ['Nested Loop', 'all steps together'],
    reason: 'It ends after a page, or when 10,000 are counted, nearly all of which are no documentaries.',
  },
  {
    statement: 'from series s where s.adult = false and s.vote_count >= 200',
    SQLite: ['SEARCH s USING COVERING INDEX series_by_rating (adult=?)'],
    reason: 'It ends after a page.',
  },
  {
    statement: 'from (select id from series where adult = false and vote_count >= 200 limit 10000) as listed',
    SQLite: ['SEARCH series USING COVERING INDEX series_by_rating (adult=?)', 'SCAN listed'],
    reason: 'It ends after 10,000 rows.',
  },
  {
    statement: 'from movie m where m.release_date >= ? and m.release_date <= ? and not m.adult and',
    SQLite: [
      'SEARCH m USING COVERING INDEX movie_by_release_date (release_date>? AND release_date<?)',
      'SEARCH r USING PRIMARY KEY (kind=? AND entity_id=?)',
      'USE TEMP B-TREE FOR ORDER BY',
    ],
    reason:
      'The movies of six weeks, about 4,000, are read from an index and sorted. Releases of one country are looked ' +
      'for among those of a year: an index of all releases by day would be larger by far.',
  },
  ...['company', 'network', 'collection'].flatMap((name): Allowed[] => [
    {
      statement: `select id from ${name} order by name, id limit 24 offset ?`,
      SQLite: [`SCAN ${name} USING COVERING INDEX ${name}_by_name`],
      reason: 'It ends after a page.',
    },
    {
      statement: `from (select id from ${name} limit 10000) as listed`,
      SQLite: [`SCAN ${name} USING COVERING INDEX ${name}_by_name`, 'SCAN listed'],
      ...(name !== 'collection' && { PostgreSQL: [`Seq Scan on ${name}`] }),
      reason: 'It ends after 10,000 rows.',
    },
  ]),
  {
    statement: '(select coalesce(max(seq), 0) from change)',
    SQLite: ['SEARCH change'],
    reason: 'The greatest key is the last one: one row is read.',
  },
  {
    statement: 'select digest as key from request_token where expires_at <= ? order by expires_at limit 100',
    SQLite: ['SEARCH request_token USING COVERING INDEX request_token_by_end (expires_at<?)'],
    reason: 'It ends after 100 tokens.',
  },
  {
    statement: 'select subject as key from attempt where last_at <= ? order by last_at limit 100',
    SQLite: ['SEARCH attempt USING COVERING INDEX attempt_by_time (last_at<?)'],
    reason: 'It ends after 100 attempts.',
  },
  {
    statement: 'select id as key from sign_in_place where last_at <= ? order by last_at limit 100',
    SQLite: ['SEARCH sign_in_place USING COVERING INDEX sign_in_place_by_time (last_at<?)'],
    reason: 'It ends after 100 places.',
  },
  {
    statement: 'select digest as key from session where last_used_on <= ? order by last_used_on limit 100',
    SQLite: ['SEARCH session USING COVERING INDEX session_by_use (last_used_on<?)'],
    reason: 'It ends after 100 sessions.',
  },
  {
    statement: 'select id from guest_session where expires_at <= ? order by expires_at limit 50',
    SQLite: ['SEARCH guest_session USING COVERING INDEX guest_session_by_end (expires_at<?)'],
    reason: 'It ends after 50 guests.',
  },
  {
    statement: 'select id as key from act where at <= ? order by at limit 100',
    SQLite: ['SEARCH act USING COVERING INDEX act_by_time (at<?)'],
    reason: 'It ends after 100 acts.',
  },
  {
    statement: 'select id as key from security_event where at <= ? order by at limit 100',
    SQLite: ['SEARCH security_event USING COVERING INDEX security_event_by_time (at<?)'],
    reason: 'It ends after 100 events.',
  },
  {
    statement: 'from (select id from act where true and id < ? order by id desc limit 51) as chosen',
    SQLite: ['SEARCH act USING INTEGER PRIMARY KEY (rowid<?)', 'SCAN chosen', 'USE TEMP B-TREE FOR ORDER BY'],
    reason: 'It ends after a page of acts.',
  },
  {
    statement: 'select digest as key from mailed_link where expires_at <= ? order by expires_at limit 100',
    SQLite: ['SEARCH mailed_link USING COVERING INDEX mailed_link_by_end (expires_at<?)'],
    reason: 'It ends after 100 links.',
  },
  {
    statement: 'select id as key from browser_session where created_at <= ? order by created_at limit 100',
    SQLite: ['SEARCH browser_session USING COVERING INDEX browser_session_by_creation (created_at<?)'],
    reason: 'It ends after 100 sessions.',
  },
  {
    statement: 'delete from key_usage where (key_id, hour) in ( select key_id, hour from key_usage where hour < ?',
    SQLite: ['SEARCH key_usage USING COVERING INDEX key_usage_by_hour (hour<?)'],
    reason: 'It ends after 1,000 hours, which come in the order of the index.',
  },
  {
    statement: 'update api_key set last_used_at = r.last_used_at from',
    PostgreSQL: ['Seq Scan on api_key'],
    reason: 'Every ten seconds, for all keys that were used meanwhile, which may be most of them.',
  },
  {
    statement: 'from api_key left join account a on a.id = api_key.account_id where',
    SQLite: [
      'SCAN api_key',
      'SCAN api_key USING COVERING INDEX api_key_by_account',
      'SEARCH own USING COVERING INDEX api_key_by_account (account_id=?)',
    ],
    PostgreSQL: ['Seq Scan on api_key'],
    reason:
      'Administrators are shown how many keys there are, and those that begin as they ask, which may be all. A page ' +
      'of them ends the reading of the others.',
  },
  {
    statement: 'from title_network where network_id = any(cast(? as bigint[])) order by kind, entity_id',
    PostgreSQL: ['Sort'],
    reason: 'A network that is taken away leaves all of its series, and each of them is told so.',
  },
  {
    statement: 'select coalesce(max(id), 0) from record where kind = ?',
    SQLite: [
      'SEARCH record USING PRIMARY KEY (kind=?)',
      'SEARCH source_id_map USING COVERING INDEX source_id_map_by_id (kind=?)',
      'SEARCH source_key USING COVERING INDEX source_key_by_id (kind=?)',
      'SEARCH change USING COVERING INDEX change_by_record (kind=?)',
      'SEARCH used',
    ],
    reason: 'The greatest value of the column behind the searched one is the last entry: one is read of each index.',
  },
  {
    statement: 'select id from record where kind = ? and id > ? order by id limit',
    SQLite: ['SEARCH record USING PRIMARY KEY (kind=? AND id>?)'],
    reason: 'It ends after a page.',
  },
  {
    statement:
      'where folded_email is not null and email_verified_at is null and source_id is null and deleted_at is null',
    SQLite: [
      'SEARCH edit USING COVERING INDEX edit_by_account (account_id=?)',
      'SEARCH review USING COVERING INDEX review_by_account (account_id=?)',
    ],
    reason: 'The first edit or review of an account that was never verified is enough; nearly all have none.',
  },
  {
    statement: 'select id from api_key limit 1',
    SQLite: ['SCAN api_key USING COVERING INDEX api_key_by_replacement'],
    reason: 'It ends after the first: an import looks whether there is any key.',
  },
  {
    statement: 'from api_key where id > ? order by id limit',
    SQLite: ['SEARCH api_key USING INTEGER PRIMARY KEY (rowid>?)'],
    reason: 'It ends after a page.',
  },
  {
    statement: 'and (source_id, kind, foreign_id) > (?, ?, ?) order by source_id, kind, foreign_id limit',
    SQLite: ['SEARCH source_id_map USING PRIMARY KEY (source_id=?)'],
    reason: 'An import that maps ids looks at all that its sources have mapped before, page by page.',
  },
  {
    statement: 'from account where source_id is null and deleted_at is null and id < ? order by id desc limit 51',
    SQLite: ['SEARCH account USING INDEX account_of_person (id<?)'],
    reason: 'It ends after a page of accounts.',
  },
  {
    statement: 'select id from account where folded_email >= ? and folded_email < ?',
    SQLite: ['SEARCH account USING INDEX account_by_typed_email (folded_email>? AND folded_email<?)'],
    reason: 'All that begin as administrators ask for are found and put in order; one letter more, and they are few.',
  },
  {
    statement: "role = 'administrator'",
    SQLite: ['SCAN account USING INDEX administrator', 'SCAN account USING COVERING INDEX administrator'],
    reason: 'The index holds administrators alone, of which a server has a handful.',
  },
  ...allowedOfWords,
  ...allowedOfEdits,
  ...allowedOfDiscover,
  ...allowedOfSimilarTitles,
]
