-- What an undo of everything of an account takes away besides edits: ratings are set aside, lists are hidden.
-- `undo_edit_id` is the edit that did so last (the row is `aside`), or gave the rating back (it is `moved`).
alter table kept_aside add column undo_edit_id bigint;
create index kept_aside_by_undo on kept_aside (undo_edit_id, id) where undo_edit_id is not null;

-- Lists that an undo has hidden, or shown again; and what moderators had hidden of them before, and why.
create table list_undo (
  list_id integer primary key references user_list (id) on delete cascade,
  edit_id bigint not null,
  is_hidden {{boolean}} not null,
  hidden_before text,
  reason_before text not null
);
create index list_undo_by_edit on list_undo (edit_id, list_id);
