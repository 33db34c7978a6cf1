import { demandAdministrator } from '../../../identity/rights.ts'
import { AUDIT_COUNTER, recordAudit } from '../../../store/audit-store.ts'
import { numberSource, takeNumbers } from '../../../store/numbers/counter-store.ts'
import { insertReadyProfiles } from '../../../store/people/ready-profile-store.ts'
import { readyProfiles } from '../../profiles/ready-profiles.ts'
import type { ActionContext, NativeAction } from '../action.ts'

/**
 * Gives a company the ready profiles that it lacks. Whatever profile it has by one of their keys stays as it is.
 * @source docs/decisions/0255-erp-new-company.md
 */
export const agregarPerfiles: NativeAction = {
  model: 'Perfil',
  name: 'agregar_perfiles',
  label: 'Agregar perfiles listos',
  mode: 'native',
  inputs: [],
  emits: [],
  run: add,
}

async function add({ tx, caller, registry, moment }: ActionContext): Promise<unknown> {
  // Nobody grants more than he has, and these profiles together grant nearly everything.
  demandAdministrator(caller.rights)
  const { now } = moment
  const of = { empresaId: caller.empresa, now }
  const added = await insertReadyProfiles(tx, of, readyProfiles(registry))
  if (added.length > 0) {
    const counts = new Map([[AUDIT_COUNTER, added.length]])
    const numbers = numberSource(await takeNumbers(tx, caller.empresa, counts))
    const entries = added.map(({ id, clave, nombre }) => ({
      id: numbers(AUDIT_COUNTER),
      model: 'Perfil',
      recordId: id,
      operation: 'accion' as const,
      action: 'agregar_perfiles',
      reason: null,
      before: null,
      after: { clave, nombre, oficio: clave },
    }))
    await recordAudit(tx, caller, { entries, now })
  }
  return { agregados: added.map(({ clave }) => clave) }
}
