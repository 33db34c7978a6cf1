-- What a person keeps about his own work with the console, such as favourites and the columns of a list.
create table oficina.preferencia (
  empresa_id int8 not null,
  usuario_id int8 not null,
  clave text not null,
  valor jsonb not null,
  modificado_en timestamptz not null,
  primary key (empresa_id, usuario_id, clave)
);
alter table oficina.preferencia enable row level security;
create policy empresa on oficina.preferencia to oficina_erp_app
  using (empresa_id = nullif(current_setting('oficina.empresa_id', true), '')::int8)
  with check (empresa_id = nullif(current_setting('oficina.empresa_id', true), '')::int8);
grant select, insert, update, delete on oficina.preferencia to oficina_erp_app;
