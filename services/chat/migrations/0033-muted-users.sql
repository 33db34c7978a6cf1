-- Who has muted the sender of a message is asked at every message.
create index on muted_user (realm_id, muted_id);
