-- Messages that the notification bot will remind somebody of.
create table reminder (
  realm_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  message_id bigint not null,
  content text not null,
  rendered_content text not null,
  deliver_at timestamptz not null,
  is_failed boolean not null default false,
  primary key (realm_id, id),
  foreign key (realm_id, user_id) references user_profile,
  foreign key (realm_id, message_id) references message on delete cascade
);
create index on reminder (deliver_at) where not is_failed;
create index on reminder (realm_id, user_id);
create index on reminder (realm_id, message_id);

-- Where code of a language can be run.
create table playground (
  realm_id bigint not null references realm,
  id bigint generated always as identity,
  name text not null,
  pygments_language text not null,
  url_template text not null,
  primary key (realm_id, id),
  unique (realm_id, pygments_language, name)
);

-- What new people have set; only what differs from the server's defaults.
alter table realm add column user_settings_defaults jsonb not null default '{}';
