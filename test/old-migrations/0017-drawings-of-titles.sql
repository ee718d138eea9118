-- A record whose title is corrected is drawn anew, under another name; the drawing of before stays, because whoever
-- was told its address may come for it. Changes from now on are followed.
drop index drawing_by_record;
create index drawing_by_record on drawing (kind, entity_id, gallery);
insert into follower (name, seq) select 'drawing', coalesce(max(seq), 0) from change;
