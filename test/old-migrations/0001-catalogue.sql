-- The catalogue: sources, edits and the change log, the eight kinds of record, and one table for each part.
-- Dates and times are the texts of the interface. What is absent is '' (texts), 0 (numbers) or null (paths and what the
-- interface's facts call nullable), so that a row is read as it is answered.

create table source (
  id text primary key,
  name text not null,
  licence text not null,
  url text not null,
  rank integer not null,
  redistributable {{boolean}} not null
) {{without_rowid}};

create table account (
  id {{identity}},
  username text not null,
  folded_username text not null,
  name text not null default '',
  email text not null default '',
  email_verified_at text,
  password text,
  avatar_path text,
  iso_639_1 text not null default 'en',
  iso_3166_1 text not null default 'US',
  include_adult {{boolean}} not null default false,
  disabled_at text,
  created_at text not null,
  -- Accounts that came with a source only sign their reviews; nobody can sign in to them.
  source_id text references source (id)
);
create unique index account_by_username on account (folded_username) where source_id is null;
create unique index account_of_source on account (source_id, folded_username) where source_id is not null;

create table edit (
  id {{identity}},
  at text not null,
  account_id bigint references account (id),
  source_id text not null references source (id),
  note text not null
);

create table record (
  kind text not null,
  id integer not null,
  source_id text not null references source (id),
  edit_id bigint not null references edit (id),
  -- The numbers and flags that are 0 or false because its source says so, as names with blanks between them. The others
  -- that are 0 or false are not known, and any source may give them.
  stated_zeros text not null default '',
  primary key (kind, id)
) {{without_rowid}};
create index record_by_edit on record (edit_id);

create table change (
  seq {{identity}},
  edit_id bigint not null references edit (id),
  at text not null,
  kind text not null,
  entity_id integer not null,
  key text not null,
  action text not null check (action in ('created', 'added', 'updated', 'deleted', 'destroyed')),
  iso_639_1 text not null,
  iso_3166_1 text not null,
  original_value {{json}},
  value {{json}}
);
create index change_by_record on change (kind, entity_id, seq);

create table record_changed (
  kind text not null,
  day text not null,
  entity_id integer not null,
  last_at text not null,
  primary key (kind, day, entity_id)
) {{without_rowid}};

-- Only fields whose source is not the record's, or that are locked. `key` is a column; texts of a translation name its
-- language and country too.
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

-- Entries of parts that a source or a person took away: nothing of a lower rank brings them back.
create table removed_entry (
  kind text not null,
  entity_id integer not null,
  part text not null,
  key text not null,
  source_id text not null references source (id),
  primary key (kind, entity_id, part, key),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};

create table source_id_map (
  source_id text not null references source (id),
  kind text not null,
  foreign_id integer not null,
  id integer not null,
  primary key (source_id, kind, foreign_id)
) {{without_rowid}};
create index source_id_map_by_id on source_id_map (kind, id);

create table genre (
  id integer primary key,
  name text not null,
  source_id text not null references source (id)
);

create table keyword (
  id integer primary key,
  name text not null,
  source_id text not null references source (id)
);

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

create table network (
  id integer primary key,
  name text not null,
  headquarters text not null,
  homepage text not null,
  origin_country text not null,
  logo_path text
);

create table person (
  id integer primary key,
  name text not null,
  original_name text not null,
  adult {{boolean}} not null,
  gender integer not null,
  birthday text,
  deathday text,
  homepage text,
  known_for_department text,
  place_of_birth text,
  popularity float8 not null,
  profile_path text,
  also_known_as {{json}} not null,
  biography text not null
);

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
  runtime integer not null,
  budget bigint not null,
  revenue bigint not null,
  popularity float8 not null,
  vote_average float8 not null,
  vote_count integer not null,
  poster_path text,
  backdrop_path text,
  origin_country {{json}} not null,
  production_countries {{json}} not null,
  spoken_languages {{json}} not null,
  collection_id integer references collection (id) on delete set null
);
create index movie_by_collection on movie (collection_id) where collection_id is not null;

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
  last_air_date text,
  popularity float8 not null,
  vote_average float8 not null,
  vote_count integer not null,
  poster_path text,
  backdrop_path text,
  episode_run_time {{json}} not null,
  languages {{json}} not null,
  origin_country {{json}} not null,
  production_countries {{json}} not null,
  spoken_languages {{json}} not null
);

create table season (
  id integer primary key,
  series_id integer not null references series (id) on delete cascade,
  season_number integer not null,
  name text not null,
  overview text not null,
  air_date text,
  poster_path text,
  vote_average float8 not null,
  unique (series_id, season_number)
);

create table episode (
  id integer primary key,
  series_id integer not null,
  season_number integer not null,
  episode_number integer not null,
  name text not null,
  overview text not null,
  air_date text,
  runtime integer,
  production_code text not null,
  episode_type text not null,
  still_path text,
  vote_average float8 not null,
  vote_count integer not null,
  unique (series_id, season_number, episode_number),
  foreign key (series_id, season_number) references season (series_id, season_number) on delete cascade
);
create index episode_by_air_date on episode (air_date, series_id) where air_date is not null;

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

create table alternative_title (
  kind text not null,
  entity_id integer not null,
  iso_3166_1 text not null,
  title text not null,
  type text not null,
  source_id text not null references source (id),
  primary key (kind, entity_id, iso_3166_1, title, type),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};

create table alternative_name (
  kind text not null,
  entity_id integer not null,
  name text not null,
  type text not null,
  source_id text not null references source (id),
  primary key (kind, entity_id, name, type),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};

create table external_id (
  kind text not null,
  entity_id integer not null,
  external_source text not null,
  value text not null,
  source_id text not null references source (id),
  primary key (kind, entity_id, external_source),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};
create index external_id_by_value on external_id (external_source, value, kind);

create table image (
  kind text not null,
  entity_id integer not null,
  gallery text not null,
  id text not null,
  file_path text not null,
  file_type text not null,
  aspect_ratio float8 not null,
  width integer not null,
  height integer not null,
  iso_639_1 text,
  iso_3166_1 text,
  vote_average float8 not null,
  vote_count integer not null,
  source_id text not null references source (id),
  primary key (kind, entity_id, gallery, id),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};

create table video (
  kind text not null,
  entity_id integer not null,
  id text not null,
  iso_639_1 text not null,
  iso_3166_1 text not null,
  name text not null,
  key text not null,
  site text not null,
  size integer not null,
  type text not null,
  official {{boolean}} not null,
  published_at text not null,
  source_id text not null references source (id),
  primary key (kind, entity_id, id),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};

create table credit (
  kind text not null,
  entity_id integer not null,
  id text not null,
  credit_type text not null check (credit_type in ('cast', 'crew', 'guest')),
  person_id integer not null references person (id) on delete cascade,
  character text not null,
  department text not null,
  job text not null,
  "order" integer not null,
  cast_id integer not null,
  source_id text not null references source (id),
  primary key (kind, entity_id, id),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};
create index credit_by_person on credit (person_id, kind, entity_id);

create table review (
  kind text not null,
  entity_id integer not null,
  id text not null,
  account_id bigint not null references account (id),
  content text not null,
  rating float8,
  iso_639_1 text not null,
  created_at text not null,
  updated_at text not null,
  source_id text not null references source (id),
  primary key (kind, entity_id, id),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};
create index review_by_id on review (id);
create index review_by_account on review (account_id);

create table title_genre (
  kind text not null,
  entity_id integer not null,
  genre_id integer not null references genre (id),
  position integer not null,
  source_id text not null references source (id),
  primary key (kind, entity_id, genre_id),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};
create index title_genre_by_genre on title_genre (genre_id, kind, entity_id);

create table title_keyword (
  kind text not null,
  entity_id integer not null,
  keyword_id integer not null references keyword (id),
  source_id text not null references source (id),
  primary key (kind, entity_id, keyword_id),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};
create index title_keyword_by_keyword on title_keyword (keyword_id, kind, entity_id);

create table title_company (
  kind text not null,
  entity_id integer not null,
  company_id integer not null references company (id) on delete cascade,
  position integer not null,
  source_id text not null references source (id),
  primary key (kind, entity_id, company_id),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};
create index title_company_by_company on title_company (company_id, kind, entity_id);

create table title_network (
  kind text not null,
  entity_id integer not null,
  network_id integer not null references network (id) on delete cascade,
  position integer not null,
  source_id text not null references source (id),
  primary key (kind, entity_id, network_id),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};
create index title_network_by_network on title_network (network_id, kind, entity_id);

create table release_date (
  kind text not null,
  entity_id integer not null,
  iso_3166_1 text not null,
  type integer not null,
  release_date text not null,
  certification text not null,
  descriptors {{json}} not null,
  iso_639_1 text not null,
  note text not null,
  source_id text not null references source (id),
  primary key (kind, entity_id, iso_3166_1, type, release_date),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};

create table content_rating (
  kind text not null,
  entity_id integer not null,
  iso_3166_1 text not null,
  rating text not null,
  descriptors {{json}} not null,
  source_id text not null references source (id),
  primary key (kind, entity_id, iso_3166_1),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};
