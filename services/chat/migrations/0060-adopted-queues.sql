-- Which process is taking parked queues over, or back, and since when: one that died at it gives them up. Up to the end
-- of the log the process that parked them has handed its own entries to them; a version that did not say so takes its
-- queues back itself.
alter table parked_queues add column adopter bigint, add column claimed_at timestamptz, add column log_end bigint;

-- The queues that another process has than the one whose number they begin with.
create table adopted_queue (
  queue_id text primary key,
  process bigint not null
);
create index adopted_queue_process on adopted_queue (process);
