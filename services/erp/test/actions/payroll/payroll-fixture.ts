import assert from 'node:assert/strict'

import type { Company } from '../../rights/rights-fixture.ts'

interface GroupTerms {
  readonly clave: string
  /** The SAT's key. */
  readonly periodicidad: string
  readonly dias: string
}

/** A group of people with the benefits of the law. */
export async function payGroup(
  company: Company,
  { clave, periodicidad, dias }: GroupTerms,
): Promise<number> {
  const { json } = await company.admin.get(`/api/v1/PeriodicidadPago?clave=${periodicidad}`)
  assert.equal(json.data.length, 1)
  const tabla = await company.create('TablaPrestaciones', {
    clave: `L-${clave}`.slice(0, 10),
    nombre: 'De ley',
    es_de_ley: true,
    inicio_vigencia: '2023-01-01',
    activo: true,
  })
  return await company.create('GrupoNomina', {
    clave,
    nombre: `Grupo ${clave}`,
    periodicidad: json.data[0].id,
    tabla_prestaciones: tabla,
    dias_periodo: dias,
    dias_base_mes: '30',
    activo: true,
  })
}
