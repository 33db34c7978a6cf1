-- What leaves the service after a transaction has committed: mail and webhooks. Written by the transaction itself, so
-- nothing is announced that did not happen, and nothing that happened is forgotten.
create table oficina.salida (
  id int8 generated always as identity primary key,
  empresa_id int8 not null,
  tipo text not null check (tipo in ('correo', 'webhook')),
  destino text not null,
  contenido jsonb not null,
  modelo text not null,
  registro text not null,
  estado text not null default 'pendiente' check (estado in ('pendiente', 'enviada', 'muerta')),
  intentos int4 not null default 0,
  creada_en timestamptz not null,
  proximo_intento timestamptz not null,
  enviada_en timestamptz,
  ultimo_error text
);
create index salida_pendiente_ix on oficina.salida (proximo_intento, id) where estado = 'pendiente';
create index salida_empresa_ix on oficina.salida (empresa_id, estado, id);

alter table oficina.salida enable row level security;
create policy empresa on oficina.salida to oficina_erp_app
  using (empresa_id = nullif(current_setting('oficina.empresa_id', true), '')::int8)
  with check (empresa_id = nullif(current_setting('oficina.empresa_id', true), '')::int8);
grant select, insert, update on oficina.salida to oficina_erp_app;
