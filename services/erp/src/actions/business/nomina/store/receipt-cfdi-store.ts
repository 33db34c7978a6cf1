import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A line of a receipt; amounts are text. */
export interface LineToStamp {
  readonly id: string
  readonly partida: number
  readonly clave: string
  readonly nombre: string
  readonly tipo: 'percepcion' | 'deduccion' | 'otro_pago' | 'obligacion' | 'informativo'
  /** What of the law it is; null: a concept of the company's own. */
  readonly calculo: string | null
  /** Key of `TipoPercepcion`, `TipoDeduccion` or `TipoOtroPago`; null: the concept has none. */
  readonly sat: string | null
  readonly cantidad: string | null
  readonly importe_exento: string | null
  readonly importe: string
  readonly referencia: string | null
}

export interface OvertimeToStamp {
  /** The line of which it is. */
  readonly renglon: string
  /** Key of `TipoHoras`. */
  readonly tipo_horas: string
  readonly dias: number
  readonly horas: number
  readonly importe: string
}

interface IncapacityToStamp {
  readonly folio: string | null
  /** Key of `TipoIncapacidad`. */
  readonly tipo: string
  /** Of the period. */
  readonly dias: number
  /** Null: the lines say it. */
  readonly importe: string | null
}

/** All that the CFDI of a receipt tells of it; what is null is said by no record. Catalogs are told by their keys. */
export interface ReceiptToStamp {
  readonly id: string
  readonly folio: string
  readonly estado: string
  readonly nomina: string
  readonly nomina_folio: string
  readonly nomina_estado: string
  readonly cfdi: string | null
  readonly cfdi_estado: string | null
  readonly cfdi_uuid: string | null
  readonly cfdi_rfc_receptor: string | null
  /** Of what it says. */
  readonly cfdi_huella: string | null
  /** The CFDI that is to take the place of `cfdi`, on its way or refused. */
  readonly sustituto: string | null
  readonly sustituto_estado: string | null
  readonly tipo_nomina: string
  readonly origen_recurso: string | null
  readonly fecha_pago: string
  readonly fecha_inicio: string
  readonly fecha_fin: string
  readonly periodicidad: string
  readonly dias_pagados: string
  readonly salario_diario: string
  readonly salario_base_cotizacion: string | null
  readonly subsidio_causado: string | null
  readonly empresa_rfc: string
  readonly empresa_curp: string | null
  readonly numero: string
  readonly nombre: string
  readonly rfc: string | null
  readonly curp: string | null
  readonly nss: string | null
  readonly codigo_postal: string | null
  readonly fecha_alta: string
  readonly fecha_baja: string | null
  readonly tipo_contrato: string | null
  readonly regimen: string | null
  readonly jornada: string | null
  readonly registro_patronal: string | null
  readonly departamento: string | null
  readonly puesto: string | null
  readonly sindicalizado: boolean
  readonly riesgo: string | null
  /** Where the registration is, else where the company is. */
  readonly estado_trabajo: string | null
  readonly clabe: string | null
  readonly numero_cuenta: string | null
  readonly banco: string | null
  readonly partidas: readonly LineToStamp[]
  readonly horas_extra: readonly OvertimeToStamp[]
  /** On how many days of the period overtime was noted. */
  readonly dias_horas_extra: number
  readonly incapacidades: readonly IncapacityToStamp[]
}

/** Receipts as their CFDI tell them, by id. */
export async function findReceiptsToStamp(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReceiptToStamp>> {
  if (ids.length === 0) return new Map()
  const [rows, lines, overtime, incapacities] = await Promise.all([
    findHeads(tx, empresa, ids),
    findLines(tx, empresa, ids),
    findOvertime(tx, empresa, ids),
    findIncapacities(tx, empresa, ids),
  ])
  const linesOf = Map.groupBy(lines, ({ recibo }) => recibo)
  const overtimeOf = Map.groupBy(overtime, ({ recibo }) => recibo)
  const incapacitiesOf = Map.groupBy(incapacities, ({ recibo }) => recibo)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...row,
        partidas: linesOf.get(row.id) ?? [],
        horas_extra: overtimeOf.get(row.id) ?? [],
        incapacidades: incapacitiesOf.get(row.id) ?? [],
      },
    ]),
  )
}

type Head = Omit<ReceiptToStamp, 'partidas' | 'horas_extra' | 'incapacidades'>
interface OfReceipt {
  readonly recibo: string
}

// One statement of what stands in twenty tables: its lines are as many as its columns.
// oxlint-disable-next-line max-lines-per-function
async function findHeads(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<readonly Head[]> {
  return await tx.query<Head>(
    sql`select r.id::text as id, r.folio, r.estado, n.id::text as nomina, n.folio as nomina_folio,
            n.estado as nomina_estado, r.cfdi::text as cfdi, f.estado as cfdi_estado, f.uuid::text as cfdi_uuid,
            f.rfc_receptor as cfdi_rfc_receptor, r.cfdi_huella,
            r.cfdi_sustituto::text as sustituto, x.estado as sustituto_estado,
            tn.clave as tipo_nomina, o.clave as origen_recurso, n.fecha_pago::text as fecha_pago,
            p.fecha_inicio::text as fecha_inicio, p.fecha_fin::text as fecha_fin, pp.clave as periodicidad,
            r.dias_pagados::text as dias_pagados, r.salario_diario::text as salario_diario,
            r.salario_base_cotizacion::text as salario_base_cotizacion, r.subsidio_causado::text as subsidio_causado,
            c.rfc as empresa_rfc, c.curp as empresa_curp,
            e.numero, concat_ws(' ', a.nombre, a.apellidos) as nombre, a.rfc, a.curp, a.nss,
            coalesce(cf.clave, cd.clave) as codigo_postal, e.fecha_alta::text as fecha_alta,
            e.fecha_baja::text as fecha_baja, tc.clave as tipo_contrato, tr.clave as regimen, tj.clave as jornada,
            rp.numero as registro_patronal, d.nombre as departamento, u.nombre as puesto,
            coalesce(u.es_sindicalizado, false) as sindicalizado,
            coalesce(rg.clave, case k.clave when 'I' then '1' when 'II' then '2' when 'III' then '3' when 'IV' then '4'
              when 'V' then '5' end) as riesgo,
            coalesce(es.clave, ep.clave, cs.clave, cp.clave) as estado_trabajo,
            q.clabe, q.numero_cuenta, b.clave as banco,
            (select count(distinct i.fecha)::int from incidencia_nomina i where i.empresa_id = ${empresa}::int8
              and i.empleado = e.id and i.periodo = p.id and i.tipo = 'hora_extra'
              and i.estado is distinct from 'cancelada') as dias_horas_extra
          from recibo_nomina r
          join nomina n on n.empresa_id = ${empresa}::int8 and n.id = r.nomina
          join periodo_nomina p on p.empresa_id = ${empresa}::int8 and p.id = n.periodo
          join grupo_nomina g on g.empresa_id = ${empresa}::int8 and g.id = p.grupo
          join periodicidad_pago pp on pp.id = g.periodicidad
          join tipo_nomina tn on tn.id = n.tipo
          join empresa c on c.empresa_id = ${empresa}::int8 and c.id = ${empresa}::int8
          join empleado e on e.empresa_id = ${empresa}::int8 and e.id = r.empleado
          join asociado a on a.empresa_id = ${empresa}::int8 and a.id = e.asociado
          left join origen_recurso o on o.id = n.origen_recurso
          left join cfdi f on f.empresa_id = ${empresa}::int8 and f.id = r.cfdi
          left join cfdi x on x.empresa_id = ${empresa}::int8 and x.id = r.cfdi_sustituto
          left join ficha_personal h on h.empresa_id = ${empresa}::int8 and h.asociado = a.id
          left join codigo_postal cf on cf.id = h.codigo_postal_fiscal
          left join direccion dh on dh.empresa_id = ${empresa}::int8 and dh.id = h.domicilio
          left join codigo_postal cd on cd.id = dh.codigo_postal
          left join tipo_contrato tc on tc.id = e.tipo_contrato
          left join tipo_regimen_nomina tr on tr.id = e.regimen
          left join tipo_jornada tj on tj.id = e.jornada
          left join puesto u on u.empresa_id = ${empresa}::int8 and u.id = a.puesto
          left join riesgo_puesto rg on rg.id = u.riesgo
          left join departamento d on d.empresa_id = ${empresa}::int8 and d.id = coalesce(a.departamento, u.departamento)
          left join registro_patronal rp on rp.empresa_id = ${empresa}::int8 and rp.id = e.registro_patronal
          left join clase_riesgo_imss k on k.id = rp.clase
          left join direccion dr on dr.empresa_id = ${empresa}::int8 and dr.id = rp.domicilio
          left join estado es on es.id = dr.estado
          left join codigo_postal pr on pr.id = dr.codigo_postal
          left join estado ep on ep.id = pr.estado
          left join direccion dc on dc.empresa_id = ${empresa}::int8 and dc.id = c.domicilio_fiscal
          left join estado cs on cs.id = dc.estado
          left join codigo_postal pc on pc.id = dc.codigo_postal
          left join estado cp on cp.id = pc.estado
          left join lateral (
            select y.clabe, y.numero_cuenta, y.banco from cuenta_nomina_empleado y
            where y.empresa_id = ${empresa}::int8 and y.empleado = e.id and y.uso = 'sueldo' and coalesce(y.activo, true)
              and (y.inicio_vigencia is null or y.inicio_vigencia <= n.fecha_pago)
            order by coalesce(y.es_principal, false) desc, y.id limit 1) q on true
          left join banco b on b.id = q.banco
          where r.empresa_id = ${empresa}::int8 and r.id = any(${ids}::int8[])
          order by r.id`,
  )
}

async function findLines(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<readonly (LineToStamp & OfReceipt)[]> {
  return await tx.query<LineToStamp & OfReceipt>(
    sql`select l.recibo::text as recibo, l.id::text as id, l.partida, c.clave, c.nombre, c.tipo, c.calculo,
            coalesce(p.clave, d.clave, o.clave) as sat, l.cantidad::text as cantidad,
            l.importe_exento::text as importe_exento, l.importe::text as importe, l.referencia
          from recibo_nomina_concepto l
          join concepto_nomina c on c.empresa_id = ${empresa}::int8 and c.id = l.concepto
          left join tipo_percepcion p on p.id = c.tipo_percepcion
          left join tipo_deduccion d on d.id = c.tipo_deduccion
          left join tipo_otro_pago o on o.id = c.tipo_otro_pago
          where l.empresa_id = ${empresa}::int8 and l.recibo = any(${ids}::int8[])
          order by l.recibo, l.partida, l.id`,
  )
}

async function findOvertime(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<readonly (OvertimeToStamp & OfReceipt)[]> {
  return await tx.query<OvertimeToStamp & OfReceipt>(
    sql`select h.recibo::text as recibo, h.renglon::text as renglon, t.clave as tipo_horas, h.dias::int as dias,
            h.horas::int as horas, h.importe_pagado::text as importe
          from recibo_nomina_hora_extra h
          join tipo_horas t on t.id = h.tipo_horas
          where h.empresa_id = ${empresa}::int8 and h.recibo = any(${ids}::int8[])
          order by h.recibo, h.id`,
  )
}

/** Those that somebody wrote into a receipt; where he wrote none, the certificates with days in the period. */
async function findIncapacities(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<readonly (IncapacityToStamp & OfReceipt)[]> {
  return await tx.query<IncapacityToStamp & OfReceipt>(
    sql`select w.recibo::text as recibo, i.folio, t.clave as tipo, w.dias::int as dias, w.importe::text as importe
          from recibo_nomina_incapacidad w
          join tipo_incapacidad t on t.id = w.tipo
          left join incapacidad i on i.empresa_id = ${empresa}::int8 and i.id = w.incapacidad
          where w.empresa_id = ${empresa}::int8 and w.recibo = any(${ids}::int8[])
          union all
          select r.id::text, i.folio, t.clave,
            least(i.fecha_fin, p.fecha_fin) - greatest(i.fecha_inicio, p.fecha_inicio) + 1, null
          from recibo_nomina r
          join nomina n on n.empresa_id = ${empresa}::int8 and n.id = r.nomina
          join periodo_nomina p on p.empresa_id = ${empresa}::int8 and p.id = n.periodo
          join incapacidad i on i.empresa_id = ${empresa}::int8 and i.empleado = r.empleado
            and i.estado in ('registrada', 'aplicada') and i.fecha_inicio <= p.fecha_fin
            and i.fecha_fin >= p.fecha_inicio
          join tipo_incapacidad t on t.id = i.tipo
          where r.empresa_id = ${empresa}::int8 and r.id = any(${ids}::int8[])
            and not exists (select from recibo_nomina_incapacidad w
              where w.empresa_id = ${empresa}::int8 and w.recibo = r.id)
          order by 1, 2, 3`,
  )
}
