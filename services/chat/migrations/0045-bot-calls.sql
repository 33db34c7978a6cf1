-- Where a bot of type 3 is called: its owner gives the address, the token proves to it that this server calls.
create table bot_service (
  realm_id bigint not null,
  bot_id bigint not null,
  base_url text not null,
  -- 1: Zulip's form, 2: Slack's.
  interface smallint not null check (interface in (1, 2)),
  token_cipher bytea not null,
  primary key (realm_id, bot_id),
  foreign key (realm_id, bot_id) references user_profile
);

-- Messages that a bot is still to be told of.
create table bot_call (
  realm_id bigint not null,
  bot_id bigint not null,
  message_id bigint not null,
  trigger text not null check (trigger in ('mention', 'direct_message')),
  attempts integer not null default 0,
  -- When somebody may call, or try again after whoever took it was lost.
  due_at timestamptz not null,
  primary key (realm_id, bot_id, message_id),
  foreign key (realm_id, bot_id) references user_profile,
  foreign key (realm_id, message_id) references message on delete cascade
);
create index on bot_call (due_at);
create index on bot_call (realm_id, message_id);
