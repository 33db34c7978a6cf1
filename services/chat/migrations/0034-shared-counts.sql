-- What all processes count together. Lost in a crash, which costs a count of at most half an hour.
create unlogged table sign_in_attempt (
  realm_id bigint not null,
  name_hash bytea not null,
  started_at timestamptz not null,
  used integer not null,
  primary key (realm_id, name_hash)
);
create unlogged table call_count (
  name text not null,
  started_at timestamptz not null,
  used integer not null,
  primary key (name, started_at)
);
