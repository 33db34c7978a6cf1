import { fail, ok, type Result } from '@oficina/kit/result.ts'

import { MUST_BE } from '../../../messages/cfdi-attributes.ts'
import type { CfdiCatalogs } from '../catalogs.ts'
import { Problems, type CfdiProblem } from '../problem.ts'
import { COMPROBANTE, type UnsealedComprobante } from '../structure/comprobante.ts'
import { fromTree, toTree } from '../xml/tree.ts'
import { documentTaxRules } from './document-taxes.ts'
import { headRules } from './head.ts'
import { lineRules } from './lines.ts'
import { localTaxRules } from './local-taxes.ts'
import { partyRules } from './parties.ts'
import { paymentRules } from './payments.ts'
import { payrollRules } from './payroll.ts'
import type { Rules } from './rule-set.ts'

const RULES: readonly Rules[] = [
  headRules,
  partyRules,
  lineRules,
  documentTaxRules,
  localTaxRules,
  paymentRules,
  payrollRules,
]

// In the place of what sealing adds, so that the form of everything else can be looked at before.
const SEAL_STAND_IN = { Sello: 'A', NoCertificado: '0'.repeat(20), Certificado: 'A' }

// Of a currency that is not known, which is refused by its own rule.
const USUAL_DECIMALS = 2

/**
 * Holds a CFDI 4.0 to the SAT's schema and rules before it is sealed. What only the SAT's registers know (whether a name, a
 * postal code and a régimen belong to an RFC) and the limits of rates that need a confirmation are left to the PAC.
 * @returns the document as it will be written, its white space collapsed; or every problem, up to `MAX_PROBLEMS`
 * @source docs/decisions/0241-erp-cfdi.md
 */
export function checkComprobante(
  given: UnsealedComprobante,
  catalogs: CfdiCatalogs,
): Result<UnsealedComprobante, readonly CfdiProblem[]> {
  const problems = new Problems()
  const tree = toTree(COMPROBANTE, { ...given, ...SEAL_STAND_IN })
  const read = fromTree(COMPROBANTE, tree, { version: '4.0', problems, unknown: [] })
  if (given.Version !== '4.0')
    problems.add('Version', MUST_BE.value({ name: 'Version', value: '4.0' }))
  if (problems.all.length > 0) return fail(problems.all)
  const { Sello: _, NoCertificado: __, Certificado: ___, ...rest } = read
  // The reading above demanded all that 4.0 has.
  const comprobante = rest as UnsealedComprobante
  const decimals = catalogs.monedas.get(comprobante.Moneda) ?? USUAL_DECIMALS
  for (const rules of RULES) rules({ comprobante, catalogs, decimals, problems })
  return problems.all.length > 0 ? fail(problems.all) : ok(comprobante)
}
