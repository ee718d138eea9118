import type { Allowed } from './allowed.ts'

/** What statements about lists of people, and about what they keep, may read. */
export const allowedOfLists: readonly Allowed[] = [
  {
    statement: 'from list_word where word',
    anyStep: true,
    reason:
      'The search for lists reads on a thread of its own and looks at 2,000 lists at most, whose words are looked ' +
      'up in indexes; of a beginning it reads 20,000 entries at most.',
  },
  {
    statement: 'as item_count, l.iso_639_1',
    anyStep: true,
    reason:
      'A page shows 20 lists, found in an index. The posters of a cover are few; the planners count all languages.',
  },
  {
    statement: 'from list_item t join user_list l on l.id = t.list_id',
    anyStep: true,
    reason: 'The newest 1,000 public lists of a title at most, in the order of an index.',
  },
  {
    statement: "select * from ( select 'movie' as kind, m.id, m.release_date as day",
    anyStep: true,
    reason:
      'What one account follows: its watchlist, and the series of which it has watched something, found in indexes, ' +
      'with their episodes. At most 1,000 of a time are shown.',
  },
  {
    statement: 'watched_at, watched_on from watched',
    anyStep: true,
    reason:
      'People download their own data once in a while: all that one account has watched, in the order of an index.',
  },
  {
    statement: 'select entity_id, min(since) as added from owned where kind',
    anyStep: true,
    reason:
      'What lies in the house: a page of a library reads all of it on a thread of its own, thousands of entries of ' +
      'an index at most, and each of their titles by its key.',
  },
  {
    statement: 'from quality_finding f where f.report',
    anyStep: true,
    reason: 'A page ends at its limit: with all pages before it 25,000 entries of an index, in its order.',
  },
]
