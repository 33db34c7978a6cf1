import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import { insertReadyProfiles, type ReadyProfile } from './people/ready-profile-store.ts'
import { insertStarterConfiguration } from './starter/starter-configuration.ts'

// Any constant: processes that start at once on an empty database wait for each other here.
const COMPANIES_LOCK = 7_266_483

export interface NewCompany {
  readonly clave: string
  readonly razonSocial: string
  readonly rfc: string
  readonly admin: {
    readonly usuario: string
    readonly nombre: string
    readonly passwordHash: string
  }
  readonly now: string
  /** What it is offered; none: it makes its own. */
  readonly profiles?: readonly ReadyProfile[]
}

export interface CreatedCompany {
  readonly empresaId: string
  readonly usuarioId: string
}

/**
 * Creates a company with its administrator, as the owner of the database. The company is the row of Empresa whose `id`
 * equals its `empresa_id`.
 */
export async function createCompany(tx: Tx, company: NewCompany): Promise<CreatedCompany> {
  // Each takes the next id, so two at once would take the same.
  await lockCompanies(tx)
  await ensureDefaults(tx)
  const [row] = await tx.query<{ id: string }>(sql`
    insert into empresa (empresa_id, id, creado_en, modificado_en, clave, razon_social, rfc,
      tipo_persona, regimen_fiscal, moneda, zona_horaria, activo)
    select n.id, n.id, ${company.now}, ${company.now}, ${company.clave}, ${company.razonSocial}, ${company.rfc},
      (select id from tipo_persona order by id limit 1),
      (select id from regimen_fiscal where clave = '601'),
      (select id from moneda where clave = 'MXN'),
      (select id from zona_horaria where clave = 'America/Mexico_City'),
      true
    from (select coalesce(max(id), 0) + 1 as id from empresa) n
    returning id::text as id`)
  if (row === undefined) throw new Error('the company was not created')
  const empresaId = row.id
  await tx.execute(sql`
    insert into usuario (empresa_id, id, creado_en, modificado_en, usuario, password, nombre,
      es_administrador, estado)
    values (${empresaId}, 1, ${company.now}, ${company.now}, ${company.admin.usuario},
      ${company.admin.passwordHash}, ${company.admin.nombre}, true, 'activo')`)
  await tx.execute(sql`
    insert into oficina.contador (empresa_id, tabla, ultimo)
    values (${empresaId}, 'usuario', 1), (${empresaId}, 'empresa', ${empresaId})`)
  const of = { empresaId, now: company.now }
  await insertStarterConfiguration(tx, of)
  await insertReadyProfiles(tx, of, company.profiles ?? [])
  return { empresaId, usuarioId: '1' }
}

/** The catalog rows that a company needs at least, for an installation without catalogs. */
async function ensureDefaults(tx: Tx): Promise<void> {
  await tx.execute(sql`
    insert into moneda (clave, nombre, decimales, activo) values ('MXN', 'Peso mexicano', 2, true)
    on conflict (clave) do nothing`)
  await tx.execute(sql`
    insert into regimen_fiscal (clave, descripcion) values ('601', 'General de Ley Personas Morales')
    on conflict (clave) do nothing`)
  await tx.execute(sql`
    insert into zona_horaria (clave, nombre, activo)
    values ('America/Mexico_City', 'Ciudad de México', true) on conflict (clave) do nothing`)
  await tx.execute(sql`
    insert into tipo_persona (clave, nombre) select 'M', 'Persona moral'
    where not exists (select from tipo_persona)`)
}

/** One at a time makes companies; the lock ends with the transaction. */
export async function lockCompanies(tx: Tx): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(${COMPANIES_LOCK})`)
}

export async function hasCompany(tx: Tx): Promise<boolean> {
  const rows = await tx.query(sql`select 1 from empresa limit 1`)
  return rows.length > 0
}

/** Makes a user the operator of the installation, as the owner of the database. */
export async function makeOperator(
  tx: Tx,
  { empresaId, usuarioId }: CreatedCompany,
): Promise<void> {
  await tx.execute(sql`
    insert into oficina.operador (empresa_id, usuario_id) values (${empresaId}, ${usuarioId})`)
}

/**
 * The first two of all companies, or of those with this clave, each with its first administrator; as the owner of the
 * database.
 */
export async function findCompanies(
  owner: Tx,
  clave: string | null,
): Promise<readonly { readonly id: string; readonly usuario: string }[]> {
  return await owner.query<{ id: string; usuario: string }>(sql`
    select e.id::text as id, coalesce((select min(u.id) from public.usuario u
      where u.empresa_id = e.empresa_id and u.es_administrador), 1)::text as usuario
    from public.empresa e where e.id = e.empresa_id
      and (${clave}::text is null or lower(e.clave) = lower(${clave}))
    order by e.id limit 2`)
}
