-- What a waiting edit undoes, if it is an undo. Its `records` then say what that touches.
alter table waiting_edit add column undoes {{json}};
