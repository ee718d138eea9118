-- The titles that are offered in a country in one way, whoever offers them.
create index offer_by_type on offer (iso_3166_1, type, kind, entity_id);
