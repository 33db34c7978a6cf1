-- Every key begins with the realm, so that the rows of a realm may lie on a server of their own
-- (docs/decisions/0341-chat-citus.md).

-- Whose a key is, is asked of the realm of the caller; of all realms once for each key and process.
create unique index user_profile_api_key on user_profile (realm_id, api_key_hash);
create index user_profile_api_key_anywhere on user_profile (api_key_hash);
alter table user_profile drop constraint user_profile_api_key_hash_key;

-- The numbers of entries are still those of one sequence. What is old is found by its number, too.
alter table event_log drop constraint event_log_pkey, add primary key (realm_id, id);
create index event_log_number on event_log (id);
drop index event_log_created_at_idx;

alter table invitation drop constraint invitation_key_hash_key;
create unique index invitation_key on invitation (realm_id, key_hash);
alter table confirmation drop constraint confirmation_key_hash_key;
create unique index confirmation_key on confirmation (realm_id, key_hash);

-- Which realm is at a host. A table of its own, since it is asked before the realm is known.
create table realm_address (
  host text primary key check (host = lower(host)),
  realm_id bigint not null unique
);
insert into realm_address (host, realm_id) select host, id from realm;

-- The statements that change subscriptions count them.
drop trigger count_subscriber_insert on subscription;
drop trigger count_subscriber_update on subscription;
drop trigger count_subscriber_delete on subscription;
drop function count_subscriber;
drop function count_new_subscribers;
