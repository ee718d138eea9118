-- The place of an image in the list of its source, which decides between images with the same votes after the one that
-- the record names.
alter table image add column position integer not null default 0;

-- The best picture of a gallery is among the first entries of this index that fit.
drop index image_by_votes;
create index image_by_votes on image
  (kind, entity_id, gallery, vote_average desc, vote_count desc, position, file_path, iso_639_1);
