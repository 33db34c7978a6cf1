import type { ErrorEntry } from '../../../errors.ts'
import {
  NO_CSD_IN_FORCE,
  PAC_NOT_VALID,
  PAC_REFUSES,
  PAC_SILENT,
} from '../../../messages/pac-trial.ts'
import type { PacEnvironment } from '../../../pac/open-pac.ts'
import type { PacFailure } from '../../../pac/pac.ts'
import { lockRows } from '../../../store/records/model-rows.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { Changes } from '../changes.ts'

const MODEL = 'CertificadoSat'
const NAME = 'probar_pac'
const FIELDS = [
  'numero_certificado',
  'tipo',
  'fin_vigencia',
  'estado',
  'pac_probado',
  'pac_ambiente',
] as const

/**
 * Asks whether the PAC lets the service in, before the first invoice waits for it; nothing is stamped. The certificate
 * keeps when, and with which environment.
 * @source docs/decisions/0281-erp-first-hour.md
 */
export const probarPac: RecordAction = {
  model: MODEL,
  name: NAME,
  label: 'Probar PAC',
  mode: 'url_action',
  confirmation: 'none',
  inputs: [],
  emits: [],
  run: () => {
    throw new Error(`${NAME} runs with what the PAC said`)
  },
  ask: async ({ pac }) => {
    const answer = await pac.pac.signIn()
    const failure = answer.ok ? null : answer.error
    return (context, ids) => keep(context, ids, { environment: pac.environment, failure })
  },
}

async function keep(
  context: ActionContext,
  ids: readonly string[],
  said: { readonly environment: PacEnvironment; readonly failure: PacFailure | null },
): Promise<ActionOutcome> {
  const { moment } = context
  const refused = new Map<string, readonly ErrorEntry[]>()
  const warnings = new Map<string, readonly ErrorEntry[]>()
  const changes = new Changes(context, { name: NAME, reason: null })
  for (const [id, row] of await lockRows(context, MODEL, { ids, fields: FIELDS })) {
    const { numero_certificado: number, tipo, estado, fin_vigencia: end } = row
    const { environment, failure } = said
    if (tipo !== 'csd' || estado === 'revocado' || end <= moment.now) {
      refused.set(id, [{ code: 'INVALID_STATE', message: NO_CSD_IN_FORCE({ number }) }])
    } else if (failure === null) {
      changes.amend(MODEL, row, { pac_probado: moment.now, pac_ambiente: environment })
      if (environment !== 'produccion') warnings.set(id, [notValid(environment)])
    } else refused.set(id, [problemOf(failure)])
  }
  await changes.write()
  return { refused, warnings }
}

function notValid(environment: PacEnvironment): ErrorEntry {
  return { code: 'CONFIGURATION_INCOMPLETE', message: PAC_NOT_VALID({ environment }) }
}

function problemOf({ kind, message: what }: PacFailure): ErrorEntry {
  return kind === 'unavailable'
    ? { code: 'PAC_UNAVAILABLE', message: PAC_SILENT({ what }) }
    : { code: 'CONFIGURATION_INCOMPLETE', message: PAC_REFUSES({ what }) }
}
