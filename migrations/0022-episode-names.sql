-- What an episode is found by: its names without blanks, each from any of its words on. It follows the change log.
create table episode_name (
  name text not null,
  episode_id integer not null references episode (id) on delete cascade,
  primary key (name, episode_id)
) {{without_rowid}};
create index episode_name_by_episode on episode_name (episode_id);
