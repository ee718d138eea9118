/** The players that are understood, each by the form in which it tells what was played. */
export const players = ['plex', 'tautulli', 'jellyfin', 'emby', 'kodi', 'scrobble'] as const
export type Player = (typeof players)[number]

/** Why something that a player told is not understood. */
export type NotUnderstood = 'too_large' | 'not_json' | 'too_deep' | 'no_player' | 'no_title'

/** What becomes of what a player told. */
export type DeliveryOutcome =
  | 'watched'
  | 'repeated'
  | 'waiting'
  | 'ignored'
  | 'taken_back'
  | 'unplayed'
  | 'other_user'
  | 'full'
  | 'unknown'
