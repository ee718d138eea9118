-- The dialect in which replies to a key are written. Keys that have none yet get that of the setting at the next start
-- of a server, because only a server knows the setting that its clients see.
alter table api_key add column dialect text check (dialect in ('neutral', 'common'));
