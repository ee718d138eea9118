-- Who is on an image of a gallery. A picture that is removed and comes back shows the same people.
create table tagged_person (
  kind text not null,
  entity_id integer not null,
  gallery text not null,
  image_id text not null,
  person_id integer not null references person (id) on delete cascade,
  source_id text not null references source (id),
  primary key (kind, entity_id, gallery, image_id, person_id),
  foreign key (kind, entity_id) references record (kind, id) on delete cascade
) {{without_rowid}};
create index tagged_person_by_person on tagged_person (person_id, kind, entity_id, gallery, image_id);
