-- Postings of a word lie together, several hundred in a row, instead of one in a row: the index takes less room, and
-- words are intersected in memory. The index is made anew.
drop table search_word;
drop index search_term_by_letter;
drop index search_term_by_two_letters;
drop index search_term_by_three_letters;
delete from search_record;
delete from search_term;
delete from search_slip;
delete from search_generation;

-- Which records have a word in a name, the most important ones first, as `textOf` of postings writes them. `first` is
-- the smallest posting that belongs into the row, 0 in the first one of a word. Beginnings of words have postings, too,
-- with `<` before them, and years with `#` and `@`.
create table search_posting (
  generation integer not null,
  kind text not null,
  word text not null,
  first bigint not null,
  postings text not null,
  primary key (generation, kind, word, first)
) {{without_rowid}};

-- Which records have a name that is nothing but this, without blanks.
create table search_whole (
  generation integer not null,
  kind text not null,
  name text not null,
  weight integer not null,
  entity_id integer not null,
  primary key (generation, kind, name, weight, entity_id)
) {{without_rowid}};

-- Postings while a generation is built: those of a word that were collected together, in the order of `run`.
create table search_run (
  generation integer not null,
  kind text not null,
  word text not null,
  run integer not null,
  postings text not null,
  primary key (generation, kind, word, run)
) {{without_rowid}};
