-- Where other processes reach a process, to ask for the event queues that it has.
create table process_address (
  process bigint primary key,
  url text not null,
  seen_at timestamptz not null default now()
);
