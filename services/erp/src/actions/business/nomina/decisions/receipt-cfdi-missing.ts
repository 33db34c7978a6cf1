import type { ErrorEntry } from '../../../../errors.ts'
import { parseCurp } from '../../../../fiscal/curp.ts'
import {
  EMPLOYER_CURP_MISSING,
  NO_STATE_OF_WORK,
  PERSON_LACKS,
} from '../../../../messages/payroll-cfdi.ts'
import type { ReceiptToStamp } from '../store/receipt-cfdi-store.ts'

const COMPANY_RFC_LENGTH = 12
const LAST_SUBORDINATE_CONTRACT = '08'

/** What of a person and of the company the CFDI of a receipt needs and no record says, each told by itself. */
export function missingForCfdi(receipt: ReceiptToStamp): readonly ErrorEntry[] {
  const wanted: readonly (readonly [isMissing: boolean, model: string, field: string])[] = [
    [receipt.rfc === null, 'Asociado', 'rfc'],
    [receipt.curp === null || parseCurp(receipt.curp) === undefined, 'Asociado', 'curp'],
    [receipt.codigo_postal === null, 'FichaPersonal', 'codigo_postal_fiscal'],
    [receipt.tipo_contrato === null, 'Empleado', 'tipo_contrato'],
    [receipt.regimen === null, 'Empleado', 'regimen'],
    ...(isSubordinate(receipt)
      ? ([
          [receipt.nss === null, 'Asociado', 'nss'],
          [receipt.registro_patronal === null, 'Empleado', 'registro_patronal'],
          [receipt.riesgo === null, 'Puesto', 'riesgo'],
          [receipt.salario_base_cotizacion === null, 'ReciboNomina', 'salario_base_cotizacion'],
        ] as const)
      : []),
  ]
  const person = `${receipt.numero} ${receipt.nombre}`
  const problems = wanted.flatMap(([isMissing, model, field]): readonly ErrorEntry[] =>
    isMissing
      ? [{ code: 'VALIDATION', field, message: PERSON_LACKS({ person, model, field }) }]
      : [],
  )
  return [...problems, ...missingOfCompany(receipt, person)]
}

function missingOfCompany(
  { empresa_rfc, empresa_curp, estado_trabajo }: ReceiptToStamp,
  person: string,
): readonly ErrorEntry[] {
  const problems: ErrorEntry[] = []
  if (empresa_rfc.length > COMPANY_RFC_LENGTH && empresa_curp === null)
    problems.push({ code: 'CONFIGURATION_INCOMPLETE', message: EMPLOYER_CURP_MISSING() })
  if (estado_trabajo === null)
    problems.push({ code: 'CONFIGURATION_INCOMPLETE', message: NO_STATE_OF_WORK({ person }) })
  return problems
}

/** Who has a boss, and with him an insurance. */
export function isSubordinate({ tipo_contrato }: Pick<ReceiptToStamp, 'tipo_contrato'>): boolean {
  return tipo_contrato !== null && tipo_contrato <= LAST_SUBORDINATE_CONTRACT
}
