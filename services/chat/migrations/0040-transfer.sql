-- Exports of organizations: asked for by an administrator, made by whichever process takes it.
create table realm_export (
  realm_id bigint not null references realm,
  id bigint generated always as identity,
  acting_user_id bigint not null,
  -- 1 public data, 2 with the private data of those who agreed
  export_type smallint not null check (export_type in (1, 2)),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'deleted')),
  -- Below the folder of uploads; nobody can guess it.
  place text not null,
  created_at timestamptz not null,
  failed_at timestamptz,
  deleted_at timestamptz,
  -- Until when the process that makes it has it; afterwards another one begins again.
  claimed_until timestamptz,
  attempts integer not null default 0,
  primary key (realm_id, id),
  foreign key (realm_id, acting_user_id) references user_profile
);
create index on realm_export (id) where state in ('waiting', 'running');

-- How far an import is, so that one that was killed goes on where it stopped.
create table realm_import (
  realm_id bigint primary key references realm,
  archive_sha256 bytea not null,
  state text not null default 'running' check (state in ('running', 'done')),
  -- The ids of the archive's messages become a range that begins here.
  first_message_id bigint not null,
  -- The steps that are finished, and how many parts of the step that is not.
  step text not null,
  parts_done bigint not null default 0,
  -- What each id of the archive became, by kind.
  ids jsonb not null,
  -- What could not be carried, with how often.
  not_carried jsonb not null default '{}',
  started_at timestamptz not null,
  finished_at timestamptz
);
