import { either } from '../shape.ts'
import { type Group, paged, status } from './operation.ts'
import * as rows from './rows.ts'

/** What an account did with a title. */
export const accountStates = {
  id: 'id',
  favorite: 'bool',
  rated: either('false', { value: 'rating' }),
  watchlist: 'bool',
} as const

export const seasonAccountStates = {
  id: 'id',
  results: [{ id: 'id', episode_number: 'count', rated: accountStates.rated }],
} as const

/** A list that somebody made, among the lists of a series. */
export const seriesList = {
  description: 'text',
  favorite_count: 'count',
  id: 'id',
  item_count: 'count',
  iso_639_1: 'language',
  iso_3166_1: 'country|empty',
  name: 'text',
  poster_path: 'path|null',
} as const
export const movieList = { ...seriesList, list_type: 'text' } as const
const { iso_3166_1: _, ...accountList } = movieList

const listDetails = {
  created_by: 'text',
  description: 'text',
  favorite_count: 'count',
  id: 'id',
  iso_639_1: 'language',
  item_count: 'count',
  items: [either(rows.typedMovie, rows.typedSeries)],
  name: 'text',
  poster_path: 'path|null',
  'page?': 'count',
  'total_pages?': 'count',
  'total_results?': 'count',
} as const

const writes = { reply: status, needs: 'session', writes: true } as const

export const lists: Group = {
  'POST /list': { ...writes, reply: { ...status, list_id: 'id' } },
  'GET /list/{list_id}': { reply: listDetails, takes: 'language page' },
  'DELETE /list/{list_id}': writes,
  'POST /list/{list_id}/add_item': writes,
  'POST /list/{list_id}/remove_item': writes,
  'GET /list/{list_id}/item_status': { reply: { id: 'id', item_present: 'bool' }, takes: 'language movie_id' },
  'POST /list/{list_id}/clear': { ...writes, takes: 'confirm' },
}

const account = {
  avatar: { avatarsite1: { hash: 'hex32' }, homesite: { avatar_path: 'path|null' } },
  id: 'id',
  iso_639_1: 'language',
  iso_3166_1: 'country',
  name: 'text',
  include_adult: 'bool',
  username: 'text',
} as const

const ratedMovie = { ...rows.movie, rating: 'rating' } as const
const ratedSeries = { ...rows.series, rating: 'rating' } as const
const { episode_type: __, ...episode } = rows.episode
const ratedEpisode = { ...episode, 'episode_type?': 'text', rating: 'rating' } as const

const kept = { needs: 'session', takes: 'language page sort_by' } as const

export const accounts: Group = {
  'GET /account': { reply: account, needs: 'session' },
  'GET /account/{account_id}': { reply: account, needs: 'session' },
  'POST /account/{account_id}/favorite': writes,
  'POST /account/{account_id}/watchlist': writes,
  'GET /account/{account_id}/favorite/movies': { ...kept, reply: paged(rows.movie) },
  'GET /account/{account_id}/favorite/tv': { ...kept, reply: paged(rows.series) },
  'GET /account/{account_id}/lists': { reply: paged(accountList), needs: 'session', takes: 'page' },
  'GET /account/{account_id}/rated/movies': { ...kept, reply: paged(ratedMovie) },
  'GET /account/{account_id}/rated/tv': { ...kept, reply: paged(ratedSeries) },
  'GET /account/{account_id}/rated/tv/episodes': { ...kept, reply: paged(ratedEpisode) },
  'GET /account/{account_id}/watchlist/movies': { ...kept, reply: paged(rows.movie) },
  'GET /account/{account_id}/watchlist/tv': { ...kept, reply: paged(rows.series) },
}

export const guestSessions: Group = {
  'GET /guest_session/{guest_session_id}/rated/movies': { reply: paged(ratedMovie), takes: 'language page sort_by' },
  'GET /guest_session/{guest_session_id}/rated/tv': { reply: paged(ratedSeries), takes: 'language page sort_by' },
  'GET /guest_session/{guest_session_id}/rated/tv/episodes': {
    reply: paged(ratedEpisode),
    takes: 'language page sort_by',
  },
}

const rates = { reply: status, needs: 'session or guest', writes: true } as const
const episodePath = '/tv/{series_id}/season/{season_number}/episode/{episode_number}'

export const ratings: Group = {
  'POST /movie/{movie_id}/rating': rates,
  'DELETE /movie/{movie_id}/rating': rates,
  'POST /tv/{series_id}/rating': rates,
  'DELETE /tv/{series_id}/rating': rates,
  [`POST ${episodePath}/rating`]: rates,
  [`DELETE ${episodePath}/rating`]: rates,
}

const requestToken = { success: 'true', expires_at: 'utc_time', request_token: 'hex40' } as const
const session = { success: 'true', session_id: 'hex40' } as const
const guestSession = { success: 'true', guest_session_id: 'hex32', expires_at: 'utc_time' } as const

export const authentication: Group = {
  'GET /authentication': { reply: { ...status, success: 'true' } },
  'GET /authentication/guest_session/new': { reply: guestSession, opens: true },
  'GET /authentication/token/new': { reply: requestToken, opens: true },
  'POST /authentication/session/new': { reply: session, opens: true },
  'GET /authentication/session/new': { reply: session, takes: 'request_token', opens: true },
  'POST /authentication/session/convert/4': { reply: session, opens: true },
  'POST /authentication/token/validate_with_login': { reply: requestToken, opens: true },
  'GET /authentication/token/validate_with_login': {
    reply: requestToken,
    takes: 'username password request_token',
    opens: true,
  },
  'DELETE /authentication/session': { reply: { success: 'bool' }, opens: true },
}
