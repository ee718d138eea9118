import type { Allowed } from './allowed.ts'

/** What lists of edits, undo and whatever follows changes may read. */
export const allowedOfEdits: readonly Allowed[] = [
  {
    statement: "from change where edit_id = ? and not same_value and (place <> '' or key = '') order by seq",
    PostgreSQL: ['Index Scan on change using change_by_edit', 'all steps together'],
    reason:
      'An edit of people changes 100 records at most. Imports, which this is never asked about, make it look larger.',
  },
  {
    statement: 'select w.id from pending_edit w join account a on a.id = w.account_id where',
    SQLite: ['SCAN w USING INDEX pending_edit_open'],
    reason: 'It ends after 100 edits (`maxCounted`), which is as far as the badge of the queue counts.',
  },
  {
    statement: 'order by id desc limit 20 ) as e order by e.id desc',
    SQLite: [
      'SEARCH edit USING COVERING INDEX edit_by_source (source_id=? AND id<?)',
      'SEARCH edit USING INTEGER PRIMARY KEY (rowid<?)',
      'SCAN e',
    ],
    reason: 'It ends after 20 edits.',
  },
  {
    statement: 'order by id desc limit 250 ) as e order by e.id desc',
    SQLite: [
      'SEARCH edit USING COVERING INDEX edit_by_source (source_id=? AND id<?)',
      'SEARCH edit USING INTEGER PRIMARY KEY (rowid<?)',
      'SCAN e',
      'SEARCH change USING INDEX change_by_edit (edit_id=?)',
      'SCAN c',
    ],
    reason: 'It looks at 250 edits (`maxEditsLookedAt`), and at the first 100 changes of each (`maxChangesLookedAt`).',
  },
  {
    statement: 'select id from edit where (case when account_id is not null then id end) < ? order by',
    anyStep: true,
    reason: 'It ends after 20 edits of people, in the order of their index.',
  },
  {
    statement: 'select * from ( select edit_id, kind, entity_id from change where edit_id = ? order by seq limit 500',
    anyStep: true,
    reason: 'It looks at 20 edits of people, and at the first 500 changes of each.',
  },
  {
    statement: 'delete from offered_correction where following_id = ?',
    SQLite: ['SEARCH offered_correction USING INDEX offered_correction_by_following (following_id=?)'],
    reason: 'What was offered to a publisher goes with its catalogue.',
  },
  {
    statement: 'select coalesce(max(id), 0) as id from edit',
    SQLite: ['SEARCH edit'],
    reason: 'The greatest key is the last one: one row is read.',
  },
  {
    statement: 'then value end as value from change where seq > ? order by seq limit',
    SQLite: ['SEARCH change USING INTEGER PRIMARY KEY (rowid>?)'],
    reason: 'It ends after the changes that invalidate replies one by one (`MAX_SINGLE_CHANGES`).',
  },
  {
    statement: 'select seq, kind, entity_id, key, action from change where seq > ? order by seq limit 200',
    SQLite: ['SEARCH change USING INTEGER PRIMARY KEY (rowid>?)'],
    reason: 'It ends after 200 changes.',
  },
  {
    statement: 'order by e.id desc limit 10001',
    anyStep: true,
    reason: 'Moderators look at an undo of everything of a source, and it ends after 10,000 edits (`maxEditsCounted`).',
  },
  {
    statement: 'limit 100001 ) as counted',
    anyStep: true,
    reason:
      'A job counts once what it is about to undo, in the background, and not beyond 100,000 (`maxChangesCounted`).',
  },
  {
    statement: 'from change c where c.edit_id = ? and c.seq > ?',
    SQLite: ['SEARCH c USING INDEX change_by_edit (edit_id=? AND seq>?)'],
    reason: 'It ends after a page, in the order of the index, however large the edit of an import is.',
  },
  {
    statement: 'select * from ( select c.seq, c.edit_id, c.kind',
    SQLite: ['SEARCH c USING INDEX change_by_edit (edit_id=?)', 'SCAN changes'],
    reason: 'It ends after the first changes of each edit (`maxChangesShown`).',
  },
  {
    statement: 'order by c.edit_id desc, c.seq desc limit 1001',
    SQLite: ['SEARCH c USING INDEX change_by_edit (edit_id=?)'],
    reason: 'It ends after as many changes as one request undoes, in the order of the index.',
  },
  {
    statement: "from change where edit_id = ? and not same_value and (place <> '' or key = '') order by seq",
    SQLite: ['SEARCH change USING INDEX change_by_edit (edit_id=?)'],
    reason: 'It reads an edit that a request has just written, of at most 100 records.',
  },
]
