-- The records of the catalogue, one table for each kind, and their texts in all languages. The texts in a record's own
-- table are those in en-US.
--
-- `popularity`, `vote_average` and `vote_count` are what replies and orders show. What a source states, what follows
-- from the facts of a record, and what is counted here stand apart, so that neither an import nor a count takes another
-- away. `..._precision` says how much of a date is known: '' and 'day' all of it, 'month' its month, 'year' its year.
-- The rest of it is 01.

-- A record of any kind: movie 1, genre 35. Its values are in the table of its kind, and its parts refer to this row.
create table record (
  kind text not null,
  id integer not null,
  source_id text not null references source (id),
  -- The edit that created it.
  edit_id bigint not null references edit (id),
  -- The numbers and flags that are 0 or false because its source says so, as names with blanks between them. The others
  -- that are 0 or false are not known, and any source may give them.
  stated_zeros text not null default '',
  primary key (kind, id)
) {{without_rowid}};
create index record_by_edit on record (edit_id);

-- The source of one field of a record, if that is not the record's, or if the field is locked. `key` is a column; texts
-- of a translation name its language and country, too.
create table field_source (
  kind text not null,
  entity_id integer not null,
  key text not null,
  iso_639_1 text not null,
  iso_3166_1 text not null,
  source_id text not null references source (id),
  locked {{boolean}} not null,
  primary key (kind, entity_id, key, iso_639_1, iso_3166_1),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};

-- An entry of a part that a source or a person has removed: nothing of a lower rank brings it back.
create table removed_entry (
  kind text not null,
  entity_id integer not null,
  part text not null,
  key text not null,
  source_id text not null references source (id),
  primary key (kind, entity_id, part, key),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};

-- A record that is gone on purpose: merged into another one, for which its id goes on answering, or deleted, so that no
-- source of a lower rank makes it anew. A merged season or episode also answers where it was.
create table gone_record (
  kind text not null,
  id integer not null,
  -- The record that it was merged into; null if it was deleted.
  into_id integer,
  source_id text not null references source (id),
  series_id integer,
  season_number integer,
  episode_number integer,
  -- The edit of the import that found out by which number apps know a record, so that undoing it takes that back.
  edit_id bigint,
  primary key (kind, id)
) {{without_rowid}};
create index gone_record_by_place on gone_record (series_id, season_number, episode_number)
  where series_id is not null;
create index gone_record_by_edit on gone_record (edit_id) where edit_id is not null;

-- An id of a merged record in another system, where the survivor has another one: it goes on finding the survivor.
create table merged_external_id (
  kind text not null,
  entity_id integer not null,
  external_source text not null,
  value text not null,
  primary key (kind, entity_id, external_source),
  foreign key (kind, entity_id) references gone_record (kind, id) on delete cascade
) {{without_rowid}};
create index merged_external_id_by_value on merged_external_id (external_source, value);

-- A genre of movies or series. The vocabulary is the interface's own: its ids are those that apps know.
create table genre (
  id integer primary key,
  name text not null
);

-- A keyword that says what a title is about. The vocabulary comes from sources and from people.
create table keyword (
  id integer primary key,
  name text not null
);

-- A provider that offers titles, such as a streaming service. The vocabulary comes from sources. The order of providers
-- in each country is its own; where a country has none, `display_priority` counts.
create table provider (
  id integer primary key,
  name text not null,
  logo_path text,
  display_priority integer not null,
  display_priorities {{json}} not null,
  media_types {{json}} not null
);

-- A collection of movies that belong together.
create table collection (
  id integer primary key,
  name text not null,
  original_name text not null,
  original_language text not null,
  overview text not null,
  homepage text not null,
  poster_path text,
  backdrop_path text
);
create index collection_by_name on collection (name, id);

-- A company that makes titles.
create table company (
  id integer primary key,
  name text not null,
  description text not null,
  headquarters text not null,
  homepage text not null,
  origin_country text not null,
  logo_path text,
  parent_company_id integer references company (id) on delete set null
);
create index company_by_parent on company (parent_company_id) where parent_company_id is not null;
create index company_by_name on company (name, id);

-- A network that shows series.
create table network (
  id integer primary key,
  name text not null,
  headquarters text not null,
  homepage text not null,
  origin_country text not null,
  logo_path text
);
create index network_by_name on network (name, id);

-- A person of the cast or crew of titles.
create table person (
  id integer primary key,
  name text not null,
  original_name text not null,
  also_known_as {{json}} not null,
  adult {{boolean}} not null,
  gender integer not null,
  birthday text,
  birthday_precision text not null default '',
  deathday text,
  deathday_precision text not null default '',
  place_of_birth text,
  homepage text,
  known_for_department text,
  profile_path text,
  popularity float8 not null,
  stated_popularity float8 not null default 0,
  start_popularity float8 not null default 0,
  counted_popularity float8 not null default 0,
  -- The longest text, and so the last one.
  biography text not null
);
create index person_by_popularity on person (adult, popularity desc, id);

-- A movie.
create table movie (
  id integer primary key,
  title text not null,
  original_title text not null,
  original_language text not null,
  overview text not null,
  tagline text not null,
  homepage text not null,
  adult {{boolean}} not null,
  video {{boolean}} not null,
  status text not null,
  release_date text not null,
  release_date_precision text not null default '',
  runtime integer not null,
  budget bigint not null,
  revenue bigint not null,
  origin_country {{json}} not null,
  production_countries {{json}} not null,
  spoken_languages {{json}} not null,
  collection_id integer references collection (id) on delete set null,
  poster_path text,
  backdrop_path text,
  popularity float8 not null,
  stated_popularity float8 not null default 0,
  start_popularity float8 not null default 0,
  counted_popularity float8 not null default 0,
  vote_average float8 not null,
  vote_count integer not null,
  stated_average float8 not null default 0,
  stated_count integer not null default 0,
  own_count integer not null default 0,
  own_points float8 not null default 0
);
create index movie_by_collection on movie (collection_id) where collection_id is not null;
-- Lists by popularity, also of movies by the day on which they came out. The indexes have all that it takes to tell
-- which movies a list shows, so that the rows of the others, which are many and long, are not read.
create index movie_by_popularity on movie (adult, popularity desc, id);
create index movie_by_release_date on movie (release_date, adult, popularity desc, id);
-- The best rated of those that have enough votes. Only few have.
create index movie_by_rating on movie (adult, vote_average desc, id, vote_count) where vote_count >= 200;

-- A series.
create table series (
  id integer primary key,
  name text not null,
  original_name text not null,
  original_language text not null,
  overview text not null,
  tagline text not null,
  homepage text not null,
  adult {{boolean}} not null,
  in_production {{boolean}} not null,
  status text not null,
  type text not null,
  first_air_date text not null,
  first_air_date_precision text not null default '',
  last_air_date text,
  last_air_date_precision text not null default '',
  -- What a source states, if not all seasons and episodes are in the catalogue.
  number_of_seasons integer,
  number_of_episodes integer,
  episode_run_time {{json}} not null,
  languages {{json}} not null,
  origin_country {{json}} not null,
  production_countries {{json}} not null,
  spoken_languages {{json}} not null,
  poster_path text,
  backdrop_path text,
  popularity float8 not null,
  stated_popularity float8 not null default 0,
  start_popularity float8 not null default 0,
  counted_popularity float8 not null default 0,
  vote_average float8 not null,
  vote_count integer not null,
  stated_average float8 not null default 0,
  stated_count integer not null default 0,
  own_count integer not null default 0,
  own_points float8 not null default 0
);
create index series_by_popularity on series (adult, popularity desc, id);
create index series_by_rating on series (adult, vote_average desc, id, vote_count) where vote_count >= 200;

-- A season of a series.
create table season (
  id integer primary key,
  series_id integer not null references series (id) on delete cascade,
  season_number integer not null,
  name text not null,
  overview text not null,
  air_date text,
  air_date_precision text not null default '',
  -- What a source states, if not all episodes are in the catalogue.
  episode_count integer,
  poster_path text,
  vote_average float8 not null,
  unique (series_id, season_number)
);

-- An episode of a season.
create table episode (
  id integer primary key,
  series_id integer not null,
  season_number integer not null,
  episode_number integer not null,
  name text not null,
  overview text not null,
  air_date text,
  air_date_precision text not null default '',
  runtime integer,
  production_code text not null,
  episode_type text not null,
  still_path text,
  vote_average float8 not null,
  vote_count integer not null,
  stated_average float8 not null default 0,
  stated_count integer not null default 0,
  own_count integer not null default 0,
  own_points float8 not null default 0,
  unique (series_id, season_number, episode_number),
  foreign key (series_id, season_number) references season (series_id, season_number) on delete cascade
);
create index episode_by_air_date on episode (air_date, series_id) where air_date is not null;
-- The order in which the episodes of a series are shown, for the last one that is out and the next one.
create index episode_by_series on episode (series_id, air_date, season_number, episode_number);

-- The texts of a record in a language other than en-US.
create table translation (
  kind text not null,
  entity_id integer not null,
  iso_639_1 text not null,
  iso_3166_1 text not null,
  title text not null,
  name text not null,
  overview text not null,
  tagline text not null,
  homepage text not null,
  biography text not null,
  runtime integer not null,
  source_id text not null references source (id),
  primary key (kind, entity_id, iso_639_1, iso_3166_1),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};
