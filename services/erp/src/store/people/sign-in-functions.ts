/**
 * Functions that sign-in uses to look up users, sessions and keys before the company of a request is known. Each finds
 * the company first and names it in every statement after that, as a value: a database distributed over machines asks
 * only the one that stores it, and every server keeps the plans for the next call.
 * @source docs/decisions/0270-erp-citus.md
 */
const SESSION = `
drop function if exists oficina.sesion_vigente(bytea, timestamptz);
create function oficina.sesion_vigente(token bytea, ahora timestamptz)
returns table (empresa_id int8, usuario_id int8, sesion int8, expira_en timestamptz, es_administrador boolean,
  es_operador boolean, permisos_version int8, actividad timestamptz, metodo text)
language plpgsql stable rows 1 security definer set search_path = public as $$
declare s record;
begin
  select t.empresa_id, t.usuario_id, t.sesion, t.expira_en into s from oficina.sesion t
    where t.token_sha256 = token and t.expira_en > ahora;
  if not found then return; end if;
  return query select s.empresa_id, s.usuario_id, s.sesion, s.expira_en, coalesce(u.es_administrador, false),
    exists (select from oficina.operador o where o.empresa_id = s.empresa_id and o.usuario_id = s.usuario_id),
    coalesce((select v.version from oficina.permiso_version v
      where v.empresa_id = s.empresa_id and v.usuario_id = s.usuario_id), 0)
    + coalesce((select c.version from oficina.permiso_version c
      where c.empresa_id = s.empresa_id and c.usuario_id = 0), 0), su.ultima_actividad, su.metodo::text
  from sesion_usuario su
  join usuario u on u.empresa_id = s.empresa_id and u.id = s.usuario_id
  join empresa e on e.empresa_id = s.empresa_id and e.id = s.empresa_id
  where su.empresa_id = s.empresa_id and su.id = s.sesion and su.estado = 'activa'
    and u.estado = 'activo' and coalesce(e.activo, true);
end
$$;

-- Notes that a session is in use; false: another request has noted it within the same minute.
drop function if exists oficina.tocar_sesion(bytea, timestamptz, timestamptz);
create function oficina.tocar_sesion(token bytea, ahora timestamptz, antes timestamptz) returns boolean
language plpgsql security definer set search_path = public as $$
declare s record;
begin
  select t.empresa_id, t.sesion into s from oficina.sesion t where t.token_sha256 = token;
  if not found then return false; end if;
  update sesion_usuario su set ultima_actividad = ahora
    where su.empresa_id = s.empresa_id and su.id = s.sesion and su.ultima_actividad <= antes;
  return found;
end
$$;

-- Ends the session of a token, or with \`todas\` every session of its user in that company. An unknown token ends none.
drop function if exists oficina.cerrar_sesion(bytea, boolean, text, timestamptz);
create function oficina.cerrar_sesion(token bytea, todas boolean, final text, ahora timestamptz) returns void
language plpgsql security definer set search_path = public as $$
declare mia record; cerradas int8[];
begin
  select t.empresa_id, t.usuario_id, t.sesion into mia from oficina.sesion t where t.token_sha256 = token;
  if not found then return; end if;
  with otras as (
    delete from oficina.sesion s
    where s.empresa_id = mia.empresa_id and s.usuario_id = mia.usuario_id and (todas or s.sesion = mia.sesion)
    returning s.sesion)
  select array_agg(o.sesion) into cerradas from otras o;
  update sesion_usuario su set estado = final, fin = ahora
    where su.empresa_id = mia.empresa_id and su.id = any(cerradas) and su.estado = 'activa';
end
$$;
`

const LOGIN = `
drop function if exists oficina.usuarios_de_acceso(text, text, int4);
-- The active users whom a login may mean: \`completo\` in any company, or \`base\` in the company \`de_empresa\`, which
-- comes first, so that no name of another company can stand in its way. The policy of a user is his own while it is
-- active, else the company's default.
drop function if exists oficina.candidatos_de_acceso(text, text, text, int4);
create function oficina.candidatos_de_acceso(completo text, base text, de_empresa text, tope int4)
returns table (empresa_id int8, usuario_id int8, password text, usuario text, nombre_completo text, empresa text,
  es_exacta boolean, bloqueado_hasta timestamptz, intentos_maximos int8, minutos_bloqueo int8)
language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
declare c record; p record;
begin
  for c in
    select u.empresa_id, u.id, u.password, u.usuario, u.nombre, e.razon_social, u.bloqueado_hasta, u.politica,
      (lower(u.usuario) = lower(base) and lower(e.clave) = lower(de_empresa)) is true as es_exacta
    from usuario u join empresa e on e.empresa_id = u.empresa_id and e.id = u.empresa_id
    where lower(u.usuario) in (lower(completo), lower(base)) and u.estado = 'activo' and coalesce(e.activo, true)
      and (lower(u.usuario) = lower(completo) or lower(e.clave) = lower(de_empresa))
    order by es_exacta desc, u.empresa_id limit tope
  loop
    select a.intentos_maximos, a.minutos_bloqueo into p from politica_acceso a
      where a.empresa_id = c.empresa_id and coalesce(a.activo, true)
        and (a.id = c.politica or a.es_predeterminada)
      order by (a.id = c.politica) is true desc, a.id limit 1;
    return query select c.empresa_id, c.id, c.password::text, c.usuario::text, c.nombre::text, c.razon_social::text,
      c.es_exacta, c.bloqueado_hasta, p.intentos_maximos, p.minutos_bloqueo;
  end loop;
end
$$;

-- Writes attempts down, each for the company whose user it meant, and keeps what locks an account. It always writes,
-- so that it takes as long when there was no such user.
create or replace function oficina.anotar_intentos(intentos jsonb, contada text, ahora timestamptz, desde text,
  navegador text) returns void
language plpgsql security definer set search_path = public as $$
declare i record; n int8; cuantos int8;
begin
  update oficina.intento set cuenta = cuenta where clave = contada;
  for i in select * from jsonb_to_recordset(intentos)
    as t(empresa int8, usuario int8, resultado text, maximo int8, minutos int8) order by t.empresa, t.usuario
  loop
    insert into oficina.contador as c (empresa_id, tabla, ultimo) values (i.empresa, 'intento_acceso', 1)
      on conflict (empresa_id, tabla) do update set ultimo = c.ultimo + 1 returning ultimo into n;
    insert into intento_acceso (empresa_id, id, creado_en, modificado_en, correo, usuario, fecha_hora, direccion_ip,
      agente, resultado)
    select i.empresa, n, ahora, ahora, coalesce(u.correo, u.usuario), u.id, ahora, desde, navegador, i.resultado
      from usuario u where u.empresa_id = i.empresa and u.id = i.usuario;
    if i.resultado = 'exitoso' then
      update usuario u set intentos_fallidos = 0, bloqueado_hasta = null, ultimo_acceso = ahora
        where u.empresa_id = i.empresa and u.id = i.usuario;
    elsif i.resultado in ('contrasena_incorrecta', 'factor_incorrecto') then
      -- A lock that has passed begins the count anew.
      update usuario u set
        intentos_fallidos = case when u.bloqueado_hasta <= ahora and u.intentos_fallidos >= i.maximo then 1
          else coalesce(u.intentos_fallidos, 0) + 1 end
        where u.empresa_id = i.empresa and u.id = i.usuario returning intentos_fallidos into cuantos;
      if cuantos >= i.maximo then
        update usuario u set bloqueado_hasta = ahora + i.minutos * interval '1 minute'
          where u.empresa_id = i.empresa and u.id = i.usuario;
      end if;
    end if;
  end loop;
end
$$;
`

const KEYS = `
drop function if exists oficina.clave_vigente(text, timestamptz);
create function oficina.clave_vigente(huella_sha256 text, ahora timestamptz)
returns table (empresa_id int8, clave_id int8, usuario_id int8, perfil int8, alcances jsonb, limite_por_minuto int8,
  es_administrador boolean, permisos_version int8, ultimo_uso timestamptz)
language plpgsql stable rows 1 security definer set search_path = public as $$
declare k record;
begin
  for k in
    select t.empresa_id, t.id, t.usuario, t.perfil, t.alcances, t.limite_por_minuto, t.ultimo_uso from clave_api t
    where t.huella = huella_sha256 and coalesce(t.estado, 'activa') = 'activa'
      and (t.expira_en is null or t.expira_en > ahora)
  loop
    return query select k.empresa_id, k.id, k.usuario, k.perfil, k.alcances, k.limite_por_minuto,
      coalesce(u.es_administrador, false),
      coalesce((select v.version from oficina.permiso_version v
        where v.empresa_id = k.empresa_id and v.usuario_id = k.usuario), 0)
      + coalesce((select c.version from oficina.permiso_version c
        where c.empresa_id = k.empresa_id and c.usuario_id = 0), 0), k.ultimo_uso
    from usuario u
    join perfil f on f.empresa_id = k.empresa_id and f.id = k.perfil
    join empresa e on e.empresa_id = k.empresa_id and e.id = k.empresa_id
    where u.empresa_id = k.empresa_id and u.id = k.usuario
      and u.estado = 'activo' and coalesce(f.activo, true) and coalesce(e.activo, true);
  end loop;
end
$$;
`

const SIGNATURES = [
  'sesion_vigente(bytea, timestamptz)',
  'tocar_sesion(bytea, timestamptz, timestamptz)',
  'cerrar_sesion(bytea, boolean, text, timestamptz)',
  'candidatos_de_acceso(text, text, text, int4)',
  'anotar_intentos(jsonb, text, timestamptz, text, text)',
  'clave_vigente(text, timestamptz)',
]

const RIGHTS = SIGNATURES.map(
  (name) => `revoke all on function oficina.${name} from public;
grant execute on function oficina.${name} to oficina_erp_app;`,
).join('\n')

export const SIGN_IN_FUNCTIONS = [SESSION, LOGIN, KEYS, RIGHTS].join('\n')
