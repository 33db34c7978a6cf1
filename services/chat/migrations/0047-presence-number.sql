-- A presence that is written by others than its person, as by an import, is a change like any other.
alter table presence alter column update_id set default nextval('presence_update');
