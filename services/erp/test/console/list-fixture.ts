import { sql } from '@oficina/kit/sql.ts'

import type { ErpTest } from '../erp-service.ts'

/** What the lists of these tests show: `CL-0001` and so on, in three states and four groups. */
export async function insertClients(erp: ErpTest, count: number): Promise<void> {
  await erp.owner.transaction(async (tx) => {
    await tx.query(sql`set local search_path = public`)
    await tx.query(sql`
      insert into grupo_cliente (empresa_id, id, creado_en, modificado_en, clave, nombre)
      select ${erp.empresaId}, 1000 + i, now(), now(), 'G' || i, (array['Mayoreo', 'Menudeo', 'Gobierno', 'Exportación'])[i]
      from generate_series(1, 4) i`)
    await tx.query(sql`
      insert into cliente (empresa_id, id, creado_en, modificado_en, clave, razon_social, rfc, regimen_fiscal, grupo_cliente, estado)
      select ${erp.empresaId}, i, now(), now(), 'CL-' || lpad(i::text, 4, '0'),
        (array['Aceros', 'Papelería', 'Transportes'])[1 + i % 3] || ' Número ' || i, 'XAXX010101000',
        (select id from regimen_fiscal where clave = '601'), 1001 + i % 4, (array['activo', 'suspendido', 'baja'])[1 + i % 3]
      from generate_series(1, ${count}::int) i`)
  })
}
