-- Which messages of somebody who was deactivated are still to be deleted: 1 those in public channels, 2 in private ones,
-- 4 direct ones.
alter table user_profile add column doomed_messages smallint not null default 0;
create index on user_profile (realm_id, id) where doomed_messages <> 0;
