import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import { takeNumbering } from '../../src/actions/business/contabilidad/effects/entry-folios.ts'
import { AUDIT_COUNTER, recordAudit } from '../../src/store/audit-store.ts'
import { numberSource, takeNumber, takeNumbers } from '../../src/store/numbers/counter-store.ts'
import { writeAs, type EmpresaId } from '../../src/store/tenant-database.ts'
import { startErp, type ErpTest } from '../erp-service.ts'

const COUNTER = 'prueba_de_rangos'
const NOW = '2026-03-02T15:00:00.000Z'

let erp: ErpTest

before(async () => {
  erp = await startErp()
})

after(() => erp.stop())

async function within<T>(work: (tx: Tx, empresa: EmpresaId) => Promise<T>) {
  return await writeAs(erp.asService(), erp.empresaId, (tx) => work(tx, erp.empresaId))
}

function entry(id: number, model: string) {
  const before = { estado: 'borrador' }
  const after = { estado: 'aplicada' }
  const operation = 'accion' as const
  return { id, model, recordId: '1', operation, action: null, reason: null, before, after }
}

async function record(tx: Tx, empresa: EmpresaId, entries: readonly ReturnType<typeof entry>[]) {
  const caller = { empresa, address: '127.0.0.1', agent: '', requestId: 'r', usuarioId: null }
  await recordAudit(tx, caller, { entries, now: NOW })
}

test('numbers end where those that were reserved end, instead of going on with the next action’s', async () => {
  const [own, next] = await within(async (tx, empresa) => {
    const numbers = numberSource(await takeNumbers(tx, empresa, new Map([[COUNTER, 2]])))
    const own = [numbers(COUNTER), numbers(COUNTER)]
    assert.throws(() => numbers(COUNTER), /no more numbers were taken from prueba_de_rangos/)
    assert.throws(() => numbers(COUNTER), /no more numbers/)
    assert.throws(() => numbers('otro'), /no numbers were taken from otro/)
    return [own, await takeNumber(tx, empresa, COUNTER)] as const
  })
  assert.deepEqual([...own, next], [1, 2, 3])
})

test('numbers that nobody wanted are none, and those of entries and their folios end too', async () => {
  await within(async (tx, empresa) => {
    const none = numberSource(await takeNumbers(tx, empresa, new Map([[COUNTER, 0]])))
    assert.throws(() => none(COUNTER), /no numbers were taken/)
    const { numbers, nextFolio } = await takeNumbering(tx, empresa, {
      counters: new Map([[AUDIT_COUNTER, 1]]),
      series: [{ tipo: 'DI', reinicia: 'mensual', fecha: '2026-03-02' }],
    })
    numbers(AUDIT_COUNTER)
    nextFolio()
    assert.throws(() => numbers(AUDIT_COUNTER), /no more numbers were taken/)
    assert.throws(nextFolio, /more entries than folios/)
  })
})

test('an action that writes one row of the audit log more than it counted fails whole, and the next one has its numbers', async () => {
  const write = (rows: number) =>
    within(async (tx, empresa) => {
      const numbers = numberSource(await takeNumbers(tx, empresa, new Map([[AUDIT_COUNTER, 1]])))
      const entries = Array.from({ length: rows }, () => entry(numbers(AUDIT_COUNTER), 'Poliza'))
      await record(tx, empresa, entries)
    })
  await assert.rejects(write(2), /no more numbers were taken from registro_auditoria/)
  await write(1)
  await write(1)
})

test('a deed of a model that there is not fails, with the deeds of its action, instead of writing nothing', async () => {
  const count = () =>
    within(async (tx) => {
      const rows = await tx.query<{ n: number }>(sql`select count(*) as n from registro_auditoria`)
      return rows[0]?.n
    })
  const before = await count()
  await assert.rejects(
    within(async (tx, empresa) => {
      const numbers = numberSource(await takeNumbers(tx, empresa, new Map([[AUDIT_COUNTER, 2]])))
      const entries = ['Poliza', 'Polisa'].map((model) => entry(numbers(AUDIT_COUNTER), model))
      await record(tx, empresa, entries)
    }),
    /null value in column "modelo"/,
  )
  assert.equal(await count(), before)
})
