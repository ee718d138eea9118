-- The language of the review that stood there before an import: its text is given back in it.
alter table kept_import_entry add column before_language text;
