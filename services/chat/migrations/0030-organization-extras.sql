-- What bots keep between their runs.
create table bot_storage (
  realm_id bigint not null,
  user_id bigint not null,
  key text not null,
  value text not null,
  foreign key (realm_id, user_id) references user_profile
);
-- By its hash, since a key may be longer than an index takes; a bot that makes two keys of one hash harms itself alone.
create unique index on bot_storage (realm_id, user_id, md5(key));

-- The domains of the organization's mail addresses.
create table realm_domain (
  realm_id bigint not null references realm,
  id bigint generated always as identity,
  domain text not null check (domain = lower(domain)),
  allow_subdomains boolean not null,
  primary key (realm_id, id),
  unique (realm_id, domain)
);

-- The hints that a user has seen and is not to see again.
create table onboarding_step_seen (
  realm_id bigint not null,
  user_id bigint not null,
  step text not null,
  seen_at timestamptz not null,
  primary key (realm_id, user_id, step),
  foreign key (realm_id, user_id) references user_profile
);

-- Places of the organization's pictures; null: the server's own.
alter table realm
  add column icon_path text,
  add column logo_path text,
  add column night_logo_path text;
