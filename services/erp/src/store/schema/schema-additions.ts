import { SIGN_IN_FUNCTIONS } from '../people/sign-in-functions.ts'

/**
 * What the database has besides the models' tables, recreated whenever this text changes: indexes, restrictions of the
 * service's role, and functions. The functions run as their owner, because a login and a session are looked up before
 * the company is known; each returns only what its one caller needs.
 */
export const SCHEMA_ADDITIONS = `
${SIGN_IN_FUNCTIONS}
create index if not exists usuario_acceso_ix on usuario (lower(usuario));
create index if not exists clave_api_acceso_ix on clave_api (huella);
-- Housekeeping looks for sessions to close and for what is old enough to forget.
create index if not exists sesion_abierta_ix on sesion_usuario (empresa_id, id) where estado = 'activa';
create index if not exists sesion_fin_ix on sesion_usuario (fin);
create index if not exists intento_acceso_fecha_ix on intento_acceso (fecha_hora);

-- One row for each article, warehouse, location and lot, where none is a location or a lot too.
create unique index if not exists existencia_unica_ix on existencia (empresa_id, articulo, almacen, ubicacion, lote)
  nulls not distinct;

-- The audit log and the log of attempts are only ever added to, also by a fault of the service itself.
revoke update, delete on registro_auditoria, registro_auditoria_campo, intento_acceso from oficina_erp_app;
`
