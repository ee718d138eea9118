-- The parts of records, one table for each: what a record has any number of. `source_id` is the source of an entry. The
-- parts whose tables differ between the engines are in the next migration.

-- Another title of a movie or series, in a country.
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

-- Another name of a company or network.
create table alternative_name (
  kind text not null,
  entity_id integer not null,
  name text not null,
  type text not null,
  source_id text not null references source (id),
  primary key (kind, entity_id, name, type),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};

-- The id of a record in another system.
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

-- A genre that a title has. The words are rows of `genre`.
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

-- A keyword that a title has. The words are rows of `keyword`.
create table title_keyword (
  kind text not null,
  entity_id integer not null,
  keyword_id integer not null references keyword (id),
  source_id text not null references source (id),
  primary key (kind, entity_id, keyword_id),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};
create index title_keyword_by_keyword on title_keyword (keyword_id, kind, entity_id);

-- A company that made a title.
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

-- A network that shows a series.
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

-- What somebody did in a title: a role in the cast, a job in the crew, or a guest in an episode.
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
  -- What a source states, if not all episodes are in the catalogue.
  episode_count integer not null default 0,
  source_id text not null references source (id),
  primary key (kind, entity_id, id),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};
-- Whether somebody is one of the principals of a title is read from the index alone, without a page for each credit.
create index credit_by_person on credit (person_id, kind, entity_id, credit_type, "order", job);
-- A credit is found by its own id, too, whichever record it belongs to.
create index credit_by_id on credit (id);

-- A video about a record, on another website.
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

-- A review of a title, by somebody here or by an author who came with a source.
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

-- For whom a series is suitable in a country, which may have more than one such rating. The words are the country's.
create table content_rating (
  kind text not null,
  entity_id integer not null,
  iso_3166_1 text not null,
  rating text not null,
  descriptors {{json}} not null,
  source_id text not null references source (id),
  primary key (kind, entity_id, iso_3166_1, rating),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};

-- An offer: a provider has a movie, a series or a season in a country, in one way (to rent, to buy, in a subscription).
create table offer (
  kind text not null,
  entity_id integer not null,
  iso_3166_1 text not null,
  type text not null,
  provider_id integer not null references provider (id),
  link text not null,
  as_of text not null,
  source_id text not null references source (id),
  primary key (kind, entity_id, iso_3166_1, type, provider_id),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};
create index offer_by_provider on offer (provider_id, iso_3166_1, kind, entity_id);
-- The titles that are offered in a country in one way, whoever offers them.
create index offer_by_type on offer (iso_3166_1, type, kind, entity_id);

-- Another order of the episodes of a series. Its groups, and the episodes in them, are one statement: half of one order
-- and half of another are no order.
create table episode_group (
  kind text not null,
  entity_id integer not null,
  id text not null,
  name text not null,
  description text not null,
  type integer not null,
  network_id integer,
  groups {{json}} not null,
  source_id text not null references source (id),
  primary key (kind, entity_id, id),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};
create index episode_group_by_id on episode_group (id);

-- An episode of a series that was shown in cinemas.
create table theatrical_screening (
  kind text not null,
  entity_id integer not null,
  episode_id integer not null references episode (id) on delete cascade,
  source_id text not null references source (id),
  primary key (kind, entity_id, episode_id),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};
create index theatrical_screening_by_episode on theatrical_screening (episode_id);

-- Somebody who is on an image of a gallery. An image that is removed and comes back shows the same people.
create table tagged_person (
  kind text not null,
  entity_id integer not null,
  gallery text not null,
  image_id text not null,
  person_id integer not null references person (id) on delete cascade,
  source_id text not null references source (id),
  primary key (kind, entity_id, gallery, image_id, person_id),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};
create index tagged_person_by_person on tagged_person (person_id, kind, entity_id, gallery, image_id);

-- A picture that is stored here, by its path in replies. Images name it; none is known here that was imported as a mere
-- path.
create table media_file (
  file_path text primary key,
  file_type text not null,
  width integer not null,
  height integer not null,
  bytes integer not null,
  colour text not null,
  -- The digest of the bytes that came: a file that comes again need not be read again.
  submitted text not null,
  made_at text not null
) {{without_rowid}};
create index media_file_by_submitted on media_file (submitted);
