-- Which file of the sitemap each record stands in, with the day of its last change, if that is known.
create table sitemap_entry (
  kind text not null,
  entity_id integer not null,
  number integer not null,
  changed_on text not null,
  primary key (kind, entity_id)
) {{without_rowid}};
create index sitemap_entry_by_file on sitemap_entry (kind, number, entity_id);

-- The files, with the number of their entries.
create table sitemap_file (
  kind text not null,
  number integer not null,
  entries integer not null,
  changed_on text not null,
  primary key (kind, number)
) {{without_rowid}};
