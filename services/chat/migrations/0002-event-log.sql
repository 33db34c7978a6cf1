-- The log outlives a crash of the database: what a connection lost at its commit did is known only from here.
alter table event_log set logged;
