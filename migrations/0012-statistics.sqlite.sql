-- What SQLite's planner takes the tables to be like, from the first record on: how many rows there are, and how many
-- have the same first column, first two columns and so on of an index. Without it a kind looks as rare as a person, and
-- what belongs to a person, a company or a genre is found by reading all entries of the kind. A partial index has fewer
-- rows than its table.

-- This makes the table of statistics.
analyze sqlite_schema;

-- Records: three million, of which one in two hundred is gone.
insert into sqlite_stat1 (tbl, idx, stat) values
  ('record', 'record', '3000000 400000 1'),
  ('record', 'record_by_edit', '3000000 1000'),
  ('gone_record', 'gone_record', '20000 4000 1'),
  ('gone_record', 'gone_record_by_place', '5000 20 5 1'),
  ('gone_record', 'gone_record_by_edit', '5000 500'),
  ('merged_external_id', 'merged_external_id', '10000 2000 1 1'),
  ('merged_external_id', 'merged_external_id_by_value', '10000 2000 1');

-- Parts of a million movies and 200,000 series. Half a million titles have offers in five of 50 countries, four in
-- each, of 500 providers; movies have twelve releases each, a third of them with a certification; a third of the images
-- shows people; 10,000 series have three other orders of their episodes each.
insert into sqlite_stat1 (tbl, idx, stat) values
  ('credit', 'credit', '2000000 500000 12 1'),
  ('credit', 'credit_by_id', '2000000 1'),
  ('credit', 'credit_by_person', '2000000 20 12 2 2 1 1'),
  ('external_id', 'external_id', '2000000 400000 2 1'),
  ('external_id', 'external_id_by_value', '2000000 300000 1 1'),
  ('review', 'review', '200000 100000 5 1'),
  ('review', 'review_by_account', '200000 10'),
  ('review', 'review_by_id', '200000 1'),
  ('title_genre', 'title_genre', '400000 200000 2 1'),
  ('title_genre', 'title_genre_by_genre', '400000 8000 6000 1'),
  ('title_genre', 'title_genre_sample', '16000 8000 2 1'),
  ('title_keyword', 'title_keyword', '1000000 500000 5 1'),
  ('title_keyword', 'title_keyword_by_keyword', '1000000 20 15 1'),
  ('title_keyword', 'title_keyword_sample', '25000 13000 5 1'),
  ('title_company', 'title_company', '400000 200000 2 1'),
  ('title_company', 'title_company_by_company', '400000 10 8 1'),
  ('title_company', 'title_company_sample', '13000 6700 2 1'),
  ('title_network', 'title_network', '100000 100000 2 1'),
  ('title_network', 'title_network_by_network', '100000 50 50 1'),
  ('title_network', 'title_network_sample', '1200 1200 1 1'),
  ('image', 'image', '400000 50000 4 3 1'),
  ('image', 'image_by_votes', '400000 50000 4 3 1 1 1 1 1'),
  ('tagged_person', 'tagged_person', '1000000 500000 4 3 2 1'),
  ('tagged_person', 'tagged_person_by_person', '1000000 10 5 2 2 1'),
  ('offer', 'offer', '10000000 4000000 20 4 2 1'),
  ('offer', 'offer_by_provider', '10000000 20000 2000 1000 2'),
  ('offer', 'offer_by_type', '10000000 200000 40000 30000 2'),
  ('offer', 'offer_sample', '22000 11000 7 2 1 1'),
  ('release_date', 'release_date', '12000000 12000000 12 2 1 1'),
  ('release_date', 'release_by_certification', '4000000 80000 8000 1'),
  ('release_date', 'release_by_country', '12000000 240000 40000 4 1'),
  ('release_date', 'release_date_sample', '110000 14 1 1 1 1'),
  ('episode_group', 'episode_group', '30000 30000 3 1'),
  ('episode_group', 'episode_group_by_id', '30000 1'),
  ('theatrical_screening', 'theatrical_screening', '200000 200000 4 1'),
  ('theatrical_screening', 'theatrical_screening_by_episode', '200000 1');

-- What is computed: points of half a million titles and their people, 30 recommendations for each of 100,000 titles,
-- names and years of 1.2 million titles, the ratings of a hundred accounts that were restored, and what is rated in a
-- few seconds. Without those of `interest`, the planner reads all that was asked for to write some of it.
insert into sqlite_stat1 (tbl, idx, stat) values
  ('interest', 'interest', '1500000 500000 1'),
  ('recommendation', 'recommendation', '3000000 1500000 30 1'),
  ('recommendation', 'recommendation_by_recommended', '3000000 1500000 30 1'),
  ('waiting_rating', 'waiting_rating_by_record', '10000 3400 2'),
  ('rated_title', 'rated_title', '2000 700 1'),
  ('rated_record', 'rated_record', '5000 1'),
  ('rated_record', 'rated_record_by_number', '5000 1'),
  ('quality_key', 'quality_key', '1800000 900000 2 1'),
  ('quality_key', 'quality_key_by_key', '1800000 900000 1'),
  ('sitemap_entry', 'sitemap_entry', '6000000 750000 1'),
  ('sitemap_entry', 'sitemap_entry_by_file', '6000000 750000 50000 1');

-- Notifications of 100,000 accounts.
insert into sqlite_stat1 (tbl, idx, stat) values
  ('notification', 'notification_by_account', '1000000 10 1'),
  ('notification', 'unread_notification', '300000 5'),
  ('notification', 'notification_by_subject', '150000 4 1'),
  ('notification', 'notification_by_time', '1000000 1');

-- 100,000 lists of 30,000 people, with 40 titles each, and what 20,000 people follow.
insert into sqlite_stat1 (tbl, idx, stat) values
  ('user_list', 'user_list_by_account', '100000 4 1'),
  ('list_item', 'list_item', '4000000 40 20 1'),
  ('list_item', 'list_item_by_position', '4000000 40 1 1 1'),
  ('list_item', 'list_item_by_time', '4000000 40 1 1'),
  ('list_item', 'list_item_by_record', '4000000 2000000 20 1'),
  ('list_word', 'list_word', '300000 10 1'),
  ('list_word', 'list_word_by_list', '300000 3 1'),
  ('list_undo', 'list_undo_by_edit', '2000 10 1'),
  ('record_follow', 'record_follow', '1000000 50 25 1'),
  ('record_follow', 'record_follow_by_record', '1000000 200000 5'),
  ('account_follow', 'account_follow', '100000 5 1'),
  ('account_follow', 'account_follow_by_followed', '100000 10'),
  ('search_follow', 'search_follow_by_account', '100000 5 1 1'),
  ('search_follow', 'search_follow_by_key', '100000 3'),
  ('search_follow', 'search_follow_by_person', '5000 2'),
  ('list_follow', 'list_follow', '100000 5 1'),
  ('list_follow', 'list_follow_by_list', '100000 10');

-- What people keep: 80,000 rate a hundred titles each, 20,000 note that they watched 500 movies and episodes each, of
-- thirty series, and have decided about fifty titles of files each; one in twenty has a calendar.
insert into sqlite_stat1 (tbl, idx, stat) values
  ('favorite', 'favorite', '2000000 25 13 1'),
  ('favorite', 'favorite_by_time', '2000000 25 13 1 1'),
  ('favorite', 'favorite_by_record', '2000000 1000000 10'),
  ('rating', 'rating', '8000000 100 34 1'),
  ('rating', 'rating_by_time', '8000000 100 34 1 1'),
  ('rating', 'rating_by_record', '8000000 2700000 20 19 2'),
  ('guest_session', 'guest_session_by_end', '50000 2 1'),
  ('guest_session', 'guest_session_by_network', '50000 5 1'),
  ('guest_session', 'guest_session_by_key', '50000 500 1'),
  ('guest_rating', 'guest_rating', '200000 4 2 1'),
  ('guest_rating', 'guest_rating_by_time', '200000 4 2 1 1'),
  ('guest_rating', 'guest_rating_by_record', '200000 67000 10 10 2'),
  ('watched', 'watched', '10000000 500 250 2 1'),
  ('watched', 'watched_by_day', '10000000 500 5 2 2 1'),
  ('watched', 'watched_by_series', '10000000 500 16 1'),
  ('watched', 'watched_by_record', '10000000 5000000 20'),
  ('image_vote', 'image_vote', '100000 12500 4 3 2 1'),
  ('image_vote', 'image_vote_by_account', '100000 50'),
  ('calendar_address', 'calendar_address', '5000 1'),
  ('match_decision', 'match_decision', '1000000 50 30 1'),
  ('match_decision', 'match_decision_by_record', '1000000 200000 4'),
  ('kept_aside', 'kept_aside_by_record', '200000 60000 20 10'),
  ('kept_aside', 'kept_aside_behind', '5000 1500 3 2'),
  ('kept_aside', 'kept_aside_by_account', '180000 4'),
  ('kept_aside', 'kept_aside_by_guest', '5000 2'),
  ('kept_aside', 'kept_aside_by_list', '15000 3'),
  ('kept_aside', 'kept_aside_by_undo', '20000 100 1');

-- Jobs, of which few are open at a time; imports of a thousand people, with a thousand entries each; what moderators
-- look at.
insert into sqlite_stat1 (tbl, idx, stat) values
  ('job', 'job_open', '50 1 1'),
  ('job', 'job_by_account', '20000 2 1 1'),
  ('job', 'job_by_end', '20000 1 1'),
  ('kept_import', 'kept_import_by_account', '2000 2 1'),
  ('kept_import', 'kept_import_by_change', '2000 1 1'),
  ('kept_import_piece', 'kept_import_piece', '100 50 1'),
  ('kept_import_list', 'kept_import_list', '10000 10 1'),
  ('kept_import_entry', 'kept_import_entry', '2000000 1000 1'),
  ('kept_import_entry', 'kept_import_entry_by_status', '2000000 1000 250 1'),
  ('kept_import_entry', 'kept_import_entry_by_outcome', '2000000 1000 250 1'),
  ('kept_import_entry', 'kept_import_entry_by_record', '2000000 1000 500 2 1'),
  ('pending_edit', 'pending_edit_open', '2000 1'),
  ('pending_edit', 'pending_edit_by_account', '100000 5 2 1'),
  ('report', 'report_open', '500 1'),
  ('report', 'report_open_by_subject', '500 100 2 1'),
  ('report', 'report_by_account', '50000 4 2 1'),
  ('record_lock', 'record_lock_by_place', '5000 600 2 1'),
  ('record_lock', 'record_lock_by_end', '2500 3');

-- This connection reads them now, others when they see that the schema has changed.
analyze sqlite_schema;
