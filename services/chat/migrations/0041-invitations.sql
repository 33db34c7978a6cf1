-- Invitations by mail, each for one address, and links that anybody who has one may use. The link's key is known by its
-- hash; a reusable one is kept encrypted too, since lists show it.
create table invitation (
  realm_id bigint not null references realm,
  id bigint generated always as identity,
  -- Null: a reusable link.
  email text,
  key_hash bytea not null unique,
  key_cipher bytea,
  invited_by bigint not null,
  invited_as smallint not null check (invited_as in (100, 200, 300, 400, 600)),
  stream_ids bigint[] not null,
  group_ids bigint[] not null,
  include_default_streams boolean not null,
  notify_referrer boolean not null,
  -- Null: the organization's.
  welcome_text text,
  invited_at timestamptz not null,
  -- Null: never.
  expires_at timestamptz,
  state text not null default 'open' check (state in ('open', 'used', 'revoked')),
  primary key (realm_id, id),
  foreign key (realm_id, invited_by) references user_profile,
  check ((email is null) = (key_cipher is not null))
);
create index on invitation (realm_id, invited_by) where state = 'open';
create index on invitation (realm_id, lower(email)) where state = 'open';
create index on invitation (realm_id, invited_at);

-- Links in mails that show that whoever follows one reads the mails of an address; each works once.
create table confirmation (
  realm_id bigint not null references realm,
  id bigint generated always as identity,
  kind text not null check (kind in ('sign_up', 'password', 'address')),
  key_hash bytea not null unique,
  email text not null,
  -- Whose password or address it is about.
  user_id bigint,
  -- The reusable link by which the person came.
  invitation_id bigint,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (realm_id, id),
  foreign key (realm_id, user_id) references user_profile,
  foreign key (realm_id, invitation_id) references invitation
);
create index on confirmation (expires_at);
create index on confirmation (realm_id, user_id) where user_id is not null;
