import { randomBytes } from 'node:crypto'

import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

const SESSION_SECRET = 'sesiones'
const SECRET_BYTES = 32

/** Generates the installation's secret once; all processes of the installation share it. */
export async function ensureServerSecret(owner: Tx): Promise<void> {
  await owner.execute(sql`
    insert into oficina.secreto (nombre, valor) values (${SESSION_SECRET}, ${randomBytes(SECRET_BYTES)})
    on conflict (nombre) do nothing`)
}

export async function readServerSecret(tx: Tx): Promise<Buffer> {
  const rows = await tx.query<{ valor: Buffer }>(
    sql`select valor from oficina.secreto where nombre = ${SESSION_SECRET}`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('the server secret is missing; start the service once')
  return row.valor
}
