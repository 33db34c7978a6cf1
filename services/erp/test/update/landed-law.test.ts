// Deep: it starts the service on a whole database of an earlier version.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

import { exchange } from '@oficina/testkit/http-exchange.ts'
import {
  landedDatabase,
  LANDED_PASSWORD,
  landedVersions,
  unpackLandedFiles,
} from '@oficina/testkit/landed-data.ts'
import { openTestDatabase } from '@oficina/testkit/test-postgres.ts'

import { spawnErp } from '../erp-process.ts'

/** Somebody changed the general minimum wage of 2026 by hand, as the audit log tells; that of 2025 is none of his. */
const CHANGED_BY_HAND = `
  update salario_minimo m set importe = 999.99 from zona_salarial z
    where z.id = m.zona and z.clave = 'GRAL' and m.inicio_vigencia in ('2026-01-01', '2025-01-01');
  insert into registro_auditoria (empresa_id, id, creado_en, modificado_en, fecha_hora, usuario, modelo, registro, operacion, huella)
    select u.empresa_id, 900000001, now(), now(), now(), u.id, s.id, m.id::text, 'cambio', repeat('0', 64)
    from salario_minimo m join zona_salarial z on z.id = m.zona and z.clave = 'GRAL'
      join modelo_sistema s on s.nombre = 'SalarioMinimo'
      cross join (select empresa_id, id from usuario order by empresa_id, id limit 1) u
    where m.inicio_vigencia = '2026-01-01'`

interface Line {
  readonly tabla: string
  readonly concepto: string
  readonly importe: number | null
}

test('a company of an earlier version gets the law’s new rows, and keeps what somebody changed by hand', async () => {
  const version = (await landedVersions()).at(-1) ?? assert.fail('no version landed')
  const database = await landedDatabase(version, 'erp', 'once')
  const folder = await mkdtemp(join(tmpdir(), 'oficina-landed-'))
  try {
    await unpackLandedFiles(version, folder)
    const before = openTestDatabase(database.url)
    // The version before knows the files that it loaded, and has other ones today.
    await before.pool.query(`delete from oficina.catalogo where tabla = 'salario_minimo'`)
    await before.pool.query(CHANGED_BY_HAND)
    await before.close()
    const { child, exited, listens } = spawnErp({ DATABASE_URL: database.url, DATA_DIR: folder })
    try {
      const [now, lastYear] = await lawOn(await listens, ['2026-02-15', '2025-02-15'])
      assert.equal(wage(now), 999.99)
      assert.equal(wage(lastYear), 278.8)
      // What no earlier version had: the UMI, the annual tariff, exemptions and state taxes.
      for (const table of ['ReglaExencionPercepcion', 'ImpuestoNominaEstatal', 'CuotaCesantia']) {
        assert.ok(
          now?.some(({ tabla }) => tabla === table),
          table,
        )
      }
      assert.ok(now?.some(({ concepto }) => concepto === 'UMI daily'))
    } finally {
      child.kill('SIGTERM')
      await exited
    }
  } finally {
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
})

async function lawOn(url: string, days: readonly string[]): Promise<readonly (readonly Line[])[]> {
  const login = await exchange(`${url}/api/v1/auth/login`, 'POST', {
    body: { usuario: 'admin', password: LANDED_PASSWORD },
  })
  assert.equal(login.status, 200, login.text)
  const headers = { authorization: `Bearer ${login.json.data.token}` }
  const told: (readonly Line[])[] = []
  for (const day of days) {
    const answer = await exchange(`${url}/api/v1/reports/law-tables?fecha=${day}`, 'GET', {
      headers,
    })
    assert.equal(answer.status, 200, answer.text)
    told.push(answer.json.data)
  }
  return told
}

function wage(lines: readonly Line[] | undefined): number | null | undefined {
  return lines?.find(({ concepto, tabla }) => tabla === 'SalarioMinimo' && concepto === 'GRAL')
    ?.importe
}
