-- How certain the guess of an entry is, from 0 to 1: those that are not are looked at one by one.
alter table kept_import_entry add column certainty float8 not null default 0;
-- The review that an entry is, as it is published, and the one that stood there before.
alter table kept_import_entry add column review_text text;
alter table kept_import_entry add column before_text text;
