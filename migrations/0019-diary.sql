-- A diary says more of what was watched than the day, and others may see it.

-- Whether somebody had watched it before, as they say; null where nobody does.
alter table watched add column is_rewatch {{boolean}};
-- A random name of what was noted together, such as all episodes of a series, so that it can be undone as a whole.
alter table watched add column batch text;
create index watched_by_batch on watched (account_id, batch) where batch is not null;
-- With all that a year says of an entry, so that none is looked up.
drop index watched_by_day;
create index watched_by_day on watched (account_id, watched_on, watched_at, kind, entity_id, series_id, is_rewatch,
  created_at);

-- Whether a movie leaves the watchlist when it is watched.
alter table account add column leaves_watchlist {{boolean}} not null default false;
-- Whether others see the years of the diary, if they see the profile.
alter table account add column shows_diary {{boolean}} not null default false;
