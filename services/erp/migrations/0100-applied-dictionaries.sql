-- Every dictionary that was applied to this database, by its hash: an older version of the service finds its own here,
-- and knows by it that a newer one was applied since.
create table oficina.esquema_aplicado (
  huella text primary key,
  aplicado_en timestamptz not null default now()
);
insert into oficina.esquema_aplicado (huella) select huella from oficina.esquema_huella;
