-- When the limit was last used, to notice a clock that was put back since; null in rows from before.
alter table hourly_use add column taken_at text;
