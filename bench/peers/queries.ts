import type { DatabaseSync } from 'node:sqlite'

/** Letters of an overview in a list, and rows of the credits of a person: the most that the interface shows. */
const LETTERS_IN_LISTS = 2_000
const CREDITS_OF_PERSON = 10_000

/** The path of the best picture of a gallery, else the one that the record names itself. */
const picture = (kind: string, alias: string, gallery: string, column: string, preference = '') => `
  coalesce((
    select file_path from image where kind = '${kind}' and entity_id = ${alias}.id and gallery = '${gallery}'
    order by ${preference} vote_average desc, vote_count desc, file_path limit 1
  ), ${alias}.${column}) as ${column}`

const poster = (kind: string, alias: string, originalLanguage = `${alias}.original_language`) =>
  picture(
    kind,
    alias,
    'posters',
    'poster_path',
    `iso_639_1 is 'en' desc, (iso_639_1 is 'en') * case iso_3166_1 when 'US' then 2 else iso_3166_1 is null end desc,
    iso_639_1 is not distinct from ${originalLanguage} desc,`,
  )

const backdrop = (kind: string, alias: string) =>
  picture(kind, alias, 'backdrops', 'backdrop_path', 'iso_639_1 is null desc,')

const logo = (kind: string, alias: string) => picture(kind, alias, 'logos', 'logo_path')

const title = (alias: string, column: string, original: string) =>
  `coalesce(nullif(${alias}.${column}, ''), nullif(${alias}.${original}, ''), ${alias}.${column}) as ${column}`

const overview = (alias: string) => `substr(${alias}.overview, 1, ${LETTERS_IN_LISTS}) as overview`

const genreIds = (kind: string, alias: string) => `
  (select json_group_array(genre_id) from (
    select genre_id from title_genre where kind = '${kind}' and entity_id = ${alias}.id order by position, genre_id
  )) as genre_ids`

const movieColumns = `
  m.adult, ${backdrop('movie', 'm')}, ${genreIds('movie', 'm')}, m.id, m.original_language, m.original_title,
  ${overview('m')}, m.popularity, ${poster('movie', 'm')}, m.release_date, ${title('m', 'title', 'original_title')},
  m.video, m.vote_average, m.vote_count`

const seriesColumns = `
  s.adult, ${backdrop('series', 's')}, s.first_air_date, ${genreIds('series', 's')}, s.id,
  ${title('s', 'name', 'original_name')}, s.origin_country, s.original_language, s.original_name, ${overview('s')},
  s.popularity, ${poster('series', 's')}, s.vote_average, s.vote_count`

const airing = `
  from series s where not s.adult
    and s.id in (select series_id from episode where air_date >= :today and air_date < :end)`

const changed = `from record_changed
  where kind = 'series' and day >= :day and last_at >= :since`

/** Every statement that the peer runs. They are prepared once. */
export const prepareQueries = (database: DatabaseSync) => ({
  ...prepareDetails(database),
  ...prepareParts(database),
  ...prepareLists(database),
  key: database.prepare('select id from api_key where digest = ? and revoked_at is null'),
})

export type Queries = ReturnType<typeof prepareQueries>

function prepareDetails(database: DatabaseSync) {
  return {
    collection: database.prepare(`
      select c.id, ${title('c', 'name', 'original_name')}, c.original_language,
        coalesce(nullif(c.original_name, ''), c.name) as original_name, c.overview,
        ${poster('collection', 'c')}, ${backdrop('collection', 'c')}
      from collection c where c.id = ?`),
    moviesOfCollection: database.prepare(`
      select ${movieColumns}, 'movie' as media_type from movie m where m.collection_id = ?
      order by nullif(m.release_date, '') nulls last, m.id`),
    company: database.prepare(`
      select c.description, c.headquarters, c.homepage, c.id, ${logo('company', 'c')}, c.name, c.origin_country,
        c.parent_company_id
      from company c where c.id = ?`),
    parentCompany: database.prepare(`
      select c.id, ${logo('company', 'c')}, c.name from company c where c.id = ?`),
    movie: database.prepare(`select ${movieColumns}, 'movie' as media_type from movie m where m.id = ?`),
    series: database.prepare(`select ${seriesColumns}, 'tv' as media_type from series s where s.id = ?`),
    person: database.prepare(`
      select p.adult, p.gender, p.id, p.known_for_department, ${title('p', 'name', 'original_name')},
        p.original_name, p.popularity, ${picture('person', 'p', 'profiles', 'profile_path')},
        'person' as media_type
      from person p where p.id = ?`),
    season: database.prepare(`
      select n.air_date, n.id, n.name, ${overview('n')}, n.season_number, n.vote_average, n.series_id as show_id,
        (select count(*) from episode where series_id = n.series_id and season_number = n.season_number)
          as episode_count,
        ${poster('season', 'n', '(select original_language from series where id = n.series_id)')},
        'tv_season' as media_type
      from season n where n.id = ?`),
    episode: database.prepare(`
      select e.id, e.name, ${overview('e')}, e.vote_average, e.vote_count, e.air_date, e.episode_number,
        coalesce(nullif(e.episode_type, ''), 'standard') as episode_type, e.production_code, e.runtime,
        e.season_number, e.series_id as show_id, ${picture('episode', 'e', 'stills', 'still_path')},
        'tv_episode' as media_type
      from episode e where e.id = ?`),
  }
}

function prepareParts(database: DatabaseSync) {
  return {
    movieId: database.prepare('select id from movie where id = ?'),
    seriesId: database.prepare('select id from series where id = ?'),
    personId: database.prepare('select id from person where id = ?'),
    companyId: database.prepare('select id from company where id = ?'),
    networkId: database.prepare('select id from network where id = ?'),
    episodeId: database.prepare(
      'select id from episode where series_id = ? and season_number = ? and episode_number = ?',
    ),
    movieCredits: database.prepare(`
      select ${movieColumns}, c.credit_type, c.character, c.id as credit_id, c."order", c.department, c.job
      from credit c join movie m on m.id = c.entity_id where c.person_id = ? and c.kind = 'movie'
      order by nullif(m.release_date, '') desc nulls last, m.id, c.id limit ${CREDITS_OF_PERSON}`),
    reviews: database.prepare(`
      select r.id, r.content, r.rating, r.created_at, r.updated_at, a.name, a.username, a.avatar_path
      from review r join account a on a.id = r.account_id where r.kind = 'movie' and r.entity_id = ?
      order by r.created_at desc, r.id limit 20 offset ?`),
    reviewCount: database.prepare("select count(*) as count from review where kind = 'movie' and entity_id = ?"),
    alternativeTitles: database.prepare(`
      select iso_3166_1, title, type from alternative_title where kind = 'series' and entity_id = ?
      order by iso_3166_1, title, type`),
    alternativeNames: database.prepare(`
      select name, type from alternative_name where kind = 'company' and entity_id = ? order by name, type`),
    externalIds: database.prepare(`
      select external_source, value from external_id where kind = 'series' and entity_id = ?`),
    logos: database.prepare(`
      select aspect_ratio, file_path, height, id, file_type, vote_average, vote_count, width from image
      where kind = 'network' and entity_id = ? and gallery = 'logos'
      order by vote_average desc, vote_count desc, file_path, id`),
    videos: database.prepare(`
      select iso_639_1, iso_3166_1, name, key, site, size, type, official, published_at, id from video
      where kind = 'episode' and entity_id = ? and iso_639_1 = 'en' order by published_at desc, id`),
  }
}

function prepareLists(database: DatabaseSync) {
  return {
    found: database.prepare(`
      select kind, entity_id as id from external_id where external_source = ? and value = ?
        and kind in (select value from json_each(?))
      order by kind, entity_id limit 100`),
    knownFor: database.prepare(`
      select kind, id from (
        select 'movie' as kind, m.id, m.popularity, m.vote_count
        from credit c join movie m on m.id = c.entity_id where c.person_id = :person and c.kind = 'movie'
        union
        select 'series', s.id, s.popularity, s.vote_count
        from credit c join series s on s.id = c.entity_id where c.person_id = :person and c.kind = 'series'
        union
        select 'series', s.id, s.popularity, s.vote_count
        from credit c join season n on n.id = c.entity_id join series s on s.id = n.series_id
        where c.person_id = :person and c.kind = 'season'
        union
        select 'series', s.id, s.popularity, s.vote_count
        from credit c join episode e on e.id = c.entity_id join series s on s.id = e.series_id
        where c.person_id = :person and c.kind = 'episode'
      ) order by popularity desc, vote_count desc, kind, id limit 3`),
    onTheAir: database.prepare(`
      with shown as (select s.id ${airing} order by s.popularity desc, s.id limit 20 offset :offset)
      select ${seriesColumns} from shown join series s on s.id = shown.id order by s.popularity desc, s.id`),
    onTheAirCount: database.prepare(`select count(*) as count ${airing}`),
    changes: database.prepare(`
      select c.id, coalesce(s.adult, false) as adult from (
        select entity_id as id, max(last_at) as last_at ${changed}
        group by entity_id order by max(last_at) desc, entity_id limit 100 offset :offset
      ) c left join series s on s.id = c.id order by c.last_at desc, c.id`),
    changesCount: database.prepare(`select count(distinct entity_id) as count ${changed}`),
  }
}
