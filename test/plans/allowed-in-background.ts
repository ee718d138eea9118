import type { Allowed } from './allowed.ts'

/** What the background may do: it reads on a thread of its own, and delays nobody. */
export const allowedInBackground: readonly Allowed[] = [
  {
    statement: 'select 1 as one from record where kind in (',
    SQLite: ['SEARCH record USING PRIMARY KEY (kind=?)'],
    reason: 'It ends with the first record that there is.',
  },
  {
    statement: 'select n.number as number, min(n.id) as id from',
    anyStep: true,
    reason: 'An import notes a thousand numbers of a publisher at a time, and the sample has few edits.',
  },
  {
    statement: 'and (t.kind, t.entity_id) > (?, ?) and not exists (select 1 from change c where',
    anyStep: true,
    reason:
      'It ends after 1,000 records that name a word or a person whose name begins to be published, or ceases to be.',
  },
  {
    statement: "select 'names' as name where ( not exists",
    SQLite: [
      'SCAN popularity_signal',
      'SEARCH edit',
      'SCAN waiting_rating USING COVERING INDEX waiting_rating_by_record',
    ],
    PostgreSQL: ['Seq Scan on popularity_signal', 'Seq Scan on waiting_rating'],
    reason: 'It looks at the first row of these tables, and at the last edit.',
  },
  {
    statement: 'from ( select entity_id, changed_on from sitemap_entry where',
    anyStep: true,
    reason: 'It ends after 500 entries of a file of the sitemap, in the order of its index, with a look-up for each.',
  },
  {
    statement: 'select r.id from record r where r.kind = ? and (select note from edit where edit.id = r.edit_id) <> ?',
    SQLite: ['SEARCH r USING PRIMARY KEY (kind=?)', 'SEARCH edit USING INTEGER PRIMARY KEY (rowid=?)'],
    reason: 'It ends with the first title that is not of the sample, and the sample has about 2,000.',
  },
  {
    statement: 'select number, kind, entity_id from rated_record where number > ? order by number limit 5000',
    PostgreSQL: ['Seq Scan on rated_record'],
    reason: 'A server reads what was rated since its last look, which is less than a second ago.',
  },
  {
    statement: 'select key as key from repeatable_edit where at <= ? order by at limit 100',
    SQLite: ['SEARCH repeatable_edit USING COVERING INDEX repeatable_edit_by_time (at<?)'],
    reason: 'It ends after 100 edits.',
  },
  {
    statement: 'select id as key from access_token where ends_at <= ? order by ends_at limit 100',
    SQLite: ['SEARCH access_token USING COVERING INDEX access_token_by_end (ends_at<?)'],
    reason: 'It ends after 100 tokens.',
  },
  {
    statement: "select exists (select 1 from webhook where owner = ? and state = 'on') as has_keys",
    PostgreSQL: ['Seq Scan on webhook'],
    reason: 'It ends with the first webhook of a member, and of a key.',
  },
  {
    statement: 'select exists (select 1 from record_follow) as records',
    anyStep: true,
    reason: 'It looks at the first row of each table.',
  },
  {
    statement: 'select coalesce(max(seq), 0) as seq from change',
    SQLite: ['SEARCH change'],
    reason: 'It looks at the last change.',
  },
  {
    statement: 'select id as key from notification where at <= ? order by at limit 100',
    SQLite: ['SEARCH notification USING COVERING INDEX notification_by_time (at<?)'],
    reason: 'It ends after 100 notifications.',
  },
  {
    statement: 'select digest as key from unsubscribe_link where expires_at <= ? order by expires_at limit 100',
    SQLite: ['SEARCH unsubscribe_link USING COVERING INDEX unsubscribe_link_by_end (expires_at<?)'],
    reason: 'It ends after 100 links.',
  },
  {
    statement: 'select id, kind, entity_id, votes, points from waiting_rating order by id limit 500',
    SQLite: ['SCAN waiting_rating'],
    reason: 'It ends after 500 ratings, in the order of the table.',
  },
  {
    statement: 'select id from waiting_rating limit 1',
    SQLite: ['SCAN waiting_rating USING COVERING INDEX waiting_rating_by_record'],
    reason: 'It ends after one.',
  },
  {
    statement: 'select id as key from job where ended_at <= ? order by ended_at limit 100',
    SQLite: ['SEARCH job USING COVERING INDEX job_by_end (ended_at<?)'],
    reason: 'It ends after 100 jobs.',
  },
  {
    statement: 'exists ( select 1 from watched seen where seen.account_id = i.account_id',
    SQLite: ['SEARCH seen USING INDEX watched_by_record (kind=? AND entity_id=? AND account_id=?)'],
    PostgreSQL: ['all steps together'],
    reason:
      'The index has the account and the time behind the record, so that the viewings of one person are read: one or ' +
      'two for each entry that says that something was watched. An import has as many entries as its file.',
  },
  {
    statement: 'item.created_at, watched.watched_at, review.updated_at) as now_at',
    SQLite: [
      'SEARCH watched USING COVERING INDEX watched_by_record (kind=? AND entity_id=? AND account_id=? AND ' +
        'watched_at=?) LEFT-JOIN',
    ],
    reason: 'All four are the key of one row. It ends after the 100 entries that are undone in a step.',
  },
  {
    statement: 'select count(*) as count from mail',
    SQLite: ['SCAN mail USING COVERING INDEX mail_by_account'],
    PostgreSQL: ['Seq Scan on mail'],
    reason: 'Counted when metrics are collected, every few seconds; mails that were sent are gone.',
  },
  {
    statement: 'select time_window, media_type, place, kind, entity_id from trend where',
    SQLite: ['SEARCH trend USING PRIMARY KEY (time_window=? AND media_type=?)'],
    reason: 'The 10,000 places of a list, of which those that have changed are written.',
  },
  {
    statement: 'coalesce((select id from edit order by id desc limit 1), 0) as newest',
    SQLite: ['SCAN edit'],
    reason: 'It ends after the last edit, which is the first row that is read.',
  },
  {
    statement: 'select r.id, r.start_popularity,',
    SQLite: [
      'SEARCH r USING INTEGER PRIMARY KEY (rowid>?)',
      ...['external_id', 'translation', 'alternative_title', 'credit'].map(
        (table) => `SEARCH ${table} USING PRIMARY KEY (kind=? AND entity_id=?)`,
      ),
      'SEARCH movie USING INTEGER PRIMARY KEY (rowid=?)',
      'SEARCH series USING INTEGER PRIMARY KEY (rowid=?)',
      'SEARCH credit USING COVERING INDEX credit_by_person (person_id=? AND kind=?)',
    ],
    PostgreSQL: ['Index Scan on person using person_pkey', 'all steps together'],
    reason: 'It ends after 250 records, with all that there is of each.',
  },
  {
    statement: 'from ( select entity_id, as_of, day_points, week_points, long_points, counted from interest where',
    SQLite: ['SEARCH interest USING PRIMARY KEY (kind=? AND entity_id>?)', 'SCAN i'],
    reason: 'It ends after 250 records.',
  },
  ...['movie', 'series', 'person'].map(
    (name): Allowed => ({
      statement: `select id, popularity from ${name} where adult = false order by popularity desc, id limit 10000`,
      SQLite: [`SEARCH ${name} USING COVERING INDEX ${name}_by_popularity (adult=?)`],
      reason: 'It ends after as many as a list of trends has.',
    }),
  ),
  {
    statement: 'select slot as key from recent_request where slot <= ? order by slot limit 100',
    SQLite: ['SEARCH recent_request USING COVERING INDEX recent_request_by_slot (slot<?)'],
    reason: 'It ends after 100 requests.',
  },
  {
    statement: 'from import_review r join source s on s.id = r.source_id',
    anyStep: true,
    reason: 'The index begins at the cursor and has the rows in this order, so that 20 of them are read.',
  },
  {
    statement: 'select count(*) as count from import_review',
    anyStep: true,
    reason: 'An administrator looks at what imports have left to decide: thousands at most, which they work through.',
  },
  {
    statement: "import_review where cast(guesses as text) = '[]'",
    anyStep: true,
    reason: 'An administrator decides about all that imports did not find at once.',
  },
  {
    statement: 'select seq, kind, entity_id from change where seq > ? and seq <= ? order by seq limit',
    SQLite: ['SEARCH change USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)'],
    reason: 'A thousand rows from a position on, in the order of the log; SQLite counts all that follow.',
  },
]
