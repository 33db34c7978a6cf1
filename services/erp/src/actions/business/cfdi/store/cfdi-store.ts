import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A Cfdi that this service issues, references by their keys in the SAT's catalogs. */
export interface NewCfdi {
  readonly id: string
  readonly tipo: string
  readonly serie: string | undefined
  readonly folio: string | undefined
  readonly rfc_emisor: string
  readonly nombre_emisor: string
  readonly rfc_receptor: string
  readonly nombre_receptor: string
  readonly uso: string
  readonly metodo_pago: string | undefined
  readonly forma_pago: string | undefined
  readonly moneda: string
  readonly tipo_cambio: string
  readonly subtotal: string
  readonly descuento: string
  readonly traslados: string
  readonly retenciones: string
  readonly total: string
  readonly exportacion: string
  readonly lugar: string
  readonly regimen_emisor: string
  readonly regimen_receptor: string
  readonly cp_receptor: string
  readonly residencia: string | undefined
  readonly identidad: string | undefined
  readonly condiciones: string | undefined
  readonly periodicidad: string | undefined
  readonly mes: string | undefined
  readonly anio: string | undefined
  readonly certificado: string
}

/** Those that the PAC refused are written anew under their ids. */
export async function writeCfdis(
  tx: Tx,
  empresa: EmpresaId,
  { rows, now }: { readonly rows: readonly NewCfdi[]; readonly now: string },
): Promise<void> {
  await tx.execute(
    sql`insert into cfdi (empresa_id, id, creado_en, modificado_en, sentido, version_cfdi, tipo, serie, folio, fecha,
            rfc_emisor, nombre_emisor, rfc_receptor, nombre_receptor, uso, metodo_pago, forma_pago, moneda, tipo_cambio,
            subtotal, descuento, traslados, retenciones, total, exportacion, lugar_expedicion, regimen_emisor,
            regimen_receptor, codigo_postal_receptor, residencia_fiscal, identidad_tributaria, condiciones_pago,
            periodicidad, mes_global, anio_global, numero_certificado, estado)
          select ${empresa}::int8, n.id, ${now}::timestamptz, ${now}::timestamptz, 'emitido', '4.0',
            (select id from tipo_comprobante where clave = n.tipo), n.serie, n.folio, ${now}::timestamptz,
            n.rfc_emisor, n.nombre_emisor, n.rfc_receptor, n.nombre_receptor,
            (select id from uso_cfdi where clave = n.uso), (select id from metodo_pago where clave = n.metodo_pago),
            (select id from forma_pago_sat where clave = n.forma_pago), (select id from moneda where clave = n.moneda),
            n.tipo_cambio, n.subtotal, n.descuento, n.traslados, n.retenciones, n.total,
            (select id from exportacion where clave = n.exportacion), (select id from codigo_postal where clave = n.lugar),
            (select id from regimen_fiscal where clave = n.regimen_emisor),
            (select id from regimen_fiscal where clave = n.regimen_receptor),
            (select id from codigo_postal where clave = n.cp_receptor),
            (select id from pais where clave = n.residencia), n.identidad, n.condiciones,
            (select id from periodicidad_global where clave = n.periodicidad),
            (select id from mes_sat where clave = n.mes), n.anio, n.certificado, 'por_timbrar'
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id int8, tipo text, serie text, folio text,
            rfc_emisor text, nombre_emisor text, rfc_receptor text, nombre_receptor text, uso text, metodo_pago text,
            forma_pago text, moneda text, tipo_cambio numeric, subtotal numeric, descuento numeric, traslados numeric,
            retenciones numeric, total numeric, exportacion text, lugar text, regimen_emisor text, regimen_receptor text,
            cp_receptor text, residencia text, identidad text, condiciones text, periodicidad text, mes text, anio int8,
            certificado text)
          on conflict (empresa_id, id) do update set modificado_en = excluded.modificado_en, version = cfdi.version + 1,
            fecha = excluded.fecha, rfc_emisor = excluded.rfc_emisor, nombre_emisor = excluded.nombre_emisor,
            rfc_receptor = excluded.rfc_receptor, nombre_receptor = excluded.nombre_receptor, uso = excluded.uso,
            metodo_pago = excluded.metodo_pago, forma_pago = excluded.forma_pago, moneda = excluded.moneda,
            tipo_cambio = excluded.tipo_cambio, subtotal = excluded.subtotal, descuento = excluded.descuento,
            traslados = excluded.traslados, retenciones = excluded.retenciones, total = excluded.total,
            exportacion = excluded.exportacion, lugar_expedicion = excluded.lugar_expedicion,
            regimen_emisor = excluded.regimen_emisor, regimen_receptor = excluded.regimen_receptor,
            codigo_postal_receptor = excluded.codigo_postal_receptor, residencia_fiscal = excluded.residencia_fiscal,
            identidad_tributaria = excluded.identidad_tributaria, condiciones_pago = excluded.condiciones_pago,
            periodicidad = excluded.periodicidad, mes_global = excluded.mes_global, anio_global = excluded.anio_global,
            numero_certificado = excluded.numero_certificado, estado = excluded.estado`,
  )
}

export interface NewConcepto {
  readonly id: number
  readonly cfdi: string
  readonly partida: number
  readonly clave_prod_serv: string
  readonly numero_identificacion: string | undefined
  readonly cantidad: string
  readonly clave_unidad: string
  readonly unidad: string | undefined
  readonly descripcion: string
  readonly valor_unitario: string
  readonly importe: string
  readonly descuento: string | undefined
  readonly objeto_impuesto: string
}

export interface NewImpuesto {
  readonly id: number
  readonly cfdi: string
  readonly concepto: number
  readonly impuesto: string
  readonly tipo: 'traslado' | 'retencion'
  readonly factor: string
  readonly tasa: string | undefined
  readonly base: string
  readonly importe: string
}

export interface NewRelation {
  readonly id: number
  readonly cfdi: string
  readonly tipo_relacion: string
  readonly uuid: string
}

/** Lines, their taxes and relations, in the place of those that the same CFDI had before. */
export async function writeCfdiLines(
  tx: Tx,
  empresa: EmpresaId,
  of: {
    readonly rewritten: readonly string[]
    readonly conceptos: readonly NewConcepto[]
    readonly impuestos: readonly NewImpuesto[]
    readonly relaciones: readonly NewRelation[]
    readonly now: string
  },
): Promise<void> {
  if (of.rewritten.length > 0) {
    await tx.execute(
      sql`delete from cfdi_impuesto where empresa_id = ${empresa}::int8 and cfdi = any(${of.rewritten}::int8[])`,
    )
    await tx.execute(
      sql`delete from cfdi_concepto where empresa_id = ${empresa}::int8 and cfdi = any(${of.rewritten}::int8[])`,
    )
    await tx.execute(
      sql`delete from cfdi_relacionado where empresa_id = ${empresa}::int8 and cfdi = any(${of.rewritten}::int8[])`,
    )
  }
  await tx.execute(
    sql`insert into cfdi_concepto (empresa_id, id, creado_en, modificado_en, cfdi, partida, clave_prod_serv,
            numero_identificacion, cantidad, clave_unidad, unidad, descripcion, valor_unitario, importe, descuento,
            objeto_impuesto)
          select ${empresa}::int8, n.id, ${of.now}::timestamptz, ${of.now}::timestamptz, n.cfdi, n.partida, p.id,
            n.numero_identificacion, n.cantidad, u.id, n.unidad, n.descripcion, n.valor_unitario, n.importe,
            n.descuento, o.id
          from jsonb_to_recordset(${JSON.stringify(of.conceptos)}::jsonb) as n(id int8, cfdi int8, partida int8,
            clave_prod_serv text, numero_identificacion text, cantidad numeric, clave_unidad text, unidad text,
            descripcion text, valor_unitario numeric, importe numeric, descuento numeric, objeto_impuesto text)
          left join clave_prod_serv p on p.clave = n.clave_prod_serv
          left join clave_unidad u on u.clave = n.clave_unidad
          left join objeto_impuesto o on o.clave = n.objeto_impuesto`,
  )
  await insertTaxes(tx, empresa, of)
  if (of.relaciones.length === 0) return
  await tx.execute(
    sql`insert into cfdi_relacionado (empresa_id, id, creado_en, modificado_en, cfdi, tipo_relacion, relacionado,
            uuid_relacionado)
          select ${empresa}::int8, n.id, ${of.now}::timestamptz, ${of.now}::timestamptz, n.cfdi, t.id,
            (select c.id from cfdi c where c.empresa_id = ${empresa}::int8 and c.uuid = n.uuid), n.uuid
          from jsonb_to_recordset(${JSON.stringify(of.relaciones)}::jsonb)
            as n(id int8, cfdi int8, tipo_relacion text, uuid text)
          join tipo_relacion_cfdi t on t.clave = n.tipo_relacion`,
  )
}

async function insertTaxes(
  tx: Tx,
  empresa: EmpresaId,
  { impuestos, now }: { readonly impuestos: readonly NewImpuesto[]; readonly now: string },
): Promise<void> {
  if (impuestos.length === 0) return
  await tx.execute(
    sql`insert into cfdi_impuesto (empresa_id, id, creado_en, modificado_en, cfdi, concepto, impuesto, tipo, factor, tasa,
            base, importe)
          select ${empresa}::int8, n.id, ${now}::timestamptz, ${now}::timestamptz, n.cfdi, n.concepto, i.id, n.tipo, f.id,
            n.tasa, n.base, n.importe
          from jsonb_to_recordset(${JSON.stringify(impuestos)}::jsonb) as n(id int8, cfdi int8, concepto int8,
            impuesto text, tipo text, factor text, tasa numeric, base numeric, importe numeric)
          join impuesto i on i.clave = n.impuesto join tipo_factor f on f.clave = n.factor`,
  )
}

/** Serie and Folio of CFDI that the PAC refused, locked in the order of their ids. */
export async function lockRefusedCfdis(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly serie: string; readonly folio: string }>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.query<{ id: string; serie: string; folio: string }>(
    sql`select c.id::text as id, c.serie, c.folio from cfdi c
          where c.empresa_id = ${empresa}::int8 and c.id = any(${ids}::int8[]) and c.estado = 'rechazado'
          order by c.id for update`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** What a stamp says of a CFDI. */
export interface CfdiStamp {
  readonly id: string
  readonly uuid: string
  readonly fecha_timbrado: string
  readonly certificado_sat: string
  readonly rfc_certificador: string
  /** The Adjunto of its XML. */
  readonly xml: number
}

export async function stampCfdis(
  tx: Tx,
  empresa: EmpresaId,
  { stamps, now }: { readonly stamps: readonly CfdiStamp[]; readonly now: string },
): Promise<void> {
  await tx.execute(
    sql`update cfdi c set uuid = n.uuid, fecha_timbrado = n.fecha_timbrado, numero_certificado_sat = n.certificado_sat,
            rfc_certificador = n.rfc_certificador, xml = n.xml, estado = 'vigente',
            estatus_sat = (select id from estatus_cfdi_sat where clave = 'vigente'),
            modificado_en = ${now}::timestamptz, version = c.version + 1
          from jsonb_to_recordset(${JSON.stringify(stamps)}::jsonb) as n(id int8, uuid text, fecha_timbrado timestamptz,
            certificado_sat text, rfc_certificador text, xml int8)
          where c.empresa_id = ${empresa}::int8 and c.id = n.id`,
  )
}

export async function changeCfdis(
  tx: Tx,
  empresa: EmpresaId,
  of: { readonly ids: readonly string[]; readonly estado: string; readonly now: string },
): Promise<void> {
  if (of.ids.length === 0) return
  await tx.execute(
    sql`update cfdi set estado = ${of.estado}, modificado_en = ${of.now}::timestamptz, version = version + 1,
            estatus_sat = case when ${of.estado} = 'cancelado'
              then (select id from estatus_cfdi_sat where clave = 'cancelado') else estatus_sat end
          where empresa_id = ${empresa}::int8 and id = any(${of.ids}::int8[])`,
  )
}

/** What was asked of the PAC and what it said, for those who look. */
export interface StampingNote {
  readonly id: number
  readonly cfdi: string
  readonly operacion: 'timbrado' | 'cancelacion' | 'consulta'
  readonly codigo: string | null
  readonly mensaje: string | null
  readonly milisegundos: number | null
  readonly exitoso: boolean
}

export async function insertStampingNotes(
  tx: Tx,
  empresa: EmpresaId,
  { notes, now }: { readonly notes: readonly StampingNote[]; readonly now: string },
): Promise<void> {
  if (notes.length === 0) return
  await tx.execute(
    sql`insert into bitacora_timbrado (empresa_id, id, creado_en, modificado_en, fecha, cfdi, contrato, operacion, codigo,
            mensaje, milisegundos, exitoso)
          select ${empresa}::int8, n.id, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz, n.cfdi,
            (select p.id from contrato_pac p where p.empresa_id = ${empresa}::int8 and p.activo
              order by coalesce(p.es_predeterminado, false) desc, p.id limit 1),
            n.operacion, left(n.codigo, 20), left(n.mensaje, 500), n.milisegundos, n.exitoso
          from jsonb_to_recordset(${JSON.stringify(notes)}::jsonb) as n(id int8, cfdi int8, operacion text, codigo text,
            mensaje text, milisegundos int8, exitoso boolean)`,
  )
}

/** Takes stamps from what the contract with the PAC has: that of the notes. */
export async function countStamps(
  tx: Tx,
  empresa: EmpresaId,
  { count, now }: { readonly count: number; readonly now: string },
): Promise<void> {
  await tx.execute(
    sql`update contrato_pac c set timbres_usados = coalesce(c.timbres_usados, 0) + ${count}::int8,
            modificado_en = ${now}::timestamptz, version = c.version + 1
          where c.empresa_id = ${empresa}::int8 and c.id = (select p.id from contrato_pac p
            where p.empresa_id = ${empresa}::int8 and p.activo
            order by coalesce(p.es_predeterminado, false) desc, p.id limit 1)`,
  )
}
