-- What undo needs: which value a change is about, and what it replaced beside the value that the log has (source, rank,
-- lock, place). Changes from before know neither. The value of a change with `same_value` is as it was.
alter table change add column place text not null default '';
alter table change add column same_value {{boolean}} not null default false;
alter table change add column replaced {{json}};
create index change_by_edit on change (edit_id, seq);

-- Where a person has the facts of an edit from, and what an edit undoes.
alter table edit add column source_url text not null default '';
alter table edit add column undoes {{json}};
create index edit_by_source on edit (source_id, id);
drop index edit_by_account;
create index edit_by_account on edit (account_id, id) where account_id is not null;
