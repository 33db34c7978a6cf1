-- CFDI on their way to the PAC. The row is committed before anybody is asked, so that whatever dies, what was sealed is
-- finished with the same seal: once. It stays when all is done, without its texts.
create table oficina.timbrado (
  empresa_id int8 not null,
  cfdi int8 not null,
  -- What the stamp is for, such as a Venta.
  modelo text not null,
  registro int8 not null,
  usuario int8 not null,
  -- The same for every attempt at this document.
  custom_id text not null,
  -- That of the document, by which its period is told.
  fecha date not null,
  -- Sealed; the PAC's own once it has answered.
  xml text,
  timbrado text,
  estado text not null default 'pendiente' check (estado in ('pendiente', 'terminado', 'rechazado')),
  intentos int4 not null default 0,
  proximo_intento timestamptz not null,
  codigo text,
  mensaje text,
  primary key (empresa_id, cfdi)
);
create index timbrado_pendiente_ix on oficina.timbrado (proximo_intento, empresa_id, cfdi) where estado = 'pendiente';
create index timbrado_registro_ix on oficina.timbrado (empresa_id, modelo, registro);

alter table oficina.timbrado enable row level security;
create policy empresa on oficina.timbrado to oficina_erp_app
  using (empresa_id = nullif(current_setting('oficina.empresa_id', true), '')::int8)
  with check (empresa_id = nullif(current_setting('oficina.empresa_id', true), '')::int8);
grant select, insert, update on oficina.timbrado to oficina_erp_app;

-- Requests to cancel a CFDI, until the SAT has said what became of them.
create table oficina.cancelacion (
  empresa_id int8 not null,
  -- The CfdiCancelacion.
  cancelacion int8 not null,
  cfdi int8 not null,
  modelo text not null,
  registro int8 not null,
  usuario int8 not null,
  rfc_emisor text not null,
  rfc_receptor text not null,
  uuid text not null,
  total text not null,
  fin_sello text not null,
  motivo text not null,
  sustituto text,
  -- por_pedir: nobody was asked yet; pedida: the SAT has the request.
  estado text not null default 'por_pedir' check (estado in ('por_pedir', 'pedida', 'terminada')),
  acuse text,
  intentos int4 not null default 0,
  proximo_intento timestamptz not null,
  mensaje text,
  primary key (empresa_id, cancelacion)
);
create index cancelacion_pendiente_ix on oficina.cancelacion (proximo_intento, empresa_id, cancelacion)
  where estado <> 'terminada';
create index cancelacion_registro_ix on oficina.cancelacion (empresa_id, modelo, registro);

alter table oficina.cancelacion enable row level security;
create policy empresa on oficina.cancelacion to oficina_erp_app
  using (empresa_id = nullif(current_setting('oficina.empresa_id', true), '')::int8)
  with check (empresa_id = nullif(current_setting('oficina.empresa_id', true), '')::int8);
grant select, insert, update on oficina.cancelacion to oficina_erp_app;

-- What seals: the files of a CertificadoSat as the SAT handed them out. Key and password are encrypted with a key of the
-- installation, and no record shows them.
create table oficina.csd (
  empresa_id int8 not null,
  certificado int8 not null,
  cer bytea not null,
  llave bytea not null,
  contrasena bytea not null,
  primary key (empresa_id, certificado)
);
alter table oficina.csd enable row level security;
create policy empresa on oficina.csd to oficina_erp_app
  using (empresa_id = nullif(current_setting('oficina.empresa_id', true), '')::int8)
  with check (empresa_id = nullif(current_setting('oficina.empresa_id', true), '')::int8);
grant select, insert on oficina.csd to oficina_erp_app;
