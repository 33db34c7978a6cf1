-- Sign-in: what stands behind SesionUsuario, IntentoAcceso, FactorAutenticacion and ClaveApi.

-- A token belongs to a session, which SesionUsuario shows: the tokens that follow each other at refresh are one session.
-- Sessions begun before have none, so their users log in again.
delete from oficina.sesion;
alter table oficina.sesion add column sesion int8 not null, drop column direccion, drop column agente;
create index sesion_sesion_ix on oficina.sesion (empresa_id, sesion);

-- Attempts to log in within the window, by what is counted: a name and address, an address, an account.
drop table oficina.intento_fallido;
create table oficina.intento (
  clave text primary key,
  inicio timestamptz not null,
  cuenta int4 not null
);
create index intento_inicio_ix on oficina.intento (inicio);

-- The passwords that users had, as hashes, for their age and so that none comes back too soon.
create table oficina.contrasena (
  empresa_id int8 not null,
  usuario_id int8 not null,
  numero int8 generated always as identity,
  puesta_en timestamptz not null,
  huella text not null,
  primary key (empresa_id, usuario_id, numero)
);

-- The secret of a TOTP factor, encrypted with the installation's key, and the last time step that was used.
create table oficina.factor_totp (
  empresa_id int8 not null,
  factor_id int8 not null,
  secreto bytea not null,
  ultimo_paso int8 not null default 0,
  primary key (empresa_id, factor_id)
);

-- Recovery codes as hashes; one that was used is gone.
create table oficina.codigo_respaldo (
  empresa_id int8 not null,
  usuario_id int8 not null,
  huella bytea not null,
  primary key (empresa_id, usuario_id, huella)
);

-- The calls of an API key in its current minute.
create table oficina.uso_clave (
  empresa_id int8 not null,
  clave_id int8 not null,
  minuto timestamptz not null,
  usos int4 not null,
  primary key (empresa_id, clave_id)
);

alter table oficina.contrasena enable row level security;
create policy empresa on oficina.contrasena to oficina_erp_app
  using (empresa_id = nullif(current_setting('oficina.empresa_id', true), '')::int8)
  with check (empresa_id = nullif(current_setting('oficina.empresa_id', true), '')::int8);
alter table oficina.factor_totp enable row level security;
create policy empresa on oficina.factor_totp to oficina_erp_app
  using (empresa_id = nullif(current_setting('oficina.empresa_id', true), '')::int8)
  with check (empresa_id = nullif(current_setting('oficina.empresa_id', true), '')::int8);
alter table oficina.codigo_respaldo enable row level security;
create policy empresa on oficina.codigo_respaldo to oficina_erp_app
  using (empresa_id = nullif(current_setting('oficina.empresa_id', true), '')::int8)
  with check (empresa_id = nullif(current_setting('oficina.empresa_id', true), '')::int8);

grant select, insert, update, delete on
  oficina.intento, oficina.contrasena, oficina.factor_totp, oficina.codigo_respaldo, oficina.uso_clave
  to oficina_erp_app;
grant select on oficina.operador to oficina_erp_app;
