-- By what a decision about an entry is remembered, of an episode one about its series: entries of one title have the
-- same, so that what was not found is decided once for all of them. Empty for files that were read before.
alter table kept_import_entry add column about text not null default '';
