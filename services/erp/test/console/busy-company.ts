import { sql } from '@oficina/kit/sql.ts'

import { cashing } from '../actions/cash/cash-fixture.ts'
import { API, purchasing } from '../actions/purchase-fixture.ts'
import type { ErpTest } from '../erp-service.ts'

/** Has a company sell, collect, and wait for an approval, so that its first page has figures; gives the purchase that waits. */
export async function busyCompany(erp: ErpTest): Promise<number> {
  const buying = await purchasing(erp, erp.admin)
  const ana = await buying.buyer('ana', '1000.00')
  const waiting = await buying.purchase('3000.00')
  await ana.post(`${API}/Compra/actions/autorizar_compra`, { ids: [waiting] })
  const money = await cashing(erp, erp.admin)
  const owed = await money.owed({ total: '1160.00' })
  await money.owed({ total: '58000.50' })
  await money.collect('500.00', [{ cuenta: owed, importe: '500.00' }])
  const { cliente } = money
  const { moneda, condicion } = buying
  // Two days of sales.
  await erp.owner.query(sql`
    insert into public.venta (empresa_id, id, creado_en, modificado_en, folio, fecha, cliente, moneda, condicion_pago, estado, total)
    select ${erp.empresaId}, 9000 + i, now(), now(), 'V-' || i, '2026-03-01'::date + i % 2, ${cliente}, ${moneda},
      ${condicion}, 'confirmada', 1000.25 * i
    from generate_series(1, 3) i`)
  return waiting
}
