-- Entries that were removed, by what they name: when that begins to be published, so does that they were removed.
create index removed_entry_by_key on removed_entry (part, key);
