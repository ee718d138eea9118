import { loadedAgainAt } from '../world.ts'

const adasList = {
  description: '',
  iso_639_1: 'en',
  sort_by: 'position.asc',
  created_at: loadedAgainAt,
  updated_at: loadedAgainAt,
  hidden: null,
  hidden_reason: '',
}

/** The lists of ada as her data have them. */
export const adasLists = [
  {
    ...adasList,
    id: 1,
    name: 'Lamps & tides',
    description: 'What glows, and what comes back.',
    visibility: 'public',
    items: [
      { kind: 'movie', entity_id: 501, title: 'The Glass Lantern', created_at: loadedAgainAt },
      { kind: 'series', entity_id: 601, title: 'Tidewater Signals', created_at: loadedAgainAt },
      { kind: 'movie', entity_id: 503, title: "L'Heure de velours", created_at: loadedAgainAt },
    ],
  },
  {
    ...adasList,
    id: 2,
    name: 'Only mine',
    visibility: 'private',
    items: [{ kind: 'movie', entity_id: 501, title: 'The Glass Lantern', created_at: loadedAgainAt }],
  },
]

/** What others see of ada, as her data have it. */
export const adasProfile = {
  avatar_path: '/ada.png',
  has_public_profile: false,
  shows_diary: false,
  leaves_watchlist: false,
  publishes_reviews: false,
  privacy_chosen_for: null,
  shows_ratings: false,
  is_indexed: true,
  profile_hidden_at: null,
  profile_hidden_reason: '',
}
