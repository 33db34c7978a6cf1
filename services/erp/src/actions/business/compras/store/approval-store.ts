import type { Tx } from '@oficina/kit/database.ts'
import { sql, type Sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A user and the moment, for everything that checks what the user may sign. */
export interface Signer {
  readonly usuarioId: string
  /** ISO 8601, UTC. */
  readonly now: string
  readonly today: string
}

/** For whom a user signs: the user and, for a time and up to an amount, those whom the user stands in for. */
export interface IdentityRow {
  readonly usuario: string
  readonly limite: string | null
  readonly perfiles: readonly string[]
}

export interface LimitRow {
  readonly sin_limite: boolean
  readonly limite: string | null
}

export interface LevelRow {
  readonly nivel: number
  readonly usuario: number | null
  readonly perfil: number | null
  readonly usa_jefe_directo: boolean
  readonly limite_inferior: string | null
  readonly limite_superior: string | null
  readonly firmas_requeridas: number
}

/** A flow with its levels in order. */
export interface FlowRow {
  readonly id: string
  readonly clave: string
  readonly secuencia: 'secuencial' | 'paralela'
  /** JSON text, or null. */
  readonly condicion: string | null
  readonly niveles: readonly LevelRow[]
}

/** Finds the active flows of an action, the one that applies first in front. */
export async function findFlows(
  tx: Tx,
  empresa: EmpresaId,
  wanted: { readonly model: string; readonly action: string; readonly today: string },
): Promise<readonly FlowRow[]> {
  return await tx.query<FlowRow>(
    sql`select f.id::text as id, f.clave, f.secuencia, f.condicion::text as condicion,
            (select coalesce(json_agg(json_build_object('nivel', n.nivel, 'usuario', n.usuario, 'perfil', n.perfil,
                'usa_jefe_directo', n.usa_jefe_directo, 'limite_inferior', n.limite_inferior::text,
                'limite_superior', n.limite_superior::text, 'firmas_requeridas', n.firmas_requeridas)
                order by n.nivel), '[]')
             from flujo_autorizacion_nivel n where n.empresa_id = ${empresa}::int8 and n.flujo = f.id) as niveles
          from flujo_autorizacion f
          join modelo_sistema m on m.id = f.modelo
          join accion_sistema a on a.id = f.accion
          where f.empresa_id = ${empresa}::int8 and f.activo and m.nombre = ${wanted.model} and a.nombre = ${wanted.action}
            and (f.inicio_vigencia is null or f.inicio_vigencia <= ${wanted.today}::date)
          order by f.prioridad nulls last, f.id`,
  )
}

/** Finds the user, and those whom the user stands in for now, each with their current profiles. */
export async function findIdentities(
  tx: Tx,
  empresa: EmpresaId,
  signer: Signer,
): Promise<readonly IdentityRow[]> {
  return await tx.query<IdentityRow>(
    sql`with yo as (
            select ${signer.usuarioId}::int8 as usuario, null::text as limite
            union all
            select s.titular, s.limite_importe::text from suplencia_usuario s
            where s.empresa_id = ${empresa}::int8 and s.suplente = ${signer.usuarioId}::int8
              and s.estado in ('programada', 'vigente') and ${signer.now}::timestamptz between s.inicio and s.fin)
          select yo.usuario::text as usuario, yo.limite,
            array(select up.perfil::text from usuario_perfil up
              where up.empresa_id = ${empresa}::int8 and up.usuario = yo.usuario and up.activo
                and up.inicio_vigencia <= ${signer.today}::date
                and (up.fin_vigencia is null or up.fin_vigencia >= ${signer.today}::date)) as perfiles
          from yo`,
  )
}

/**
 * The amount up to which a user may execute an action: the largest amount of the profiles' grants, where a grant
 * without an amount has no limit, and the user's own limit as a buyer, whichever is less. A buyer's limit in another
 * currency than the company's cannot be compared with anything, and lets nothing pass.
 */
export async function findLimit(
  tx: Tx,
  empresa: EmpresaId,
  wanted: { readonly signer: Signer; readonly keys: readonly string[] },
): Promise<LimitRow | undefined> {
  const { usuarioId } = wanted.signer
  const rows = await tx.query<LimitRow>(
    sql`with recursive ${grantedTo(empresa, wanted)},
          propio as (
            select max(case when k.moneda is null or k.moneda = e.moneda then k.limite_importe else 0 end) as limite
            from comprador k join empresa e on e.empresa_id = ${empresa}::int8 and e.id = ${empresa}::int8
            where k.empresa_id = ${empresa}::int8 and k.usuario = ${usuarioId}::int8 and k.activo
              and k.limite_importe is not null)
          select c.sin_limite and p.limite is null as sin_limite,
            least(case when not c.sin_limite then c.limite end, p.limite)::text as limite
          from concedido c cross join propio p`,
  )
  return rows[0]
}

/** Finds the same by grants alone, of what has nothing to do with buying. */
export async function findGrantedLimit(
  tx: Tx,
  empresa: EmpresaId,
  signedWith: SignedWith,
): Promise<LimitRow | undefined> {
  const [row] = await tx.query<LimitRow>(
    sql`with recursive ${grantedTo(empresa, signedWith)}
          select sin_limite, limite::text as limite from concedido`,
  )
  return row
}

interface SignedWith {
  readonly signer: Pick<Signer, 'usuarioId' | 'today'>
  readonly keys: readonly string[]
}

/** The largest amount of a user's grants of some rights, as parts of a statement. */
function grantedTo(empresa: EmpresaId, { signer: { usuarioId, today }, keys }: SignedWith): Sql {
  return sql`perfiles as (
            select p.id, p.padre from usuario_perfil up join perfil p
              on p.empresa_id = ${empresa}::int8 and p.id = up.perfil
            where up.empresa_id = ${empresa}::int8 and up.usuario = ${usuarioId}::int8 and up.activo and p.activo
              and up.inicio_vigencia <= ${today}::date
              and (up.fin_vigencia is null or up.fin_vigencia >= ${today}::date)
            union
            select p.id, p.padre from perfiles c join perfil p
              on p.empresa_id = ${empresa}::int8 and p.id = c.padre where p.activo),
          concedido as (
            select coalesce(bool_or(pp.limite_importe is null), false) as sin_limite,
              max(pp.limite_importe) as limite
            from perfiles c
            join perfil_permiso pp on pp.empresa_id = ${empresa}::int8 and pp.perfil = c.id and pp.concedido
            join permiso_sistema ps on ps.id = pp.permiso and ps.clave = any(${keys}::text[])
            where (pp.inicio_vigencia is null or pp.inicio_vigencia <= ${today}::date)
              and (pp.fin_vigencia is null or pp.fin_vigencia >= ${today}::date))`
}

/** A valid approval: not voided. */
export interface SignatureRow {
  readonly compra: string
  readonly nivel: number
  readonly flujo: string | null
  readonly usuario: string | null
  readonly limite: string | null
}

export async function findSignatures(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<readonly SignatureRow[]> {
  return await tx.query<SignatureRow>(
    sql`select compra::text as compra, nivel, flujo::text as flujo, autorizador::text as usuario,
            importe_limite::text as limite
          from compra_autorizacion
          where empresa_id = ${empresa}::int8 and compra = any(${ids}::int8[]) and estado = 'autorizada'
          order by compra, nivel, id`,
  )
}

/** Finds the direct boss of each purchase's buyer, as a user; without one, the head of its department. */
export async function findBosses(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ compra: string; jefe: string }>(
    sql`select c.id::text as compra, coalesce(
            (select j.usuario from comprador k
              join asociado a on a.empresa_id = ${empresa}::int8 and a.usuario = k.usuario
              join asociado j on j.empresa_id = ${empresa}::int8 and j.id = a.jefe
             where k.empresa_id = ${empresa}::int8 and k.id = c.comprador order by a.id limit 1),
            (select r.usuario from departamento d
              join asociado r on r.empresa_id = ${empresa}::int8 and r.id = d.responsable
             where d.empresa_id = ${empresa}::int8 and d.id = c.departamento))::text as jefe
          from compra c where c.empresa_id = ${empresa}::int8 and c.id = any(${ids}::int8[])`,
  )
  return new Map(rows.flatMap(({ compra, jefe }) => (jefe === null ? [] : [[compra, jefe]])))
}

/** A user who can be sent mail about approvals. */
export interface ApproverRow {
  readonly usuario: string
  readonly correo: string
  readonly perfiles: readonly string[]
  /** Null: no limit. */
  readonly limite: string | null
  readonly es_administrador: boolean
}

const MAX_APPROVERS = 1_000

/** Finds the active users with an address who may execute an action, with their profiles and limits. */
export async function findApprovers(
  tx: Tx,
  empresa: EmpresaId,
  wanted: { readonly keys: readonly string[]; readonly today: string },
): Promise<readonly ApproverRow[]> {
  return await tx.query<ApproverRow>(
    sql`with recursive asignados as (
            select up.usuario, up.perfil as propio, up.perfil as perfil from usuario_perfil up
            where up.empresa_id = ${empresa}::int8 and up.activo and up.inicio_vigencia <= ${wanted.today}::date
              and (up.fin_vigencia is null or up.fin_vigencia >= ${wanted.today}::date)
            union
            select a.usuario, a.propio, p.padre from asignados a
            join perfil p on p.empresa_id = ${empresa}::int8 and p.id = a.perfil where p.padre is not null),
          limites as (
            select a.usuario, bool_or(pp.limite_importe is null) as sin_limite, max(pp.limite_importe) as limite
            from asignados a
            join perfil_permiso pp on pp.empresa_id = ${empresa}::int8 and pp.perfil = a.perfil and pp.concedido
            join permiso_sistema ps on ps.id = pp.permiso and ps.clave = any(${wanted.keys}::text[])
            group by a.usuario),
          propios as (
            select k.usuario,
              max(case when k.moneda is null or k.moneda = e.moneda then k.limite_importe else 0 end) as limite
            from comprador k join empresa e on e.empresa_id = ${empresa}::int8 and e.id = ${empresa}::int8
            where k.empresa_id = ${empresa}::int8 and k.activo and k.limite_importe is not null
            group by k.usuario)
          select u.id::text as usuario, u.correo, u.es_administrador,
            array(select distinct a.propio::text from asignados a where a.usuario = u.id) as perfiles,
            case when not u.es_administrador
              then least(case when not l.sin_limite then l.limite end, k.limite)::text end as limite
          from usuario u left join limites l on l.usuario = u.id left join propios k on k.usuario = u.id
          where u.empresa_id = ${empresa}::int8 and u.estado = 'activo' and u.correo like '%_@_%'
            and (u.es_administrador or l.usuario is not null)
          order by u.id limit ${MAX_APPROVERS}`,
  )
}
