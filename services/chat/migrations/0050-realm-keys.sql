-- Entries below the position that had not been seen either: read once, they must not be read again after a restart.
alter table parked_queues add column log_gaps bigint[] not null default '{}';
