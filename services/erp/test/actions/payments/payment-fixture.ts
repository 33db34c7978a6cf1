import assert from 'node:assert/strict'

import { sql, trusted } from '@oficina/kit/sql.ts'
import type { HttpClient } from '@oficina/testkit/http-client.ts'
import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'

import type { ErpTest } from '../../erp-service.ts'
import { API } from '../purchase-fixture.ts'

/** An invoice as tests say it: 16 % of VAT on what it adds up to, in pesos, unless they say otherwise. */
interface InvoiceOf {
  readonly neto: string
  readonly iva?: string
  readonly ieps?: string
  readonly more?: object
  /** Nobody has authorized it. */
  readonly isDraft?: true
}

/** A company that owes, with two suppliers, two currencies and an account in each. */
export interface Paying {
  readonly client: HttpClient
  readonly peso: number
  readonly dollar: number
  readonly proveedor: number
  readonly otro: number
  readonly banco: number
  readonly dolares: number
  readonly transferencia: number
  readonly efectivo: number
  readonly create: (model: string, body: object) => Promise<number>
  read(model: string, id: number): Promise<Record<string, unknown>>
  act(model: string, action: string, ids: readonly number[], inputs?: object): Promise<TestAnswer>
  /** An invoice that may be paid. */
  invoice(of: InvoiceOf): Promise<number>
  /** A draft of a payment with its lines. */
  payment(importe: string, lines: readonly object[], more?: object): Promise<number>
  /** `[estado, saldo]` of invoices. */
  left(...ids: readonly number[]): Promise<readonly (readonly [string, number])[]>
  /** The id of a record of a catalog that the installation has. */
  catalog(table: string, clave: string): Promise<number>
}

/** What an entry debits and credits, by the key of the account, in pesos. */
export type Sides = Readonly<Record<string, readonly [number, number]>>

export async function paying(erp: ErpTest, client: HttpClient): Promise<Paying> {
  const counter = { next: 0 }
  const create = async (model: string, body: object): Promise<number> => {
    const answer = await client.post(`${API}/${model}`, body)
    assert.equal(answer.status, 201, `${model}: ${answer.text}`)
    return answer.json.data.id
  }
  const catalog = (table: string, clave: string) => catalogId(erp, table, clave)
  // The company that the client is of, which need not be the file's.
  const { id: empresa } = (await client.get(`${API}/auth/me`)).json.data.empresa
  const peso = await catalog('moneda', 'MXN')
  const dollar = await catalog('moneda', 'USD')
  const [iva, ieps, tasa] = await Promise.all([
    catalog('impuesto', '002'),
    catalog('impuesto', '003'),
    catalog('tipo_factor', 'Tasa'),
  ])
  const supplier = (clave: string, rfc: string) =>
    create('Proveedor', {
      clave,
      razon_social: `Proveedor ${clave}, S.A.`,
      rfc,
      correo: `${clave.toLowerCase()}@proveedores.example`,
      estado: 'activo',
    })
  const proveedor = await supplier('P1', 'ANO010101AB1')
  const otro = await supplier('P2', 'BNO010101AB1')
  const account = (clave: string, moneda: number, more: object = {}) =>
    bankAccount(erp, { create, catalog, clave, moneda, more })
  const banco = await account('BMX', peso)
  const dolares = await account('BUS', dollar)
  const form = async (clave: string, sat: string) =>
    create('FormaPago', {
      clave,
      nombre: clave,
      forma_pago_sat: await catalog('forma_pago_sat', sat),
      cuenta_bancaria: banco,
      activo: true,
    })
  const transferencia = await form('TRANS', '03')
  const efectivo = await form('EFE', '01')
  await create('TipoCambio', {
    moneda: dollar,
    fecha: '2026-03-01',
    fuente: 'interno',
    tipo_cambio: '18',
  })
  const invoice: Paying['invoice'] = async ({
    neto,
    iva: own,
    ieps: other,
    more = {},
    isDraft,
  }) => {
    counter.next += 1
    const vat = own ?? (Number(neto) * 0.16).toFixed(2)
    const taxes = [
      { impuesto: iva, tasa: '0.16', importe: vat },
      ...(other === undefined ? [] : [{ impuesto: ieps, tasa: '0.08', importe: other }]),
    ].filter(({ importe }) => Number(importe) > 0)
    const id = await create('CuentaPorPagar', {
      proveedor,
      tipo: 'factura',
      numero_factura: `F-${counter.next}`,
      fecha: '2026-02-10',
      vencimiento: '2026-03-12',
      moneda: peso,
      partidas: [
        {
          descripcion: 'Lámina',
          importe: neto,
          impuestos: (Number(vat) + Number(other ?? 0)).toFixed(2),
        },
      ],
      desglose: taxes.map((tax) => ({ ...tax, tipo: 'traslado', factor: tasa, base: neto })),
      ...more,
    })
    if (isDraft !== true) await owe(erp, empresa, id)
    return id
  }
  const payment: Paying['payment'] = (importe, lines, more = {}) =>
    create('PagoProveedor', {
      fecha: '2026-03-02',
      proveedor,
      forma_pago: transferencia,
      cuenta_bancaria: banco,
      moneda: peso,
      importe,
      aplicaciones: lines,
      ...more,
    })
  const read = async (model: string, id: number) =>
    (await client.get(`${API}/${model}/${id}`)).json.data
  return {
    client,
    peso,
    dollar,
    proveedor,
    otro,
    banco,
    dolares,
    transferencia,
    efectivo,
    create,
    read,
    act: (model, action, ids, inputs = {}) =>
      client.post(`${API}/${model}/actions/${action}`, { ids, ...inputs }),
    invoice,
    payment,
    left: async (...ids) => {
      const rows = await Promise.all(ids.map((id) => read('CuentaPorPagar', id)))
      return rows.map(({ estado, saldo }) => [String(estado), Number(saldo)] as const)
    },
    catalog,
  }
}

/** As an invoice is after it was authorized, without the XML that this needs. */
async function owe(erp: ErpTest, empresa: number, id: number): Promise<void> {
  await erp.asOwner.transaction((tx) =>
    tx.execute(sql`update public.cuenta_por_pagar set estado = 'autorizada'
      where empresa_id = ${empresa} and id = ${id}`),
  )
}

async function catalogId(erp: ErpTest, table: string, clave: string): Promise<number> {
  const [row] = await erp.owner.query<{ id: number }>(
    sql`select id from public.${trusted(table)} where clave = ${clave}`,
  )
  assert.ok(row, `${table} ${clave}`)
  return row.id
}

async function bankAccount(
  erp: ErpTest,
  of: {
    readonly create: Paying['create']
    readonly catalog: Paying['catalog']
    readonly clave: string
    readonly moneda: number
    readonly more: object
  },
): Promise<number> {
  const [nature] = await erp.owner.query<{ id: number }>(
    sql`select id from public.naturaleza_cuenta where clave = 'D'`,
  )
  const [banco] = await erp.owner.query<{ id: number }>(
    sql`select id from public.banco order by id limit 1`,
  )
  const [tipo] = await erp.owner.query<{ id: number }>(
    sql`select id from public.tipo_cuenta_bancaria order by id limit 1`,
  )
  const cuenta_contable = await of.create('CuentaContable', {
    clave: `102-${of.clave}`,
    nombre: of.clave,
    nivel: 2,
    naturaleza: nature?.id,
    tipo: 'activo',
    acepta_movimientos: true,
    activo: true,
  })
  return await of.create('CuentaBancaria', {
    clave: of.clave,
    nombre: of.clave,
    banco: banco?.id,
    tipo: tipo?.id,
    numero_cuenta: `000${of.clave}`,
    moneda: of.moneda,
    cuenta_contable,
    activo: true,
    ...of.more,
  })
}

/** What the entries of a document debit and credit, those that take them back included. */
export async function booked(erp: ErpTest, model: string, id: number): Promise<Sides> {
  const rows = await erp.owner.query<{ clave: string; cargo: number; abono: number }>(sql`
    select c.clave, sum(l.cargo)::float8 as cargo, sum(l.abono)::float8 as abono
    from public.poliza p join public.poliza_partida l on l.empresa_id = p.empresa_id and l.poliza = p.id
    join public.cuenta_contable c on c.empresa_id = p.empresa_id and c.id = l.cuenta_contable
    join public.modelo_sistema m on m.id = p.modelo and m.nombre = ${model}
    where p.empresa_id = ${erp.empresaId} and p.registro = ${String(id)}
    group by c.clave order by c.clave`)
  return Object.fromEntries(rows.map(({ clave, cargo, abono }) => [clave, [cargo, abono]]))
}

const PASSWORD = 'secreto-de-prueba'

/** Somebody with some rights, each up to an amount; null: any. */
export async function permitted(
  erp: ErpTest,
  { create }: Pick<Paying, 'create'>,
  of: { readonly usuario: string; readonly rights: Readonly<Record<string, string | null>> },
): Promise<HttpClient> {
  const { usuario } = of
  const perfil = await create('Perfil', { clave: usuario, nombre: usuario })
  for (const [clave, limit] of Object.entries(of.rights)) {
    await create('PerfilPermiso', {
      perfil,
      permiso: await catalogId(erp, 'permiso_sistema', clave),
      concedido: true,
      ...(limit === null ? {} : { limite_importe: limit }),
    })
  }
  const id = await create('Usuario', {
    usuario,
    nombre: usuario,
    password: PASSWORD,
    correo: `${usuario}@empresa.example`,
    estado: 'activo',
  })
  await create('UsuarioPerfil', { usuario: id, perfil, inicio_vigencia: '2026-01-01' })
  return await erp.logIn(usuario, PASSWORD)
}

/** An account of a supplier, which somebody else than who entered it validates; null: nobody has. */
export async function payeeAccount(
  { client, create, peso }: Pick<Paying, 'client' | 'create' | 'peso'>,
  of: { readonly proveedor: number; readonly by: HttpClient | null },
): Promise<number> {
  const [banco] = (await client.get(`${API}/Banco?per_page=1`)).json.data
  const id = await create('ProveedorCuentaBancaria', {
    proveedor: of.proveedor,
    banco: banco.id,
    moneda: peso,
    titular: 'X',
  })
  if (of.by === null) return id
  const answer = await of.by.post(`${API}/ProveedorCuentaBancaria/${id}/actions/validar_cuenta`, {})
  assert.equal(answer.status, 200, answer.text)
  return id
}

/** The only error of a call on one record, and the field that it names. */
export function problem(answer: {
  json: { data: { results: readonly { errors: readonly object[] }[] } }
}) {
  const [error] = answer.json.data.results[0]?.errors ?? []
  return error as { code: string; field?: string; message: string; [name: string]: unknown }
}
