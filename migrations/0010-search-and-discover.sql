-- What titles are found by: words in names, and the filters and orders of discover.
--
-- The index of words follows the change log and can be made anew at any time.

-- A generation is one whole index of words: while the next one is built, the current one answers.
create table search_generation (
  number integer primary key,
  -- The version of the code that made it.
  version integer not null,
  is_current {{boolean}} not null,
  -- How far into the change log it was when its building began.
  seq bigint not null
);

-- What ranks a record: its names, one in a line as `nameLines` writes them, its years, and what people think of it.
create table search_record (
  generation integer not null,
  kind text not null,
  entity_id integer not null,
  adult {{boolean}} not null,
  year integer not null,
  years text not null,
  popularity float8 not null,
  votes integer not null,
  names text not null,
  primary key (generation, kind, entity_id)
) {{without_rowid}};

-- A word, how many records have it in a name, and how important the most important of them is.
create table search_term (
  generation integer not null,
  kind text not null,
  word text not null,
  records integer not null,
  best integer not null,
  primary key (generation, kind, word)
) {{without_rowid}};

-- A word by what remains of its beginning without a letter or two, by which words with a slip find it.
create table search_slip (
  generation integer not null,
  remainder text not null,
  word text not null,
  primary key (generation, remainder, word)
) {{without_rowid}};

-- Several hundred records that have a word in a name, the most important ones first, as `textOf` of postings writes
-- them. `first` is the smallest posting that belongs into the row, 0 in the first one of a word. Beginnings of words
-- have postings, too, with `<` before them, and years with `#` and `@`.
create table search_posting (
  generation integer not null,
  kind text not null,
  word text not null,
  first bigint not null,
  postings text not null,
  primary key (generation, kind, word, first)
) {{without_rowid}};

-- A record that has a name which is nothing but this, without blanks.
create table search_whole (
  generation integer not null,
  kind text not null,
  name text not null,
  weight integer not null,
  entity_id integer not null,
  primary key (generation, kind, name, weight, entity_id)
) {{without_rowid}};

-- Postings while a generation is built: those of a word that were collected together, in the order of `run`.
create table search_run (
  generation integer not null,
  kind text not null,
  word text not null,
  run integer not null,
  postings text not null,
  primary key (generation, kind, word, run)
) {{without_rowid}};

-- Discover. The indexes that it finds and sorts movies by have what most filters look at, too, so that a range of one
-- is enough to tell which of its movies fit. Those of titles only have what titles depend on. A date that is not known
-- is last when the oldest come first.
create index movie_by_rank on movie (popularity desc, id, adult, video, vote_average, vote_count, runtime,
  original_language, release_date, substr(cast(origin_country as text), 1, 500));
create index movie_by_vote_average on movie (vote_average, id, adult, video, vote_count, runtime, original_language,
  release_date, substr(cast(origin_country as text), 1, 500));
create index movie_by_vote_count on movie (vote_count, id, adult, video, vote_average, runtime, original_language,
  release_date, substr(cast(origin_country as text), 1, 500));
create index movie_by_revenue on movie (revenue, id, adult, video, vote_average, vote_count, runtime,
  original_language, release_date, substr(cast(origin_country as text), 1, 500));
create index movie_by_release_day on movie (release_date, id, adult, video, vote_average, vote_count, runtime,
  original_language, substr(cast(origin_country as text), 1, 500));
create index movie_by_known_release_day on movie
  ((case when release_date = '' then '9999' else release_date end), id);
create index movie_by_runtime on movie (runtime, id, adult, video, vote_average, vote_count, original_language,
  release_date, substr(cast(origin_country as text), 1, 500));
create index movie_by_original_language on movie (original_language, id, adult, video, vote_average, vote_count,
  runtime, release_date, substr(cast(origin_country as text), 1, 500));
create index movie_by_origin_country on movie (substr(cast(origin_country as text), 1, 500), id, adult, video,
  vote_average, vote_count, runtime, original_language, release_date);
create index movie_by_title on movie (substr(title, 1, 200), id, adult, video, original_language,
  substr(cast(origin_country as text), 1, 500));
create index movie_by_original_title on movie (substr(original_title, 1, 200), id, adult, video, original_language,
  substr(cast(origin_country as text), 1, 500));

create index series_by_rank on series (popularity desc, id, adult, vote_average, vote_count, original_language, status,
  type, first_air_date, substr(cast(origin_country as text), 1, 500), substr(cast(episode_run_time as text), 1, 500));
create index series_by_vote_average on series (vote_average, id);
create index series_by_vote_count on series (vote_count, id);
create index series_by_first_air_day on series (first_air_date, id);
create index series_by_known_first_air_day on series
  ((case when first_air_date = '' then '9999' else first_air_date end), id);
create index series_by_status on series (status, id);
create index series_by_type on series (type, id);
create index series_by_episode_run_time on series (substr(cast(episode_run_time as text), 1, 500), id);
create index series_by_original_language on series (original_language, id);
create index series_by_origin_country on series (substr(cast(origin_country as text), 1, 500), id);
create index series_by_name on series (substr(name, 1, 200), id, adult, original_language,
  substr(cast(origin_country as text), 1, 500));
create index series_by_original_name on series (substr(original_name, 1, 200), id, adult, original_language,
  substr(cast(origin_country as text), 1, 500));

-- An index of facts has all that most filters look at, by id for what other indexes have found, so that the rows of
-- titles, which are many and long, are not read.
create index movie_facts on movie (id, adult, video, vote_average, vote_count, runtime, original_language,
  release_date, popularity, substr(cast(origin_country as text), 1, 500));
create index series_facts on series (id, adult, vote_average, vote_count, original_language, status, type,
  first_air_date, popularity, substr(cast(origin_country as text), 1, 500),
  substr(cast(episode_run_time as text), 1, 500));

-- One title in 128 is a sample, by which discover tells how common something is. What belongs to its titles stands
-- together here; in the tables themselves each look would read a page of a large file.
create index movie_sample on movie (id, adult, video, vote_average, vote_count, runtime, original_language,
  release_date, popularity, substr(cast(origin_country as text), 1, 500)) where id % 128 = 5;
create index series_sample on series (id, adult, vote_average, vote_count, original_language, status, type,
  first_air_date, popularity, substr(cast(origin_country as text), 1, 500),
  substr(cast(episode_run_time as text), 1, 500)) where id % 128 = 5;
create index title_genre_sample on title_genre (kind, entity_id, genre_id) where entity_id % 128 = 5;
create index title_keyword_sample on title_keyword (kind, entity_id, keyword_id) where entity_id % 128 = 5;
create index title_company_sample on title_company (kind, entity_id, company_id) where entity_id % 128 = 5;
create index title_network_sample on title_network (kind, entity_id, network_id) where entity_id % 128 = 5;
create index offer_sample on offer (kind, entity_id, iso_3166_1, type, provider_id) where entity_id % 128 = 5;
create index release_date_sample on release_date
  (entity_id, iso_3166_1, type, substr(release_date, 1, 10), certification)
  where kind = 'movie' and entity_id % 128 = 5;
create index release_year_sample on release_year (movie_id, year, types, months, first_day, last_day)
  where movie_id % 128 = 5;
create index air_year_sample on air_year (series_id, year, months, first_day, last_day) where series_id % 128 = 5;
