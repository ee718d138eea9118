-- What the server computes about titles and other records in the background, and what it computes that from.

-- How often people asked for a record on a day, by the signal that this was. Nothing here says who.
create table popularity_signal (
  kind text not null,
  entity_id integer not null,
  day text not null,
  signal text not null,
  times integer not null,
  primary key (kind, entity_id, day, signal),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};

-- The points of a record from past days, each halved again and again, as they were at the beginning of the day `as_of`.
create table interest (
  kind text not null,
  entity_id integer not null,
  as_of text not null,
  day_points float8 not null,
  week_points float8 not null,
  long_points float8 not null,
  -- What the record shows of it.
  counted float8 not null,
  primary key (kind, entity_id),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};

-- A place of a list of what is trending, in a window of time and for a type of media: as many as can be reached.
create table trend (
  time_window text not null,
  media_type text not null,
  place integer not null,
  kind text not null,
  entity_id integer not null,
  primary key (time_window, media_type, place),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};
create index trend_by_record on trend (kind, entity_id);

-- How far the background has come with popularity, in a single row: the day on which the start of all records was
-- computed last, and the last edit whose new records have one.
create table popularity_progress (
  id integer primary key check (id = 1),
  started_on text not null,
  edit_id bigint not null
);
insert into popularity_progress (id, started_on, edit_id) values (1, '', 0);

-- What those who keep a title also keep. No row says how many they are.
create table recommendation (
  kind text not null check (kind in ('movie', 'series')),
  entity_id integer not null,
  recommended_id integer not null,
  position integer not null,
  primary key (kind, entity_id, recommended_id),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade,
  foreign key (kind, recommended_id) references record (kind, id) on delete cascade
) {{without_rowid}};
create index recommendation_by_recommended on recommendation (kind, recommended_id);

-- The round in which all recommendations are computed again, and the title that it has come to; null when it has ended.
create table recommendation_round (
  id integer primary key,
  began_at text not null,
  kind text,
  entity_id integer not null
);

-- Ratings of a record that begin or cease to count together, because their account does. They are counted little by
-- little.
create table waiting_rating (
  id {{identity}},
  kind text not null,
  entity_id integer not null,
  votes integer not null,
  points float8 not null,
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
);
create index waiting_rating_by_record on waiting_rating (kind, entity_id);

-- A record that was rated, and how often, since all servers were told so.
create table rated_title (
  kind text not null,
  entity_id integer not null,
  votes integer not null,
  primary key (kind, entity_id),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};

-- A record that was rated lately, so that replies that show it are rendered again. The number of a rating is that of
-- its revision; its place is what is left of it in a ring, so that there are never more rows than places.
create table rated_record (
  place integer primary key,
  number bigint not null,
  kind text not null,
  entity_id integer not null
) {{without_rowid}};
create index rated_record_by_number on rated_record (number);

-- A record whose images were voted on lately, as `rated_record` has those that were rated.
create table voted_record (
  place integer primary key,
  number bigint not null,
  kind text not null,
  entity_id integer not null
) {{without_rowid}};

-- A year in which a movie was released: one row for a dozen releases. `types` has a bit for each type of release in
-- that year, 1 << type, and bit 1 for the movie's own day; then the first and the last of these days, without the year.
create table release_year (
  movie_id integer not null references movie (id) on delete cascade,
  year text not null,
  types integer not null,
  -- A bit for each month with a release, 1 << month: they tell whether the movie has a release between two days, and
  -- its releases are looked up only where a month is cut.
  months integer not null default 0,
  first_day text not null,
  last_day text not null,
  primary key (movie_id, year)
) {{without_rowid}};
create index release_year_by_year on release_year (year, movie_id, types, months, first_day, last_day);

-- A year in which episodes of a series were shown, as `release_year` has those of movies.
create table air_year (
  series_id integer not null references series (id) on delete cascade,
  year text not null,
  months integer not null,
  first_day text not null,
  last_day text not null,
  primary key (series_id, year)
) {{without_rowid}};
create index air_year_by_year on air_year (year, series_id, months, first_day, last_day);

-- What a report finds missing or wrong in a record. A follower of the change log keeps it. `about` is the language of a
-- missing text, or what several records have in common.
create table quality_finding (
  report text not null,
  kind text not null,
  entity_id integer not null,
  about text not null,
  popularity float8 not null,
  primary key (report, kind, entity_id, about)
) {{without_rowid}};
create index quality_finding_by_popularity on quality_finding (report, kind, about, popularity desc, entity_id);

-- By what a title is known as the duplicate of another one: a name, with its year.
create table quality_key (
  kind text not null,
  entity_id integer not null,
  key text not null,
  primary key (kind, entity_id, key)
) {{without_rowid}};
create index quality_key_by_key on quality_key (kind, key);

-- How many findings a report had at the end of a day, for the days on which that changed; the last one is the present.
create table quality_number (
  report text not null,
  kind text not null,
  language text not null,
  day text not null,
  found integer not null,
  primary key (report, kind, language, day)
) {{without_rowid}};

-- Which file of the sitemap a record stands in, with the day of its last change, if that is known.
create table sitemap_entry (
  kind text not null,
  entity_id integer not null,
  number integer not null,
  changed_on text not null,
  primary key (kind, entity_id)
) {{without_rowid}};
create index sitemap_entry_by_file on sitemap_entry (kind, number, entity_id);

-- A file of the sitemap, with the number of its entries.
create table sitemap_file (
  kind text not null,
  number integer not null,
  entries integer not null,
  changed_on text not null,
  primary key (kind, number)
) {{without_rowid}};

-- A picture that the program draws itself whenever somebody asks for it. Its name is the digest of its recipe; with the
-- extension it is the last part of its address. A record whose title is corrected is drawn anew, under another name;
-- the drawing of before stays, because whoever was told its address may come for it.
create table drawing (
  name text primary key,
  kind text not null,
  entity_id integer not null,
  gallery text not null,
  version integer not null,
  recipe {{json}} not null,
  colour text not null,
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};
create index drawing_by_record on drawing (kind, entity_id, gallery);
