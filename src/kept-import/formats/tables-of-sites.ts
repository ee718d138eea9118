import { wordTable } from '#src/reference/word-table.ts'

/** What a column may hold; `rating5` has five as its best. */
export type Field =
  | ('title' | 'movie' | 'year' | 'released' | 'imdb' | 'tmdb' | 'tvdb' | 'own' | 'link' | 'id' | 'idSource' | 'kind')
  | (
      | 'series'
      | 'season'
      | 'episode'
      | 'rating5'
      | 'rating'
      | 'ratedAt'
      | 'watchedOn'
      | 'watchedAt'
      | 'rewatch'
      | 'status'
      | 'isWatched'
      | 'plays'
    )
  | ('list' | 'listDescription' | 'rowKey')
  | ('review' | 'reviewedAt' | 'language' | 'addedAt' | 'directors' | 'passedOver')

/** The table of another site: the columns by which it is known, and what they hold. */
export type OtherSite = {
  /** It has all of these, and one of each further group. */
  has: readonly (string | readonly string[])[]
  columns: Readonly<Record<string, Field>>
  /** It has many other columns, which are about the files of a library. */
  hasMore?: true
  /** Columns that say who has watched something, the clearest first. */
  who?: readonly string[]
  /** What a row says that has no rating, no day, no review and no status, if the name of the file does not say it. */
  bare?: 'watched'
}

const words = (field: Field, ...columns: string[]) => Object.fromEntries(columns.map((column) => [column, field]))

/** Columns that mean the same wherever they stand. */
const common: Readonly<Record<string, Field>> = wordTable({
  ...words('title', 'title', 'name', 'film'),
  ...words('year', 'year', 'release_year', 'released'),
  ...words('imdb', 'imdbid', 'imdb_id', 'imdb id', 'imdb'),
  ...words('tmdb', 'tmdbid', 'tmdb_id', 'tmdb id', 'tmdb'),
  ...words('tvdb', 'tvdbid', 'tvdb_id', 'tvdb id', 'tvdb'),
  ...words('kind', 'type', 'media_type', 'kind'),
  ...words('season', 'season', 'season_number', 'season number'),
  ...words('episode', 'episode', 'episode_number', 'episode number'),
  ...words('passedOver', 'image', 'progress', 'tags', 'rewatch', 'location', 'poster', 'created_at_index'),
})

export const sites: readonly OtherSite[] = [
  // The table in which diaries of films are exchanged: any of its columns in any order.
  {
    has: [
      ['title', 'imdbid', 'tmdbid'],
      ['imdbid', 'tmdbid', 'rating10', 'watcheddate', 'letterboxduri', 'rewatch', 'review'],
    ],
    columns: {
      ...common,
      ...words('link', 'letterboxduri', 'url'),
      ...words('directors', 'directors'),
      ...words('rating5', 'rating'),
      ...words('rating', 'rating10', 'userrating'),
      ...words('ratedAt', 'ratedat'),
      ...words('watchedOn', 'watcheddate', 'watchdate'),
      ...words('watchedAt', 'watchedat'),
      ...words('review', 'review', 'comment'),
      ...words('reviewedAt', 'reviewedat'),
      ...words('language', 'reviewlanguage'),
      ...words('addedAt', 'addedat'),
      ...words('series', 'series'),
      ...words('list', 'list'),
      ...words('listDescription', 'listdescription'),
      ...words('own', 'reelcommonsid'),
      ...words('rewatch', 'rewatch'),
    },
    bare: 'watched',
  },
  // The big provider: ratings, watchlists and favourites.
  {
    has: ['tmdb id', 'type', 'name', ['your rating', 'release date']],
    columns: {
      ...common,
      ...words('released', 'release date'),
      ...words('rating', 'your rating'),
      ...words('ratedAt', 'date rated'),
      ...words('passedOver', 'rating'),
    },
  },
  // Yamtrack.
  {
    has: ['media_id', 'source', 'media_type', 'status'],
    columns: {
      ...common,
      ...words('id', 'media_id'),
      ...words('idSource', 'source'),
      ...words('rating', 'score'),
      ...words('status', 'status'),
      ...words('review', 'notes'),
      ...words('watchedAt', 'end_date'),
      ...words('passedOver', 'start_date', 'progressed_at', 'created_at'),
    },
  },
  // The history of Tautulli, which watches a Plex media server: also what was begun and not watched.
  {
    has: ['media_type', 'watched_status', ['date', 'started', 'stopped']],
    columns: {
      ...common,
      ...words('series', 'grandparent_title'),
      ...words('season', 'parent_media_index'),
      ...words('episode', 'media_index'),
      ...words('plays', 'watched_status'),
      ...words('watchedAt', 'stopped', 'date', 'started'),
    },
    hasMore: true,
    who: ['friendly_name', 'user', 'user_id'],
  },
  // A Plex library that other programs have written as a table: of each title, how often it was watched, and when last.
  {
    has: ['title', ['view count', 'viewcount'], ['last viewed at', 'lastviewedat']],
    columns: {
      ...common,
      ...words('series', 'series title', 'show title', 'grandparenttitle'),
      ...words('season', 'seasonnumber', 'parentindex'),
      ...words('episode', 'episodenumber', 'index'),
      ...words('rating', 'user rating', 'userrating'),
      ...words('plays', 'view count', 'viewcount'),
      ...words('watchedAt', 'last viewed at', 'lastviewedat'),
    },
    hasMore: true,
  },
  // TV Time: episodes and films that were seen, or are to be. Its numbers of series are those of TVDB, and its second
  // table says in the key of a row what it is.
  {
    has: [
      ['series_name', 'tv_show_name', 'show_name', 'movie_name'],
      ['season_number', 'episode_season_number', 's_no', 'movie_name'],
      ['created_at', 'watched_at', 'seen_at', 'updated_at'],
    ],
    columns: {
      ...common,
      ...words('movie', 'movie_name'),
      ...words('series', 'series_name', 'tv_show_name', 'show_name'),
      ...words('tvdb', 's_id'),
      ...words('season', 'episode_season_number', 's_no'),
      ...words('episode', 'ep_no'),
      ...words('rowKey', 'key'),
      ...words('watchedAt', 'watched_at', 'seen_at', 'created_at'),
      ...words('status', 'type'),
      ...words('isWatched', 'is_watched'),
      ...words('passedOver', 'updated_at', 'user_id', 'uuid', 'runtime', 'entity_type', 'gsi', 'ep_id'),
      ...words('passedOver', 'episode_id', 'movie_id', 'watch_date', 'release_date', 'country', 'watch_count'),
    },
  },
]
