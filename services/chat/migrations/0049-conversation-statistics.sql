-- Messages of a conversation are always found by its own index. Where nearly all messages are in one conversation, a
-- sample takes the column for one that tells nothing apart, and all messages would be read for each of the others.
alter table message alter column recipient_id set (n_distinct = -0.01);
