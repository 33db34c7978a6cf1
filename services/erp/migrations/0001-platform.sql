-- What the service keeps for itself, apart from the models' tables. The tables of the models come from the dictionary.

-- The shape that each model's table has, to find out what a new dictionary changes.
create table oficina.esquema (
  tabla text primary key,
  forma jsonb not null
);
create table oficina.esquema_huella (
  unica boolean primary key default true check (unica),
  huella text not null
);

-- The catalog files that were loaded, by their hash.
create table oficina.catalogo (
  tabla text primary key,
  huella text not null
);

-- Secrets of this installation, made at its first start.
create table oficina.secreto (
  nombre text primary key,
  valor bytea not null
);

-- The last id given out, by company and table: a gap in one company's ids tells nothing about another's.
create table oficina.contador (
  empresa_id int8 not null,
  tabla text not null,
  ultimo int8 not null,
  primary key (empresa_id, tabla)
);

create table oficina.sesion (
  token_sha256 bytea primary key,
  empresa_id int8 not null,
  usuario_id int8 not null,
  creada_en timestamptz not null,
  expira_en timestamptz not null,
  direccion text,
  agente text
);
create index sesion_usuario_ix on oficina.sesion (empresa_id, usuario_id);
create index sesion_expira_ix on oficina.sesion (expira_en);

-- Failed logins of the last minutes, by user name and address.
create table oficina.intento_fallido (
  usuario text not null,
  direccion text not null,
  ocurrido_en timestamptz not null
);
create index intento_fallido_ix on oficina.intento_fallido (usuario, direccion, ocurrido_en);
create index intento_fallido_ocurrido_ix on oficina.intento_fallido (ocurrido_en);

-- When the rights of a user were last declared stale; a process drops what it cached before.
create table oficina.permiso_version (
  empresa_id int8 not null,
  usuario_id int8 not null,
  version int8 not null,
  primary key (empresa_id, usuario_id)
);

-- Who may change the catalogs that all companies share: the administrator of the installation.
create table oficina.operador (
  empresa_id int8 not null,
  usuario_id int8 not null,
  primary key (empresa_id, usuario_id)
);

create table oficina.idempotencia (
  empresa_id int8 not null,
  usuario_id int8 not null,
  clave text not null,
  huella bytea not null,
  creada_en timestamptz not null,
  estado int2,
  respuesta text,
  primary key (empresa_id, usuario_id, clave)
);
create index idempotencia_creada_ix on oficina.idempotencia (creada_en);

grant select, insert, update, delete on
  oficina.contador, oficina.sesion, oficina.intento_fallido, oficina.permiso_version, oficina.idempotencia
  to oficina_erp_app;
grant select on oficina.secreto to oficina_erp_app;
