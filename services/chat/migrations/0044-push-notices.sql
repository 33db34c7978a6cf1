-- What the devices of a user are told of a message, or were told and are to forget.
create table push_notice (
  realm_id bigint not null references realm,
  user_id bigint not null,
  message_id bigint not null,
  reason text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'removing')),
  attempts integer not null default 0,
  -- When somebody may send it, or try again after whoever took it was lost.
  due_at timestamptz not null,
  created_at timestamptz not null,
  primary key (realm_id, user_id, message_id),
  foreign key (realm_id, user_id) references user_profile
);
create index on push_notice (due_at) where state <> 'sent';
create index on push_notice (realm_id, message_id);
create index on push_notice (created_at);
