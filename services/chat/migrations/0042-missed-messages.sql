-- Messages of which somebody who is not there is to be told by mail, unless they have read them by then.
create table missed_message (
  realm_id bigint not null,
  user_id bigint not null,
  message_id bigint not null,
  due_at timestamptz not null,
  primary key (realm_id, user_id, message_id),
  foreign key (realm_id, user_id) references user_profile,
  foreign key (realm_id, message_id) references message on delete cascade
);
create index on missed_message (due_at);
create index on missed_message (realm_id, message_id);

-- The newest message of each organization that was looked at for this.
create table missed_progress (
  realm_id bigint primary key references realm,
  message_id bigint not null
);
insert into missed_progress select r.id, coalesce((select max(m.id) from message m where m.realm_id = r.id), 0) from realm r;
