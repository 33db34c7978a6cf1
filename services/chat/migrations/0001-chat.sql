-- Every row belongs to a realm, whose id comes first in every key (docs/decisions/0300-chat-store.md).

create table realm (
  id bigint generated always as identity primary key,
  host text not null unique check (host = lower(host)),
  name text not null,
  -- Its whole address, where the host alone does not give it.
  url text,
  description text not null default '',
  -- Only what differs from the defaults in realm/realm-settings.ts; group settings hold a group's id.
  settings jsonb not null default '{}',
  is_deactivated boolean not null default false,
  created_at timestamptz not null
);

create table user_profile (
  realm_id bigint not null references realm,
  id bigint generated always as identity,
  delivery_email text not null,
  full_name text not null,
  role smallint not null check (role in (100, 200, 300, 400, 600)),
  is_active boolean not null default true,
  bot_type smallint check (bot_type between 1 and 4),
  bot_owner_id bigint,
  is_system_bot boolean not null default false,
  created_at timestamptz not null,
  timezone text not null default '',
  avatar_version integer not null default 1,
  avatar_path text,
  -- 1 everyone, 2 members, 3 administrators, 4 nobody, 5 moderators
  email_address_visibility smallint not null default 1 check (email_address_visibility between 1 and 5),
  password_hash text,
  api_key_hash bytea not null unique,
  api_key_cipher bytea not null,
  settings jsonb not null default '{}',
  primary key (realm_id, id)
);
create unique index on user_profile (realm_id, lower(delivery_email));
create index on user_profile (realm_id, lower(full_name));
create index on user_profile (realm_id, bot_owner_id) where bot_owner_id is not null;

create table user_group (
  realm_id bigint not null references realm,
  id bigint generated always as identity,
  -- Null: a group without a name, which only holds the value of one setting.
  name text,
  description text not null default '',
  is_system boolean not null default false,
  creator_id bigint,
  created_at timestamptz,
  is_deactivated boolean not null default false,
  can_add_members_group bigint,
  can_join_group bigint,
  can_leave_group bigint,
  can_manage_group bigint,
  can_mention_group bigint,
  can_remove_members_group bigint,
  primary key (realm_id, id)
);
create unique index on user_group (realm_id, lower(name)) where name is not null;

create table user_group_member (
  realm_id bigint not null,
  group_id bigint not null,
  user_id bigint not null,
  primary key (realm_id, group_id, user_id),
  foreign key (realm_id, group_id) references user_group on delete cascade,
  foreign key (realm_id, user_id) references user_profile
);
create index on user_group_member (realm_id, user_id);

create table user_group_subgroup (
  realm_id bigint not null,
  group_id bigint not null,
  subgroup_id bigint not null,
  primary key (realm_id, group_id, subgroup_id),
  foreign key (realm_id, group_id) references user_group on delete cascade,
  foreign key (realm_id, subgroup_id) references user_group
);
create index on user_group_subgroup (realm_id, subgroup_id);

-- Every group that a user is in, directly or through subgroups.
create function groups_of(of_realm bigint, of_user bigint) returns bigint[]
language sql stable parallel safe as $$
  with recursive held(id) as (
    select group_id from user_group_member where realm_id = of_realm and user_id = of_user
    union
    select s.group_id from user_group_subgroup s join held on s.subgroup_id = held.id where s.realm_id = of_realm
  )
  select coalesce(array_agg(id), '{}') from held
$$;

-- The groups that are inside a group, itself included.
create function groups_within(of_realm bigint, of_group bigint) returns setof bigint
language sql stable parallel safe as $$
  with recursive inside(id) as (
    select of_group
    union
    select s.subgroup_id from user_group_subgroup s join inside on s.group_id = inside.id where s.realm_id = of_realm
  )
  select id from inside
$$;

-- Every user in a group, directly or through subgroups.
create function members_of(of_realm bigint, of_group bigint) returns setof bigint
language sql stable parallel safe as $$
  select distinct m.user_id from groups_within(of_realm, of_group) g
  join user_group_member m on m.realm_id = of_realm and m.group_id = g
$$;

-- A group setting as the API shows it: the id of a group with a name, else its direct members and subgroups.
create function group_setting(of_realm bigint, of_group bigint) returns jsonb
language sql stable parallel safe as $$
  select case when g.name is not null then to_jsonb(g.id) else jsonb_build_object(
    'direct_members', coalesce((select jsonb_agg(m.user_id order by m.user_id) from user_group_member m
      where m.realm_id = of_realm and m.group_id = of_group), '[]'),
    'direct_subgroups', coalesce((select jsonb_agg(s.subgroup_id order by s.subgroup_id) from user_group_subgroup s
      where s.realm_id = of_realm and s.group_id = of_group), '[]')) end
  from user_group g where g.realm_id = of_realm and g.id = of_group
$$;

-- A conversation: a channel, or the direct messages among one set of users.
create table recipient (
  realm_id bigint not null references realm,
  id bigint generated always as identity,
  -- Sorted; null for a channel.
  user_ids bigint[],
  primary key (realm_id, id)
);
create unique index on recipient (realm_id, user_ids) where user_ids is not null;
create index on recipient using gin (user_ids) where user_ids is not null;

create table channel_folder (
  realm_id bigint not null references realm,
  id bigint generated always as identity,
  name text not null,
  description text not null default '',
  rendered_description text not null default '',
  position integer not null,
  creator_id bigint,
  created_at timestamptz not null,
  is_archived boolean not null default false,
  primary key (realm_id, id)
);
create unique index on channel_folder (realm_id, lower(name)) where not is_archived;

create table stream (
  realm_id bigint not null,
  id bigint generated always as identity,
  recipient_id bigint not null,
  name text not null,
  description text not null default '',
  rendered_description text not null default '',
  creator_id bigint,
  created_at timestamptz not null,
  is_archived boolean not null default false,
  invite_only boolean not null default false,
  is_web_public boolean not null default false,
  history_public_to_subscribers boolean not null default true,
  is_default boolean not null default false,
  message_retention_days integer,
  topics_policy text not null default 'inherit',
  folder_id bigint,
  first_message_id bigint,
  weekly_traffic integer,
  subscriber_count integer not null default 0,
  can_add_subscribers_group bigint not null,
  can_administer_channel_group bigint not null,
  can_create_topic_group bigint not null,
  can_delete_any_message_group bigint not null,
  can_delete_own_message_group bigint not null,
  can_move_messages_out_of_channel_group bigint not null,
  can_move_messages_within_channel_group bigint not null,
  can_remove_subscribers_group bigint not null,
  can_resolve_topics_group bigint not null,
  can_send_message_group bigint not null,
  can_subscribe_group bigint not null,
  primary key (realm_id, id),
  unique (realm_id, recipient_id),
  foreign key (realm_id, recipient_id) references recipient,
  foreign key (realm_id, folder_id) references channel_folder
);
create unique index on stream (realm_id, lower(name));
create index on stream (realm_id, folder_id) where folder_id is not null;

-- A user's side of a conversation. History and read state are sets of message ids, so a message adds no row per recipient.
create table subscription (
  realm_id bigint not null,
  user_id bigint not null,
  recipient_id bigint not null,
  stream_id bigint,
  is_active boolean not null default true,
  is_user_active boolean not null default true,
  -- The ids during which the user was subscribed: what they received.
  history int8multirange not null,
  -- The ids that the user has read; ids of other conversations may lie in the ranges and mean nothing.
  read int8multirange not null,
  color text not null default '#76ce90',
  is_muted boolean not null default false,
  pin_to_top boolean not null default false,
  desktop_notifications boolean,
  audible_notifications boolean,
  push_notifications boolean,
  email_notifications boolean,
  wildcard_mentions_notify boolean,
  primary key (realm_id, user_id, recipient_id),
  foreign key (realm_id, user_id) references user_profile,
  foreign key (realm_id, recipient_id) references recipient
) with (fillfactor = 80);
create index on subscription (realm_id, recipient_id, user_id) where is_active and is_user_active;

-- How many may read a channel's messages as subscribers, kept here because listings show it for every channel.
create function count_subscriber() returns trigger language plpgsql as $$
declare
  before integer := (old.is_active and old.is_user_active)::integer;
  after integer := 0;
begin
  if tg_op <> 'DELETE' then after := (new.is_active and new.is_user_active)::integer; end if;
  if before <> after then
    update stream set subscriber_count = subscriber_count + after - before
    where realm_id = old.realm_id and id = old.stream_id;
  end if;
  return null;
end $$;
-- Once for all whom one statement subscribes: ten thousand changes of one row would take seconds.
create function count_new_subscribers() returns trigger language plpgsql as $$
begin
  update stream st set subscriber_count = st.subscriber_count + counted.subscribers
  from (select realm_id, stream_id, count(*) as subscribers from added
        where stream_id is not null and is_active and is_user_active group by realm_id, stream_id) counted
  where st.realm_id = counted.realm_id and st.id = counted.stream_id;
  return null;
end $$;
create trigger count_subscriber_insert after insert on subscription
  referencing new table as added for each statement execute function count_new_subscribers();
create trigger count_subscriber_update after update of is_active, is_user_active on subscription
  for each row when (new.stream_id is not null) execute function count_subscriber();
create trigger count_subscriber_delete after delete on subscription
  for each row when (old.stream_id is not null) execute function count_subscriber();

create table message (
  realm_id bigint not null,
  id bigint generated always as identity,
  recipient_id bigint not null,
  -- Null: a direct message.
  stream_id bigint,
  topic text not null default '',
  sender_id bigint not null,
  content text not null,
  rendered_content text not null,
  client text not null,
  sent_at timestamptz not null,
  edited_at timestamptz,
  moved_at timestamptz,
  -- Newest first, as the API shows it.
  edit_history jsonb,
  is_read_by_sender boolean not null,
  is_stream_wildcard boolean not null default false,
  has_attachment boolean not null default false,
  has_image boolean not null default false,
  has_link boolean not null default false,
  has_reaction boolean not null default false,
  search tsvector generated always as (
    to_tsvector('english', topic || ' ' || regexp_replace(rendered_content, '<[^>]*>', ' ', 'g'))) stored,
  primary key (realm_id, id),
  foreign key (realm_id, recipient_id) references recipient,
  foreign key (realm_id, sender_id) references user_profile
);
create index on message (realm_id, recipient_id, id);
create index on message (realm_id, recipient_id, lower(topic), id);
create index on message (realm_id, sender_id, id);
create index on message (realm_id, recipient_id, id) where is_stream_wildcard;
create index on message using gin (search);

-- What one user has marked on one message, only where there is something to say. The bits are in store/flag-bits.ts.
create table user_message (
  realm_id bigint not null,
  user_id bigint not null,
  message_id bigint not null,
  flags integer not null,
  primary key (realm_id, user_id, message_id),
  foreign key (realm_id, message_id) references message on delete cascade
);
create index on user_message (realm_id, message_id);
create index on user_message (realm_id, user_id, message_id) where flags & 1 <> 0;
create index on user_message (realm_id, user_id, message_id) where flags & 60 <> 0;
create index on user_message (realm_id, user_id, message_id) where flags & 64 <> 0;
create index on user_message (realm_id, user_id, message_id) where flags & 128 <> 0;
create index on user_message (realm_id, user_id, message_id) where flags & 256 <> 0;

create table user_topic (
  realm_id bigint not null,
  user_id bigint not null,
  stream_id bigint not null,
  topic text not null,
  visibility_policy smallint not null check (visibility_policy between 1 and 3),
  updated_at timestamptz not null,
  foreign key (realm_id, user_id) references user_profile,
  foreign key (realm_id, stream_id) references stream
);
create unique index on user_topic (realm_id, user_id, stream_id, lower(topic));
create index on user_topic (realm_id, stream_id, lower(topic));

create table reaction (
  realm_id bigint not null,
  message_id bigint not null,
  user_id bigint not null,
  emoji_name text not null,
  emoji_code text not null,
  reaction_type text not null check (reaction_type in ('unicode_emoji', 'realm_emoji', 'zulip_extra_emoji')),
  position bigint generated always as identity,
  primary key (realm_id, message_id, user_id, reaction_type, emoji_code),
  foreign key (realm_id, message_id) references message on delete cascade
);

create table submessage (
  realm_id bigint not null,
  id bigint generated always as identity,
  message_id bigint not null,
  sender_id bigint not null,
  msg_type text not null,
  content text not null,
  primary key (realm_id, id),
  foreign key (realm_id, message_id) references message on delete cascade
);
create index on submessage (realm_id, message_id);

create table draft (
  realm_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  type text not null check (type in ('', 'stream', 'private')),
  recipient_to bigint[] not null,
  topic text not null,
  content text not null,
  last_edit_time bigint not null,
  primary key (realm_id, id),
  foreign key (realm_id, user_id) references user_profile
);
create index on draft (realm_id, user_id, last_edit_time);

create table saved_snippet (
  realm_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  title text not null,
  content text not null,
  created_at timestamptz not null,
  primary key (realm_id, id),
  foreign key (realm_id, user_id) references user_profile
);
create index on saved_snippet (realm_id, user_id);

create table attachment (
  realm_id bigint not null,
  id bigint generated always as identity,
  owner_id bigint not null,
  path_id text not null,
  file_name text not null,
  content_type text not null,
  size_bytes bigint not null,
  created_at timestamptz not null,
  primary key (realm_id, id),
  unique (realm_id, path_id),
  foreign key (realm_id, owner_id) references user_profile
);
create index on attachment (realm_id, owner_id);

create table attachment_message (
  realm_id bigint not null,
  attachment_id bigint not null,
  message_id bigint not null,
  primary key (realm_id, attachment_id, message_id),
  foreign key (realm_id, attachment_id) references attachment on delete cascade,
  foreign key (realm_id, message_id) references message on delete cascade
);
create index on attachment_message (realm_id, message_id);

create table realm_emoji (
  realm_id bigint not null references realm,
  id bigint generated always as identity,
  name text not null,
  path text not null,
  author_id bigint,
  is_deactivated boolean not null default false,
  primary key (realm_id, id)
);
create unique index on realm_emoji (realm_id, name) where not is_deactivated;

create table linkifier (
  realm_id bigint not null references realm,
  id bigint generated always as identity,
  pattern text not null,
  url_template text not null,
  position integer not null,
  primary key (realm_id, id),
  unique (realm_id, pattern)
);

create table alert_word (
  realm_id bigint not null,
  user_id bigint not null,
  word text not null,
  -- The word's first piece without spaces and punctuation: a text that holds the word holds this piece.
  piece text not null generated always as (lower(coalesce((regexp_match(word, '[^ \t\n\r!-/:-@\[-`{-~]+'))[1], ''))) stored,
  foreign key (realm_id, user_id) references user_profile
);
create unique index on alert_word (realm_id, user_id, lower(word));
create index on alert_word (realm_id, piece);

create table muted_user (
  realm_id bigint not null,
  user_id bigint not null,
  muted_id bigint not null,
  created_at timestamptz not null,
  primary key (realm_id, user_id, muted_id),
  foreign key (realm_id, user_id) references user_profile
);

create sequence presence_update;
create table presence (
  realm_id bigint not null,
  user_id bigint not null,
  active_at timestamptz,
  connected_at timestamptz,
  update_id bigint not null,
  primary key (realm_id, user_id),
  foreign key (realm_id, user_id) references user_profile
);
create index on presence (realm_id, update_id);

create table user_status (
  realm_id bigint not null,
  user_id bigint not null,
  status_text text not null default '',
  emoji_name text not null default '',
  emoji_code text not null default '',
  reaction_type text not null default '',
  primary key (realm_id, user_id),
  foreign key (realm_id, user_id) references user_profile
);

create table custom_profile_field (
  realm_id bigint not null references realm,
  id bigint generated always as identity,
  name text not null,
  hint text not null default '',
  type smallint not null check (type between 1 and 8),
  field_data jsonb not null default '{}',
  position integer not null,
  display_in_profile_summary boolean not null default false,
  required boolean not null default false,
  editable_by_user boolean not null default true,
  use_for_user_matching boolean not null default false,
  primary key (realm_id, id)
);
create unique index on custom_profile_field (realm_id, lower(name));

create table custom_profile_value (
  realm_id bigint not null,
  user_id bigint not null,
  field_id bigint not null,
  value text not null,
  rendered_value text,
  primary key (realm_id, user_id, field_id),
  foreign key (realm_id, user_id) references user_profile,
  foreign key (realm_id, field_id) references custom_profile_field on delete cascade
);

create table push_token (
  realm_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  kind text not null check (kind in ('apns', 'fcm')),
  token text not null,
  appid text,
  created_at timestamptz not null,
  primary key (realm_id, id),
  unique (realm_id, user_id, kind, token),
  foreign key (realm_id, user_id) references user_profile
);

create table push_device (
  realm_id bigint not null,
  user_id bigint not null,
  push_account_id bigint not null,
  token_kind text not null check (token_kind in ('apns', 'fcm')),
  push_public_key text not null,
  bouncer_public_key text not null,
  encrypted_push_registration text not null,
  bouncer_device_id bigint,
  error_code text,
  primary key (realm_id, user_id, push_account_id),
  foreign key (realm_id, user_id) references user_profile
);

create table scheduled_message (
  realm_id bigint not null,
  id bigint generated always as identity,
  sender_id bigint not null,
  type text not null check (type in ('stream', 'private')),
  recipient_to bigint[] not null,
  topic text not null default '',
  content text not null,
  rendered_content text not null,
  deliver_at timestamptz not null,
  is_read_by_sender boolean not null default true,
  is_failed boolean not null default false,
  primary key (realm_id, id),
  foreign key (realm_id, sender_id) references user_profile
);
create index on scheduled_message (deliver_at) where not is_failed;
create index on scheduled_message (realm_id, sender_id);

create table navigation_view (
  realm_id bigint not null,
  user_id bigint not null,
  fragment text not null,
  is_pinned boolean not null,
  name text,
  primary key (realm_id, user_id, fragment),
  foreign key (realm_id, user_id) references user_profile
);

-- What the processes tell each other. Unlogged: after a crash of PostgreSQL the clients register anew, as after any lost queue.
create unlogged table event_log (
  id bigint generated always as identity primary key,
  realm_id bigint not null,
  origin integer not null,
  xid xid8 not null default pg_current_xact_id(),
  notices text not null,
  created_at timestamptz not null default now()
);
create index on event_log (created_at);

-- The event queues of a process that was stopped cleanly, until it starts again.
create table parked_queues (
  process integer primary key,
  log_position bigint not null,
  queues text not null,
  parked_at timestamptz not null default now()
);

create table server_secret (
  name text primary key,
  value bytea not null
);
