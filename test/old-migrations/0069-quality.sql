-- What is missing in records or looks wrong, one row for each report and record that it names; a follower of the change
-- log keeps it. `about` is the language of a missing text, or what several records have in common.
create table quality_finding (
  report text not null,
  kind text not null,
  entity_id integer not null,
  about text not null,
  popularity float8 not null,
  primary key (report, kind, entity_id, about)
) {{without_rowid}};
create index quality_finding_by_popularity on quality_finding (report, kind, about, popularity desc, entity_id);
-- By what a title is known as the double of another one: its name and its year.
create table quality_key (
  kind text not null,
  entity_id integer not null,
  key text not null,
  primary key (kind, entity_id, key)
) {{without_rowid}};
create index quality_key_by_key on quality_key (kind, key);
-- How many findings there were at the end of a day, for the days on which that changed; the last one is the present.
create table quality_number (
  report text not null,
  kind text not null,
  language text not null,
  day text not null,
  found integer not null,
  primary key (report, kind, language, day)
) {{without_rowid}};
