import assert from 'node:assert/strict'

import { sql } from '@oficina/kit/sql.ts'
import type { HttpClient } from '@oficina/testkit/http-client.ts'
import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'

import type { ErpTest } from '../../erp-service.ts'
import { customer } from '../cash/cash-fixture.ts'
import { API } from '../purchase-fixture.ts'
import { warehousing, type Warehousing } from '../stock-fixture.ts'
import { treasury, type Treasury } from '../treasury/treasury-fixture.ts'

/** A company that is about to begin: it has its catalogs, and nothing in its books. */
export interface OpeningCompany {
  readonly here: Treasury
  readonly stock: Warehousing
  readonly cliente: number
  readonly almacen: number
  readonly articulo: number
  readonly clave: { readonly articulo: string; readonly almacen: string }
  /** The bank accounts B-MXN and B-USD are on 102-01. */
  readonly banco: number
  load(body: object, client?: HttpClient): Promise<TestAnswer>
  takeBack(motivo?: string): Promise<TestAnswer>
  upload(name: string, bytes: string | Uint8Array<ArrayBuffer>): Promise<number>
  /** What accounts hold, debits less credits, by key; those at zero are left out. */
  balances(): Promise<Readonly<Record<string, number>>>
}

export async function openingCompany(erp: ErpTest): Promise<OpeningCompany> {
  const here = await treasury(erp)
  const stock = await warehousing(erp, erp.admin)
  const cliente = await customer(erp, here.create, 'C1')
  const almacen = await stock.warehouse()
  const articulo = await stock.article('PROM')
  const bank = await here.read('CuentaBancaria', here.banco)
  const [account] = (await erp.admin.get(`${API}/CuentaContable?clave=102-01`)).json.data
  const bankAccount = (clave: string, moneda: number) =>
    here.create('CuentaBancaria', {
      clave,
      nombre: clave,
      banco: bank['banco'],
      tipo: bank['tipo'],
      numero_cuenta: `9${clave}`,
      moneda,
      cuenta_contable: account.id,
      activo: true,
    })
  const banco = await bankAccount('B-MXN', here.peso)
  await bankAccount('B-USD', here.dollar)
  const company = `${API}/Empresa/${erp.empresaId}`
  return {
    here,
    stock,
    cliente,
    almacen,
    articulo,
    banco,
    clave: {
      articulo: String((await here.read('Articulo', articulo))['clave']),
      almacen: String((await here.read('Almacen', almacen))['clave']),
    },
    load: (body, client = erp.admin) =>
      client.post(`${company}/actions/cargar_saldos_iniciales`, body),
    takeBack: (motivo = 'Se capturaron mal') =>
      erp.admin.post(`${company}/actions/revertir_saldos_iniciales`, { motivo }),
    upload: async (name, bytes) => {
      const form = new FormData()
      form.set('archivo', new File([bytes], name))
      const sent = await erp.admin.post(`${company}/adjuntos`, form)
      assert.equal(sent.status, 201, sent.text)
      return sent.json.data.id
    },
    balances: async () => {
      const rows = await erp.owner.query<{ clave: string; saldo: number }>(sql`
        select c.clave, sum(l.cargo - l.abono)::float8 as saldo
        from public.poliza p
        join public.poliza_partida l on l.empresa_id = p.empresa_id and l.poliza = p.id
        join public.cuenta_contable c on c.empresa_id = p.empresa_id and c.id = l.cuenta_contable
        where p.empresa_id = ${erp.empresaId} and p.estado in ('aplicada', 'reversada')
        group by c.clave having sum(l.cargo - l.abono) <> 0 order by c.clave`)
      return Object.fromEntries(rows.map(({ clave, saldo }) => [clave, saldo]))
    },
  }
}

/** Everything that a small company brings along, of which debits and credits meet. */
export function wholeOpening({ clave }: Pick<OpeningCompany, 'clave'>) {
  return {
    fecha: '2026-01-31',
    cuentas: [
      { cuenta: '105-01', cargo: '1160.00' },
      { cuenta: '601-84', cargo: '500.00' },
      { cuenta: '102-01', cargo: '3800.00' },
      { cuenta: '304-01', abono: '5700.00' },
    ],
    existencias: [
      { articulo: clave.articulo, almacen: clave.almacen, cantidad: '10', costo_unitario: '60' },
    ],
    por_cobrar: [
      {
        cliente: 'C1',
        documento: 'A-1',
        fecha: '2026-01-10',
        vencimiento: '2026-02-10',
        total: '1160.00',
        iva: '160.00',
      },
    ],
    por_pagar: [{ proveedor: 'P1', documento: 'F-9', total: '232.00', iva: '32.00' }],
    bancos: [
      { cuenta: 'B-MXN', saldo: '2000.00' },
      { cuenta: 'B-USD', saldo: '100.00', tipo_cambio: '18' },
    ],
  }
}
