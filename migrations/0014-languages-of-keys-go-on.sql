-- The languages that follow those of every request of a key, such as 'de-DE,en-US'; '' for none.
alter table api_key add column appended_languages text not null default '';
