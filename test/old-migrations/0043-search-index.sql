-- What is found by words. All of it follows the change log and can be made anew at any time. A generation is one whole
-- index: while the next one is built, the current one answers.
drop table search_name;
delete from follower where name = 'search_name';

create table search_generation (
  number integer primary key,
  -- The version of the code that made it.
  version integer not null,
  is_current {{boolean}} not null,
  -- How far into the change log it was when its building began.
  seq bigint not null
);

-- What ranks a record: its names, one in a line as `nameLines` writes them, its years, and what people think of it.
create table search_record (
  generation integer not null,
  kind text not null,
  entity_id integer not null,
  adult {{boolean}} not null,
  year integer not null,
  years text not null,
  popularity float8 not null,
  votes integer not null,
  names text not null,
  primary key (generation, kind, entity_id)
) {{without_rowid}};

-- Which records have a word in a name, the most important ones first: `weight` is smaller for what is more important.
create table search_word (
  generation integer not null,
  kind text not null,
  word text not null,
  weight integer not null,
  entity_id integer not null,
  primary key (generation, kind, word, weight, entity_id)
) {{without_rowid}};

-- Words, how many records have each, and how important the most important one is.
create table search_term (
  generation integer not null,
  kind text not null,
  word text not null,
  records integer not null,
  best integer not null,
  primary key (generation, kind, word)
) {{without_rowid}};
create index search_term_by_letter on search_term (generation, kind, substr(word, 1, 1), best, word);
create index search_term_by_two_letters on search_term (generation, kind, substr(word, 1, 2), best, word);
create index search_term_by_three_letters on search_term (generation, kind, substr(word, 1, 3), best, word);

-- Words by what remains of their beginning without a letter or two, by which those with a slip find them.
create table search_slip (
  generation integer not null,
  remainder text not null,
  word text not null,
  primary key (generation, remainder, word)
) {{without_rowid}};
