-- Reports that somebody has sent to people by mail, again and again. Each run is taken by one process, in the transaction
-- that puts its mails into the outbox and says when the next one is.
create table oficina.envio_reporte (
  id int8 generated always as identity primary key,
  empresa_id int8 not null,
  dueno int8 not null,
  nombre text not null,
  reporte text not null,
  parametros jsonb not null,
  rango text,
  formato text not null check (formato in ('xlsx', 'pdf')),
  frecuencia text not null check (frecuencia in ('diaria', 'semanal', 'mensual')),
  dia int2,
  hora int2 not null,
  destinatarios int8[] not null,
  activo boolean not null,
  siguiente timestamptz not null,
  creado_en timestamptz not null,
  ultimo_envio timestamptz,
  ultimo_error text
);
create index envio_reporte_siguiente_ix on oficina.envio_reporte (siguiente, id) where activo;
create index envio_reporte_empresa_ix on oficina.envio_reporte (empresa_id, id);
alter table oficina.envio_reporte enable row level security;
create policy empresa on oficina.envio_reporte to oficina_erp_app
  using (empresa_id = nullif(current_setting('oficina.empresa_id', true), '')::int8)
  with check (empresa_id = nullif(current_setting('oficina.empresa_id', true), '')::int8);
grant select, insert, update, delete on oficina.envio_reporte to oficina_erp_app;
-- Where Citus inserts what it has selected on a node, an identity's numbers need a right of their own.
grant usage on sequence oficina.envio_reporte_id_seq to oficina_erp_app;
