-- The parts whose tables differ between the engines. SQLite computes votes whenever they are read.

-- An image of a gallery of a record: a poster, a backdrop, a logo, a profile or a still.
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
  -- Under which licence somebody gave it.
  licence text not null default '',
  -- The place of the image in the list of its source, which decides between images with the same votes after the one
  -- that the record names.
  position integer not null default 0,
  -- What a source states of votes, and what people vote here, are apart, so that neither an import nor a vote takes the
  -- other away.
  stated_average float8 not null,
  stated_count integer not null,
  own_count integer not null default 0,
  own_points integer not null default 0,
  -- Both votes together, with three decimals.
  vote_count integer generated always as (stated_count + own_count) virtual,
  vote_average float8 generated always as (
    case when own_count = 0 then stated_average
    else
      cast(1000 * (stated_average * stated_count + own_points) / (stated_count + own_count) + 0.5 as integer) / 1000.0
    end) virtual,
  source_id text not null references source (id),
  primary key (kind, entity_id, gallery, id),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) without rowid;
-- The best image of a gallery is among the first entries of this index that fit.
create index image_by_votes on image
  (kind, entity_id, gallery, vote_average desc, vote_count desc, position, file_path, iso_639_1);

-- A release of a movie: a day, in a country, in one way (in cinemas, on television, on a disc).
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
) without rowid;
-- Releases by country, type and day, which is the beginning of their moment, and those that have a certification.
create index release_by_country on release_date (iso_3166_1, type, substr(release_date, 1, 10), entity_id)
  where kind = 'movie';
create index release_by_certification on release_date (iso_3166_1, certification, entity_id)
  where kind = 'movie' and certification <> '';
