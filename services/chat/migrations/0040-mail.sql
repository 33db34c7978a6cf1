-- Mails that wait to be sent, and for a while those that were. The text is encrypted, since it may hold a link that
-- works as a key, and is forgotten once it is of no use.
create table mail (
  realm_id bigint not null references realm,
  id bigint generated always as identity,
  recipient text not null,
  subject text not null,
  text_cipher bytea,
  created_at timestamptz not null,
  attempts integer not null default 0,
  -- Null: sent, or given up.
  due_at timestamptz,
  sent_at timestamptz,
  failure text,
  primary key (realm_id, id)
);
create index on mail (due_at) where due_at is not null;
create index on mail (created_at) where due_at is null;
