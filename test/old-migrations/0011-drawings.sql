-- Pictures that the program draws itself whenever somebody asks for them. The name of a picture is the digest of its
-- recipe; with the extension it is the last part of its address.

create table drawing (
  name text primary key,
  kind text not null,
  entity_id integer not null,
  gallery text not null,
  version integer not null,
  recipe {{json}} not null,
  colour text not null,
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};
create unique index drawing_by_record on drawing (kind, entity_id, gallery);
