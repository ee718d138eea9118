/**
 * What the specification says of the replies of its sixteen operations, copied from it by hand: every field with its
 * type, where `?` marks what it calls nullable. It does not say which fields may be without a value; for those the
 * server writes null in the fields that `maybeNull` names, and an empty text, number or list elsewhere.
 */
export type Told = string | readonly [Told] | { readonly [field: string]: Told }

const movie = {
  adult: 'boolean',
  backdrop_path: 'string?',
  genre_ids: ['number'],
  id: 'number',
  original_language: 'string',
  original_title: 'string',
  overview: 'string',
  popularity: 'number',
  poster_path: 'string',
  release_date: 'date',
  title: 'string',
  video: 'boolean',
  vote_average: 'number',
  vote_count: 'number',
} as const

const typedMovie = { ...movie, media_type: 'movie' } as const

const tv = {
  adult: 'boolean',
  backdrop_path: 'string?',
  first_air_date: 'date',
  genre_ids: ['number'],
  id: 'number',
  name: 'string',
  origin_country: ['string'],
  original_language: 'string',
  original_name: 'string',
  overview: 'string',
  popularity: 'number',
  poster_path: 'string',
  vote_average: 'number',
  vote_count: 'number',
} as const

const page = <Row extends Told>(row: Row) =>
  ({ page: 'number', results: [row], total_pages: 'number', total_results: 'number' }) as const

const status = { status_code: 'number', status_message: 'string', success: 'boolean' }

export const specification: Readonly<Record<string, Told>> = {
  'GET /3/person/{person_id}/movie_credits': {
    cast: [{ ...movie, character: 'string', credit_id: 'string', order: 'number' }],
  },
  'POST /3/authentication/session/new': { session_id: 'string', success: 'boolean' },
  'POST /3/account/{account_id}/watchlist': status,
  'GET /3/account/{account_id}/watchlist/movies': page(movie),
  'GET /3/find/{external_id}': {
    movie_results: [typedMovie],
    person_results: ['any'],
    tv_episode_results: ['any'],
    tv_results: ['any'],
    tv_season_results: ['any'],
  },
  'GET /3/movie/{movie_id}/reviews': {
    id: 'number',
    ...page({
      author: 'string',
      author_details: { avatar_path: 'string', name: 'string', rating: 'number', username: 'string' },
      content: 'string',
      created_at: 'timestamp',
      id: 'string',
      updated_at: 'timestamp',
      url: 'address',
    }),
  },
  'GET /3/tv/{series_id}/alternative_titles': {
    id: 'number',
    results: [{ iso_3166_1: 'string', title: 'string', type: 'string' }],
  },
  'GET /3/tv/{series_id}/season/{season_number}/episode/{episode_number}/videos': {
    id: 'number',
    results: [
      {
        id: 'string',
        iso_3166_1: 'string',
        iso_639_1: 'string',
        key: 'string',
        name: 'string',
        official: 'boolean',
        published_at: 'timestamp',
        site: 'string',
        size: 'number',
        type: 'string',
      },
    ],
  },
  'GET /3/network/{network_id}/images': {
    id: 'number',
    logos: [
      {
        aspect_ratio: 'number',
        file_path: 'string',
        file_type: 'string',
        height: 'number',
        id: 'string',
        vote_average: 'number',
        vote_count: 'number',
        width: 'number',
      },
    ],
  },
  'GET /3/tv/{series_id}/external_ids': {
    socialnet1_id: 'string',
    kb1_id: 'string',
    kb1_mid: 'string',
    id: 'number',
    filmdb_id: 'string',
    socialnet2_id: 'string',
    tvdata_id: 'number',
    tvguide_id: 'number',
    socialnet3_id: 'string',
    kb2_id: 'string',
  },
  'GET /3/collection/{collection_id}': {
    backdrop_path: 'string',
    id: 'number',
    name: 'string',
    overview: 'string',
    parts: [typedMovie],
    poster_path: 'string',
  },
  'GET /3/tv/changes': page({ adult: 'boolean', id: 'number' }),
  'GET /3/tv/on_the_air': page(tv),
  'GET /3/configuration/languages': [{ english_name: 'string', iso_639_1: 'string', name: 'string' }],
  'GET /3/company/{company_id}/alternative_names': { id: 'number', results: [{ name: 'string', type: 'string' }] },
  'GET /3/company/{company_id}': {
    description: 'string',
    headquarters: 'string',
    homepage: 'string',
    id: 'number',
    logo_path: 'string',
    name: 'string',
    origin_country: 'string',
    parent_company: 'object?',
  },
}

/** Fields that are null where nothing is known, although the specification does not call them nullable. */
export const maybeNull = (field: string): boolean =>
  /_path$|_id$|^kb1_mid$|^rating$/.test(field) && field !== 'credit_id'

const forms: Readonly<Record<string, (value: unknown) => boolean>> = {
  any: () => true,
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number',
  string: (value) => typeof value === 'string',
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  movie: (value) => value === 'movie',
  date: (value) => typeof value === 'string' && /^(\d{4}-\d{2}-\d{2})?$/.test(value),
  timestamp: (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(value),
  address: (value) => typeof value === 'string' && /^https?:\/\/\S+$/.test(value),
}

/**
 * Where a value is not what the specification tells, as sentences. `seen` collects the fields that had a value, so that
 * a test can tell which ones never had any.
 */
export function departures(told: Told, value: unknown, seen: Set<string>, at = 'reply'): string[] {
  if (typeof told === 'string') return isOf(told, value, at.replace(/^.*\./, '')) ? [] : [`${at} is no ${told}`]
  if (Array.isArray(told)) {
    if (!Array.isArray(value)) return [`${at} is no list`]
    return value.flatMap((item) => departures(told[0] as Told, item, seen, `${at}[]`))
  }
  if (!forms.object?.(value)) return [`${at} is no object`]
  const fields = value as Record<string, unknown>
  return Object.entries(told as Record<string, Told>).flatMap(([name, inner]) => {
    if (!(name in fields)) return [`${at}.${name} is missing`]
    if (fields[name] !== null) seen.add(`${at}.${name}`)
    return departures(inner, fields[name], seen, `${at}.${name}`)
  })
}

function isOf(told: string, value: unknown, field: string): boolean {
  if (value === null) return told.endsWith('?') || maybeNull(field)
  return forms[told.replace('?', '')]?.(value) ?? false
}

/** Every field that the specification names in a reply. */
export const fieldsOf = (told: Told, at = 'reply'): string[] => {
  if (typeof told === 'string') return []
  if (Array.isArray(told)) return fieldsOf(told[0] as Told, `${at}[]`)
  return Object.entries(told as Record<string, Told>).flatMap(([name, inner]) => [
    `${at}.${name}`,
    ...fieldsOf(inner, `${at}.${name}`),
  ])
}
