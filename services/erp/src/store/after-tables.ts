/**
 * Functions over the models' tables, made anew whenever the tables change. They run as their owner, because a login and
 * a session are looked up before the company is known; each gives only what its one caller needs.
 */
export const AFTER_TABLES = `
create or replace function oficina.sesion_vigente(token bytea, ahora timestamptz)
returns table (empresa_id int8, usuario_id int8, expira_en timestamptz, es_administrador boolean,
  es_operador boolean, permisos_version int8)
language sql stable security definer set search_path = public as $$
  select s.empresa_id, s.usuario_id, s.expira_en, coalesce(u.es_administrador, false),
    exists (select from oficina.operador o where o.empresa_id = s.empresa_id and o.usuario_id = s.usuario_id),
    coalesce(v.version, 0)
  from oficina.sesion s
  join usuario u on u.empresa_id = s.empresa_id and u.id = s.usuario_id
  join empresa e on e.empresa_id = s.empresa_id and e.id = s.empresa_id
  left join oficina.permiso_version v on v.empresa_id = s.empresa_id and v.usuario_id = s.usuario_id
  where s.token_sha256 = token and s.expira_en > ahora
    and u.estado = 'activo' and coalesce(e.activo, true)
$$;

create or replace function oficina.usuarios_de_acceso(nombre_de_usuario text, clave_empresa text, tope int4)
returns table (empresa_id int8, usuario_id int8, password text, usuario text, nombre text, empresa text)
language sql stable security definer set search_path = public as $$
  select u.empresa_id, u.id, u.password, u.usuario, u.nombre, e.razon_social
  from usuario u join empresa e on e.empresa_id = u.empresa_id and e.id = u.empresa_id
  where lower(u.usuario) = lower(nombre_de_usuario) and u.estado = 'activo' and coalesce(e.activo, true)
    and (clave_empresa is null or lower(e.clave) = lower(clave_empresa))
  order by u.empresa_id limit tope
$$;
create index if not exists usuario_acceso_ix on usuario (lower(usuario));

-- The audit log is only ever added to, also by a fault of the service itself.
revoke update, delete on registro_auditoria, registro_auditoria_campo from oficina_erp_app;

revoke all on function oficina.sesion_vigente(bytea, timestamptz) from public;
revoke all on function oficina.usuarios_de_acceso(text, text, int4) from public;
grant execute on function oficina.sesion_vigente(bytea, timestamptz) to oficina_erp_app;
grant execute on function oficina.usuarios_de_acceso(text, text, int4) to oficina_erp_app;
`
