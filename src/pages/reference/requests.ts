import { wordTable } from '#src/reference/word-table.ts'

type Value = string | number | boolean

/** What a request says, besides what stands for every operation. */
export type Request = {
  /** Values of places in the path, instead of those of `places`. */
  params?: Readonly<Record<string, Value>>
  query?: Readonly<Record<string, Value>>
  body?: Readonly<Record<string, unknown>>
  /** The access token has to be that of a moderator. */
  moderator?: true
}

/** A request that has to be sent before, without one of its fields being used. */
export type Step = Request & { of: string }

/** What an operation is shown with. It works on the sample; `test/pages/examples.test.ts` sends it. */
export type Example = Request & { after?: readonly Step[] }

/** A word that readers replace, with what they get from another operation: its request, and the field of its reply. */
export type Placeholder = Step & { field: string; isNumber?: true; after?: readonly Step[] }

export const YOUR_KEY = 'YOUR_KEY'
/** Access tokens are made on a page, for operations whose scope no session has. */
export const YOUR_TOKEN = 'YOUR_TOKEN'
export const YOUR_SESSION = 'YOUR_SESSION'

const umbrella = 990_001
const lanternmoor = 990_001

/** Values of places in paths, all of which are in the sample: a film and a person that are real, an invented series. */
export const places = wordTable<Value>({
  account_id: 'me',
  movie_id: 1,
  series_id: lanternmoor,
  season_number: 1,
  episode_number: 1,
  season_id: lanternmoor,
  episode_id: lanternmoor,
  person_id: 1,
  collection_id: 1,
  company_id: 1,
  network_id: 1,
  genre_id: 27,
  keyword_id: 40,
  time_window: 'week',
  external_id: 'tt0000417',
  credit_id: 'a8d40184ab4209d6eab313c9',
  review_id: '000000000000000005e69f2f',
  tv_episode_group_id: '0c6d4ff0cfce9763f4858c42',
  list_id: 'YOUR_LIST',
  guest_session_id: 'YOUR_GUEST_SESSION',
  report: 'no-overview',
  edit_id: 'YOUR_EDIT',
  waiting_id: 'YOUR_PENDING_EDIT',
  report_id: 'YOUR_REPORT',
  job_id: 'YOUR_JOB',
  webhook_id: 'YOUR_WEBHOOK',
})

const login = { username: 'YOUR_NAME', password: 'YOUR_PASSWORD', request_token: 'YOUR_NEW_TOKEN' }
const overview = 'A rocket of scientists lands in the eye of the moon.'
const light = { records: [{ kind: 'movie', id: 1, overview }], note: 'It says what happens' }
/** Ids elsewhere are checked by moderators first, unless they come from one. */
const weighty = { records: [{ kind: 'movie', id: 1, external_ids: { kb2_id: 'Q42' } }], note: 'Seen there' }
const wrong = { what: 'record', of: 'movie 2', reason: 'wrong', words: 'It is from another year.' }
const hook = { address: 'https://hooks.example/reelcommons', types: ['movie.changed'], watchlist: true }
/** So much that it becomes a job. */
const undone = { source_id: 'drawn', since: '2026-03-01', note: 'The pictures are drawn again' }
const asGuest = { guest_session_id: 'YOUR_GUEST_SESSION' }

/** THE table of words that readers replace. The key, a token, a name and a password are what they have. */
export const placeholders = wordTable<Placeholder>({
  YOUR_NEW_TOKEN: { of: 'authentication.create_request_token', field: 'request_token' },
  YOUR_REQUEST_TOKEN: { of: 'authentication.validate_with_login', body: login, field: 'request_token' },
  YOUR_SESSION: {
    of: 'authentication.create_session',
    body: { request_token: 'YOUR_REQUEST_TOKEN' },
    field: 'session_id',
  },
  YOUR_GUEST_SESSION: { of: 'authentication.create_guest_session', field: 'guest_session_id' },
  YOUR_LIST: { of: 'lists.create', body: { name: 'Silent films' }, field: 'list_id', isNumber: true },
  YOUR_EDIT: { of: 'edits.edit', body: light, moderator: true, field: 'edit_id', isNumber: true },
  YOUR_PENDING_EDIT: { of: 'edits.edit', body: weighty, field: 'waiting_id', isNumber: true },
  YOUR_REVISION: { of: 'edits.record', query: { kind: 'movie', id: 1 }, field: 'revision', isNumber: true },
  YOUR_NEW_REVISION: {
    ...{ of: 'edits.record', query: { kind: 'movie', id: 1 }, field: 'revision', isNumber: true },
    after: [{ of: 'edits.edit', body: light, moderator: true }],
  },
  YOUR_JOB: { of: 'edits.undo', body: undone, moderator: true, field: 'job_id', isNumber: true },
  YOUR_WEBHOOK: { of: 'webhooks.add', body: hook, field: 'id', isNumber: true },
  YOUR_REPORT: {
    of: 'reports.list',
    field: 'reports.0.id',
    isNumber: true,
    after: [{ of: 'reports.add', body: wrong }],
  },
})

const film = (mark: object) => ({ media_type: 'movie', media_id: 1, ...mark })
const series = (mark: object) => ({ media_type: 'tv', media_id: lanternmoor, ...mark })
const watched = { media_type: 'movie', media_id: 1, watched_at: '2026-03-09' }
const locked = { kind: 'movie', id: 1, place: 'title' }
const lock = { ...locked, locked_for: 'members', reason: 'It was changed often' }
const value = { value: 8.5 }
const added: Step = { of: 'lists.add_item', body: { media_id: 1 } }

const account = wordTable<Example>({
  'account.set_favorite': { body: film({ favorite: true }) },
  'account.set_watchlist': { body: film({ watchlist: true }) },
  'account.favorite_movies': { after: [{ of: 'account.set_favorite', body: film({ favorite: true }) }] },
  'account.favorite_tv': { after: [{ of: 'account.set_favorite', body: series({ favorite: true }) }] },
  'account.lists': { after: [{ of: 'lists.create', body: { name: 'Silent films' } }] },
  'account.rated_movies': { after: [{ of: 'movie.rate', body: value }] },
  'account.rated_tv': { after: [{ of: 'series.rate', body: value }] },
  'account.rated_tv_episodes': { after: [{ of: 'episode.rate', body: value }] },
  'account.watchlist_movies': { after: [{ of: 'account.set_watchlist', body: film({ watchlist: true }) }] },
  'account.watchlist_tv': { after: [{ of: 'account.set_watchlist', body: series({ watchlist: true }) }] },
  'movie.account_states': { after: [{ of: 'movie.rate', body: value }] },
  'series.account_states': { after: [{ of: 'series.rate', body: value }] },
  'season.account_states': { after: [{ of: 'episode.rate', body: value }] },
  'episode.account_states': { after: [{ of: 'episode.rate', body: value }] },
  'movie.rate': { body: value },
  'series.rate': { body: value },
  'episode.rate': { body: value },
  'movie.delete_rating': { after: [{ of: 'movie.rate', body: value }] },
  'series.delete_rating': { after: [{ of: 'series.rate', body: value }] },
  'episode.delete_rating': { after: [{ of: 'episode.rate', body: value }] },
  'guest_session.rated_movies': { after: [{ of: 'movie.rate', query: asGuest, body: value }] },
  'guest_session.rated_tv': { after: [{ of: 'series.rate', query: asGuest, body: value }] },
  'guest_session.rated_tv_episodes': { after: [{ of: 'episode.rate', query: asGuest, body: value }] },
  'authentication.validate_with_login': { body: login },
  'authentication.validate_with_login_by_get': { query: login },
  'authentication.create_session': { body: { request_token: 'YOUR_REQUEST_TOKEN' } },
  'authentication.create_session_by_get': { query: { request_token: 'YOUR_REQUEST_TOKEN' } },
  'authentication.convert_access_token': { body: { access_token: YOUR_TOKEN } },
  'authentication.delete_session': { body: { session_id: YOUR_SESSION } },
  'lists.create': { body: { name: 'Silent films', description: 'From the first years', language: 'en' } },
  'lists.add_item': { body: { media_id: 1 } },
  'lists.details': { after: [added] },
  'lists.remove_item': { body: { media_id: 1 }, after: [added] },
  'lists.item_status': { query: { movie_id: 1 }, after: [added] },
  'lists.clear': { query: { confirm: true }, after: [added] },
  'movie.lists': { after: [added] },
  'series.lists': { after: [{ of: 'lists.add_item', body: { media_type: 'tv', media_id: lanternmoor } }] },
  'search.list': { query: { query: 'silent' }, after: [{ of: 'lists.create', body: { name: 'Silent films' } }] },
})

const commons = wordTable<Example>({
  'quality.findings': { query: { media_type: 'movie', text_language: 'de' } },
  'watched.add': { body: watched },
  'watched.list': { after: [{ of: 'watched.add', body: watched }] },
  'watched.remove': { body: watched, after: [{ of: 'watched.add', body: watched }] },
  'edits.edit': { body: light, moderator: true },
  'edits.list': { query: { kind: 'movie', id: 1 } },
  'edits.record': { query: { kind: 'movie', id: 1 } },
  'edits.comparison': { query: { kind: 'movie', id: 1, from: 'YOUR_REVISION', to: 'YOUR_NEW_REVISION' } },
  'edits.undo': { body: { edit_id: 'YOUR_EDIT', note: 'By mistake' }, moderator: true },
  'edits.merge': { body: { kind: 'movie', id: 3, into_id: 2, dry_run: true } },
  'edits.delete': { body: { kind: 'movie', id: 3, note: 'It was never made', dry_run: true } },
  'edits.move': { body: { kind: 'episode', id: lanternmoor, episode_number: 999, dry_run: true } },
  'edits.dependents': { query: { kind: 'movie', id: 1 } },
  'queue.list': { after: [{ of: 'edits.edit', body: weighty }] },
  'queue.decide': { body: { act: 'withdraw' } },
  'reports.list': { after: [{ of: 'reports.add', body: wrong }] },
  'reports.add': { body: wrong },
  'reports.answer': { body: { act: 'withdraw' } },
  'locks.list': { query: { kind: 'movie', id: 1 }, after: [{ of: 'locks.set', body: lock, moderator: true }] },
  'edits.undo_job': { moderator: true },
  'locks.set': { body: lock, moderator: true },
  'locks.lift': { body: locked, moderator: true, after: [{ of: 'locks.set', body: lock, moderator: true }] },
  'watches.set': { body: { what: 'record', of: 'movie 1', watch: true } },
  'watches.list': { after: [{ of: 'watches.set', body: { what: 'record', of: 'movie 1', watch: true } }] },
  'webhooks.list': { after: [{ of: 'webhooks.add', body: hook }] },
  'webhooks.add': { body: hook },
  'webhooks.change': { body: { ...hook, name: 'My lists' } },
  'webhooks.state': { body: { state: 'paused' } },
  'feed.changes': { query: { wait: 0 } },
  'feed.changes_stream': { query: { kinds: 'movie' } },
})

const ofUmbrella = { params: { movie_id: umbrella } }

const catalogue = wordTable<Example>({
  'movie.details': { query: { append_to_response: 'credits' } },
  'movie.reviews': ofUmbrella,
  'movie.videos': ofUmbrella,
  'movie.trailers': ofUmbrella,
  'movie.watch_providers': ofUmbrella,
  'movie.keywords': { params: { movie_id: 93 } },
  'movie.alternative_titles': { params: { movie_id: 1428 } },
  'find.by_id': { query: { external_source: 'filmdb_id' } },
  'search.movie': { query: { query: 'nosferatu', language: 'de-DE' } },
  'search.multi': { query: { query: 'nosferatu' } },
  'search.tv': { query: { query: 'lanternmoor' } },
  'search.person': { query: { query: 'chaplin' } },
  'search.company': { query: { query: 'arte' } },
  'search.keyword': { query: { query: 'art' } },
  'search.collection': { query: { query: 'dollars' } },
  'discover.movie': { query: { with_genres: 27, sort_by: 'primary_release_date.asc' } },
  'discover.tv': { query: { with_genres: 18, sort_by: 'popularity.desc' } },
  'person.tv_credits': { params: { person_id: 990_001 } },
  'person.tagged_images': { params: { person_id: 990_001 } },
  'watch_providers.movies': { query: { watch_region: 'DE' } },
  'watch_providers.series': { query: { watch_region: 'DE' } },
  'movie.changes': ofUmbrella,
})

/** What an operation is shown with; nothing where its places say all. */
export const exampleFor = (operation: string): Example =>
  account[operation] ?? commons[operation] ?? catalogue[operation] ?? {}
