import type { StatusName } from '#src/contract/statuses.ts'

/** Refusals that take thousands of requests, a moderator or a setting, which other tests meet. */
export const metElsewhere: Readonly<Record<string, readonly StatusName[]>> = {
  'edits.delete': ['edit_denied'],
  'edits.merge': ['edit_denied'],
  'lists.create': ['too_many_lists'],
  'lists.add_item': ['list_full'],
  'watched.add': ['watched_full'],
  'watches.set': ['too_many_watches'],
  'webhooks.add': ['too_many_webhooks'],
  'queue.decide': ['edit_conflict'],
  'locks.set': ['not_found', 'invalid_date', 'invalid_parameters'],
  'locks.lift': ['not_found', 'invalid_parameters'],
}

/** Operations for moderators, which the scenarios have none of: other tests see them succeed. */
export const forModerators = ['locks.set', 'locks.lift']
