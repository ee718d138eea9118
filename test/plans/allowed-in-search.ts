import type { Allowed } from './allowed.ts'

/** What the search reads of its index. */
export const allowedInSearch: readonly Allowed[] = [
  {
    statement: 'from record where kind = ? and id > ? order by kind, id limit',
    anyStep: true,
    reason: 'A follower that is new looks at the next records in the order of the key, a few hundred at a time.',
  },
  {
    statement:
      'where source_id = ? and kind = ? and source_key > ? and entity_id is not null order by source_key limit 2000',
    anyStep: true,
    reason: 'What a followed catalogue no longer has is looked for in the order of the key, two thousand at a time.',
  },
  {
    statement: "join account a on a.id = w.account_id where a.source_id = ? and w.status = 'waiting'",
    anyStep: true,
    reason: 'A followed catalogue has one account, and proposals of it that wait are few: each is one that people see.',
  },
  {
    statement: 'select id, note from edit order by id limit 20',
    anyStep: true,
    reason: 'The first edits of a catalogue, in the order of the key.',
  },
  {
    statement: 'from episode_name where name >= ? and name < ?',
    anyStep: true,
    reason: 'The next 100 names in the order of the key, for each of a few ways to write a text.',
  },
  {
    statement: 'and entity_id > ? order by entity_id limit 100',
    SQLite: ['SEARCH search_record USING PRIMARY KEY (generation=? AND kind=? AND entity_id>?)'],
    reason: 'The next records in the order of the key, and only 500 of them.',
  },
  {
    statement: 'and entity_id <= ? order by entity_id limit 100 ) as r cross join',
    SQLite: [
      'SEARCH search_record USING PRIMARY KEY (generation=? AND kind=? AND entity_id>? AND entity_id<?)',
      'SCAN r',
    ],
    reason: 'The next 500 records, each with its row of the catalogue.',
  },
  {
    statement: 'and word >= ? and word < ? order by best, word limit 200',
    SQLite: [
      'SEARCH search_term USING PRIMARY KEY (generation=? AND kind=? AND word>? AND word<?)',
      'USE TEMP B-TREE FOR ORDER BY',
    ],
    reason:
      'Words with a beginning of four letters or more: hundreds at most, and the planner knows no share of a range.',
  },
  {
    statement: 'cross join episode e where e.series_id = a.series_id',
    anyStep: true,
    reason:
      'An entry of a file that names an episode by its title only: all episodes of the few series that it may be of.',
  },
]
