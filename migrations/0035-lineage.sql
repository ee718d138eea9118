-- Which database of a catalogue that is published this is.

-- By what a database that publishes is told from an older state of it that was restored, and whether it was published
-- before. No backup and no copy has it.
create table lineage (
  name text primary key,
  id text not null
) {{without_rowid}};
