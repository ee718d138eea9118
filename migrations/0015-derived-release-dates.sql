-- A movie about which nobody states a day, but releases, has the day that follows from these: the first one in cinemas
-- of a country of its origin, else the first of all.

-- Whether `release_date` is such a day: for edits, exports and the history it is empty then.
alter table movie add column release_date_derived {{boolean}} not null default false;

update movie set release_date = derived.day, release_date_derived = true
from (
  select m.id, substr(coalesce(
    (select min(r.release_date) from release_date r
      where r.kind = 'movie' and r.entity_id = m.id and r.type in (2, 3)
        and cast(m.origin_country as text) like '%"' || r.iso_3166_1 || '"%'),
    (select min(r.release_date) from release_date r where r.kind = 'movie' and r.entity_id = m.id)), 1, 10) as day
  from movie m where m.release_date = ''
) as derived
where movie.id = derived.id and derived.day is not null;

-- It counts as the movie's own day, and for search, too. The year is there, because a release is in it.
update release_year set types = types | 1
where exists (select 1 from movie m
  where m.id = release_year.movie_id and m.release_date_derived and substr(m.release_date, 1, 4) = release_year.year);
update search_record set year = (select cast(substr(m.release_date, 1, 4) as integer) from movie m
  where m.id = search_record.entity_id)
where kind = 'movie' and year = 0
  and exists (select 1 from movie m where m.id = search_record.entity_id and m.release_date_derived);
